package sets

import (
	"testing"

	"github.com/rankduel/rankduel/experiment/result"
)

// A system whose first hits people hardly labelled has no corrected mean next to one that has.
func TestJudgedSystemsInPart(t *testing.T) {
	half := .5
	table := judgedSystems(&result.Judges{Measure: "nDCG@10"}, result.JudgePair{Systems: []result.JudgedSystem{
		{Name: "a", TopGrade: &half, Corrected: &result.Estimated{Mean: &half}}, {Name: "b"},
	}})
	for _, row := range table.Rows {
		if len(row) != len(table.Columns) {
			t.Errorf("%d cells for %d columns", len(row), len(table.Columns))
		}
	}
	if none := judgedSystems(&result.Judges{}, result.JudgePair{Systems: []result.JudgedSystem{{Name: "b"}}}); len(none.Columns) != len(none.Rows[0]) {
		t.Errorf("%d cells for %d columns without corrected means", len(none.Rows[0]), len(none.Columns))
	}
}
