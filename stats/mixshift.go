package stats

import "fmt"

// A MixShift splits the change of a mean between two versions of a test set
// into what queries of the same kind did and what the mix of kinds did:
//
//	after − before = Σ W̄ₕ·(m′ₕ − mₕ) + Σ (W′ₕ − Wₕ)·m̄ₕ
//
// with bars over both versions. Strata that are in one version only are all
// mix: their mean in the other is taken to be the same.
type MixShift struct {
	Before, After float64 // weighted means
	Within        float64 // the first sum
	Mix           float64 // the second sum; Within + Mix = After − Before
}

// CompareMix decomposes the change between two stratified samples of scores or
// differences; strata are matched by name, which must not repeat.
func CompareMix(before, after []Stratum) (MixShift, error) {
	old, names, err := stratumMeans(before)
	if err != nil {
		return MixShift{}, fmt.Errorf("before: %w", err)
	}
	recent, more, err := stratumMeans(after)
	if err != nil {
		return MixShift{}, fmt.Errorf("after: %w", err)
	}
	for _, name := range more {
		if _, known := old[name]; !known {
			names = append(names, name)
		}
	}
	var m MixShift
	for _, name := range names {
		x, inOld := old[name]
		y, inNew := recent[name]
		if !inOld {
			x.Mean = y.Mean
		}
		if !inNew {
			y.Mean = x.Mean
		}
		m.Before += float64(x.Weight * x.Mean)
		m.After += float64(y.Weight * y.Mean)
		m.Within += float64((x.Weight + y.Weight) / 2 * (y.Mean - x.Mean))
		m.Mix += float64((y.Weight - x.Weight) * (x.Mean + y.Mean) / 2)
	}
	return m, nil
}

// stratumMeans are normalized weights and means by name, and the names in their order.
func stratumMeans(strata []Stratum) (map[string]StratumMean, []string, error) {
	samples, weights, err := readStrata(strata)
	if err != nil {
		return nil, nil, err
	}
	out := make(map[string]StratumMean, len(strata))
	var names []string
	for i, s := range strata {
		if _, twice := out[s.Name]; twice {
			return nil, nil, fmt.Errorf("stratum %q is there twice: %w", s.Name, ErrOutOfRange)
		}
		out[s.Name] = StratumMean{Name: s.Name, Weight: weights[i], Mean: samples[i].Mean}
		names = append(names, s.Name)
	}
	return out, names, nil
}
