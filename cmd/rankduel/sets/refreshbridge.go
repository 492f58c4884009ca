package sets

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"github.com/spf13/cobra"

	"github.com/rankduel/rankduel/cmd/rankduel/flags"
	"github.com/rankduel/rankduel/cmd/rankduel/output"
	"github.com/rankduel/rankduel/experiment/bridge"
	"github.com/rankduel/rankduel/experiment/compare"
	"github.com/rankduel/rankduel/experiment/judgments"
	"github.com/rankduel/rankduel/experiment/result"
	"github.com/rankduel/rankduel/experiment/scoring"
	"github.com/rankduel/rankduel/metrics"
	"github.com/rankduel/rankduel/reports"
	"github.com/rankduel/rankduel/reports/sets"
	"github.com/rankduel/rankduel/testsets"
)

type refreshBridgeOptions struct {
	output.Report
	flags.Store
	a, b     []string
	profile  string
	measures []string
}

func newRefreshBridgeCommand() *cobra.Command {
	var opts refreshBridgeOptions
	cmd := opts.Verb("bridge OLD NEW [A=RUN... B=RUN...]", cobra.MinimumNArgs(2), opts.run)
	opts.AddPlain(cmd.Flags(), reports.Text, reports.JSON, reports.Markdown)
	opts.Page.Written = true
	flags := cmd.Flags()
	opts.Store.Add(flags)
	flags.StringArrayVar(&opts.a, "a", nil, "run file of the old system, on both versions, or stored runs, one on each; several files hold different queries")
	flags.StringArrayVar(&opts.b, "b", nil, "run file of the new system, on the new version, or a stored run; several files hold different queries")
	flags.StringVar(&opts.profile, "profile", "", "conventions: the one that both sets name, unless given")
	flags.StringArrayVarP(&opts.measures, "measure", "m", nil, "measures, comma separated or repeated (default: those of the profile that decide)")
	return cmd
}

func (o *refreshBridgeOptions) run(cmd *cobra.Command, args []string) error {
	o.Stderr = cmd.ErrOrStderr()
	if err := o.name(args[2:]); err != nil {
		return err
	}
	if len(o.a) == 0 || len(o.b) == 0 {
		return errors.New("a bridge needs the old system and the new one: --a RUN and --b RUN, or OLD=RUN NEW=RUN, the same file twice if nothing changed")
	}
	old, err := judgments.OpenTestSet(".", args[0])
	if err != nil {
		return err
	}
	next, err := judgments.OpenTestSet(".", args[1])
	if err != nil {
		return err
	}
	notes, err := bridge.Check(old, next, o.profile != "")
	if err != nil {
		return err
	}
	c, left, err := o.crossing(cmd.Context(), old, next)
	if err != nil {
		return err
	}
	b, err := bridge.Of(*c)
	if err != nil {
		return err
	}
	b.Warnings = slices.Concat(notes, left, b.Warnings)
	return o.Write(cmd.OutOrStdout(), output.Of(b, sets.WriteBridge))
}

// crossing scores A on both versions and B on the new one.
func (o *refreshBridgeOptions) crossing(ctx context.Context, old, next *testsets.TestSet) (*bridge.Crossing, []result.Finding, error) {
	profile, err := judgments.ProfileOf(next)
	if o.profile != "" {
		profile, err = metrics.ProfileByName(o.profile)
	}
	if err != nil {
		return nil, nil, err
	}
	measures, err := profile.MeasuresOf(o.measures, false)
	if err != nil {
		return nil, nil, err
	}
	a, b, err := o.sides(ctx, old, next)
	if err != nil {
		return nil, nil, err
	}
	var notes []result.Finding
	if len(o.measures) == 0 {
		measures = slices.DeleteFunc(slices.Clone(measures), func(m metrics.Measure) bool { return !compare.Decides(m) })
		if measures, notes, err = bridge.StoredMeasures(measures, slices.Concat(a.stored, b.stored)); err != nil {
			return nil, nil, err
		}
	}
	var c bridge.Crossing
	for _, one := range []struct {
		to   **scoring.Table
		set  *testsets.TestSet
		side bridgeSide
	}{{&c.OldA, old, a}, {&c.NewA, next, a}, {&c.NewB, next, b}} {
		if *one.to, err = one.side.on(ctx, one.set, measures, profile); err != nil {
			return nil, nil, fmt.Errorf("%s on %s: %w", one.side.flag, one.set.Label(), err)
		}
	}
	return &c, notes, nil
}
