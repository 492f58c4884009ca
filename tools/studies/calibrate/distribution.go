package main

import (
	_ "embed"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"slices"
	"sort"
)

//go:embed data/dgps_synthetic.json
var distributionsJSON []byte

// distributionNames are the distributions in the order of the tables; the
// file holds an object, which has none.
var distributionNames = []string{
	"recall_sym_null", "recall_asym_null", "rr_sym_null", "rr_gain", "ndcg_sym_null", "ndcg_asym", "rare_loss",
}

// A distribution is a finite distribution of one query's difference.
type distribution struct {
	Name          string
	Values, Probs []float64
	Mean          float64 // the truth that intervals should cover

	upTo []float64 // cumulative Probs
}

// null reports whether the true mean is zero, so that every rejection is an
// error.
func (d distribution) null() bool { return abs(d.Mean) < 1e-12 }

// symmetric reports whether the tests of symmetry and of the median have a
// true null hypothesis too.
func (d distribution) symmetric() bool {
	for i, x := range d.Values {
		at, found := slices.BinarySearch(d.Values, -x)
		if !found || abs(d.Probs[at]-d.Probs[i]) > 1e-12 {
			return false
		}
	}
	return true
}

// draw fills out with independent differences.
func (d distribution) draw(out []float64, rng *rand.Rand) {
	for i := range out {
		at := sort.SearchFloat64s(d.upTo, rng.Float64())
		out[i] = d.Values[min(at, len(d.Values)-1)]
	}
}

func readDistributions() ([]distribution, error) {
	var lists map[string][]distribution
	if err := json.Unmarshal(distributionsJSON, &lists); err != nil {
		return nil, fmt.Errorf("distributions: %w", err)
	}
	if len(lists) != len(distributionNames) {
		return nil, fmt.Errorf("%d distributions, want %d", len(lists), len(distributionNames))
	}
	var out []distribution
	for _, name := range distributionNames {
		if len(lists[name]) != 1 {
			return nil, fmt.Errorf("distribution %s: %d components, want 1", name, len(lists[name]))
		}
		d := lists[name][0]
		if len(d.Values) != len(d.Probs) || !slices.IsSorted(d.Values) {
			return nil, fmt.Errorf("distribution %s: %d probabilities for %d sorted values", name, len(d.Probs), len(d.Values))
		}
		d.Name = name
		var total float64
		for _, p := range d.Probs {
			total += p
			d.upTo = append(d.upTo, total)
		}
		if abs(total-1) > 1e-9 {
			return nil, fmt.Errorf("distribution %s: probabilities add up to %v", name, total)
		}
		out = append(out, d)
	}
	return out, nil
}

func abs(x float64) float64 { return max(x, -x) }
