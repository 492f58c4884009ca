package stats

import (
	"fmt"
	"math"
)

// A Stratum is one group of queries of a stratified test set.
type Stratum struct {
	Name        string
	Weight      float64   // its share of the traffic, > 0; shares are normalized to sum to 1
	Differences []float64 // of its queries
}

// Stratified is a mean difference over strata with traffic weights.
type Stratified struct {
	N        int
	Mean     float64   // Σ Wₕ·mean(dₕ), in the measure's unit
	Pooled   float64   // the unweighted mean over all queries
	SE       *float64  // √Σ Wₕ²s²ₕ/nₕ; nil when a stratum has one query
	DF       *float64  // Satterthwaite's
	Interval *Interval // t with DF; nil with SE or when SE is 0
	Strata   []StratumMean
	Warnings
}

// A StratumMean is one stratum's part of a stratified mean.
type StratumMean struct {
	Name   string
	Weight float64 // normalized
	N      int
	Mean   float64
	SD     *float64
}

// StratifiedMean estimates the mean difference over the traffic when queries were sampled stratum by
// stratum. Agrees with R's survey::svymean. It warns when the weighted mean has another sign than the
// pooled one (Simpson's paradox), and when half of the weight or more points against the overall sign.
func StratifiedMean(strata []Stratum, level float64) (Stratified, error) {
	if err := CheckLevel(level); err != nil {
		return Stratified{}, err
	}
	samples, weights, err := readStrata(strata)
	if err != nil {
		return Stratified{}, err
	}
	var out Stratified
	singleton := ""
	var total float64
	for i, s := range samples {
		out.N += s.N
		out.Mean += float64(weights[i] * s.Mean)
		total += float64(s.Mean * float64(s.N))
		out.Strata = append(out.Strata, StratumMean{Name: strata[i].Name, Weight: weights[i], N: s.N, Mean: s.Mean, SD: s.SD})
		if s.N < 2 {
			singleton = strata[i].Name
		}
	}
	out.Pooled = total / float64(out.N)
	out.warnOpposed()
	if singleton != "" {
		out.Warn(WarnSingletonStratum, "stratum %q has one query: its variance, and so the standard error, is unknown", singleton)
		return out, nil
	}
	se, df := satterthwaite(weights, samples)
	out.SE = &se
	if se == 0 {
		out.Warn(WarnZeroVariance, "no stratum varies")
		return out, nil
	}
	half := float64(StudentUpper((1-level)/2, df) * se)
	out.DF = &df
	out.Interval = &Interval{Method: "stratified-t", Level: level, Low: out.Mean - half, High: out.Mean + half}
	return out, nil
}

func (s *Stratified) warnOpposed() {
	if s.Mean*s.Pooled < 0 {
		s.Warn(WarnOpposedStrata, "weighted mean %+.4g but unweighted mean %+.4g: the sample's mix of strata is not the traffic's", s.Mean, s.Pooled)
	}
	var against float64
	for _, h := range s.Strata {
		if h.Mean*s.Mean < 0 {
			against += h.Weight
		}
	}
	if against >= 0.5 {
		s.Warn(WarnOpposedStrata, "strata with %.0f %% of the weight point against the overall mean", 100*against)
	}
}

// readStrata checks the strata and normalizes their weights.
func readStrata(strata []Stratum) ([]Differences, []float64, error) {
	if len(strata) == 0 {
		return nil, nil, fmt.Errorf("no strata: %w", ErrNoPairs)
	}
	samples, weights := make([]Differences, len(strata)), make([]float64, len(strata))
	var total float64
	for i, s := range strata {
		var err error
		if samples[i], err = DifferencesOf(s.Differences); err != nil {
			return nil, nil, fmt.Errorf("stratum %q: %w", s.Name, err)
		}
		if !(s.Weight > 0) || math.IsInf(s.Weight, 0) {
			return nil, nil, fmt.Errorf("stratum %q: weight %v: %w", s.Name, s.Weight, ErrOutOfRange)
		}
		total += s.Weight
	}
	for i, s := range strata {
		weights[i] = s.Weight / total
	}
	return samples, weights, nil
}
