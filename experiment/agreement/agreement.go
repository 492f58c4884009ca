// Package agreement compares what people said of the same documents: Cohen's kappa of every two or its
// lower end, which decides, and what else is known of them; Krippendorff's alpha of all; how each agrees
// with themselves; where they are furthest apart.
//
// It is given labels and a scale, and neither asks nor adjudicates. A document that someone could not judge
// is not a label, and what leaving such documents out does to kappa is reported with it.
package agreement

import (
	"cmp"
	"errors"
	"fmt"
	"slices"

	"github.com/rankduel/rankduel/experiment/result"
	"github.com/rankduel/rankduel/internal/ordered"
	"github.com/rankduel/rankduel/internal/prose"
	"github.com/rankduel/rankduel/stats/agreement"
	"github.com/rankduel/rankduel/testsets"
	"github.com/rankduel/rankduel/testsets/label"
	"github.com/rankduel/rankduel/testsets/label/kappa"
	"github.com/rankduel/rankduel/testsets/label/labelfile"
)

// ErrAlone is about labels of one person: no one is there to agree with.
var ErrAlone = errors.New("agreement needs the labels of two people")

// errApart is about two people of one file, as of many who vote, that have nothing in common.
var errApart = errors.New("graded no document both")

// A Question is what agreement is asked about.
type Question struct {
	Scale     testsets.Scale        // nil: the default scale
	Threshold string                // empty: 0.6
	Evidence  string                // kappa.Required, or empty for a rule that kappa itself decides
	Worst     int                   // disagreements to list
	Stratum   func(q string) string // of a query id; nil: no strata
	Pool      *label.Pool           // texts for disagreements; nil: none
}

// Of compares labels of two people or more. All faults are reported at once.
func Of(people []labelfile.Labels, q Question) (*result.Agreement, error) {
	q.Threshold = cmp.Or(q.Threshold, kappa.DefaultThreshold)
	q.Scale = label.Offered(q.Scale)
	rule, err := kappa.ParseRule(q.Threshold, q.Evidence)
	if err := errors.Join(err, check(people, q.Scale)); err != nil {
		return nil, err
	}
	c := comparison{Question: q, people: people, rule: rule, grades: kappa.Grades(q.Scale)}
	c.collect()
	return c.compare()
}

func check(people []labelfile.Labels, scale testsets.Scale) error {
	if len(people) < 2 {
		return fmt.Errorf("%w; one labeller's errors cannot be seen by anybody", ErrAlone)
	}
	var faults prose.Faults
	files := map[string]string{}
	for _, p := range people {
		first, twice := files[p.Person]
		faults.If(twice, "%s and %s are both of %q; a person who labelled twice is not two people (NAME=FILE gives a name)", first, p.File, p.Person)
		files[p.Person] = p.File
		faults = append(faults, p.Check(scale))
	}
	return faults.Join()
}

// A comparison is labels on their way to a result.
type comparison struct {
	Question
	people  []labelfile.Labels
	rule    kappa.Rule
	grades  []int
	pairs   []label.Pair // that anybody saw, sorted
	queries []string     // of these, sorted
	out     result.Agreement
}

func (c *comparison) collect() {
	seen := map[label.Pair]bool{}
	for _, p := range c.people {
		for pair := range p.Marks {
			if !seen[pair] {
				seen[pair] = true
				c.pairs = append(c.pairs, pair)
			}
		}
	}
	ordered.Stable(c.pairs, func(a, b label.Pair) int {
		return slices.Compare([]string{a.Query, a.Doc}, []string{b.Query, b.Doc})
	})
	for _, pair := range c.pairs {
		if n := len(c.queries); n == 0 || c.queries[n-1] != pair.Query {
			c.queries = append(c.queries, pair.Query)
		}
	}
}

