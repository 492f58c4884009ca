// Package kappa says how far two people agree about documents that both were asked about: Cohen's kappa of
// what both graded and its lower end against a threshold, and what the number hides. Weighted kappas and
// several people are of experiment/agreement, which begins here.
package kappa

import (
	"errors"
	"fmt"

	"github.com/rankduel/rankduel/internal/ordered"
	"github.com/rankduel/rankduel/stats"
	"github.com/rankduel/rankduel/stats/agreement"
	"github.com/rankduel/rankduel/testsets"
	"github.com/rankduel/rankduel/testsets/label"
)

// ErrNothing is about two people who graded no document both.
var ErrNothing = errors.New("no document has a grade of both")

// Labels say what a person said of a pair: a grade, nil for a document that they
// could not judge, and whether they said anything.
type Labels func(label.Pair) (grade *int, said bool)

// Graded are grades of pairs that two people graded, A[i] and B[i] of Pairs[i].
type Graded struct {
	Pairs []label.Pair
	A, B  []int
}

// Both is what two people said of the same pairs.
type Both struct {
	Graded
	Blanks  int // pairs that one of them, or both, could not judge
	blanked Graded
}

// Of collects what two people said, in the order of the pairs. A pair of which one said nothing is left out.
func Of(pairs []label.Pair, a, b Labels) *Both {
	out := &Both{}
	for _, p := range pairs {
		x, saidA := a(p)
		y, saidB := b(p)
		if !saidA || !saidB {
			continue
		}
		if x == nil || y == nil {
			out.Blanks++
		} else {
			out.Add(p, *x, *y)
		}
		if x != nil || y != nil {
			out.blanked.Add(p, orBlank(x), orBlank(y))
		}
	}
	return out
}

// Add appends a pair.
func (g *Graded) Add(p label.Pair, a, b int) {
	g.Pairs, g.A, g.B = append(g.Pairs, p), append(g.A, a), append(g.B, b)
}

// orBlank returns a grade, or what stands for none: a label that no grade equals.
func orBlank(grade *int) int {
	if grade == nil {
		return -1 << 30
	}
	return *grade
}

// A Ruling is whether what two people said passes, and what it rests on.
type Ruling struct {
	Evidence
	Above     bool                // kappa exceeds the threshold; it counts as 1 where it is undefined
	Passes    bool                // by the rule
	Interval  *stats.Interval     // two-sided 95 %, by query; nil where kappa is undefined
	Confusion agreement.Confusion // of what both graded
	// WithBlanks is kappa with a blank against a grade as a disagreement; nil where no one left one.
	WithBlanks *float64
}

// Judge decides by a rule. Grades outside the scale are an error.
func (b *Both) Judge(scale testsets.Scale, rule Rule) (Ruling, error) {
	if len(b.Pairs) == 0 {
		return Ruling{}, ErrNothing
	}
	out, err := b.Graded.Judge(scale, rule)
	if err != nil || b.Blanks == 0 {
		return out, err
	}
	whole, err := agreement.NewConfusion(b.blanked.A, b.blanked.B, nil)
	if err != nil {
		return out, err
	}
	with, err := rule.Threshold.Judge(whole)
	out.WithBlanks = &with.Kappa
	return out, err
}

// Judge decides about grades by a rule, blanks aside.
func (g Graded) Judge(scale testsets.Scale, rule Rule) (Ruling, error) {
	var out Ruling
	byQuery, err := g.byQuery(Grades(scale))
	if err != nil {
		return out, fmt.Errorf("a grade outside the scale of the set: %w", err)
	}
	if out.Confusion, err = agreement.NewConfusion(g.A, g.B, Grades(scale)); err != nil {
		return out, err
	}
	point, err := rule.Threshold.Judge(out.Confusion)
	if err != nil {
		return out, err
	}
	over, err := agreement.KappaOverClusters(byQuery, Level)
	if err != nil {
		return out, err
	}
	out.Interval, out.Above = over.Interval, point.Passes
	out.Evidence = Evidence{Documents: over.Items, Queries: over.Clusters, Low: over.Low, Shows: string(rule.Threshold.Evidence(over))}
	if point.Measured {
		out.Kappa = &point.Kappa
	}
	out.commonest(out.Confusion)
	out.plan(out.Above, rule.Threshold)
	out.Passes = out.Above
	if rule.Required {
		out.Passes = out.Shown()
	}
	return out, nil
}

// byQuery returns a table for each query, in the order in which they come.
func (g Graded) byQuery(grades []int) ([]agreement.Confusion, error) {
	at := map[string]int{}
	var queries []Graded
	for i, p := range g.Pairs {
		if _, ok := at[p.Query]; !ok {
			at[p.Query] = len(queries)
			queries = append(queries, Graded{})
		}
		queries[at[p.Query]].Add(p, g.A[i], g.B[i])
	}
	tables := make([]agreement.Confusion, len(queries))
	for i, q := range queries {
		var err error
		if tables[i], err = agreement.NewConfusion(q.A, q.B, grades); err != nil {
			return nil, err
		}
	}
	return tables, nil
}

// Grades returns the numbers of a scale.
func Grades(scale testsets.Scale) []int {
	return ordered.Each(scale, func(l testsets.Level) int { return l.Grade })
}

// DefaultThreshold is what kappa has to exceed.
const DefaultThreshold = "0.6"

// Required is the word that asks for evidence.
const Required = "required"

// MinQueries is how many queries two people have to label before that is evidence.
const MinQueries = agreement.MinKappaClusters

// Level is that of the one-sided lower end.
const Level = 0.95

// A Rule is what the labels of two people have to meet.
type Rule struct {
	Threshold agreement.KappaThreshold
	// Required asks for evidence: at least ten queries, and a lower end of kappa
	// above the threshold. Otherwise the kappa itself decides.
	Required bool
}

// ParseRule reads a threshold such as 0.6, and what is asked for as evidence: nothing or "required".
func ParseRule(threshold, evidence string) (Rule, error) {
	t, err := agreement.ParseKappaThreshold(threshold)
	if err == nil && evidence != "" && evidence != Required {
		err = fmt.Errorf("evidence %q: want %s, or leave it out for the rule that kappa itself decides", evidence, Required)
	}
	return Rule{Threshold: t, Required: evidence == Required}, err
}
