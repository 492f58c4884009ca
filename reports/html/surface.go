package html

import (
	"encoding/json"
	"fmt"
	"maps"
	"math"
	"slices"
	"strings"

	"github.com/rankduel/rankduel/experiment/result"
	"github.com/rankduel/rankduel/internal/ordered"
)

// A surface is settings of a sweep that differ in at most two numbers, or in the weights of three components.
type surface struct {
	fixed  string // what they share
	axes   []string
	points []surfacePoint
}

type surfacePoint struct {
	at  []float64 // by axis; of a ternary the three weights
	one result.SweptOne
}

// A setting taken apart: its numbers by name, and the rest as words.
type parted struct {
	one     result.SweptOne
	words   []string
	numbers map[string]float64
}

// surfaces groups the settings of a sweep by what cannot be laid on an axis:
// methods, components, and of more than two numbers those with the fewest values.
func surfaces(s *result.Sweep) []surface {
	groups, order := map[string][]parted{}, []string{}
	for _, one := range s.Settings {
		p := apart(one)
		key := strings.Join(append(slices.Clone(p.words), p.names()...), "\x00")
		if groups[key] == nil {
			order = append(order, key)
		}
		groups[key] = append(groups[key], p)
	}
	var list []surface
	for _, key := range order {
		completeWeights(groups[key])
		list = append(list, laid(groups[key])...)
	}
	return list
}

// names of the numbers that are not weights.
func (p parted) names() []string {
	names := slices.Sorted(maps.Keys(p.numbers))
	return slices.DeleteFunc(names, func(name string) bool { return strings.HasPrefix(name, weight) })
}

// completeWeights gives every setting of a group a weight of each component.
func completeWeights(group []parted) {
	names := map[string]bool{}
	for _, p := range group {
		for name := range p.numbers {
			names[name] = true
		}
	}
	for _, p := range group {
		for name := range names {
			p.numbers[name] += 0 // that of a component that is left out
		}
	}
}

func apart(one result.SweptOne) parted {
	p := parted{one: one, numbers: map[string]float64{"depth": float64(one.Depth), "top_k": float64(one.TopK)}}
	if one.Method != "" {
		p.words = append(p.words, one.Method)
	}
	if len(one.Weights) == 0 { // a weight of 0 is a component less
		p.words = append(p.words, strings.Join(one.Components, "+"))
	}
	text, err := json.Marshal(one.Settings)
	var values map[string]any
	if err == nil && json.Unmarshal(text, &values) == nil {
		for _, key := range slices.Sorted(maps.Keys(values)) {
			switch v := values[key].(type) {
			case float64:
				p.numbers[key] = v
			case string:
				if key != "fusion_method" {
					p.words = append(p.words, key+"="+v)
				}
			}
		}
	}
	for component, w := range one.Weights {
		p.numbers[weight+component] = w
	}
	if r := one.Rerank; r != nil {
		p.words = append(p.words, "rerank="+r.Method+" "+r.Model)
		p.numbers["rerank top_n"] = float64(r.TopN)
	}
	return p
}

const weight = "weight of "

// laid lays settings of one kind on axes.
func laid(group []parted) []surface {
	varying := varyingIn(group)
	simplex := weightsOf(varying, group)
	if len(simplex) == 2 { // one follows from the other
		varying = slices.DeleteFunc(varying, func(name string) bool { return name == simplex[1] })
		simplex = nil
	}
	others := slices.DeleteFunc(slices.Clone(varying), func(name string) bool { return slices.Contains(simplex, name) })
	ternary := len(simplex) == 3
	if most := map[bool]int{true: 0, false: 2}[ternary]; len(others) > most {
		return heldFixed(group, others)
	}
	axes := others
	if ternary {
		axes = simplex
	}
	if len(axes) == 0 || len(group) < 3 || len(axes) > 3 {
		return nil
	}
	s := surface{fixed: strings.Join(append(slices.Clone(group[0].words), componentsOf(group)...), ", "), axes: axes}
	s.points = ordered.Each(group, func(p parted) surfacePoint {
		return surfacePoint{one: p.one, at: ordered.Each(axes, func(axis string) float64 { return p.numbers[axis] })}
	})
	return []surface{s}
}

// componentsOf returns those of weighted settings, as one word.
func componentsOf(group []parted) []string {
	var names []string
	for _, name := range slices.Sorted(maps.Keys(group[0].numbers)) {
		if component, is := strings.CutPrefix(name, weight); is {
			names = append(names, component)
		}
	}
	if len(names) == 0 {
		return nil
	}
	return []string{strings.Join(names, "+")}
}

// heldFixed makes a group for each value of the number with the fewest.
func heldFixed(group []parted, names []string) []surface {
	values := map[string][]float64{}
	for _, p := range group {
		for _, name := range names {
			values[name] = ordered.With(values[name], p.numbers[name])
		}
	}
	least := slices.MinFunc(names, func(a, b string) int { return len(values[a]) - len(values[b]) })
	var list []surface
	for _, v := range values[least] {
		var part []parted
		for _, p := range group {
			if p.numbers[least] == v {
				p.words, p.numbers = append(slices.Clone(p.words), fmt.Sprintf("%s=%g", least, v)), maps.Clone(p.numbers)
				delete(p.numbers, least)
				part = append(part, p)
			}
		}
		list = append(list, laid(part)...)
	}
	return list
}

func varyingIn(group []parted) []string {
	return slices.DeleteFunc(slices.Sorted(maps.Keys(group[0].numbers)), func(name string) bool {
		return !slices.ContainsFunc(group, func(p parted) bool { return p.numbers[name] != group[0].numbers[name] })
	})
}

// weightsOf returns the weights among numbers where they always add up to the same; nil where they do not.
func weightsOf(names []string, group []parted) []string {
	weights := slices.DeleteFunc(slices.Clone(names), func(name string) bool { return !strings.HasPrefix(name, weight) })
	sum := func(p parted) float64 {
		all := 0.0
		for _, name := range weights {
			all += p.numbers[name]
		}
		return all
	}
	for _, p := range group {
		if math.Abs(sum(p)-sum(group[0])) > 1e-6 {
			return nil
		}
	}
	if len(weights) < 2 {
		return nil
	}
	return weights
}
