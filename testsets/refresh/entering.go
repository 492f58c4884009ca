package refresh

import (
	"errors"
	"fmt"
	"math"
	"math/rand/v2"

	"github.com/rankduel/rankduel/internal/ordered"
	"github.com/rankduel/rankduel/internal/prose"
	"github.com/rankduel/rankduel/testsets"
	"github.com/rankduel/rankduel/testsets/near"
	"github.com/rankduel/rankduel/testsets/querylog"
)

// The decisions about a query of the log. One with masked text has none until a person has read it.
const (
	enter   = "keep"
	drop    = "drop"
	reserve = "reserve" // drawn in case that others are dropped
)

// An Entrant is a row of entering.csv: a query that was drawn.
type Entrant struct {
	ID          string
	Text        string // masked
	Type        string
	Frequency   int
	Clients     int
	Band        querylog.Band
	Probability *float64 // of having been drawn; nil for a reserve
	Masked      []querylog.Kind
	Near        string // a query that is nearly the same, in words
	Need        string // what the person behind the query wants
	Decision    string
}

// weight returns how many searches of the log the query stands for, frequency/probability;
// nil of a reserve, whose probability is not known.
func (e *Entrant) weight() *testsets.Weight {
	if e.Probability == nil || *e.Probability == 0 {
		return nil
	}
	return new(testsets.Weight(math.Round(100*float64(e.Frequency) / *e.Probability) / 100))
}

// A pond is what is drawn from in one stratum.
type pond struct {
	share   StratumQuota
	queries []querylog.Query
}

// ponds sorts the counted queries of a log into strata, and counts those that cannot be drawn. Without
// rules of strata, and so with strata to be written in by hand, there is one pond.
func ponds(counted []querylog.Query, set *testsets.TestSet, shares []StratumQuota, rules []TypeRule, log *LogRef) []pond {
	inSet := map[string]bool{}
	for i := range set.Queries {
		inSet[near.Normal(set.Queries[i].Text)] = true
	}
	list := make([]pond, 0, len(shares))
	if len(rules) == 0 && len(shares) > 1 {
		list = append(list, pond{share: StratumQuota{Replace: sum(shares)}})
	} else {
		for _, s := range shares {
			list = append(list, pond{share: s})
		}
	}
	at := map[string]int{}
	for i, p := range list {
		at[p.share.Name] = i
	}
	for _, q := range counted {
		stratum, ok := typeOf(rules, q.Text)
		if len(rules) == 0 {
			stratum = list[0].share.Name
		}
		to, known := at[stratum]
		switch {
		case q.Clients < log.MinClients: // 0 where it is not known who asked
			log.TooFewClients++
		case inSet[q.Normal]:
			log.InSet++
		case !ok || !known:
			log.NoStratum++
		default:
			list[to].queries = append(list[to].queries, q)
		}
	}
	return list
}

func sum(shares []StratumQuota) int {
	n := 0
	for _, s := range shares {
		n += s.Replace
	}
	return n
}

// ErrTooFewQueries says that a log has fewer queries than are to enter.
var ErrTooFewQueries = errors.New("too few queries in the log")

// shortages returns the ponds with fewer queries than are wanted.
func shortages(list []pond, log *LogRef) error {
	var errs prose.Faults
	for _, p := range list {
		errs.If(len(p.queries) < p.share.Replace, "%s: %d of %d", named(p.share.Name), len(p.queries), p.share.Replace)
	}
	if len(errs) == 0 {
		return nil
	}
	return fmt.Errorf("%w: of %d distinct ones %d were asked by fewer than %d clients, %d are in the set already, %d have no stratum; take a longer log, replace fewer, or lower the number of clients, which lets personal queries in: %w",
		ErrTooFewQueries, log.Distinct, log.TooFewClients, log.MinClients, log.InSet, log.NoStratum, errs.Join())
}

// draw draws from each pond what is to enter, and half as many in reserve.
func draw(list []pond, to string, seed uint64) []Entrant {
	var out, reserves []Entrant
	for i, p := range list {
		rng := rand.New(rand.NewPCG(seed, uint64(1000+i)))
		chosen := map[int]bool{}
		for _, d := range querylog.Draw(frequencies(p.queries), p.share.Replace, rng) {
			e := entrant(p.queries[d.Index], p.share.Name)
			e.Probability = &d.Probability
			if len(e.Masked) == 0 {
				e.Decision = enter
			}
			out = append(out, e)
			chosen[d.Index] = true
		}
		var rest []querylog.Query
		for at, q := range p.queries {
			if !chosen[at] {
				rest = append(rest, q)
			}
		}
		for _, d := range querylog.Draw(frequencies(rest), (p.share.Replace+1)/2, rng) {
			e := entrant(rest[d.Index], p.share.Name)
			e.Decision = reserve
			reserves = append(reserves, e)
		}
	}
	out = append(out, reserves...)
	for i := range out {
		out[i].ID = fmt.Sprintf("%s-%03d", to, i+1)
	}
	return out
}

func entrant(q querylog.Query, stratum string) Entrant {
	return Entrant{Text: q.Text, Type: stratum, Frequency: q.Frequency, Clients: q.Clients, Band: q.Band, Masked: q.Masked}
}

func frequencies(queries []querylog.Query) []int {
	return ordered.Each(queries, func(q querylog.Query) int { return q.Frequency })
}
