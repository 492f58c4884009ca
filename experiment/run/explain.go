package run

import (
	"context"
	"fmt"
	"slices"

	"github.com/rankduel/rankduel/experiment/compare"
	"github.com/rankduel/rankduel/experiment/result"
	"github.com/rankduel/rankduel/internal/prose"
)

// explainFusions adds to a comparison what only the components' own scores can
// tell: what a fusion gains over each, who brought the relevant documents, and
// what a reranker could still do.
func (s scored) explainFusions(c *result.Comparison) error {
	for i, system := range s.systems {
		if system.Role != result.RoleConfig {
			continue
		}
		fused := compare.Fused{Config: s.tables[i], Components: s.alone(system.Config.Components), TopK: system.Config.TopK, Primary: s.plan.Primary}
		ceiling, err := compare.CeilingOf(fused)
		if err != nil {
			return err
		}
		c.Ceilings = append(c.Ceilings, *ceiling)
		if len(fused.Components) < 2 {
			continue
		}
		for _, component := range fused.Components {
			gain, err := compare.FusionGainOf(component, fused.Config, s.plan.Primary)
			if err != nil {
				return err
			}
			if gain != nil {
				c.Gains = append(c.Gains, *gain)
			}
		}
		attribution, err := compare.Attribute(fused)
		if err != nil {
			return err
		}
		c.Attribution = append(c.Attribution, *attribution)
		c.Systems[i].Asked = system.Config.Asked
	}
	return nil
}

// noteUnstable warns, in every pair that uses such a component, that asking
// again gave other rankings, whenever that was; and says where fewer repeats
// are recorded than are wanted.
func (r *Retrieved) noteUnstable(ctx context.Context, c *result.Comparison) error {
	for _, planned := range r.plan.Components {
		list, err := r.Unstable(ctx, planned.Name)
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

// Unstable says what repeating its queries has shown of a component; nothing of a
// run file.
func (r *Retrieved) Unstable(ctx context.Context, component string) ([]result.Finding, error) {
	src := r.sources[component]
	if !src.live() {
		return nil, nil
	}
	at, err := r.key(src)
	if err != nil {
		return nil, err
	}
	known, err := r.known.Of(ctx, at)
	if err != nil {
		return nil, err
	}
	return r.repeatFindings(component, known), nil
}

func (r *Retrieved) repeatFindings(component string, known map[string]result.RecordingState) []result.Finding {
	changed, repeated, short := 0, 0, 0
	for i := range r.judgments.Len() {
		q := r.judgments.Query(i)
		have, ok := known[q.ID]
		if have.Changed > 0 {
			changed++
		}
		if have.Repeats > 0 {
			repeated++
		}
		if ok && have.Error == "" && have.Repeats+1 < r.plan.Retrieve.Repeat {
			short++
		}
	}
	var list []result.Finding
	if changed > 0 {
		list = append(list, result.Warned(result.FindingUnstable, fmt.Sprintf(
			"%s gave another ranking for %d of %d queries when they were repeated; the first one counts", component, changed, repeated)))
	}
	if short > 0 {
		list = append(list, result.Noted(result.FindingUnrepeated, fmt.Sprintf(
			"%s: %s recorded before were repeated less than %d times; --refresh %s asks again",
			component, prose.Plural(short, "ranking"), r.plan.Retrieve.Repeat-1, component)))
	}
	return list
}

func (r *Retrieved) uses(config, component string) bool {
	planned, _ := r.plan.Config(config)
	return slices.Contains(planned.Components, component)
}
