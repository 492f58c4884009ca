package service

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"path/filepath"
	"time"

	"github.com/spf13/pflag"

	"github.com/rankduel/rankduel/cmd/rankduel/execution"
	"github.com/rankduel/rankduel/cmd/rankduel/flags"
	"github.com/rankduel/rankduel/cmd/rankduel/gates"
	"github.com/rankduel/rankduel/experiment/gate"
	"github.com/rankduel/rankduel/experiment/judgments"
	"github.com/rankduel/rankduel/experiment/plan"
	"github.com/rankduel/rankduel/experiment/result"
	"github.com/rankduel/rankduel/experiment/scoring"
	"github.com/rankduel/rankduel/internal/unpack"
	"github.com/rankduel/rankduel/server/system"
	"github.com/rankduel/rankduel/store"
	"github.com/rankduel/rankduel/testsets"
)

// gateWatchFlags say what scheduled evaluations are held against.
type gateWatchFlags struct {
	rules, baseline string
}

func (g *gateWatchFlags) add(flags *pflag.FlagSet) {
	flags.StringVar(&g.rules, "gate", "", "YAML file with rules of a gate, for scheduled evaluations (default with --baseline: "+gate.DefaultRule+")")
	flags.StringVar(&g.baseline, "baseline", "", "what the gate holds the system against: a file of rankduel gate bless, means, a stored run (default: the experiment's baseline)")
}

// wanted tells whether there is a gate.
func (g *gateWatchFlags) wanted() bool { return g.rules != "" || g.baseline != "" }

// with reads the rules, and is the plan with the measures that they are about.
func (g *gateWatchFlags) with(p *plan.Plan) (gate.Rules, *plan.Plan, error) {
	if !g.wanted() {
		return gate.Rules{}, p, nil
	}
	rules, err := gates.ReadRules(g.rules, p.Profile)
	if err != nil {
		return rules, nil, err
	}
	if rules, err = rules.OrDefault(p.Profile); err != nil {
		return rules, nil, fmt.Errorf("--gate: %w", err)
	}
	scored, err := p.With(rules.Measures()...)
	if err != nil {
		return rules, nil, fmt.Errorf("--gate %s: %w", g.rules, err)
	}
	return rules, scored, nil
}

// judge returns the gate of a system. It refuses rules that could never be held against it; the baseline is read once.
func (g *gateWatchFlags) judge(ctx context.Context, s *system.System, db store.Store, rules gate.Rules, set *testsets.TestSet) (func(current, baseline *scoring.Table) (*result.Gate, error), error) {
	profile := s.Plan().Profile
	kept, err := g.kept(ctx, db, s.Plan())
	if err != nil {
		return nil, fmt.Errorf("--baseline: %w", err)
	}
	judged, err := judgments.Of(set, judgments.PartEvaluation)
	if err != nil {
		return nil, err
	}
	now := gate.Side{Profile: profile.Name, TestSet: judged.Info}
	held := kept
	if held == nil && s.HasBaseline() {
		held = unscored(s.Plan())
	}
	if _, err := rules.For(&now, held, profile); err != nil {
		if held == nil {
			err = fmt.Errorf("%w, or serve another configuration with --system: %s is the experiment's baseline itself", err, s.Config())
		}
		return nil, fmt.Errorf("--gate: %w", err)
	}
	return func(current, baseline *scoring.Table) (*result.Gate, error) {
		against := kept
		switch {
		case kept != nil, !s.HasBaseline():
		case baseline == nil:
			return nil, fmt.Errorf("the experiment's baseline %s was not measured", s.Plan().Baseline)
		default:
			side := gates.SideOf(baseline)
			against = &side
		}
		return gate.Judge(gates.SideOf(current), against, rules, profile, time.Now())
	}, nil
}

// unscored returns what is known of a configuration before it is evaluated: what it will be scored by.
func unscored(p *plan.Plan) *gate.Side {
	scores := map[string]*float64{}
	for _, m := range p.Measures {
		scores[m.String()] = nil
	}
	return &gate.Side{Rows: []result.Row{{Scores: scores}}}
}

// kept reads the baseline that is named; nil when there is none.
func (g *gateWatchFlags) kept(ctx context.Context, db store.Store, p *plan.Plan) (*gate.Side, error) {
	if g.baseline == "" {
		return nil, nil
	}
	if execution.IsExperiment(g.baseline) {
		return nil, fmt.Errorf("%s is not run here; `rankduel gate bless %s -o baseline.json` writes a baseline", g.baseline, g.baseline)
	}
	data, err := unpack.ReadFile(g.baseline)
	var side gate.Side
	switch {
	case errors.Is(err, fs.ErrNotExist) && filepath.Ext(g.baseline) == "":
		stored, err := flags.FindRun(ctx, db, g.baseline)
		if err != nil {
			return nil, fmt.Errorf("there is not a file %s, and no stored run: %w", g.baseline, err)
		}
		if side, err = gates.StoredSide(stored); err != nil {
			return nil, err
		}
	case err != nil:
		return nil, err
	default:
		if side, err = gate.ReadDocument(g.baseline, data, "", true, p.Profile); err != nil {
			return nil, err
		}
	}
	return &side, flags.RefuseStoredHeldOut("a gate", side.TestSet)
}
