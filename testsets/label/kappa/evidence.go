package kappa

import (
	"fmt"
	"math"
	"strings"

	"github.com/rankduel/rankduel/internal/prose"
	"github.com/rankduel/rankduel/stats/agreement"
)

// Evidence is what the labels of two people show of kappa.
type Evidence struct {
	Documents int      `json:"pairs"`           // that both graded
	Queries   int      `json:"queries"`         // of these
	Kappa     *float64 `json:"kappa"`           // the exact value, rounded once; nil where both gave one grade throughout
	Low       *float64 `json:"kappa_lower_end"` // one-sided 95 %, by query; nil as Kappa
	Shows     string   `json:"evidence"`        // of a kappa above the threshold: shown, not_shown, few_queries or undefined
	Commonest int      `json:"commonest_grade"`
	Share     float64  `json:"commonest_ratio"` // share of the commonest grade among all
	// Needed is how many queries with as many documents each would show a kappa above the threshold in 80 of 100 cases,
	// if the true one is Kappa and documents are independent; nil where Kappa is undefined or not above it.
	Needed *int `json:"queries_needed_if_independent"`
}

// commonest notes which grade is given most, the lowest of several.
func (e *Evidence) commonest(c agreement.Confusion) {
	given := make([]int, len(c.Labels))
	for i, row := range c.Counts {
		for j, count := range row {
			given[i] += count
			given[j] += count
		}
	}
	top := 0
	for i := range given {
		if given[i] > given[top] {
			top = i
		}
	}
	e.Commonest, e.Share = c.Labels[top], float64(given[top])/float64(2*c.N)
}

// plan notes the queries that would do. It takes grades as two, the commonest and the others.
func (e *Evidence) plan(above bool, t agreement.KappaThreshold) {
	if e.Kappa == nil || !above {
		return
	}
	items := agreement.ItemsForKappa(*e.Kappa, t.Float(), e.Share)
	n := max(MinQueries, int(math.Ceil(items/e.perQuery())))
	e.Needed = &n
}

// Shown reports whether the labels show a kappa above the threshold.
func (e Evidence) Shown() bool { return e.Shows == string(agreement.KappaShown) }

func (e Evidence) perQuery() float64 { return float64(e.Documents) / float64(e.Queries) }

// Basis returns the lower end, what it rests on and what that shows.
func (e Evidence) Basis(threshold string) string {
	on := prose.Plural(e.Documents, "document") + " of " + prose.Plural(e.Queries, "query")
	if e.Kappa == nil {
		return "kappa is undefined: both gave one grade throughout " + on + ", which counts as 1 and shows nothing"
	}
	text := fmt.Sprintf("lower end %s (one-sided 95 %%, by query), %s: ", Text(e.Low), on)
	switch agreement.KappaEvidence(e.Shows) {
	case agreement.KappaFewClusters:
		return text + fmt.Sprintf("fewer than %d queries show little, whatever the lower end", MinQueries)
	case agreement.KappaNotShown:
		return text + "they do not show a kappa above " + threshold
	}
	return text + "they show a kappa above " + threshold
}

// Plan returns how many queries would do if documents were independent, and what that assumes.
func (e Evidence) Plan(threshold string) string {
	switch {
	case e.Kappa == nil:
		return "queries whose documents deserve different grades are needed before kappa says anything"
	case e.Needed == nil:
		return fmt.Sprintf("if the true kappa is %s, no number of queries shows one above %s", Text(e.Kappa), threshold)
	}
	text := fmt.Sprintf("if the true kappa is %s, %d queries of %.3g documents show one above %s in 80 of 100 cases where errors on documents of one query are independent (grades taken as two: %d, %.0f %% of all, and the others)",
		Text(e.Kappa), *e.Needed, e.perQuery(), threshold, e.Commonest, 100*e.Share)
	if e.Shows == string(agreement.KappaNotShown) && *e.Needed <= e.Queries {
		return text + fmt.Sprintf("; these %d do not, so they go together here", e.Queries)
	}
	return text + "; they seldom are, and it takes more"
}

// manyBlanks is the share of blanks from which a kappa without them misleads: a
// tenth, all of them disagreements, lifted one from .645 to .767.
const manyBlanks = 0.1

// A Caution is what a kappa hides: Code for programs, Text for people.
type Caution struct{ Code, Text string }

// Warnings returns what the kappa of two people hides, who being their names.
func (b *Both) Warnings(r Ruling, who string) []Caution {
	var out []Caution
	if all := len(b.Pairs) + b.Blanks; float64(b.Blanks) > manyBlanks*float64(all) {
		with := r.Kappa
		if r.WithBlanks != nil {
			with = r.WithBlanks
		}
		out = append(out, Caution{"many_blanks", fmt.Sprintf("%s left %d of %d documents without a grade, and what is left out flatters kappa; with blanks as disagreements it is %s, not %s", who, b.Blanks, all, Text(with), Text(r.Kappa))})
	}
	return out
}

// Text returns a kappa with four decimals at most.
func Text(k *float64) string {
	if k == nil {
		return "undefined"
	}
	return strings.TrimRight(strings.TrimRight(fmt.Sprintf("%.4f", *k), "0"), ".")
}
