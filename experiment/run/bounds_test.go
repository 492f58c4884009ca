package run_test

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/rankduel/rankduel/experiment/internal/wingtest"
	"github.com/rankduel/rankduel/experiment/result"
	"github.com/rankduel/rankduel/experiment/run"
)

// A run bounds its differences, the same when its scores come from the store,
// and not unless that is asked for.
func TestBoundsOfRun(t *testing.T) {
	dirs := map[bool]string{true: wingtest.LiveDir(t, 4, twoConfigs+"bounds: true\n"), false: wingtest.LiveDir(t, 4, twoConfigs)}
	recorder := wingtest.NewMemory()
	prepared := func(bounds bool) *run.Prepared {
		return wingtest.AnsweredBy(wingtest.Prepared(t, dirs[bounds], run.Options{}), wingtest.AtRank(3), wingtest.AtRank(1))
	}
	var seen []*result.DifferenceBounds
	for _, bounds := range []bool{true, true, false} {
		c, err := prepared(bounds).Run(t.Context(), recorder)
		if err != nil {
			t.Fatal(err)
		}
		for _, m := range c.Comparisons[0].Measures {
			if m.Primary {
				seen = append(seen, m.Bounds)
				if b := m.Bounds; b != nil && (b.Low > *m.MeanDifference || b.High < *m.MeanDifference || b.Documents == 0 || b.Queries != m.N) {
					t.Errorf("bounds %+v of a difference of %v", b, *m.MeanDifference)
				}
			}
		}
	}
	if seen[0] == nil || seen[2] != nil {
		t.Fatalf("bounds %+v when asked for, %+v when not", seen[0], seen[2])
	}
	if diff := cmp.Diff(seen[0], seen[1]); diff != "" {
		t.Errorf("bounds from the store (-fresh +stored):\n%s", diff)
	}
}
