package scoring_test

import (
	"math"
	"strings"
	"testing"

	"github.com/rankduel/rankduel/experiment/internal/wingtest"
	"github.com/rankduel/rankduel/experiment/judgments"
	"github.com/rankduel/rankduel/experiment/result"
	"github.com/rankduel/rankduel/experiment/scoring"
	"github.com/rankduel/rankduel/metrics"
	"github.com/rankduel/rankduel/retrieval/trec"
	"github.com/rankduel/rankduel/testsets"
)

// A run lists documents or chunks. Measures of both kinds at once are pointed
// out, because those of the other kind are 0.
func TestMixedLevels(t *testing.T) {
	set, err := testsets.Parse("set.yaml", []byte(`version: v1
strata: []
queries:
- query_id: q1
  query_text: one
  relevant_docs: [{doc_id: d1, grade: 1}]
  relevant_chunks: [{chunk_id: c1, grade: 1}]
`))
	if err != nil {
		t.Fatal(err)
	}
	judgments, err := judgments.Of(set, judgments.PartAll)
	if err != nil {
		t.Fatal(err)
	}
	run := trec.Bytes("run", []byte("q1 Q0 c1 1 2 t\nq1 Q0 c2 2 1 t\n"))
	for text, want := range map[string]bool{
		"R(level=chunk)@1": false, "R@1": false, "R(level=chunk)@1,R@1": true,
	} {
		measures, err := metrics.ParseList(text)
		if err != nil {
			t.Fatal(err)
		}
		s, err := scoring.RunFile(t.Context(), run, judgments, measures, wingtest.ProfileNamed(t, "default"), scoring.Options{})
		if err != nil {
			t.Fatal(err)
		}
		if _, got := wingtest.Finding(s.Health, result.FindingMixedLevels); got != want {
			t.Errorf("%s: mixed_levels = %v, want %v", text, got, want)
		}
		for m, measure := range measures { // the run finds the only relevant chunk first, and no document
			want := 0.0
			if metrics.LevelOf(measure) == metrics.ChunkLevel {
				want = 1
			}
			if got, _ := s.Score(m, 0); got != want {
				t.Errorf("%s = %v, want %v", measure, got, want)
			}
		}
	}
}

// A document has the rank of its best chunk, which is said where documents are measured. By hand: d1 is
// found first, its further chunk keeps rank 2, and d2 is third: the AP of both is (1 + 2/3)/2.
func TestBestChunks(t *testing.T) {
	judgments, err := judgments.Read(t.Context(), trec.Bytes("qrels", []byte("q1 0 d1 1\nq1 0 d2 1\nq1 0 c3 1\n")), trec.QrelsOptions{})
	if err != nil {
		t.Fatal(err)
	}
	run := trec.Bytes("run", []byte(`{"query_id": "q1", "chunk_id": "c1", "doc_id": "d1", "score": 3}
{"query_id": "q1", "chunk_id": "c2", "doc_id": "d1", "score": 2}
{"query_id": "q1", "chunk_id": "c3", "doc_id": "d2", "score": 1}
`))
	for text, want := range map[string]float64{"AP": 5. / 9, "RR(level=chunk)": 1. / 3} { // of three that are judged
		measures, err := metrics.ParseList(text)
		if err != nil {
			t.Fatal(err)
		}
		s, err := scoring.RunFile(t.Context(), run, judgments, measures, wingtest.ProfileNamed(t, "default"), scoring.Options{})
		if err != nil {
			t.Fatal(err)
		}
		if _, said := wingtest.Finding(s.Health, "best_chunks"); said != (text == "AP") {
			t.Errorf("%s: best_chunks = %v", text, said)
		}
		if got, _ := s.Score(0, 0); math.Abs(got-want) > 1e-12 {
			t.Errorf("%s = %v, want %v", text, got, want)
		}
	}
}

// A measure that needs what the judgments do not have is pointed out.
func TestUndefinedMeasures(t *testing.T) {
	judgments, err := judgments.Read(t.Context(), trec.Bytes("qrels", []byte("q1 0 d1 1\n")), trec.QrelsOptions{})
	if err != nil {
		t.Fatal(err)
	}
	measures, err := metrics.ParseList("RR,alpha_nDCG@10")
	if err != nil {
		t.Fatal(err)
	}
	s, err := scoring.RunFile(t.Context(), trec.Bytes("run", []byte("q1 Q0 d1 1 1 t\n")), judgments, measures, wingtest.ProfileNamed(t, "default"), scoring.Options{})
	if err != nil {
		t.Fatal(err)
	}
	f, ok := wingtest.Finding(s.Health, result.FindingNoScore)
	if !ok || !strings.HasPrefix(f.Text, "alpha_nDCG(alpha=0.5)@10: undefined for every query") {
		t.Errorf("findings %+v, want one about alpha_nDCG alone", s.Health)
	}
}

// Hits that name the document of their chunk feed both kinds of measures: a
// document has the rank of its best chunk.
func TestChunksOfDocuments(t *testing.T) {
	set, err := testsets.Parse("set.yaml", []byte(`version: v1
strata: []
queries:
- query_id: q1
  query_text: one
  relevant_docs: [{doc_id: d1, grade: 1}, {doc_id: d2, grade: 1}]
  relevant_chunks: [{chunk_id: d2#1, grade: 1}]
`))
	if err != nil {
		t.Fatal(err)
	}
	judgments, err := judgments.Of(set, judgments.PartAll)
	if err != nil {
		t.Fatal(err)
	}
	run := trec.Bytes("run.jsonl", []byte(`{"query_id": "q1", "hits": [`+
		`{"id": "d1#1", "document": "d1", "score": 4}, {"id": "d1", "score": 3}, {"id": "d2#1", "document": "d2", "score": 2}]}`))
	measures, err := metrics.ParseList("R@1,R@2,R@3,RR(level=chunk),R(level=chunk)@2,P@3")
	if err != nil {
		t.Fatal(err)
	}
	s, err := scoring.RunFile(t.Context(), run, judgments, measures, wingtest.ProfileNamed(t, "default"), scoring.Options{})
	if err != nil {
		t.Fatal(err)
	}
	if f, got := wingtest.Finding(s.Health, result.FindingMixedLevels); got {
		t.Errorf("finding %q, though the hits have both ids", f.Text)
	}
	// d1 is at rank 1 and d2 at rank 3; the relevant chunk at rank 3.
	for m, want := range []float64{1. / 2, 1. / 2, 1, 1. / 3, 0, 2. / 3} {
		if got, _ := s.Score(m, 0); got != want {
			t.Errorf("%s = %v, want %v", measures[m], got, want)
		}
	}
}
