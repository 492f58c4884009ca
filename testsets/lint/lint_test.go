package lint_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/rankduel/rankduel/testsets"
	"github.com/rankduel/rankduel/testsets/lint"
)

func parsed(t *testing.T, text string) *testsets.TestSet {
	t.Helper()
	set, err := testsets.Parse("s.yaml", []byte(text))
	if err != nil {
		t.Fatal(err)
	}
	return set
}

// places returns the findings as "severity code: places".
func places(r *lint.Report) []string {
	var out []string
	for _, f := range r.Findings {
		var at []string
		for _, i := range f.Items {
			at = append(at, strings.Join(slices.DeleteFunc([]string{i.QueryID, i.Other, i.Stratum, i.DocID}, func(s string) bool { return s == "" }), "/"))
		}
		out = append(out, strings.TrimSpace(fmt.Sprintf("%s %s: %s", f.Severity, f.Code, strings.Join(at, " "))))
	}
	return out
}

// One set with everything that is looked for.
func TestCheck(t *testing.T) {
	set := parsed(t, `
version: v1
strata: [short, long, none]
queries:
- {query_id: q1, query_text: side effects of metformin, query_type: short, split: evaluation, relevant_docs: [{doc_id: D1, grade: 3}, {doc_id: D2, grade: 0}]}
- {query_id: q2, query_text: "Side effects of metformin?", query_type: short, split: evaluation, relevant_docs: [{doc_id: D1, grade: 1}]}
- {query_id: q3, query_text: the metformin side effect of, query_type: short, split: heldout, relevant_docs: [{doc_id: D1, grade: 3}]}
- {query_id: q4, query_text: metformin effect side of, query_type: short, split: evaluation, relevant_docs: [{doc_id: D1, grade: 3}]}
- {query_id: q5, query_text: what does nice-2023 say, query_type: short, split: evaluation, relevant_docs: [{doc_id: NICE-2023, grade: 3}]}
- {query_id: q6, query_text: insulin pump therapy in children, query_type: short, split: evaluation, relevant_docs: [{doc_id: d1, grade: 2}, {doc_id: D9, grade: 1}]}
- {query_id: q7, query_text: "caf\u00c3\u00a9 and coffee", query_type: short, split: evaluation, relevant_docs: [{doc_id: D2, grade: 3}]}
- {query_id: q8, query_text: dosing, query_type: short, group: g, split: evaluation, relevant_docs: [{doc_id: D4, grade: 3}]}
- {query_id: q9, query_text: how much to give, query_type: short, group: g, split: heldout, relevant_docs: [{doc_id: D4, grade: 1}]}
- {query_id: qa, query_text: nobody looked here, query_type: long, split: heldout, unjudged: true}
`)
	title := map[string]string{"D9": "Insulin pump", "D2": "coffee"}
	got := lint.Check(set, lint.Options{
		Has:   func(id string) bool { return id != "D4" && id != "D2" },
		Title: func(id string) string { return title[id] },
	})
	want := []string{
		"fault stale_judgments: q1/D2 q8/D4",
		"warning leak: q8/q9",
		"warning duplicate_text: q1/q2",
		"warning contradictory_grades: q1/q2/D1 q8/q9/D4",
		"warning id_in_text: q5/NICE-2023",
		"warning damaged_text: q7",
		"warning similar_ids: q6/d1",
		"warning empty_stratum: long none",
		"warning stratum_in_one_part: long",
		"warning size:",
		"note same_words: q1/q4",
		"note title_in_text: q6/D9",
		"note unjudged:",
		"note one_relevant:",
	}
	found := slices.DeleteFunc(places(got), func(s string) bool { return strings.Contains(s, "similar") && !strings.Contains(s, "similar_ids") })
	if diff := cmp.Diff(want, found); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
	if got.Faults() != 1 || !got.Corpus {
		t.Errorf("%d faults, corpus %v", got.Faults(), got.Corpus)
	}
}

// What is as it should be is not talked about.
func TestQuiet(t *testing.T) {
	var text strings.Builder
	text.WriteString("version: v1\nstrata: []\nqueries:\n")
	for i, word := range strings.Fields("asthma gout sepsis stroke migraine anemia scabies rabies lupus angina") {
		for j, what := range []string{"the usual therapy of", "how to diagnose"} {
			part := "evaluation"
			if i%5 == 0 {
				part = "heldout"
			}
			fmt.Fprintf(&text, "- {query_id: q%d%d, query_text: %s %s, split: %s, relevant_docs: [{doc_id: a%d, grade: 3}, {doc_id: b%d, grade: 2}, {doc_id: c, grade: 0}, {doc_id: e, grade: 1}]}\n", i, j, what, word, part, i, i)
		}
	}
	got := places(lint.Check(parsed(t, text.String()), lint.Options{Least: 0.95}))
	if diff := cmp.Diff([]string{"warning size:"}, got); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

func TestGrades(t *testing.T) {
	for name, c := range map[string]struct{ set, want string }{
		"golden list":  {"- {id: g1, query: one thing, expected_doc_ids: [a, b]}\n- {id: g2, query: else, expected_doc_ids: []}\n", "one_grade"},
		"no grade 0":   {"version: v1\nstrata: []\nqueries:\n- {query_id: a, query_text: t, relevant_docs: [{doc_id: a, grade: 1}, {doc_id: b, grade: 3}]}\n", "no_grade_0"},
		"unused grade": {"version: v1\nstrata: []\nqueries:\n- {query_id: a, query_text: t, relevant_docs: [{doc_id: a, grade: 0}, {doc_id: b, grade: 3}]}\n", "unused_grades"},
		"no texts":     {"- {id: g1, query: g1, expected_doc_ids: [a]}\n- {id: g2, query: g2, expected_doc_ids: [a]}\n", "no_texts"},
	} {
		if got := strings.Join(places(lint.Check(parsed(t, c.set), lint.Options{})), "\n"); !strings.Contains(got, "note "+c.want+":") {
			t.Errorf("%s: no %s in\n%s", name, c.want, got)
		}
	}
}

// A difference of .1 between systems that spread by .2 is half a standard
// deviation: 34 queries show it by a paired t test (power .8, two-sided .05;
// G*Power 3.1, dz = .5), and a verdict needs somewhat more. So 30 queries are
// warned of and 60 are not, and wordings of one need count once.
func TestSize(t *testing.T) {
	for name, c := range map[string]struct {
		queries, each int // of a group
		want          string
	}{
		"few":    {30, 1, "warning 30 queries"},
		"enough": {60, 1, "note 60 queries"},
		"groups": {60, 2, "warning 30 queries"},
		"one":    {1, 1, "warning 1 query can show a difference of no size"},
	} {
		var text strings.Builder
		text.WriteString("version: v1\nstrata: []\nqueries:\n")
		for i := range c.queries {
			fmt.Fprintf(&text, "- {query_id: q%d, query_text: text %d, group: g%d, relevant_docs: [{doc_id: d, grade: 3}]}\n", i, i, i/c.each)
		}
		report := lint.Check(parsed(t, text.String()), lint.Options{})
		at := slices.IndexFunc(report.Findings, func(f lint.Finding) bool { return f.Code == "size" })
		if got := string(report.Findings[at].Severity) + " " + report.Findings[at].Text; !strings.HasPrefix(got, c.want) {
			t.Errorf("%s: %s, want %s", name, got, c.want)
		}
	}
}
