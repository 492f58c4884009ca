package experiment

import (
	"cmp"
	"context"
	"fmt"
	"slices"

	"github.com/rankduel/rankduel/experiment/compare"
	"github.com/rankduel/rankduel/experiment/result"
	"github.com/rankduel/rankduel/internal/prose"
)

// explainFusions adds to a comparison what only the components' own scores can
// tell: who brought the relevant documents, and what a reranker could still do.
func (r *Runner) explainFusions(ctx context.Context, c *result.Comparison) error {
	for i, a := range r.arms {
		if a.role != result.RoleConfig {
			continue
		}
		fused := compare.Fused{Config: a.scores, TopK: a.config.TopK, Primary: r.plan.Primary}
		for _, name := range a.config.Components {
			fused.Components = append(fused.Components, r.alone(name))
		}
		ceiling, err := compare.CeilingOf(fused)
		if err != nil {
			return err
		}
		c.Ceilings = append(c.Ceilings, *ceiling)
		if len(fused.Components) < 2 {
			continue
		}
		attribution, err := compare.Attribute(fused)
		if err != nil {
			return err
		}
		c.Attribution = append(c.Attribution, *attribution)
		c.Systems[i].Asked = cmp.Or(a.config.Asked, result.AskedInParallel)
	}
	return r.noteUnstable(ctx, c)
}

// noteUnstable warns, in every pair that uses such a component, that asking
// again gave other rankings, whenever that was; and says where fewer repeats
// are recorded than are wanted.
func (r *Runner) noteUnstable(ctx context.Context, c *result.Comparison) error {
	for _, planned := range r.plan.Components {
		src := r.sources[planned.Name]
		if planned.Run != "" {
			continue
		}
		at, err := r.recordingKey(src)
		if err != nil {
			return err
		}
		known, err := r.states(ctx, at)
		if err != nil {
			return err
		}
		for _, f := range r.repeatFindings(planned.Name, known) {
			for i := range c.Comparisons {
				p := &c.Comparisons[i]
				if r.uses(c.A.Name, planned.Name) || r.uses(p.B.Name, planned.Name) {
					p.Health = append(p.Health, f)
				}
			}
		}
	}
	return nil
}

func (r *Runner) repeatFindings(component string, known map[string]result.RecordingState) []result.Finding {
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
			component, prose.Plural(short, "answer"), r.plan.Retrieve.Repeat-1, component)))
	}
	return list
}

func (r *Runner) uses(config, component string) bool {
	planned, _ := r.plan.Config(config)
	return slices.Contains(planned.Components, component)
}
