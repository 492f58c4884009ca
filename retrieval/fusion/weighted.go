package fusion

import (
	"errors"
	"fmt"
	"maps"
	"math"
	"slices"
	"strings"
)

// Weighted is the weighted sum of min-max normalized scores:
//
//	score(d) = Σ_c w_c · (s_c(d) − min_c) / (max_c − min_c)
//
// over the components c that returned d, with the minimum and the maximum of the list that c returned for
// this query. A list whose scores are all equal normalizes to 1. The range is [0, Σ w_c]; higher is better.
// With equal weights it is CombSUM of Fox and Shaw (1994), "Combination of multiple searches", TREC-2,
// NIST SP 500-215, pp. 243-252, over the normalization of Lee (1997), doi:10.1145/258525.258587.
//
// The last document of a list scores 0 there, just like a document that the component did not return,
// and how deep a component was asked moves all its normalized scores: compare weights at one depth.
type Weighted struct {
	weights map[string]float64
}

var _ Scorer = Weighted{}

// NewWeighted builds a weighted fusion for the components that weights names.
func NewWeighted(weights map[string]float64) (Weighted, error) {
	if err := errors.Join(weightFaults(weights)...); err != nil {
		return Weighted{}, err
	}
	return Weighted{weights: maps.Clone(weights)}, nil
}

// Name implements [Scorer].
func (Weighted) Name() string { return "weighted" }

// Scores implements [Scorer]. A component without a weight is an error, and so is a score that is NaN or
// infinite, because it has no place between minimum and maximum.
func (m Weighted) Scores(p *Pool, dst []float64) ([]float64, error) {
	weights, err := p.weightsOf(m.weights)
	if err != nil {
		return nil, err
	}
	t, err := p.table(tableKey{name: "min-max"}, minMax)
	if err != nil {
		return nil, err
	}
	return p.sum(t, weights, dst), nil
}

// weightsOf puts weights into the order of the pool's components.
func (p *Pool) weightsOf(weights map[string]float64) ([]float64, error) {
	p.weights = p.weights[:0]
	for _, l := range p.lists {
		w, ok := weights[l.Component]
		if !ok {
			return nil, fmt.Errorf("component %q has no weight", l.Component)
		}
		p.weights = append(p.weights, w)
	}
	return p.weights, nil
}

// minMax has the parts (score - min) / (max - min). It works on halved scores, because the difference of
// two finite scores need not be finite and the difference of their halves is.
func minMax(p *Pool, c int, _ float64, column []float64) error {
	low, high := math.Inf(1), math.Inf(-1)
	for _, h := range p.lists[c].Hits {
		if math.IsNaN(h.Score) || math.IsInf(h.Score, 0) {
			return fmt.Errorf("document %q: score %v cannot be normalized", h.ID, h.Score)
		}
		low, high = min(low, h.Score), max(high, h.Score)
	}
	width := high/2 - low/2
	for i, d := range p.docs[c] {
		column[d] = 1
		if width > 0 {
			column[d] = (p.lists[c].Hits[i].Score/2 - low/2) / width
		}
	}
	return nil
}

func weightFaults(weights map[string]float64) []error {
	var faults []error
	positive := false
	for _, name := range slices.Sorted(maps.Keys(weights)) {
		w := weights[name]
		if math.IsNaN(w) || math.IsInf(w, 0) || w < 0 {
			faults = append(faults, fmt.Errorf("weight of %q is %v: want a finite number of at least 0", name, w))
		}
		positive = positive || w > 0
	}
	switch {
	case len(weights) == 0:
		faults = append(faults, errors.New("weights are missing: fusion_method weighted needs one per component"))
	case !positive && len(faults) == 0:
		faults = append(faults, errors.New("weights are all 0: every document would score 0"))
	}
	return faults
}

func weightedEntry() Entry {
	return Entry{
		Name:    Weighted{}.Name(),
		Summary: "weighted sum of min-max normalized scores",
		Check:   checkWeighted,
		Build:   func(s Settings) Scorer { return Weighted{weights: maps.Clone(s.Weights)} },
	}
}

func checkWeighted(s Settings, components []string) []error {
	faults := append(s.unused(true, false), weightFaults(s.Weights)...)
	if components == nil || len(s.Weights) == 0 {
		return faults
	}
	for _, name := range components {
		if _, ok := s.Weights[name]; !ok {
			faults = append(faults, fmt.Errorf("component %q has no weight", name))
		}
	}
	for _, name := range slices.Sorted(maps.Keys(s.Weights)) {
		if _, ok := slices.BinarySearch(components, name); !ok {
			faults = append(faults, fmt.Errorf("weight of unknown component %q: the components are %s", name, strings.Join(components, ", ")))
		}
	}
	return faults
}
