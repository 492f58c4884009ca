package integration_test

import (
	"fmt"
	"math/rand/v2"
	"path/filepath"
	"strings"
	"testing"

	"github.com/rankduel/rankduel/experiment/compare"
	"github.com/rankduel/rankduel/experiment/judgments"
	"github.com/rankduel/rankduel/experiment/result"
	"github.com/rankduel/rankduel/experiment/scoring"
	"github.com/rankduel/rankduel/metrics"
	"github.com/rankduel/rankduel/retrieval/trec"
)

// Half of the judgments of the first 10 hits of two systems of TREC DL 2021 are
// taken away: the differences by all judgments are within the bounds by what is
// left, and the bounds are no wider than the measures.
func TestBoundsHoldTheFullJudgments(t *testing.T) {
	const list = "nDCG@10,nDCG(gain=linear)@10,P(rel=2)@10,RR(rel=2)@10,R(rel=2)@10,AP(rel=2)@10,ERR@10"
	qrels := lines(t, data(t, collections["dl21-passage"].qrels), "")
	folder := data(t, collections["dl21-passage"].runs)
	runs := []string{"p_bm25", "p_bm25rm3", "ihsm_colbert64", "p_unicoil0", "pash_f1"}
	full := judgedLines(t, qrels, nil)
	checked := 0
	for i, nameA := range runs {
		for _, nameB := range runs[i+1:] {
			a, b := filepath.Join(folder, "input."+nameA+".txt.gz"), filepath.Join(folder, "input."+nameB+".txt.gz")
			within := first10(t, a, first10(t, b, map[string]bool{}))
			rng := rand.New(rand.NewPCG(1, uint64(i)))
			half := judgedLines(t, qrels, func(query, doc string) bool { return within[query+" "+doc] && rng.IntN(2) == 0 })
			whole := differences(t, a, b, full, list)
			for m, got := range differences(t, a, b, half, list) {
				is, bounds := *whole[m].MeanDifference, got.Bounds
				if bounds == nil || bounds.Documents == 0 || got.N != whole[m].N {
					t.Fatalf("%s to %s, %s: bounds %+v of %d pairs, %d with all judgments", nameA, nameB, got.Measure, bounds, got.N, whole[m].N)
				}
				if is < bounds.Low-1e-12 || is > bounds.High+1e-12 {
					t.Errorf("%s to %s, %s: %+.4f by all judgments, outside [%+.4f, %+.4f]", nameA, nameB, got.Measure, is, bounds.Low, bounds.High)
				}
				if bounds.Low < -1 || bounds.High > 1 {
					t.Errorf("%s to %s, %s: bounds [%v, %v]", nameA, nameB, got.Measure, bounds.Low, bounds.High)
				}
				checked++
			}
		}
	}
	if checked != 70 {
		t.Errorf("%d differences checked, want those of 10 pairs and 7 measures", checked)
	}
}

// first10 adds the queries and documents of the first 10 hits of each query of a
// run, by score and then by document, descending.
func first10(t *testing.T, run string, to map[string]bool) map[string]bool {
	t.Helper()
	_, err := trec.ScanRun(t.Context(), trec.File(run), trec.RunOptions{Workers: 1}, func(r *trec.Ranking) error {
		for i := range min(10, r.Len()) {
			to[string(r.Query)+" "+string(r.Doc(i))] = true
		}
		return nil
	}, func() { t.Error(run + ": lines of a query are not together") })
	if err != nil {
		t.Fatal(err)
	}
	return to
}

// judgedLines returns the judgments without those for which drop is true.
func judgedLines(t *testing.T, qrels [][]string, drop func(query, doc string) bool) *judgments.Judgments {
	t.Helper()
	var text strings.Builder
	for _, f := range qrels {
		if drop == nil || !drop(f[0], f[2]) {
			fmt.Fprintln(&text, strings.Join(f, " "))
		}
	}
	j, err := judgments.Read(t.Context(), trec.Bytes("qrels", []byte(text.String())), trec.QrelsOptions{})
	if err != nil {
		t.Fatal(err)
	}
	return j
}

// differences compares two runs, with bounds.
func differences(t *testing.T, a, b string, j *judgments.Judgments, list string) []result.MeasureComparison {
	t.Helper()
	profile, err := metrics.ProfileByName("default")
	if err != nil {
		t.Fatal(err)
	}
	measures, err := profile.ParseList(list)
	if err != nil {
		t.Fatal(err)
	}
	var tables []*scoring.Table
	for _, path := range []string{a, b} {
		s, err := scoring.RunFile(t.Context(), trec.File(path), j, measures, profile, scoring.Options{KeepUnjudged: true})
		if err != nil {
			t.Fatal(err)
		}
		tables = append(tables, s)
	}
	c, err := compare.Against(tables[0], tables[1:], compare.Settings{Bounds: true, Resamples: 100})
	if err != nil {
		t.Fatal(err)
	}
	return c.Comparisons[0].Measures
}
