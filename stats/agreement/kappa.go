// Package agreement says how far raters agree beyond chance on the labels of
// the same items. It knows labels and no query, document or file.
//
//   - two raters: [CohenKappa], [KappaOverClusters], [KappaThreshold]
//   - any number: [FleissKappa], [KrippendorffAlpha], [GwetAC]
//
// What is undefined is nil, with a warning that says why.
package agreement

import (
	"fmt"
	"math"

	"gonum.org/v1/gonum/stat/distuv"

	"github.com/rankduel/rankduel/stats"
)

// A Weighting says how much credit two different labels get.
type Weighting string

// The weightings: with labels u and v on a scale from low to high,
const (
	Unweighted Weighting = "unweighted" // 1 when u = v, else 0
	Linear     Weighting = "linear"     // 1 − |u−v|/(high−low)
	Quadratic  Weighting = "quadratic"  // 1 − (u−v)²/(high−low)²; near an intraclass correlation
)

func (w Weighting) known() bool { return w == Unweighted || w == Linear || w == Quadratic }

// weights returns those of each pair of labels. They go by the labels' values,
// not by their positions: grades 0, 1, 3 are not equally spaced.
func (w Weighting) weights(labels []int) [][]float64 {
	spread := float64(labels[len(labels)-1] - labels[0])
	out := make([][]float64, len(labels))
	for i, u := range labels {
		out[i] = make([]float64, len(labels))
		for j, v := range labels {
			x := math.Abs(float64(u-v)) / max(spread, 1)
			switch {
			case i == j:
				out[i][j] = 1
			case w == Linear:
				out[i][j] = 1 - x
			case w == Quadratic:
				out[i][j] = 1 - float64(x*x)
			}
		}
	}
	return out
}

// chanceTolerance is what rounding may leave of an expected agreement of 1, and of a standard error of 0.
const chanceTolerance = 1e-12

// A Kappa is the agreement of two raters beyond chance.
type Kappa struct {
	Weighting    Weighting
	N            int
	Observed     float64         // share of items with equal labels, in [0, 1]
	Value        *float64        // in [−1, 1]; nil when chance alone explains everything
	SE           *float64        // Fleiss, Cohen and Everitt
	SENull       *float64        // under independence, for the test
	P            *float64        // two-sided, of no agreement beyond chance
	Interval     *stats.Interval // Value ± z·SE, clipped to [−1, 1]
	Disagreement *stats.Interval // exact interval of the share of disagreements, when SE is 0
	stats.Warnings
}

// CohenKappa returns Cohen's kappa,
//
//	κ = (p_o − p_e)/(1 − p_e)
//
// with the observed and the expected weighted agreement, and the standard error of Fleiss, Cohen and
// Everitt (1969), doi:10.1037/h0028106. When both raters always use the same single label, Value is nil and
// Observed is 1 (other programs print NaN, 0 or 1). Agrees with statsmodels, R's vcd and scikit-learn.
// Below 50 items or above .9 the asymptotic interval is unreliable; see [KappaOverClusters]. When one label
// has 80 % of the items κ can be low in spite of near perfect agreement; see [GwetAC].
func CohenKappa(c Confusion, w Weighting, level float64) (Kappa, error) {
	if err := stats.CheckLevel(level); err != nil {
		return Kappa{}, err
	}
	if !w.known() {
		return Kappa{}, fmt.Errorf("weighting %q: %w", w, stats.ErrOutOfRange)
	}
	if c.N == 0 {
		return Kappa{}, stats.ErrNoPairs
	}
	k := Kappa{Weighting: w, N: c.N, Observed: float64(c.Agreed()) / float64(c.N)}
	parts := newKappaParts(c, w)
	if parts.undefined() {
		k.Warn(stats.WarnUndefined, "both raters use one label throughout: kappa is undefined, observed agreement is %.0f %%", 100*k.Observed)
		return k, nil
	}
	value := parts.kappa()
	se, null := parts.standardErrors(value)
	k.Value, k.SE, k.SENull = &value, &se, &null
	if null > 0 {
		k.P = stats.NormalP(value / null)
	}
	half := float64(-distuv.UnitNormal.Quantile((1-level)/2) * se)
	k.Interval = &stats.Interval{Method: "asymptotic", Level: level, Low: max(value-half, -1), High: min(value+half, 1)}
	if value+half > 1 || value-half < -1 {
		k.Warn(stats.WarnAtBoundary, "the asymptotic interval leaves [-1, 1] and was clipped")
	}
	if se < chanceTolerance {
		exact, err := stats.ClopperPearson(c.N-c.Agreed(), c.N, level)
		if err != nil {
			return k, err
		}
		k.Disagreement = &exact
		k.Warn(stats.WarnAtBoundary, "the standard error is 0; up to %.3g of all items may be disagreements", exact.High)
	}
	return k, nil
}

// kappaParts are what kappa and its standard errors are made of.
type kappaParts struct {
	n                  float64
	counts             [][]int
	weights            [][]float64
	first, second      []float64 // margins
	observed, expected float64
}

func newKappaParts(c Confusion, w Weighting) kappaParts {
	p := kappaParts{n: float64(c.N), counts: c.Counts, weights: w.weights(c.Labels)}
	p.first, p.second = c.margins()
	for i := range c.Counts {
		for j, count := range c.Counts[i] {
			p.observed += float64(p.weights[i][j] * float64(count) / p.n)
			p.expected += float64(p.weights[i][j] * float64(p.first[i]*p.second[j]))
		}
	}
	return p
}

func (p kappaParts) undefined() bool { return 1-p.expected < chanceTolerance }

func (p kappaParts) kappa() float64 { return (p.observed - p.expected) / (1 - p.expected) }

func (p kappaParts) standardErrors(kappa float64) (se, null float64) {
	k := len(p.counts)
	rows, columns := make([]float64, k), make([]float64, k) // mean weight by label of one rater
	for i := range k {
		for j := range k {
			rows[i] += float64(p.second[j] * p.weights[i][j])
			columns[j] += float64(p.first[i] * p.weights[i][j])
		}
	}
	var v, v0 float64
	for i := range k {
		for j := range k {
			both := rows[i] + columns[j]
			e, e0 := p.weights[i][j]-float64(both*(1-kappa)), p.weights[i][j]-both
			v += float64(float64(p.counts[i][j]) / p.n * float64(e*e))
			v0 += float64(float64(p.first[i]*p.second[j]) * float64(e0*e0))
		}
	}
	e := kappa - float64(p.expected*(1-kappa))
	scale := p.n * (1 - p.expected) * (1 - p.expected)
	return math.Sqrt(max(0, v-float64(e*e)) / scale), math.Sqrt(max(0, v0-float64(p.expected*p.expected)) / scale)
}
