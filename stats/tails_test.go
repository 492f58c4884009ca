package stats_test

import (
	"fmt"
	"testing"

	"github.com/rankduel/rankduel/stats"
)

// mpmath, 18 to 20 digits; the tolerances are the file's.
func TestDistributions(t *testing.T) {
	type testCase struct {
		Fn       string
		Nu, NCP  float64
		X, P     float64
		N, K     int
		Expected number
		DF       float64
	}
	for _, c := range vectors[testCase](t, "distributions.json") {
		want := float64(c.Expected)
		name := fmt.Sprintf("%s(x=%g p=%g nu=%g ncp=%g n=%d k=%d)", c.Fn, c.X, c.P, c.Nu, c.NCP, c.N, c.K)
		switch c.Fn {
		case "student_t_sf":
			relative(t, name, stats.StudentSurvival(c.X, c.Nu), want, 1e-10)
		case "student_t_isf":
			relative(t, name, stats.StudentUpper(c.P, c.Nu), want, 1e-10)
		case "noncentral_t_cdf":
			within(t, name, stats.NoncentralCDF(c.X, c.Nu, c.NCP), want, 1e-10)
		case "normal_sf":
			relative(t, name, stats.NormalSurvival(c.X), want, 1e-10)
		case "normal_ppf":
			near(t, name, stats.NormalQuantile(c.P), want, 1e-10)
		case "binomial_half_cdf":
			relative(t, name, stats.FairCDF(c.K, c.N), want, 1e-10)
		case "chi2_sf":
			relative(t, name, stats.ChiSquaredSurvival(c.X, c.DF), want, 1e-10)
		default:
			t.Errorf("unknown function %q", c.Fn)
		}
	}
}
