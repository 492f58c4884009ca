package experiment

import (
	"fmt"
	"slices"
)

// explainFusions adds to a comparison what only the components' own scores can
// tell: who brought the relevant documents, and what a reranker could still do.
func (r *Runner) explainFusions(c *Comparison) error {
	for i, a := range r.arms {
		if a.role != RoleConfig {
			continue
		}
		fused := Fused{Config: a.scores, TopK: a.config.TopK, Primary: c.Settings.Primary}
		for _, name := range a.config.Components {
			fused.Components = append(fused.Components, r.alone(name))
		}
		t, err := newTrace(fused)
		if err != nil {
			return err
		}
		c.Ceilings = append(c.Ceilings, *t.ceiling())
		if len(fused.Components) < 2 {
			continue
		}
		c.Attribution = append(c.Attribution, *t.attribution())
		c.Systems[i].Asked = orElse(a.config.Asked, AskedInParallel)
	}
	r.noteUnstable(c)
	return nil
}

// FindingUnstable is the code of a component that did not always rank alike.
const FindingUnstable = "unstable_rankings"

// noteUnstable warns, in every pair that uses such a component, that asking
// again gave other rankings.
func (r *Runner) noteUnstable(c *Comparison) {
	for _, live := range r.report.Components {
		if live.ChangedQueries == 0 {
			continue
		}
		f := Finding{FindingUnstable, SeverityWarning, fmt.Sprintf(
			"%s gave another ranking for %d of %d queries when they were repeated; the first one counts",
			live.Component, live.ChangedQueries, live.RepeatedCalls/max(1, r.plan.Retrieve.Repeat-1))}
		for i := range c.Comparisons {
			p := &c.Comparisons[i]
			if r.uses(c.A.Name, live.Component) || r.uses(p.B.Name, live.Component) {
				p.Health = append(p.Health, f)
			}
		}
	}
}

func (r *Runner) uses(config, component string) bool {
	planned, _ := r.plan.Config(config)
	return slices.Contains(planned.Components, component)
}
