// Package docs_test holds the examples of docs/library.md and checks that the
// pages in this folder point at things that exist. It tests no code of its own.
package docs_test

import (
	"context"
	"errors"
	"fmt"
	"os"
	"strings"

	"github.com/rankduel/rankduel/experiment/compare"
	"github.com/rankduel/rankduel/experiment/run"
	"github.com/rankduel/rankduel/experiment/scoring"
	"github.com/rankduel/rankduel/experiment/scoring/scorefile"
	"github.com/rankduel/rankduel/metrics"
	"github.com/rankduel/rankduel/reports"
	"github.com/rankduel/rankduel/retrieval"
	"github.com/rankduel/rankduel/stats"
	"github.com/rankduel/rankduel/testsets"
)

// faq is a test set as a program may hold it; Load and Open read one from disk.
const faq = `
version: v1
strata: []
queries:
- {query_id: q1, query_text: keep logs, relevant_docs: [{doc_id: logs, grade: 2}]}
- {query_id: q2, query_text: reset a password, relevant_docs: [{doc_id: password, grade: 2}, {doc_id: login, grade: 1}]}
- {query_id: q3, query_text: delete an account, relevant_docs: [{doc_id: account, grade: 1}]}
`

// byTitle returns a stand-in for a search engine: it returns the documents that
// have a word of the query as their name, and fails on one query.
func byTitle(_ context.Context, q retrieval.Query, k int) ([]retrieval.Hit, error) {
	if strings.Contains(q.Text, "delete") {
		return nil, errors.New("the index is being rebuilt")
	}
	var hits []retrieval.Hit
	for _, doc := range []string{"login", "logs", "password"} {
		if strings.Contains(q.Text, doc) && len(hits) < k {
			hits = append(hits, retrieval.Hit{ID: doc, Score: 1})
		}
	}
	return hits, nil
}

// Evaluate a plain Go function over a test set.
func Example_evaluate() {
	set, err := testsets.Parse("faq.yaml", []byte(faq))
	if err != nil {
		fmt.Println(err)
		return
	}
	measures, err := metrics.ParseList("R@10, nDCG@10")
	if err != nil {
		fmt.Println(err)
		return
	}
	scores, err := run.Evaluate(context.Background(), retrieval.Func(byTitle), set,
		run.EvaluateOptions{Name: "by title", Measures: measures})
	if err != nil {
		fmt.Println(err)
		return
	}
	summary := scores.Summarize(false)
	for _, m := range summary.Measures {
		fmt.Printf("%s: %.4f over %d queries\n", m.Measure, *m.Mean, m.N)
	}
	for _, finding := range summary.Health {
		fmt.Println(finding.Code+":", finding.Text)
	}
	// Output:
	// R@10: 0.7500 over 2 queries
	// nDCG(gain=exp)@10: 0.9131 over 2 queries
	// failed_queries: 1 of 3 queries failed and are left out, until --retry-failed asks again: "q3"
}

// Compare two tables of per-query scores and print the report.
func Example_compare() {
	baseline, err := scorefile.Read("before", strings.NewReader(
		"query_id,RR\nq1,.1\nq2,.2\nq3,.3\nq4,.4\nq5,.5\nq6,.6\nq7,.2\nq8,.3\n"))
	if err != nil {
		fmt.Println(err)
		return
	}
	candidate, err := scorefile.Read("after", strings.NewReader(
		"query_id,RR\nq8,.5\nq7,.5\nq6,.8\nq5,.8\nq4,.7\nq3,.5\nq2,.5\nq1,.3\n"))
	if err != nil {
		fmt.Println(err)
		return
	}
	c, err := compare.Against(baseline, []*scoring.Table{candidate}, compare.Settings{Margin: 0.05})
	if err != nil {
		fmt.Println(err)
		return
	}
	p := c.Comparisons[0]
	fmt.Println(p.Verdict)
	fmt.Println(p.VerdictReason)
	if err := reports.Comparison(os.Stdout, c, reports.CSV, reports.Options{}); err != nil {
		fmt.Println("csv:", err) // it needs compare.Settings.PerQuery
	}
	// Output:
	// better
	// RR: difference +0.2500, 95 % interval [+0.1209, +0.3791], p 0.0078
	// csv: csv report: no per-query values to write
}

// Use the statistics alone: two slices of numbers, of the same queries in the
// same order.
func Example_statistics() {
	before := []float64{.1, .2, .3, .4, .5, .6, .2, .3}
	after := []float64{.3, .5, .5, .7, .8, .8, .5, .5}
	d, err := stats.NewDifferences(before, after)
	if err != nil {
		fmt.Println(err)
		return
	}
	t, err := stats.TTest{}.Test(d)
	if err != nil {
		fmt.Println(err)
		return
	}
	flip, err := stats.SignFlip{}.Test(d)
	if err != nil {
		fmt.Println(err)
		return
	}
	decision, err := stats.Rule{Range: 1}.Judge(d)
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Printf("%s (%s), %s interval [%.4f, %.4f]\n", decision.Verdict, decision.Reason, decision.Headline.Method, decision.Headline.Low, decision.Headline.High)
	fmt.Printf("mean difference %+.4f, t interval [%.4f, %.4f]\n", t.Effect, t.Interval.Low, t.Interval.High)
	fmt.Printf("sign-flip p %.4f, %s\n", *flip.P, flip.Method)
	// Output:
	// better (significant), tail interval [0.1209, 0.3791]
	// mean difference +0.2500, t interval [0.2053, 0.2947]
	// sign-flip p 0.0078, exact
}
