package sweep

import (
	"context"
	"slices"

	"github.com/rankduel/rankduel/experiment/compare"
	"github.com/rankduel/rankduel/experiment/plan"
	"github.com/rankduel/rankduel/experiment/result"
	"github.com/rankduel/rankduel/experiment/run"
	"github.com/rankduel/rankduel/experiment/scoring"
)

// check scores the baseline, the best setting and the components alone as a run would, and looks at them as
// a run does. The error is what keeps the gain from having a verdict.
func (s *sweeper) check(ctx context.Context, out *result.Sweep) error {
	of, err := s.checked(ctx, out)
	if err != nil {
		return err
	}
	tables, err := s.retrieved.Tables(ctx, of)
	if err != nil {
		return err
	}
	if tables, err = scoring.Measurable(tables); err != nil {
		return err
	}
	settings := s.plan.Compare
	settings.Primary, settings.Guardrails = s.measure, nil
	seen, fault := compare.Health(tables[0], tables[1], settings)
	if fault != nil && !compare.NoVerdict(fault) {
		return fault
	}
	for _, f := range seen {
		same := out.Best == out.Baseline && f.Code == result.FindingIdentical
		if !same && !slices.Contains(ownFindings, f.Code) {
			out.Health = append(out.Health, f)
		}
	}
	for i, name := range s.components() {
		for _, u := range tables[2+i].NotMeasurable() {
			out.Health = append(out.Health, scoring.OfComponent(name, u))
		}
	}
	return fault
}

// ownFindings are those that a sweep has of all its settings or components.
var ownFindings = []string{result.FindingFailed, result.FindingUndefined, result.FindingLowCoverage, result.FindingMissing}

// checked returns the baseline and the best setting, then the components alone.
func (s *sweeper) checked(ctx context.Context, out *result.Sweep) ([]run.System, error) {
	var configs []plan.Config
	for _, name := range []string{out.Baseline, out.Best} {
		i := slices.IndexFunc(s.settings, func(c setting) bool { return c.Name == name })
		configs = append(configs, s.settings[i].Config)
	}
	for _, name := range s.components() {
		configs = append(configs, s.plan.Alone(name))
	}
	list := make([]run.System, len(configs))
	for i, c := range configs {
		var err error
		if list[i], err = s.prepared.System(ctx, result.RoleConfig, c); err != nil {
			return nil, err
		}
	}
	return list, nil
}

// lookedAt tells whether the findings of a component are in those of the baseline or the best setting.
func (s *sweeper) lookedAt(out *result.Sweep, component string) bool {
	return slices.ContainsFunc(s.settings, func(c setting) bool {
		return (c.Name == out.Baseline || c.Name == out.Best) && slices.Contains(c.Components, component)
	})
}
