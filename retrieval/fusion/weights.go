package fusion

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/rankduel/rankduel/internal/prose"
)

// weightsOf puts weights into the order of the pool's components. A component without one is an error; nil, as of
// methods without weights, means 1 for each.
func (p *Pool) weightsOf(weights map[string]float64) ([]float64, error) {
	if weights == nil {
		return p.ones(), nil
	}
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

// checkWeights reports all faults of the weights of a method. Components nil means that they are not known.
func checkWeights(method string, weights map[string]float64, components []string) []error {
	faults := prose.Faults(weightFaults(method, weights))
	if components == nil || len(weights) == 0 {
		return faults
	}
	for _, name := range components {
		_, ok := weights[name]
		faults.If(!ok, "component %q has no weight", name)
	}
	for _, name := range slices.Sorted(maps.Keys(weights)) {
		_, ok := slices.BinarySearch(components, name)
		faults.If(!ok, "weight of unknown component %q: the components are %s", name, strings.Join(components, ", "))
	}
	return faults
}

func weightFaults(method string, weights map[string]float64) []error {
	var faults prose.Faults
	positive := false
	for _, name := range slices.Sorted(maps.Keys(weights)) {
		w := weights[name]
		faults.If(!(w >= 0 && w <= huge), "weight of %q is %v: want a number from 0 to %g", name, w, huge)
		positive = positive || w > 0
	}
	faults.If(len(weights) == 0, "weights are missing: fusion_method %s needs one per component", method)
	faults.If(!positive && len(faults) == 0, "weights are all 0: no component would have a say")
	return faults
}
