package plan

import (
	"fmt"
	"slices"
)

// Warnings lists what is allowed in the declarations of components and rerankers
// and yet often a slip: secrets that seem to be written in plain text. No value is
// quoted.
func (p *Plan) Warnings() []string {
	var list []string
	for _, c := range p.Components {
		engine, ok := c.Engine.(interface{ Warnings() []string })
		if !ok {
			continue
		}
		for _, w := range engine.Warnings() {
			list = append(list, fmt.Sprintf("%s: component %q: %s", p.Path, c.Name, w))
		}
	}
	configs := slices.Clone(p.Configs)
	if p.Sweep != nil {
		configs = append(configs, p.Sweep.Settings...)
	}
	for _, c := range configs {
		if c.Rerank == nil {
			continue
		}
		for _, w := range c.Rerank.Warnings() {
			list = append(list, fmt.Sprintf("%s: rerank of %q: %s", p.Path, c.Name, w))
		}
	}
	return list
}
