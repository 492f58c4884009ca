package gate

import (
	"context"
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
	cmd := flags.Verb("bless CURRENT -o baseline.json", cobra.ExactArgs(1), func(cmd *cobra.Command, args []string) error {
		return runBless(cmd.Context(), cmd.OutOrStdout(), cmd.ErrOrStderr(), opts, args[0])
	})
	opts.add(cmd.Flags())
	cmd.Flags().StringVarP(&opts.output, "output", "o", "", "file to write (default: standard output)")
	cmd.Flags().StringVar(&opts.ruleFile, "rules", "", "YAML file whose measures are scored too")
	cmd.Flags().BoolVar(&opts.latency, "latency", false, "keep latencies, which change with every run (kept where --rules compare them)")
	cmd.Flags().BoolVar(&opts.meansOnly, "means-only", false, "leave the queries out; only rules in mode point can use such a baseline")
	return cmd
}

func runBless(ctx context.Context, stdout, stderr io.Writer, opts blessOptions, arg string) error {
	if opts.output != "" {
		if strings.ToLower(filepath.Ext(opts.output)) != ".json" {
			return fmt.Errorf("-o %s: a baseline is JSON; want a name ending in .json", opts.output)
		}
		if err := outfile.Check(opts.output); err != nil {
			return fmt.Errorf("-o %s: %w", opts.output, err)
		}
	}
	in, err := opts.identify(ctx, arg)
	if err != nil {
		return err
	}
	if err := opts.checkUse(in); err != nil {
		return err
	}
	rules, err := gates.ReadRules(opts.ruleFile, in.profile)
	if err != nil {
		return err
	}
	side, _, err := opts.side(ctx, stderr, in, rules.Measures(), opts.system)
	if err != nil {
		return err
	}
	opts.saySources(stderr)
	if err := side.NotMeasured(); err != nil {
		return fmt.Errorf("%w: nothing was measured that could be a baseline", err)
	}
	for _, f := range side.Health {
		if f.Code == result.FindingMissing {
			fmt.Fprintf(document.Terminal(stderr, false), "rankduel: warning: %s\n", f.Text)
		}
	}
	if !opts.latency && !rules.CompareLatency() {
		side.Latency = nil
	}
	if opts.output == "" {
		return gate.WriteBaseline(stdout, side, opts.meansOnly)
	}
	err = output.WriteFile("-o "+opts.output, opts.output, func(w io.Writer) error { return gate.WriteBaseline(w, side, opts.meansOnly) })
	if err != nil {
		return err
	}
	_, err = fmt.Fprintf(stdout, "%s is the baseline in %s now; keep it in version control\n", side.System.Name, opts.output)
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
	cmd := flags.Verb("plan CURRENT [--baseline B]", cobra.ExactArgs(1), func(cmd *cobra.Command, args []string) error {
		return runGatePlan(cmd.Context(), cmd.OutOrStdout(), cmd.ErrOrStderr(), opts, args[0])
	})
	opts.addRules(cmd.Flags())
	opts.AddPlain(cmd.Flags(), reports.Text, reports.JSON, reports.Markdown)
	cmd.Flags().IntSliceVar(&opts.sizes, "queries", nil, "numbers of queries to plan for (default: as many as there are, and two and four times as many)")
	cmd.Flags().IntVar(&opts.replicates, "replicates", 1000, "draws of the queries for each number of them")
	cmd.Flags().Uint64Var(&opts.seed, "seed", 42, "seed of the simulation")
	cmd.Flags().BoolVar(&opts.aa, "aa", false, "hold CURRENT against itself: its repeats, or with --baseline which is which drawn for each query")
	return cmd
}

func runGatePlan(ctx context.Context, stdout, stderr io.Writer, opts gatePlanOptions, arg string) error {
	if opts.replicates < 1 || opts.replicates > 1_000_000 {
		return fmt.Errorf("--replicates %d is not from 1 to 1000000", opts.replicates)
	}
	if err := errors.Join(opts.Check(), flags.RefuseUnused(opts.Flags, "here: the rules say what is planned", "measure")); err != nil {
		return err
	}
	sides, rules, err := opts.both(ctx, stderr, arg)
	if err != nil {
		return err
	}
	opts.saySources(stderr)
	p, err := opts.simulate(sides, rules)
	if err != nil {
		return err
	}
	return opts.Write(stdout, output.Of(p, reports.GatePlan))
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
