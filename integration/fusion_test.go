package integration_test

import (
	"bytes"
	"math"
	"slices"
	"testing"

	"github.com/rankduel/rankduel/experiment/pipeline"
	"github.com/rankduel/rankduel/retrieval/fusion"
	"github.com/rankduel/rankduel/retrieval/runfile"
	"github.com/rankduel/rankduel/retrieval/trec"
)

// The official run p_fusion00 of the TREC 2021 Deep Learning track is a hybrid
// of the official runs p_tct0 and p_unicoil0. Its scores are, to the digits
// printed,
//
//	n(tct) + 0.46·n(unicoil),  n(s) = (s − (min + max)/2) / (max − min)
//
// which is the normalized hybrid of Pyserini (HybridSearcher with
// normalization, where a document that a list lacks gets the list's minimum):
// the weighted sum of min-max scores less (1 + 0.46)/2. So every score of all
// 477 queries has to come out of the components.
func TestOfficialFusion(t *testing.T) {
	read := func(name string) *runfile.Run {
		t.Helper()
		run, _, err := runfile.Read(t.Context(), trec.File(data(t, "runs/dl21-passage/input."+name+".txt.gz")), runfile.Options{})
		if err != nil {
			t.Fatal(err)
		}
		return run
	}
	official := read("p_fusion00")
	const alpha = .46
	fused, err := pipeline.FuseRuns(t.Context(), []pipeline.NamedRun{{Name: "tct", Run: read("p_tct0")}, {Name: "unicoil", Run: read("p_unicoil0")}},
		pipeline.FuseOptions{Fusion: fusion.Settings{Method: "wsum", Weights: map[string]float64{"tct": 1, "unicoil": alpha}}, TopK: 100})
	if err != nil {
		t.Fatal(err)
	}
	if len(fused.Results) != 477 || len(fused.Missing) > 0 {
		t.Fatalf("%d queries, lacking %v, want 477 in both", len(fused.Results), fused.Missing)
	}
	// Scores of p_tct0 are 32-bit inner products near 80 that spread over less
	// than one, computed again for the hybrid: a normalized one is good to 1e-4.
	const tolerance = 1.5e-4
	for _, r := range fused.Results {
		want := official.Hits(r.QueryID)
		if len(r.Hits) != len(want) {
			t.Errorf("%s: %d hits, want %d", r.QueryID, len(r.Hits), len(want))
			continue
		}
		scores := map[string]float64{}
		for _, h := range r.Hits {
			scores[h.ID] = h.Score - (1+alpha)/2
		}
		last := want[len(want)-1].Score
		for rank, h := range want {
			if got := r.Hits[rank].Score - (1+alpha)/2; math.Abs(got-h.Score) > tolerance {
				t.Errorf("%s: score %.6f at rank %d, want %.6f", r.QueryID, got, rank+1, h.Score)
			}
			got, ok := scores[h.ID]
			switch {
			case !ok && h.Score-last > tolerance: // the cut at 100 may fall between ties
				t.Errorf("%s: %s of rank %d is not there", r.QueryID, h.ID, rank+1)
			case ok && math.Abs(got-h.Score) > tolerance:
				t.Errorf("%s: %s has %.6f, want %.6f", r.QueryID, h.ID, got, h.Score)
			}
		}
	}
	// The published nDCG@10 of p_fusion00 is .5713 (TREC 2021 results, linear gain).
	var text bytes.Buffer
	if _, err := runfile.Write(&text, runfile.TREC, slices.Values(fused.Results), runfile.WriteOptions{}); err != nil {
		t.Fatal(err)
	}
	j := judged(t, data(t, "qrels-topics/qrels.dl21-passage.txt.gz"))
	s := scoredAsTrec(t, trec.Bytes("fused", text.Bytes()), j, "nDCG(gain=linear)@10")
	if got := *s.Summarize(false).Measures[0].Mean; math.Abs(got-.5713) > .00005 {
		t.Errorf("nDCG@10 = %.5f, want .5713", got)
	}
}
