package stats

import (
	"cmp"
	"fmt"
	"math"
)

// A Design is a planned paired t test. The zero value is the usual one: two-sided at .05 with a power of
// .8. By the noncentral t; agrees with R's power.t.test (paired, strict).
type Design struct {
	Alpha    float64 // error rate under no difference; 0 means .05
	Power    float64 // probability to detect the effect; 0 means .8
	OneSided bool
}

// MDE returns the smallest effect that n pairs detect, in the unit of sd.
func (d Design) MDE(n int, sd float64) (float64, error) {
	d, err := d.resolve()
	if err != nil {
		return 0, err
	}
	if n < 2 {
		return 0, fmt.Errorf("%d pairs for a minimum detectable effect: %w", n, ErrTooFewPairs)
	}
	if err := checkSpread(sd); err != nil {
		return 0, err
	}
	nn := float64(n)
	high := 1.0
	for d.achieved(nn, high) < d.Power {
		high *= 2
	}
	dz := bisect(0, high, func(dz float64) bool { return d.achieved(nn, dz) < d.Power })
	return dz * sd, nil
}

// RequiredN returns the smallest n, at least 2, that detects effect; ErrUnreachable when effect is 0.
func (d Design) RequiredN(sd, effect float64) (int, error) {
	n, err := d.requiredN(sd, effect)
	if err != nil {
		return 0, err
	}
	return int(math.Ceil(n)), nil
}

// maxN is beyond any test set.
const maxN = 1e12

// requiredN returns the real-valued n at which the power is reached.
func (d Design) requiredN(sd, effect float64) (float64, error) {
	d, err := d.resolve()
	if err != nil {
		return 0, err
	}
	if err := checkSpread(sd); err != nil {
		return 0, err
	}
	dz := math.Abs(effect) / sd
	if math.IsNaN(dz) || math.IsInf(dz, 0) {
		return 0, fmt.Errorf("effect %v: %w", effect, ErrOutOfRange)
	}
	high := 4.0
	for d.achieved(high, dz) < d.Power {
		if high *= 2; high > maxN {
			return 0, fmt.Errorf("effect %v with standard deviation %v: %w", effect, sd, ErrUnreachable)
		}
	}
	return bisect(2, high, func(n float64) bool { return d.achieved(n, dz) < d.Power }), nil
}

// achieved returns the probability that |t| (or t) exceeds its critical value when the mean is dz standard deviations.
func (d Design) achieved(n, dz float64) float64 {
	nu, lambda := n-1, dz*math.Sqrt(n)
	if d.OneSided {
		return noncentralUpper(StudentUpper(d.Alpha, nu), nu, lambda)
	}
	critical := StudentUpper(d.Alpha/2, nu)
	return noncentralUpper(critical, nu, lambda) + noncentralCDF(-critical, nu, lambda)
}

// noncentralUpper returns P(T > t). Beyond 1e6 degrees of freedom the noncentral t is normal to 1e-7.
func noncentralUpper(t, nu, lambda float64) float64 {
	if nu > 1e6 || lambda > 35 {
		// t ≈ λ + Z √(1 + t²/2ν)
		return normalSurvival((float64(t*(1-1/(4*nu))) - lambda) / math.Sqrt(1+float64(t*t)/(2*nu)))
	}
	return 1 - noncentralCDF(t, nu, lambda)
}

func (d Design) resolve() (Design, error) {
	d.Alpha = cmp.Or(d.Alpha, 0.05)
	d.Power = cmp.Or(d.Power, 0.8)
	if !(d.Alpha > 0 && d.Alpha < 1) || !(d.Power > 0 && d.Power < 1) {
		return d, fmt.Errorf("alpha %v and power %v are not both in (0, 1): %w", d.Alpha, d.Power, ErrOutOfRange)
	}
	if d.Power <= d.Alpha {
		return d, fmt.Errorf("power %v does not exceed alpha %v: %w", d.Power, d.Alpha, ErrOutOfRange)
	}
	return d, nil
}

func checkSpread(sd float64) error {
	switch {
	case sd == 0:
		return fmt.Errorf("standard deviation 0: %w", ErrZeroVariance)
	case !(sd > 0) || math.IsInf(sd, 0):
		return fmt.Errorf("standard deviation %v: %w", sd, ErrOutOfRange)
	}
	return nil
}
