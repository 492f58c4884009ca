package convert_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/rankduel/rankduel/testsets/convert"
)

// Judgments alone, in the shapes that libraries keep them in (ranx, pytrec_eval, BEIR).
func TestJudgmentsAsJSON(t *testing.T) {
	want := []string{"q1|q1||d1=2,d2=0", "q2|q2||d1=1"}
	for name, text := range map[string]string{
		"by document": `{"q1": {"d1": 2, "d2": 0}, "q2": {"d1": 1}}`,
		"records":     `[{"query_id":"q1","doc_id":"d1","relevance":2},{"query_id":"q1","doc_id":"d2","relevance":0},{"query_id":"q2","doc_id":"d1","relevance":1}]`,
		"lines":       `{"query-id":"q1","corpus-id":"d1","score":2}` + "\n" + `{"query-id":"q1","corpus-id":"d2","score":0}` + "\n" + `{"query-id":"q2","corpus-id":"d1","score":1}`,
	} {
		got, err := convert.Import(t.Context(), "", written(t, "qrels.json", text), convert.Options{WithoutText: "keep"})
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		if lines := short(got.Set); got.Format != "qrels-json" || !slices.Equal(lines, want) {
			t.Errorf("%s: format %s, %q, want %q", name, got.Format, lines, want)
		}
	}
	lists := written(t, "qrels.json", `{"q1": ["d1", "d2"], "q2": []}`)
	if _, err := convert.Import(t.Context(), "", lists, convert.Options{WithoutText: "keep"}); err == nil || !strings.Contains(err.Error(), "--all-zero unjudged") {
		t.Errorf("an empty list: %v", err)
	}
	got, err := convert.Import(t.Context(), "", lists, convert.Options{WithoutText: "keep", AllZero: "unjudged"})
	if err != nil || !slices.Equal(short(got.Set), []string{"q1|q1||d1=1,d2=1", "q2|q2||unjudged"}) {
		t.Errorf("lists: %v", err)
	}
	_, err = convert.Import(t.Context(), "", written(t, "run.json", `{"q1": {"d1": 0.83}}`), convert.Options{WithoutText: "keep"})
	if err == nil || !strings.Contains(err.Error(), "whole numbers") {
		t.Errorf("a run: %v", err)
	}
}

// The labels of ESCI (amazon-science/esci-data, README), WANDS (wayfair/WANDS, README) and
// NTCIR (pyNTCIREVAL, sample.rel), best to worst.
func TestLabelsOfCollections(t *testing.T) {
	for text, want := range map[string]string{
		"query_id,product_id,esci_label\nq,a,E\nq,b,S\nq,c,C\nq,d,I\n":   "q|q||a=3,b=2,c=1,d=0",
		"query_id,docno,label\nq,a,Exact\nq,b,Partial\nq,c,Irrelevant\n": "q|q||a=2,b=1,c=0",
		"qid,docno,label\nq,a,L3\nq,b,L2\nq,c,L0\n":                      "q|q||a=3,b=2,c=0",
	} {
		got, err := convert.Import(t.Context(), "", written(t, "labels.csv", text), convert.Options{WithoutText: "keep"})
		if err != nil {
			t.Errorf("%q: %v", text, err)
			continue
		}
		if lines := short(got.Set); !slices.Equal(lines, []string{want}) {
			t.Errorf("%q: %q, want %s", text, lines, want)
		}
	}
	_, err := convert.Import(t.Context(), "", written(t, "labels.csv", "query_id,docno,label\nq,a,Exact\nq,b,Irrelevant\n"), convert.Options{WithoutText: "keep"})
	if err == nil || !strings.Contains(err.Error(), "--map") {
		t.Errorf("labels of two scales: %v", err)
	}
}
