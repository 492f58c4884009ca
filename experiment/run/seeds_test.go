package run_test

import (
	"fmt"
	"math"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/rankduel/rankduel/experiment/internal/wingtest"
	"github.com/rankduel/rankduel/experiment/plan"
	"github.com/rankduel/rankduel/experiment/result"
	"github.com/rankduel/rankduel/experiment/run"
	"github.com/rankduel/rankduel/retrieval"
	"github.com/rankduel/rankduel/retrieval/fusion"
	"github.com/rankduel/rankduel/retrieval/rerank"
)

// The seed of the experiment is that of the division into folds: a fusion that
// learns is another run under another seed, with the rankings that package
// fusion's own cross-fitting gives under it.
func TestSeedOfLearningFusions(t *testing.T) {
	trainer, examples := byNumbers(t)
	ids, rankings := map[string]bool{}, map[uint64][][]retrieval.Hit{}
	for _, seed := range []uint64{7, 8} {
		dir := wingtest.LiveDir(t, 24, fmt.Sprintf("seed: %d\n%s", seed, learned))
		runner, store := wingtest.AnsweredBy(wingtest.Prepared(t, dir, run.Options{}), byNumber(3), byNumber(5)), wingtest.NewMemory()
		c, err := runner.Run(t.Context(), store)
		if err != nil {
			t.Fatal(err)
		}
		ids[c.Retrieval.RunIDs["two"]] = true
		var got [][]retrieval.Hit
		for ranking, err := range runner.Rankings(t.Context(), store, "two") {
			if err != nil {
				t.Fatal(err)
			}
			got = append(got, ranking.Hits)
		}
		methods, err := fusion.CrossFit(trainer, examples, 4, seed)
		if err != nil {
			t.Fatal(err)
		}
		for q, e := range examples {
			hits, err := methods[q].Fuse(e.Lists, 100)
			if err != nil {
				t.Fatal(err)
			}
			rankings[seed] = append(rankings[seed], hits)
		}
		if diff := cmp.Diff(rankings[seed], got); diff != "" {
			t.Errorf("seed %d, cross-fitting (-) and the run (+):\n%s", seed, diff)
		}
	}
	if cmp.Equal(rankings[7], rankings[8]) {
		t.Fatal("both seeds give the same rankings: nothing to tell them apart by")
	}
	if len(ids) != 2 {
		t.Errorf("run ids %v, want one for each seed", ids)
	}
}

// Seeds that are the same float64 are two seeds: two run ids, and two keys of a
// rerank's scores. Up to 2⁵³ the ids are those of the number, as they were.
func TestLargeSeeds(t *testing.T) {
	const exact = 1 << 53 // float64 has 53 bits: exact + 1 is not a float64, and is rounded to exact
	ids, keys := map[string]uint64{}, map[result.RecordingKey]uint64{}
	for _, seed := range []uint64{exact - 1, exact, exact + 1, exact + 2, math.MaxUint64 - 1, math.MaxUint64} {
		p := preparedFor(t, func(p *plan.Plan) { p.Compare.Seed = &seed })
		_, s := underTest(t, p, func(c *plan.Config) {
			c.Fusion, c.Rerank = fusion.Settings{Method: "probfuse"}, &rerank.Settings{Method: "lexical"}
		})
		key, err := p.RerankKey(s)
		if err != nil {
			t.Fatal(err)
		}
		if other, taken := ids[s.ID()]; taken {
			t.Errorf("seeds %d and %d are one run", seed, other)
		}
		if other, taken := keys[key]; taken {
			t.Errorf("seeds %d and %d are one rerank", seed, other)
		}
		ids[s.ID()], keys[key] = seed, seed
		if wrote := valueAt(t, s, "training"); seed <= exact && !strings.Contains(string(s.JSON()), fmt.Sprintf(`"seed":%d`, seed)) {
			t.Errorf("seed %d: training is %s, want the number", seed, wrote)
		}
	}
}
