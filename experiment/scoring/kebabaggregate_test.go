package scoring_test

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/rankduel/rankduel/experiment/internal/wingtest"
	"github.com/rankduel/rankduel/experiment/scoring"
)

// beforePrecision is what kebab stored before it measured precision (vector
// KR-O-01, from kebab's own tests).
const beforePrecision = `{"hit_at_k":{"1":0.5,"3":0.5,"5":0.5,"10":0.5},"mrr":0.5,` +
	`"recall_at_k_doc":{"1":0.0,"3":0.0,"5":0.0,"10":0.0},"citation_coverage":null,"groundedness":0.0,` +
	`"empty_result_rate":0.0,"refusal_correctness":null,"total_queries":1,"failed_queries":0}`

// KR-O-01: an old aggregate loads, its precision is empty and stays so; null is
// undefined there and back. What is written is read to the same bytes again.
func TestKebabAggregateRoundTrip(t *testing.T) {
	a, err := scoring.ParseKebabAggregate([]byte(beforePrecision))
	if err != nil {
		t.Fatal(err)
	}
	if a.PrecisionAtKChunk == nil || len(a.PrecisionAtKChunk) != 0 || a.CitationCoverage != nil || a.MRR != .5 || a.HitAtK[10] != .5 || a.TotalQueries != 1 {
		t.Errorf("ParseKebabAggregate = %+v", a)
	}
	written := wingtest.Marshal(t, a)
	want := strings.Replace(beforePrecision, `,"citation_coverage"`, `,"precision_at_k_chunk":{},"citation_coverage"`, 1)
	if string(written) != want {
		t.Errorf("written as %s, want %s", written, want)
	}
	again, err := scoring.ParseKebabAggregate(written)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(a, again); diff != "" {
		t.Errorf("read again (-want +got):\n%s", diff)
	}
}

// What an evaluation under profile kebab sums up is kebab's type, to the byte.
func TestKebabAggregateOfEvaluation(t *testing.T) {
	j := wingtest.JudgmentsOf(t, wingtest.AnsweredSet)
	p := wingtest.ProfileNamed(t, "kebab")
	s := wingtest.ScoredUnder(t, "kebab", wingtest.AnsweredRun, j, strings.Join(texts(p.Measures), ","))
	got := s.Summarize(false).Aggregate
	a, err := scoring.ParseKebabAggregate(got)
	if err != nil {
		t.Fatal(err)
	}
	if again := wingtest.Marshal(t, a); string(again) != string(got) {
		t.Errorf("aggregate %s, as the type %s", got, again)
	}
	if a.TotalQueries != 5 || a.FailedQueries != 1 || a.EmptyResultRate != .4 || *a.RefusalCorrectness != .5 || a.RecallAtKDoc[10] != .3333 || a.HitAtK[1] != 0 {
		t.Errorf("aggregate %s", got)
	}
}

func TestKebabAggregateFaults(t *testing.T) {
	for text, want := range map[string]string{
		"{}":        "says nothing",
		"[]":        "aggregate of kebab: json",
		`{"mrr":1}`: "hit_at_k is missing",
		strings.Replace(beforePrecision, `"mrr":0.5`, `"mrr":"high"`, 1):                      "aggregate of kebab: json",
		strings.Replace(beforePrecision, `"total_queries":1`, `"total_queries":-1`, 1):        "aggregate of kebab: json",
		strings.Replace(beforePrecision, `,"refusal_correctness":null`, ``, 1):                "refusal_correctness is missing",
		strings.Replace(beforePrecision, `"hit_at_k":{"1"`, `"hit_at_k":{"first"`, 1):         "aggregate of kebab: json",
		strings.Replace(beforePrecision, `"failed_queries":0`, `"failed_queries":0,"x":1`, 1): "",
	} {
		a, err := scoring.ParseKebabAggregate([]byte(text))
		if want == "" && err != nil || want != "" && (err == nil || !strings.Contains(err.Error(), want)) {
			t.Errorf("ParseKebabAggregate(%s) = %+v, %v; want %q", text, a, err, want)
		}
	}
}

// FuzzKebabAggregate: whatever is read is written to what reads the same.
func FuzzKebabAggregate(f *testing.F) {
	f.Add(beforePrecision)
	f.Fuzz(func(t *testing.T, text string) {
		a, err := scoring.ParseKebabAggregate([]byte(text))
		if err != nil {
			return
		}
		data, err := json.Marshal(a)
		if err != nil {
			t.Fatal(err)
		}
		again, err := scoring.ParseKebabAggregate(data)
		if err != nil {
			t.Fatalf("%s: %v", data, err)
		}
		if second := wingtest.Marshal(t, again); string(second) != string(data) {
			t.Errorf("%s became %s", data, second)
		}
	})
}
