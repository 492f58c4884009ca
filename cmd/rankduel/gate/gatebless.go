package gate

import (
	"errors"
	"fmt"
	"io"
	"path/filepath"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/rankduel/rankduel/cmd/rankduel/flags"
	"github.com/rankduel/rankduel/cmd/rankduel/gates"
	"github.com/rankduel/rankduel/cmd/rankduel/output"
	"github.com/rankduel/rankduel/experiment/gate"
	"github.com/rankduel/rankduel/experiment/result"
	"github.com/rankduel/rankduel/internal/outfile"
	"github.com/rankduel/rankduel/reports"
	"github.com/rankduel/rankduel/reports/document"
)

type blessOptions struct {
	gateSideFlags
	output    string
	meansOnly bool
	latency   bool
	ruleFile  string
}

func newBlessCommand() *cobra.Command {
	var opts blessOptions
	cmd := flags.Verb("bless CURRENT -o baseline.json", cobra.ExactArgs(1), opts.run)
	opts.add(cmd.Flags())
	cmd.Flags().StringVarP(&opts.output, "output", "o", "", "file to write (default: standard output)")
	cmd.Flags().StringVar(&opts.ruleFile, "rules", "", "YAML file whose measures are scored too")
	cmd.Flags().BoolVar(&opts.latency, "latency", false, "keep latencies, which change with every run (kept where --rules compare them)")
	cmd.Flags().BoolVar(&opts.meansOnly, "means-only", false, "leave the queries out; only rules in mode point can use such a baseline")
	return cmd
}

func (o *blessOptions) run(cmd *cobra.Command, args []string) error {
	stderr := cmd.ErrOrStderr()
	if o.output != "" {
		if strings.ToLower(filepath.Ext(o.output)) != ".json" {
			return fmt.Errorf("-o %s: a baseline is JSON; want a name ending in .json", o.output)
		}
		if err := outfile.Check(o.output); err != nil {
			return fmt.Errorf("-o %s: %w", o.output, err)
		}
	}
	in, err := o.identify(cmd.Context(), args[0])
	if err != nil {
		return err
	}
	if err := o.checkUse(in); err != nil {
		return err
	}
	rules, err := gates.ReadRules(o.ruleFile, in.profile)
	if err != nil {
		return err
	}
	side, _, err := o.side(cmd.Context(), stderr, in, rules.Measures(), o.system)
	if err != nil {
		return err
	}
	o.saySources(stderr)
	if err := side.NotMeasured(); err != nil {
		return fmt.Errorf("%w: nothing was measured that could be a baseline", err)
	}
	for _, f := range side.Health {
		if f.Code == result.FindingMissing {
			fmt.Fprintf(document.Terminal(stderr, false), "rankduel: warning: %s\n", f.Text)
		}
	}
	if !o.latency && !rules.CompareLatency() {
		side.Latency = nil
	}
	if o.output == "" {
		return gate.WriteBaseline(cmd.OutOrStdout(), side, o.meansOnly)
	}
	err = output.WriteFile("-o "+o.output, o.output, func(w io.Writer) error { return gate.WriteBaseline(w, side, o.meansOnly) })
	if err != nil {
		return err
	}
	_, err = fmt.Fprintf(cmd.OutOrStdout(), "%s is the baseline in %s now; keep it in version control\n", side.System.Name, o.output)
	return err
}

type gatePlanOptions struct {
	gateOptions
	sizes      []int
	replicates int
	seed       uint64
	aa         bool
}

func newGatePlanCommand() *cobra.Command {
	var opts gatePlanOptions
	cmd := flags.Verb("plan CURRENT [--baseline B]", cobra.ExactArgs(1), opts.run)
	opts.addRules(cmd.Flags())
	opts.AddPlain(cmd.Flags(), reports.Text, reports.JSON, reports.Markdown)
	cmd.Flags().IntSliceVar(&opts.sizes, "queries", nil, "numbers of queries to plan for (default: as many as there are, and two and four times as many)")
	cmd.Flags().IntVar(&opts.replicates, "replicates", 1000, "draws of the queries for each number of them")
	cmd.Flags().Uint64Var(&opts.seed, "seed", 42, "seed of the simulation")
	cmd.Flags().BoolVar(&opts.aa, "aa", false, "hold CURRENT against itself: its repeats, or with --baseline which is which drawn for each query")
	return cmd
}

func (o *gatePlanOptions) run(cmd *cobra.Command, args []string) error {
	if o.replicates < 1 || o.replicates > 1_000_000 {
		return fmt.Errorf("--replicates %d is not from 1 to 1000000", o.replicates)
	}
	if err := errors.Join(o.Check(), flags.RefuseUnused(o.Flags, "here: the rules say what is planned", "measure")); err != nil {
		return err
	}
	sides, rules, err := o.both(cmd.Context(), cmd.ErrOrStderr(), args[0])
	if err != nil {
		return err
	}
	o.saySources(cmd.ErrOrStderr())
	p, err := o.simulate(sides, rules)
	if err != nil {
		return err
	}
	return o.Write(cmd.OutOrStdout(), output.Of(p, reports.GatePlan))
}

// simulate plans for two systems, or holds one against itself.
func (o *gatePlanOptions) simulate(sides gateSides, rules gate.Rules) (*result.GatePlan, error) {
	s := gate.Simulation{Sizes: o.sizes, Replicates: o.replicates, Seed: o.seed}
	switch {
	case !o.aa && sides.baseline == nil:
		return nil, errors.New("a plan needs two systems; give --baseline")
	case !o.aa:
		return gate.Plan(sides.current, *sides.baseline, rules, sides.profile, s)
	case s.Sizes != nil:
		return nil, errors.New("--queries has no use with --aa, which takes the queries as they are")
	}
	p, err := gate.AA(sides.current, sides.baseline, rules, sides.profile, s)
	switch {
	case err != nil:
		return nil, err
	case p.AA.Of == result.AARepeats && o.baseline != "":
		return nil, fmt.Errorf("--baseline has no use with --aa: %s was run several times, and is held against itself", sides.current.System.Name)
	case rules.Evidence != gate.EvidenceRequired && !slices.ContainsFunc(p.AA.PerRule, func(r result.GateAARule) bool { return r.Mode != string(gate.Point) }):
		return p, flags.RefuseUnused(o.Flags, "with --aa where means alone decide (mode point); give rules, --mode or --evidence required", "alpha")
	}
	return p, nil
}
