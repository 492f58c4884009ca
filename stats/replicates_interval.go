package stats

import (
	"fmt"
	"math"
)

// Interval reads an interval off the replicates.
func (r Replicates) Interval(kind BootstrapKind, level float64) (BootstrapResult, error) {
	if !kind.known() {
		return BootstrapResult{}, fmt.Errorf("bootstrap kind %q: %w", kind, ErrOutOfRange)
	}
	if err := CheckLevel(level); err != nil {
		return BootstrapResult{}, err
	}
	out := BootstrapResult{Kind: kind, Method: string(kind), Exact: r.exact != nil || r.constant, Resamples: len(r.means)}
	if r.closed != nil {
		out.Method += "-asymptotic"
		if r.closed.rough {
			out.warnRough()
		}
	}
	if r.constant {
		out.Warn(WarnDegenerateBootstrap, "all differences are alike, and so is every resample; see the interval of the rule")
		if kind == BCa {
			return out, nil
		}
		out.Interval = &Interval{Method: out.Method, Level: level, Low: r.mean, High: r.mean}
		return out, nil
	}
	low, high, ok := r.ends(kind, (1-level)/2)
	if !ok {
		out.Warn(WarnDegenerateBootstrap, "the %s interval is undefined: the sample is too small or the replicates are on one side of the mean", kind)
		return out, nil
	}
	out.Interval = &Interval{Method: out.Method, Level: level, Low: low, High: high}
	return out, nil
}

// ends returns the interval's ends with tail probability alpha on each side.
func (r Replicates) ends(kind BootstrapKind, alpha float64) (low, high float64, ok bool) {
	switch kind {
	case Basic:
		return float64(2*r.mean) - r.quantile(1-alpha), float64(2*r.mean) - r.quantile(alpha), true
	case PercentileExpanded:
		alpha = r.expanded(alpha)
		return r.quantile(alpha), r.quantile(1 - alpha), true
	case BCa:
		a1, a2, ok := r.bcaLevels(alpha)
		if !ok {
			return 0, 0, false
		}
		return r.quantile(a1), r.quantile(a2), true
	default:
		return r.quantile(alpha), r.quantile(1 - alpha), true
	}
}

// expanded returns Hesterberg's α′ = Φ(−√(n/(n−1)) t₍α,n−1₎).
func (r Replicates) expanded(alpha float64) float64 {
	n := float64(r.n)
	return normalSurvival(math.Sqrt(n/(n-1)) * StudentUpper(alpha, n-1))
}

// bcaLevels returns the percentiles that BCa reads: with z₀ = Φ⁻¹ of the share of
// replicates below the mean, ties counting half, and acceleration a,
//
//	α′ = Φ(z₀ + (z₀+z_α)/(1 − a(z₀+z_α)))
func (r Replicates) bcaLevels(alpha float64) (low, high float64, ok bool) {
	less, equal := r.Below(r.mean)
	z0 := normalQuantile(min(1, less+float64(equal/2)))
	if math.IsInf(z0, 0) {
		return 0, 0, false
	}
	adjust := func(z float64) float64 {
		z += z0
		return normalCDF(z0 + z/(1-float64(r.acceleration*z)))
	}
	z := -normalQuantile(alpha)
	if r.acceleration*(z0+z) >= 1 || r.acceleration*(z0-z) >= 1 {
		return 0, 0, false
	}
	return adjust(-z), adjust(z), true
}