func (c *comparison) compare() (*result.Agreement, error) {
	c.out = result.Agreement{Schema: result.AgreementSchema, Threshold: c.rule.Threshold.String(), Evidence: c.rule.Required, LowLevel: kappa.Level, Passes: true, Items: len(c.pairs), Queries: len(c.queries)}
	c.simulated()
	for _, l := range c.Scale {
		c.out.Scale = append(c.out.Scale, result.ScaleGrade{Grade: l.Grade, Word: l.Word})
	}
	for _, p := range c.people {
		one, err := c.labeller(p)
		if err != nil {
			return nil, err
		}
		c.out.Labellers = append(c.out.Labellers, one)
	}
	var faults, apart []error
	for i := range c.people {
		for j := i + 1; j < len(c.people); j++ {
			pair, err := c.pairwise(c.people[i], c.people[j])
			if errors.Is(err, errApart) {
				apart = append(apart, err)
				continue
			}
			if err != nil {
				faults = append(faults, err)
				continue
			}
			c.out.Passes = c.out.Passes && pair.Passes
			c.out.Pairwise = append(c.out.Pairwise, pair)
		}
	}
	if len(c.out.Pairwise) == 0 {
		faults = append(faults, apart[:min(3, len(apart))]...)
	}
	if err := errors.Join(faults...); err != nil {
		return nil, err
	}
	if n := len(apart); n > 0 {
		c.warn("nothing_in_common", "%d of %d pairs of people graded no document both, and are left out (%v); alpha counts all labels", n, n+len(c.out.Pairwise), apart[0])
	}
	if err := c.alpha(); err != nil {
		return nil, err
	}
	c.disagreements()
	return &c.out, nil
}

// simulated hands on the table of needs, which is for one threshold.
func (c *comparison) simulated() {
	if c.rule.Threshold.Float() != agreement.SimulatedThreshold {
		return
	}
	for _, n := range agreement.SimulatedKappaNeeds() {
		c.out.Simulated = append(c.out.Simulated, result.KappaNeed{Kappa: n.Kappa, Share: n.Share, ICC: n.ICC, At5: n.Clusters[0], At10: n.Clusters[1], At20: n.Clusters[2]})
	}
}

func (c *comparison) warn(code, format string, args ...any) {
	c.out.Warnings = append(c.out.Warnings, result.Warning{Code: code, Text: fmt.Sprintf(format, args...)})
}

// alpha returns Krippendorff's, on the three scales that grades may be taken for.
func (c *comparison) alpha() error {
	ratings := make([][]int, len(c.pairs))
	for i, pair := range c.pairs {
		for _, p := range c.people {
			g := agreement.Unrated
			if m := p.Marks[pair]; m.Grade != nil {
				g = *m.Grade
			}
			ratings[i] = append(ratings[i], g)
		}
	}
	panel, err := agreement.NewPanel(ratings, c.grades)
	if err != nil {
		return err
	}
	for _, scale := range []agreement.Scale{agreement.Nominal, agreement.Ordinal, agreement.IntervalScale} {
		a, err := agreement.KrippendorffAlpha(panel, scale)
		if err != nil {
			return err
		}
		c.out.Alpha = append(c.out.Alpha, result.Alpha{Scale: string(scale), Items: a.Items, Value: a.Value})
	}
	return nil
}

// disagreements lists pairs by the distance of their grades, the furthest first.
func (c *comparison) disagreements() {
	var all []result.Disagreement
	for _, pair := range c.pairs {
		d := result.Disagreement{QueryID: pair.Query, DocID: pair.Doc}
		var given []int
		for _, p := range c.people {
			m := p.Marks[pair]
			d.Grades, d.Comments = append(d.Grades, m.Grade), append(d.Comments, m.Comment)
			if m.Grade != nil {
				given = append(given, *m.Grade)
			}
		}
		if len(given) < 2 || slices.Min(given) == slices.Max(given) {
			continue
		}
		d.Distance = slices.Max(given) - slices.Min(given)
		all = append(all, d)
	}
	ordered.Stable(all, func(a, b result.Disagreement) int { return b.Distance - a.Distance })
	c.out.Unequal = len(all)
	c.out.Worst = all[:min(len(all), max(c.Worst, 0))]
	for i := range c.out.Worst {
		c.describe(&c.out.Worst[i])
	}
}

func (c *comparison) describe(d *result.Disagreement) {
	if c.Stratum != nil {
		d.Stratum = c.Stratum(d.QueryID)
	}
	for _, p := range c.people {
		d.QueryText = cmp.Or(d.QueryText, p.Texts[d.QueryID])
	}
	if c.Pool == nil {
		return
	}
	if item, ok := c.Pool.Item(label.Pair{Query: d.QueryID, Doc: d.DocID}); ok {
		d.QueryText, d.Title, d.Text = item.QueryText, item.Title, item.Text
	}
}
