package sweep_test

import (
	"cmp"
	"slices"
	"testing"

	"github.com/rankduel/rankduel/experiment/result"
)

// The settings that could be the best come the best first, whatever the order
// in the file.
func TestOrderOfLeaders(t *testing.T) {
	files := sweptFiles(40, 25)
	files["experiment.yaml"] = sweptHead + `sweep:
  grid:
  - {fusion_method: rrf, rrf_k: [200, 1, 60, 10]}
  - {components: [[splade], [bm25], [dense]]}
`
	s := swept(t, files)
	leaders := slices.DeleteFunc(slices.Clone(s.Settings), func(one result.SweptOne) bool { return !one.Leader })
	byMean := func(a, b result.SweptOne) int { return -cmp.Compare(a.Mean, b.Mean) }
	if slices.IsSortedFunc(leaders, byMean) {
		t.Fatal("the file has them in this order: nothing to tell by")
	}
	slices.SortStableFunc(leaders, byMean)
	var want []string
	for _, one := range leaders {
		want = append(want, one.Name)
	}
	if !slices.Equal(s.Leaders, want) {
		t.Errorf("leaders %q, want %q", s.Leaders, want)
	}
}
