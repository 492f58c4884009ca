package reports

import (
	"fmt"
	"time"

	"github.com/rankduel/rankduel/experiment/result"
)

// recordedLine says how old the rankings of a pair are, "" where both arms are run
// files. Without Options.Now it gives their times.
func recordedLine(a, b *result.Recorded, o Options) string {
	switch {
	case a == nil && b == nil:
		return ""
	case a == nil || b == nil || *a == *b:
		if a == nil {
			a = b
		}
		return "rankings recorded " + spanOf(*a, o)
	}
	if from, to := spanOf(*a, o), spanOf(*b, o); from != to {
		return "rankings recorded " + from + " (baseline) and " + to + " (candidate)"
	}
	return "rankings recorded " + spanOf(*a, o)
}

func spanOf(r result.Recorded, o Options) string {
	from, to := age(r.From, o.Now), age(r.To, o.Now)
	if from == to {
		return from
	}
	return "from " + from + " to " + to
}

// age is how long ago something was, in the largest whole unit.
func age(at, now time.Time) string {
	if now.IsZero() {
		return moment(at)
	}
	passed := now.Sub(at)
	for _, unit := range []struct {
		of   time.Duration
		name string
	}{{24 * time.Hour, "day"}, {time.Hour, "hour"}, {time.Minute, "minute"}} {
		if n := int(passed / unit.of); n > 0 {
			return plural(n, unit.name, unit.name+"s") + " ago"
		}
	}
	if passed < -time.Minute { // of another machine's clock
		return fmt.Sprintf("at %s, which is yet to come by this clock", moment(at))
	}
	return "just now"
}

func moment(t time.Time) string { return t.UTC().Format("2006-01-02 15:04 UTC") }
