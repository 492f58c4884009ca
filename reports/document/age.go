package document

import (
	"fmt"
	"time"

	"github.com/rankduel/rankduel/experiment/result"
)

// Recorded says how old the rankings of a pair are, "" where both arms are run files; without a now, their times.
func (s Screen) Recorded(a, b *result.Recorded) string {
	switch {
	case a == nil && b == nil:
		return ""
	case a == nil || b == nil || *a == *b:
		if a == nil {
			a = b
		}
		return "rankings recorded " + s.span(*a)
	}
	if from, to := s.span(*a), s.span(*b); from != to {
		return "rankings recorded " + from + " (baseline) and " + to + " (candidate)"
	}
	return "rankings recorded " + s.span(*a)
}

func (s Screen) span(r result.Recorded) string {
	from, to := Age(r.From, s.Now), Age(r.To, s.Now)
	if from == to {
		return from
	}
	return "from " + from + " to " + to
}

// Age returns how long ago something was, in the largest whole unit.
func Age(at, now time.Time) string {
	if now.IsZero() {
		return Moment(at)
	}
	passed := now.Sub(at)
	for _, unit := range []struct {
		of   time.Duration
		name string
	}{{24 * time.Hour, "day"}, {time.Hour, "hour"}, {time.Minute, "minute"}} {
		if n := int(passed / unit.of); n > 0 {
			return Plural(n, unit.name, unit.name+"s") + " ago"
		}
	}
	if passed < -time.Minute { // of another machine's clock
		return fmt.Sprintf("at %s, which is yet to come by this clock", Moment(at))
	}
	return "just now"
}

// Moment writes a time in UTC, to the minute.
func Moment(t time.Time) string { return t.UTC().Format("2006-01-02 15:04 UTC") }
