package metrics_test

import (
	"math"
	"testing"

	"pgregory.net/rapid"
)

// Whatever the judgments, no measure gives a score that is not a number, and
// an undefined score is 0.
func TestScoresAreFinite(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		grade := rapid.OneOf(rapid.IntRange(unjudged, 3), rapid.SampledFrom([]int{63, 64, 1023, 1024, 5000}))
		d := dense{
			rapid.SliceOfN(grade, 0, 12).Draw(t, "ranking"),
			rapid.SliceOfN(grade.Filter(func(g int) bool { return g != unjudged }), 0, 4).Draw(t, "missed"),
		}
		j := d.judged()
		for _, def := range rankingDefinitions() {
			m := mustParseRapid(t, example(def))
			score, defined := m.Score(&j)
			if math.IsNaN(score) || math.IsInf(score, 0) || !defined && score != 0 {
				t.Fatalf("%s = %v %v", m, score, defined)
			}
			if def.Range == "[0, 1]" && (score < 0 || score > 1+1e-12) {
				t.Fatalf("%s = %v, out of its range %s", m, score, def.Range)
			}
		}
	})
}
