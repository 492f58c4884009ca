package refresh

import (
	"cmp"
	"fmt"
	"math/rand/v2"
	"slices"

	"github.com/rankduel/rankduel/internal/ordered"
	"github.com/rankduel/rankduel/internal/prose"
	"github.com/rankduel/rankduel/stats"
	"github.com/rankduel/rankduel/testsets"
)

// A Past is what a system once scored on the evaluation part of the old version,
// by query id. Scores of held-out queries are not looked at, should there be any.
type Past struct {
	RunRef
	Scores map[string]float64
}

// What past scores say of a query counts from so many runs on.
const (
	leastForEnds   = 3 // ceiling and floor
	leastForSpread = 5
	ceiling        = 0.99
	floor          = 0.01
)

// The decisions about a query of the old version.
const (
	leave = "leave"
	keep  = "keep"
)

// A Leaver is a row of leaving.csv: a query of the old version.
type Leaver struct {
	ID, Type string
	Split    testsets.Split
	AgeDays  *int // nil where it is not known when it entered
	Runs     int  // past scores of it
	Ceiling  int  // of these, at .99 or above
	Floor    int  // at .01 or below
	Spread   *float64
	Reason   string // why it is proposed to leave; empty otherwise
	Decision string
	unjudged bool // is in no measure, and leaves when a person says so
}

// saturated reports whether no past system was told from another by the query.
func (l *Leaver) saturated() bool {
	return l.Runs >= leastForEnds && (l.Ceiling == l.Runs || l.Floor == l.Runs)
}

// describe says of every query what its leaving may be decided by.
func describe(set *testsets.TestSet, ages map[string]int, past []Past) []Leaver {
	list := make([]Leaver, len(set.Queries))
	for i := range set.Queries {
		q := &set.Queries[i]
		l := Leaver{ID: q.ID, Type: q.Type, Split: q.Split, Decision: keep, unjudged: q.Unjudged}
		if age, ok := ages[q.ID]; ok {
			l.AgeDays = &age
		}
		var scores []float64
		for _, p := range past {
			s, ok := p.Scores[q.ID]
			if !ok || q.Split == testsets.HeldOut {
				continue
			}
			scores = append(scores, s)
			l.Ceiling += count(s >= ceiling)
			l.Floor += count(s <= floor)
		}
		if l.Runs = len(scores); l.Runs >= 2 {
			if d, err := stats.DifferencesOf(scores); err == nil {
				l.Spread = d.SD
			}
		}
		list[i] = l
	}
	return list
}

// A spentPart has shown many configurations that it tells little more.
type spentPart struct{ configurations int }

// propose marks who leaves. In each stratum first go queries that every past system answers perfectly
// or not at all, then held-out ones whose part is spent, then the oldest. Of an age, those go first
// whose past scores spread least, up to half of the stratum's leavers; the others are drawn. Held-out
// queries go by age, by draw and by looks that were taken, never by their scores.
func propose(list []Leaver, shares []StratumQuota, used spentPart, seed uint64) {
	for at, share := range shares {
		rng := rand.New(rand.NewPCG(seed, uint64(at)))
		var of []*Leaver
		for i := range list {
			if list[i].Type == share.Name && !list[i].unjudged {
				of = append(of, &list[i])
			}
		}
		p := proposal{left: share.Replace, spread: share.Replace / 2, rng: rng}
		p.take(of, func(l *Leaver) string {
			if !l.saturated() {
				return ""
			}
			if l.Floor == l.Runs {
				return fmt.Sprintf("at the floor in all %d past runs", l.Runs)
			}
			return fmt.Sprintf("at the ceiling in all %d past runs", l.Runs)
		})
		p.take(of, func(l *Leaver) string {
			if used.configurations == 0 || l.Split != testsets.HeldOut {
				return ""
			}
			return "held-out part spent: it showed " + prose.Plural(used.configurations, "configuration")
		})
		p.byAge(of)
	}
}

// A proposal is the leavers of one stratum as they are found.
type proposal struct {
	left   int // who still have to go
	spread int // of these, by spread at most
	rng    *rand.Rand
}

func (p *proposal) leave(l *Leaver, reason string) {
	l.Decision, l.Reason = leave, reason
	p.left--
}

// take lets all go for whom there is a reason, or a draw of them.
func (p *proposal) take(of []*Leaver, reason func(*Leaver) string) {
	found := ordered.Where(of, func(l *Leaver) bool { return l.Decision == keep && reason(l) != "" })
	if len(found) > p.left {
		p.rng.Shuffle(len(found), func(i, j int) { found[i], found[j] = found[j], found[i] })
		found = found[:p.left]
	}
	for _, l := range found {
		p.leave(l, reason(l))
	}
}

// byAge lets the oldest go, queries of unknown age as if they were oldest.
func (p *proposal) byAge(of []*Leaver) {
	of = slices.DeleteFunc(slices.Clone(of), func(l *Leaver) bool { return l.Decision == leave })
	ordered.Stable(of, func(a, b *Leaver) int { return cmp.Compare(age(b), age(a)) })
	for p.left > 0 && len(of) > 0 {
		same := 1
		for same < len(of) && age(of[same]) == age(of[0]) {
			same++
		}
		p.ofOneAge(of[:same], same == len(of))
		of = of[same:]
	}
}

// unknownAge is older than any.
const unknownAge = 1 << 40

func age(l *Leaver) int {
	if l.AgeDays == nil {
		return unknownAge
	}
	return *l.AgeDays
}

// ofOneAge lets all of an age go or, where these are too many, some: by spread,
// then by draw. last says that there are none younger.
func (p *proposal) ofOneAge(of []*Leaver, last bool) {
	if len(of) <= p.left {
		for _, l := range of {
			p.leave(l, oldest(l))
		}
		return
	}
	spread := slices.DeleteFunc(slices.Clone(of), func(l *Leaver) bool { return l.Spread == nil || l.Runs < leastForSpread })
	ordered.Stable(spread, func(a, b *Leaver) int { return cmp.Compare(*a.Spread, *b.Spread) })
	for _, l := range spread[:min(len(spread), p.left, p.spread)] {
		p.leave(l, fmt.Sprintf("tells systems apart least: spread %.4f over %s", *l.Spread, prose.Plural(l.Runs, "past run")))
	}
	rest := slices.DeleteFunc(slices.Clone(of), func(l *Leaver) bool { return l.Decision == leave })
	p.rng.Shuffle(len(rest), func(i, j int) { rest[i], rest[j] = rest[j], rest[i] })
	for _, l := range rest[:p.left] {
		reason := "drawn among equally old ones"
		if !last {
			reason = "drawn among the oldest"
		}
		p.leave(l, reason)
	}
}

func oldest(l *Leaver) string {
	if l.AgeDays == nil {
		return "age unknown"
	}
	return "oldest: " + prose.Plural(*l.AgeDays, "day")
}

func count(yes bool) int {
	if yes {
		return 1
	}
	return 0
}
