package plan

import (
	"fmt"
	"maps"
	"math"
	"strconv"

	"gopkg.in/yaml.v3"
)

// values is a list in a file, or a single value in place of it.
type values[T any] []T

// itemsOf returns the items of a list, or a single value in place of it.
func itemsOf(node *yaml.Node) ([]*yaml.Node, error) {
	if node.Kind != yaml.SequenceNode {
		return []*yaml.Node{node}, nil
	}
	if len(node.Content) == 0 {
		return nil, typeFault(node, "the list is empty; leave the key out or give it a value")
	}
	return node.Content, nil
}

// UnmarshalYAML reads a list or one value; every fault comes with its line.
func (v *values[T]) UnmarshalYAML(node *yaml.Node) error {
	items, err := itemsOf(node)
	if err != nil {
		return err
	}
	var faults yaml.TypeError
	for _, item := range items {
		var one T
		if err := decodeWhole(item, &one); err != nil {
			faults.Errors = append(faults.Errors, err.Errors...)
			continue
		}
		*v = append(*v, one)
	}
	return orNil(faults)
}

// decodeWhole decodes one value. The library cuts 60.7 down to 60 in silence
// where a whole number is wanted, which is refused here.
func decodeWhole(node *yaml.Node, to any) *yaml.TypeError {
	if node.Kind == yaml.AliasNode {
		node = node.Alias
	}
	if _, whole := to.(*int); whole && node.ShortTag() == "!!float" {
		if f, err := strconv.ParseFloat(node.Value, 64); err != nil || f != math.Trunc(f) {
			return typeFault(node, fmt.Sprintf("`%s` is not a whole number", node.Value))
		}
	}
	if node.ShortTag() == "!!null" {
		return typeFault(node, "the value is empty")
	}
	if err := node.Decode(to); err != nil {
		return asTypeError(node, err)
	}
	return nil
}

func asTypeError(node *yaml.Node, err error) *yaml.TypeError {
	if typed, ok := err.(*yaml.TypeError); ok { //nolint:errorlint // Decode returns it unwrapped
		return typed
	}
	return typeFault(node, err.Error())
}

// typeFault returns an error that the library collects instead of stopping at it.
func typeFault(node *yaml.Node, text string) *yaml.TypeError {
	return &yaml.TypeError{Errors: []string{fmt.Sprintf("line %d: %s", node.Line, text)}}
}

func orNil(faults yaml.TypeError) error {
	if len(faults.Errors) == 0 {
		return nil
	}
	return &faults
}

// componentSets are one or several choices of components: a list of names, or a list of such lists.
type componentSets [][]string

// UnmarshalYAML reads [a, b] or [[a], [a, b]].
func (s *componentSets) UnmarshalYAML(node *yaml.Node) error {
	if node.Kind != yaml.SequenceNode || len(node.Content) == 0 {
		return typeFault(node, "components: want a list of names, or a list of such lists")
	}
	sets := node.Content
	if node.Content[0].Kind != yaml.SequenceNode {
		sets = []*yaml.Node{node}
	}
	var faults yaml.TypeError
	for _, set := range sets {
		var names []string
		if err := set.Decode(&names); err != nil {
			faults.Errors = append(faults.Errors, asTypeError(set, err).Errors...)
		}
		*s = append(*s, names)
	}
	return orNil(faults)
}

// weightLists are the weights of an entry: all that are possible in so many steps, or those that are written.
type weightLists struct {
	steps int // 0: written
	lists []map[string]float64
}

const keySteps = "steps"

// UnmarshalYAML reads {steps: 10}, {a: 1, b: 2} or a list of the latter.
func (w *weightLists) UnmarshalYAML(node *yaml.Node) error {
	if node.Kind == yaml.MappingNode && len(node.Content) == 2 && node.Content[0].Value == keySteps {
		if err := decodeWhole(node.Content[1], &w.steps); err != nil {
			return err
		}
		if w.steps < 1 || w.steps > MaxSettings {
			return typeFault(node, fmt.Sprintf("weights: steps %d, want from 1 to %d", w.steps, MaxSettings))
		}
		return nil
	}
	items, err := itemsOf(node)
	if err != nil {
		return err
	}
	var faults yaml.TypeError
	for _, item := range items {
		if item.Kind == yaml.AliasNode {
			item = item.Alias
		}
		if item.Kind != yaml.MappingNode {
			faults.Errors = append(faults.Errors, typeFault(item, "weights: want `steps: 10`, or a weight for each component, or a list of such mappings").Errors...)
			continue
		}
		var one map[string]float64
		if err := item.Decode(&one); err != nil {
			faults.Errors = append(faults.Errors, asTypeError(item, err).Errors...)
		}
		w.lists = append(w.lists, one)
	}
	return orNil(faults)
}

func (w *weightLists) given() bool { return w.steps > 0 || len(w.lists) > 0 }

func (w *weightLists) count(c *Config) int {
	if w.steps > 0 {
		return countCompositions(w.steps, len(c.Components), MaxSettings)
	}
	return len(w.lists)
}

// set gives c its i-th weights. Steps are whole numbers, divided once: 3/10 and never 0.1 + 0.1 + 0.1.
func (w *weightLists) set(c *Config, i int) string {
	c.Fusion.Weights = map[string]float64{}
	if w.steps == 0 {
		maps.Copy(c.Fusion.Weights, w.lists[i])
		return weightText(c)
	}
	for at, share := range composition(w.steps, len(c.Components), i) {
		c.Fusion.Weights[c.Components[at]] = float64(share) / float64(w.steps)
	}
	return weightText(c)
}
