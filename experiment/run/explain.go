package run

import (
	"context"
	"fmt"
	"maps"
	"slices"

	"github.com/rankduel/rankduel/experiment/compare"
	"github.com/rankduel/rankduel/experiment/result"
	"github.com/rankduel/rankduel/internal/prose"
)

// explainFusions adds to a comparison what only the components' own scores can tell: what a fusion gains
// over each, who brought the relevant documents, and what a reranker could still do.
func (s scored) explainFusions(c *result.Comparison) error {
	for i, system := range s.systems {
		if system.Role != result.RoleConfig {
			continue
		}
		fused := compare.Fused{Config: s.tables[i], Components: s.alone(system.Config.Components), TopK: system.Config.TopK, Primary: s.plan.Primary}
		single := len(s.repeats) == 1 // where documents are is not known of several rankings
		if single {
			ceiling, err := compare.CeilingOf(fused)
			if err != nil {
				return err
			}
			c.Ceilings = append(c.Ceilings, *ceiling)
		}
		if len(fused.Components) < 2 {
			continue
		}
		c.Systems[i].Asked = system.Config.Asked
		for _, component := range fused.Components {
			gain, err := compare.FusionGainOf(component, fused.Config, s.plan.Primary)
			if err != nil {
				return err
			}
			if gain != nil {
				c.Gains = append(c.Gains, *gain)
			}
		}
		if single {
			attribution, err := compare.Attribute(fused)
			if err != nil {
				return err
			}
			c.Attribution = append(c.Attribution, *attribution)
		}
	}
	return nil
}

// noteUnstable says, in every pair that uses such a component, whether asking again gave other answers.
func (r *Retrieved) noteUnstable(ctx context.Context, c *result.Comparison) error {
	for _, planned := range r.plan.Components {
		list, err := r.unstable(ctx, planned.Name)
		if err != nil {
			return err
		}
		for i := range c.Comparisons {
			p := &c.Comparisons[i]
			if r.uses(c.A.Name, planned.Name) || r.uses(p.B.Name, planned.Name) {
				p.Health = append(p.Health, list...)
			}
		}
	}
	return nil
}

// unstable says what repeating its queries has shown of a component.
func (r *Retrieved) unstable(ctx context.Context, component string) ([]result.Finding, error) {
	all, err := r.states(ctx, component)
	if err != nil || len(all) < 2 {
		return nil, err
	}
	repeated, changed := 0, 0
	for i := range r.judgments.Len() {
		answers := map[string]int{}
		for _, known := range all {
			if have := known[r.judgments.Query(i).ID]; have.Content != "" {
				answers[have.Content]++
			}
		}
		if len(answers) > 1 {
			changed++
		}
		if n := slices.Max(append(slices.Collect(maps.Values(answers)), 0)); n > 1 || len(answers) > 1 {
			repeated++
		}
	}
	switch {
	case repeated == 0:
		return nil, nil
	case changed == 0:
		return []result.Finding{result.Warned(result.FindingSteady, fmt.Sprintf(
			"%s gave the same answer to each of %s in all %d repeats: they add nothing; is it a cache, or a fixed seed?", component, prose.Plural(repeated, "query"), len(all)))}, nil
	}
	return []result.Finding{result.Noted(result.FindingUnstable, fmt.Sprintf(
		"%s gave other answers to %d of %d queries when they were repeated; scores are means over %d repeats", component, changed, repeated, len(all)))}, nil
}

func (r *Retrieved) uses(config, component string) bool {
	planned, _ := r.plan.Config(config)
	return slices.Contains(planned.Components, component)
}
