package agreement_test

import (
	"errors"
	"math"
	"testing"

	"github.com/rankduel/rankduel/stats"
	"github.com/rankduel/rankduel/stats/agreement"
)

// Every function that takes a confidence level refuses what is none: 0, 1,
// what is outside, and NaN.
func TestLevelsAreRefused(t *testing.T) {
	table, err := agreement.NewConfusion([]int{0, 1, 1}, []int{0, 1, 0}, nil)
	if err != nil {
		t.Fatal(err)
	}
	panel, err := agreement.NewPanel([][]int{{0, 0}, {0, 1}, {1, 1}}, nil)
	if err != nil {
		t.Fatal(err)
	}
	for _, level := range []float64{0, 1, -0.5, 1.5, math.NaN(), math.Inf(1)} {
		_, kappa := agreement.CohenKappa(table, agreement.Unweighted, level)
		_, gwet := agreement.GwetAC(panel, agreement.Unweighted, level)
		if !errors.Is(kappa, stats.ErrOutOfRange) || !errors.Is(gwet, stats.ErrOutOfRange) {
			t.Errorf("level %v: %v, %v", level, kappa, gwet)
		}
	}
}
