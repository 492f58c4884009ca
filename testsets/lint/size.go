package lint

import (
	"fmt"

	"github.com/rankduel/rankduel/stats"
	"github.com/rankduel/rankduel/testsets"
)

// assumedSD is how much differences of two systems usually spread in a measure
// of 0–1 such as nDCG@10, for a set whose systems no one has compared yet.
const assumedSD = 0.2

// tooLittle is a detectable difference that hardly two systems of practice have.
const tooLittle = 0.1

// strata finds types that no one can score: declared without a query, or without one that is judged.
func (c *checker) strata() {
	total, judged := map[string]int{}, map[string]int{}
	for i := range c.set.Queries {
		q := &c.set.Queries[i]
		total[q.Type]++
		if !q.Unjudged && q.HasRelevant() {
			judged[q.Type]++
		}
	}
	var empty []Item
	for _, name := range c.set.Strata {
		switch {
		case total[name] == 0:
			empty = append(empty, Item{Stratum: name, Text: "no query has it"})
		case judged[name] == 0:
			empty = append(empty, Item{Stratum: name, Text: "no relevant document in " + count(total[name], "query", "queries")})
		}
	}
	c.add(Warning, "empty_stratum", empty, "stratum", "strata",
		"that nothing can be said about", "add judged queries, or declare only the strata in use")
}

// parts finds strata that one part has no query of.
func (c *checker) parts() {
	counts := c.set.Counts()
	if counts.HeldOut == 0 {
		c.note(len(c.set.Queries) >= 30, "not_split", "rankduel testset split, before results are stored", "nothing is held out: whether a gain was learnt by heart cannot be checked")
		return
	}
	var missing []Item
	for _, s := range counts.Strata {
		switch {
		case s.Queries == 0:
		case s.HeldOut == 0:
			missing = append(missing, Item{Stratum: s.Name, Text: fmt.Sprintf("none of %d held out", s.Queries)})
		case s.Evaluation == 0:
			missing = append(missing, Item{Stratum: s.Name, Text: fmt.Sprintf("all %d held out", s.Queries)})
		}
	}
	c.add(Warning, "stratum_in_one_part", missing, "stratum is", "strata are",
		"in one part alone", "draw the parts of the next version by stratum")
}

// size says what so many queries can show, of the part that everybody looks at.
func (c *checker) size() {
	n := map[string]int{}
	all := 0
	split := c.set.Counts().HeldOut > 0
	units := map[string]bool{}
	for i := range c.set.Queries {
		q := &c.set.Queries[i]
		if q.Unjudged || !q.HasRelevant() || split && q.Split != testsets.Evaluation {
			continue
		}
		if unit := q.Unit(); unit != "" {
			if units[unit] {
				continue // one unit of inference
			}
			units[unit] = true
		}
		all++
		n[q.Type]++
	}
	var items []Item
	if len(n) > 1 {
		for _, name := range c.set.Strata {
			if n[name] > 0 {
				items = append(items, Item{Stratum: name, Text: count(n[name], "query", "queries") + ": " + shows(n[name])})
			}
		}
	}
	f := Finding{
		Code: "size", Severity: Note, Items: append([]Item{}, items...),
		Text:   fmt.Sprintf("%s can show a difference %s (power .8, alpha .05, two systems whose differences spread by %v)", count(all, "query", "queries"), shows(all), assumedSD),
		Remedy: "`rankduel power` plans with the spread of systems at hand",
	}
	if d, ok := detectable(all); !ok || d > tooLittle {
		f.Severity = Warning
	}
	c.found = append(c.found, f)
}

func shows(n int) string {
	d, ok := detectable(n)
	if !ok {
		return "of no size"
	}
	return fmt.Sprintf("from %.3f on", d)
}

// detectable returns the difference that so many queries show in four of five repeats, for two systems whose
// differences spread by the usual .2; false where none would do. It is the mathematics of `rankduel power`.
func detectable(n int) (float64, bool) {
	if n < 2 {
		return 0, false
	}
	rule := stats.Rule{Alpha: 0.05, Margin: 0.02, Power: 0.8, Tests: 1, Range: 1}
	d, err := rule.Detectable(stats.Spread{SD: assumedSD, Low: -3 * assumedSD, High: 3 * assumedSD, Changed: 1}, n)
	return d, err == nil
}
