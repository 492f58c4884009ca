package compare_test

import (
	"slices"
	"testing"

	"github.com/rankduel/rankduel/experiment/compare"
)

func TestFilesOfColumns(t *testing.T) {
	s := compare.Settings{Weights: "w.tsv:share", Adjust: []string{"day=1/a.csv:x", `C:\data\b.csv:y`, "day=1/a.csv:z", `C:\data\c.csv`, "host:1/c.csv:x"}}
	if got := s.Files(); !slices.Equal(got, []string{"w.tsv", "day=1/a.csv", `C:\data\b.csv`, `C:\data\c.csv`, "host:1/c.csv"}) {
		t.Errorf("files %q", got)
	}
	if got := (compare.Settings{Weights: compare.WeightsOwn}).Files(); got != nil {
		t.Errorf("own weights are of no file: %q", got)
	}
}
