package scorefile

import (
	"fmt"
	"maps"
	"math"
	"slices"
	"strings"
	"unicode"

	"github.com/rankduel/rankduel/experiment/result"
	"github.com/rankduel/rankduel/experiment/scoring"
	"github.com/rankduel/rankduel/internal/ordered"
	"github.com/rankduel/rankduel/internal/prose"
	"github.com/rankduel/rankduel/metrics"
)

// direct gives foreign measures their direction.
func direct(tables []*scoring.Table, directions map[string]metrics.Direction) error {
	for _, t := range tables { // what was assumed before is looked at again
		t.Health = slices.DeleteFunc(t.Health, func(f result.Finding) bool { return f.Code == result.FindingDirection })
	}
	used := map[string]bool{"": true}
	var assumed []string
	for _, t := range tables {
		for m, measure := range t.Measures {
			name := measure.String()
			declared, has := directions[name]
			foreign, is := measure.(metrics.Foreign)
			if has && !is {
				return fmt.Errorf("--direction %s: it is known: %s", name, metrics.DirectionOf(measure))
			}
			if !is {
				continue
			}
			used[name] = true
			if !has && slices.Contains(paid, name) {
				foreign.Better = metrics.LowerIsBetter
				t.Measures[m] = foreign
			}
			if !has && (foreign.Declared || foreign.Better == metrics.LowerIsBetter) {
				continue // the log that it is of says so
			}
			if !has {
				declared, has = directions[""]
			}
			if !has && soundsLikeCost(name) {
				declared = metrics.Neutral // higher would be the wrong guess
			}
			foreign.Better, foreign.Declared = declared, has
			t.Measures[m] = foreign
			if !has && !slices.Contains(assumed, name) {
				assumed = append(assumed, name)
			}
		}
	}
	for _, name := range slices.Sorted(maps.Keys(directions)) {
		if !used[name] {
			return fmt.Errorf("--direction %s: no such measure among %s", name, strings.Join(metrics.Texts(tables[0].Measures), ", "))
		}
	}
	warnOfDirections(tables, assumed)
	return nil
}

// warnOfDirections says what was taken for the directions that no one declared.
func warnOfDirections(tables []*scoring.Table, names []string) {
	none, higher := ordered.Where(names, soundsLikeCost), ordered.Where(names, func(name string) bool { return !soundsLikeCost(name) })
	if len(higher) > 0 {
		warnAll(tables, result.Warned(result.FindingDirection, fmt.Sprintf(
			"%s: not known here, so that a higher score is taken to be better; --direction %s (or higher, none) says what it is", strings.Join(higher, ", "), prose.ShellWord(higher[0]+"=lower"))))
	}
	if len(none) > 0 {
		warnAll(tables, result.Warned(result.FindingDirection, fmt.Sprintf(
			"%s: not known here, and called like a cost, so that no direction is taken and there is no verdict on it; --direction %s (or higher) says what it is", strings.Join(none, ", "), prose.ShellWord(none[0]+"=lower"))))
	}
}

// paid are the names that logs have for what is paid, with their units: less is better.
var paid = []string{"latency_ms", "time_s", "cost_usd", "tokens"}

// costs are words in the names of measures that are better when lower.
var costs = []string{"latency", "duration", "time", "ms", "seconds", "cost", "price", "error", "errors"}

// soundsLikeCost tells whether a word of the name is one of a cost.
func soundsLikeCost(name string) bool {
	words := strings.FieldsFunc(strings.ToLower(name), func(r rune) bool { return !unicode.IsLetter(r) })
	return slices.ContainsFunc(words, func(word string) bool { return slices.Contains(costs, word) })
}

// CheckDirection refuses to decide by a measure whose direction would be a guess: a wrong one turns the verdict round.
func CheckDirection(m metrics.Measure) error {
	if f, is := m.(metrics.Foreign); is && !f.Declared {
		return fmt.Errorf("%s is not known here, and whether a higher or a lower score is better decides the verdict: --direction %s or --direction %s says it, or -m what it is", f, prose.ShellWord(f.Name+"=higher"), prose.ShellWord(f.Name+"=lower"))
	}
	return nil
}

// warnAll adds one finding to all tables; a comparison says it once.
func warnAll(tables []*scoring.Table, f result.Finding) {
	for _, t := range tables {
		t.Health = append(t.Health, f)
	}
}

// warnOfUnits warns of scores beyond 0 to 1, for which the default margin means nothing. A share that
// leaves its range is no such share: what it can differ by is not known any more.
func warnOfUnits(tables []*scoring.Table, known bool) {
	var beyond []string
	for _, measure := range slices.Clone(tables[0].Measures) {
		if metrics.AggregateOf(measure) != metrics.Mean || metrics.DirectionOf(measure) == metrics.Neutral {
			continue // it has no verdict
		}
		low, high := extremes(tables, measure)
		if !(low < 0 || high > 1) {
			continue
		}
		said := fmt.Sprintf("%s (from %.4g to %.4g)", measure, low, high)
		if _, share := metrics.WidthOf(measure); share {
			said += ", which is no such share; in percent?"
			for _, t := range tables {
				if m := metrics.Index(t.Measures, measure); m >= 0 {
					t.Measures[m] = metrics.Foreign{Name: measure.String(), Better: metrics.DirectionOf(measure), Declared: true}
				}
			}
		}
		beyond = append(beyond, said)
	}
	if len(beyond) > 0 && !known {
		warnAll(tables, result.Warned(result.FindingUnit, fmt.Sprintf(
			"scores beyond 0 to 1: %s: the margin is in their unit, so give one that fits (--margin), and how far two scores can differ (--range)", strings.Join(beyond, ", "))))
	}
}

func extremes(tables []*scoring.Table, measure metrics.Measure) (low, high float64) {
	low, high = math.Inf(1), math.Inf(-1)
	for _, t := range tables {
		if m := metrics.Index(t.Measures, measure); m >= 0 {
			for q := range t.Len() {
				if v := t.Value(m, q); !math.IsNaN(v) {
					low, high = min(low, v), max(high, v)
				}
			}
		}
	}
	return low, high
}
