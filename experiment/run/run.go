// Package run takes a plan from its first query to its comparison, in three steps with a type each:
//
//	Prepared   the inputs are read and hashed, every system has the id of its
//	           scores; nothing was asked
//	Retrieved  what the components say can be read, any number of times
//	scored     every system has its table, and the store keeps it
//
// Each is complete when it is made and is not changed by the next, so that a prepared plan can be run
// again, or by several at once. What is in the store is not done again.
package run

import (
	"context"
	"fmt"
	"slices"

	"github.com/rankduel/rankduel/experiment/compare"
	"github.com/rankduel/rankduel/experiment/plan"
	"github.com/rankduel/rankduel/experiment/recording"
	"github.com/rankduel/rankduel/experiment/result"
	"github.com/rankduel/rankduel/experiment/scoring"
)

// Run executes the plan: it retrieves each component once per query, fuses, scores, stores and
// compares. What is already stored is not done again. With a *compare.CoverageError it was measured on
// too few pairs for a verdict. When ctx ends, what was retrieved is recorded.
func (p *Prepared) Run(ctx context.Context, recorder result.Recorder) (*result.Comparison, error) {
	if len(p.plan.Configs) < 2 {
		return nil, result.ErrNoCandidate
	}
	r := p.reading(recorder, recording.NewStates(recorder), p.plan.Retrieve.Repeats)
	twins, asked, err := p.byModel(ctx, recorder)
	if err != nil {
		return nil, err
	}
	tables, err := r.all(ctx, p.systems)
	if err != nil {
		return nil, err
	}
	s := scored{Retrieved: r, tables: tables}
	if twins != nil {
		asked.RunIDs, r.report = r.report.RunIDs, asked
		if s.labels, err = p.join(tables, twins); err != nil {
			return nil, err
		}
	}
	return s.compare(ctx)
}

// all takes systems from their first query to their scores.
func (r *Retrieved) all(ctx context.Context, systems []System) ([]*scoring.Table, error) {
	if err := r.forget(ctx); err != nil {
		return nil, err
	}
	tables, err := r.stored(ctx, systems)
	if err != nil {
		return nil, err
	}
	var open []System
	for i, s := range systems {
		if s.Role == result.RoleConfig {
			r.report.RunIDs[s.Config.Name] = s.id
		}
		if tables[i] == nil {
			open = append(open, s)
		}
	}
	if err := r.retrieve(ctx, r.components(open)); err != nil {
		return nil, err
	}
	if err := r.score(ctx, systems, tables); err != nil {
		return nil, err
	}
	r.report.Cached = r.report.Calls == 0 && len(open) == 0
	return tables, nil
}

// scored is every system with its table, in the order of the systems.
type scored struct {
	*Retrieved
	tables []*scoring.Table
	labels []*result.SilverLabels // by candidate; nil without labels of a model
}

// compare decides, and adds what only a run knows.
func (s scored) compare(ctx context.Context) (*result.Comparison, error) {
	var err error
	if s.tables, err = scoring.Measurable(s.tables); err != nil {
		return nil, err
	}
	s.warnOfForeignIDs()
	settings := s.plan.Compare
	settings.Primary, settings.Guardrails = s.plan.Primary, s.plan.Guardrails
	settings.PerQuery, settings.Silver = settings.PerQuery || s.opts.PerQuery, s.labels
	if settings.Bounds || settings.Unjudged > 0 {
		if err := s.keepRankings(ctx); err != nil {
			return nil, err
		}
	}
	configs, _ := s.byRole(s.tables)
	c, err := compare.Against(configs[0], configs[1:], settings)
	if c == nil {
		return nil, err
	}
	for _, t := range s.tables {
		c.Systems = append(c.Systems, t.Summarize(false))
	}
	if explainErr := s.explainFusions(c); explainErr != nil {
		return nil, explainErr
	}
	if unstableErr := s.noteUnstable(ctx, c); unstableErr != nil {
		return nil, unstableErr
	}
	changed, versionErr := s.VersionChanged(ctx)
	if versionErr != nil {
		return nil, versionErr
	}
	for i := range c.Comparisons {
		c.Comparisons[i].Health = append(c.Comparisons[i].Health, changed...)
	}
	c.Retrieval = s.report
	return c, err
}

// byRole parts the tables of all systems: those of configurations, the baseline's first, and those of components alone.
func (p *Prepared) byRole(tables []*scoring.Table) (configs, components []*scoring.Table) {
	for i, s := range p.systems {
		switch {
		case s.Role != result.RoleConfig:
			components = append(components, tables[i])
		case s.Config.Name == p.plan.Baseline:
			configs = slices.Insert(configs, 0, tables[i])
		default:
			configs = append(configs, tables[i])
		}
	}
	return configs, components
}

// warnOfForeignIDs tells the configurations that fuse a component whose ids are
// not those of the judgments: such a list brings nothing but noise.
func (s scored) warnOfForeignIDs() {
	foreign := map[string][]result.UnmatchedIDs{}
	for i, system := range s.systems {
		if system.Role == result.RoleComponent {
			foreign[system.Config.Name] = s.tables[i].NotMeasurable()
		}
	}
	for i, system := range s.systems {
		if system.Role != result.RoleConfig || len(system.Config.Components) < 2 {
			continue
		}
		t := *s.tables[i]
		t.Health = slices.Clone(t.Health)
		for _, name := range system.Config.Components {
			for _, u := range foreign[name] {
				t.Health = append(t.Health, scoring.OfComponent(name, u))
			}
		}
		s.tables[i] = &t
	}
}

// keepRankings reads the configurations' rankings again, from the recordings and
// run files that they were scored from, and keeps what is judged of them.
func (s scored) keepRankings(ctx context.Context) error {
	for i, system := range s.systems {
		if system.Role != result.RoleConfig {
			continue
		}
		keeper := scoring.KeepRankings(s.tables[i], s.judgments)
		for got, err := range s.Rankings(ctx, s.recorder, system.Config.Name) {
			if err != nil {
				return fmt.Errorf("bounds: rankings of %s: %w", system.Config.Name, err)
			}
			if q, known := s.judgments.Index([]byte(got.QueryID)); known {
				keeper.Add(q, got.Hits)
			}
		}
	}
	return nil
}

func (s scored) alone(components []string) []*scoring.Table {
	list := make([]*scoring.Table, len(components))
	for i, name := range components {
		for at, system := range s.systems {
			if system.Role == result.RoleComponent && system.Config.Name == name {
				list[i] = s.tables[at]
			}
		}
	}
	return list
}

// One takes a single system from its first query to its scores, which are stored: a configuration of the plan, or one
// made from it. What is stored is not done again, and what is recorded is not asked again; the report says what was.
// Nothing is compared. The error of a system that found nothing, or has ids of its own, is that of a comparison.
func (p *Prepared) One(ctx context.Context, recorder result.Recorder, role result.Role, config plan.Config) (*scoring.Table, *result.RetrievalReport, error) {
	system, err := p.System(ctx, role, config)
	if err != nil {
		return nil, nil, err
	}
	r := p.reading(recorder, recording.NewStates(recorder), p.plan.Retrieve.Repeats)
	r.report.RunIDs[config.Name] = system.id
	tables, err := r.all(ctx, []System{system})
	if err == nil {
		tables, err = scoring.Measurable(tables)
	}
	if err != nil {
		return nil, r.report, err
	}
	changed, err := r.VersionChanged(ctx)
	if err != nil {
		return nil, nil, err
	}
	t := *tables[0]
	t.RunID = system.id
	t.Health = append(t.Health[:len(t.Health):len(t.Health)], changed...)
	return &t, r.report, nil
}
