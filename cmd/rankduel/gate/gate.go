package gate

import (
	"context"
	"errors"
	"fmt"
	"io"
	"time"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/rankduel/rankduel/cmd/rankduel/flags"
	"github.com/rankduel/rankduel/cmd/rankduel/gates"
	"github.com/rankduel/rankduel/cmd/rankduel/output"
	"github.com/rankduel/rankduel/experiment/compare"
	"github.com/rankduel/rankduel/experiment/gate"
	"github.com/rankduel/rankduel/experiment/result"
	"github.com/rankduel/rankduel/experiment/scoring"
	"github.com/rankduel/rankduel/internal/prose"
	"github.com/rankduel/rankduel/internal/setting"
	"github.com/rankduel/rankduel/internal/unpack"
	"github.com/rankduel/rankduel/metrics"
	"github.com/rankduel/rankduel/reports"
	"github.com/rankduel/rankduel/reports/document"
)

type gateOptions struct {
	gateSideFlags
	output.Report
	prom              *flags.Prometheus
	ruleFile, waivers string
	rules, ranges     []string
	mode, evidence    string
	alpha             float64
	minCoverage       float64
	maxAge            string
	onInconclusive    string
	base              string
	protected         []result.ProtectedFile
	flags             *pflag.FlagSet
}

// NewGateCommand makes the verb gate with all of its own.
func NewGateCommand() *cobra.Command {
	var opts gateOptions
	cmd := flags.Verb("gate CURRENT --baseline B", cobra.ExactArgs(1), func(cmd *cobra.Command, args []string) error {
		return opts.prom.Around(args[0], cmd.Flags(), cmd.ErrOrStderr(), func() error {
			return runGate(cmd.Context(), cmd.OutOrStdout(), cmd.ErrOrStderr(), opts, args[0])
		})
	})
	opts.addRules(cmd.Flags())
	opts.AddPlain(cmd.Flags(), reports.GateFormats()...)
	opts.prom = &flags.Prometheus{Gate: true}
	opts.prom.Add(cmd.Flags())
	cmd.Flags().StringVar(&opts.onInconclusive, "on-inconclusive", gates.InconclusiveIs4, "what too few queries to decide do: fail (exit 1), warn or pass (exit 0); without it exit 4")
	cmd.Flags().StringVar(&opts.base, "protect", "", "branch of git, or folder with a second checkout: fail where baseline, rules, waivers, judgments, experiment or ledger are not as there")
	cmd.AddCommand(newBlessCommand(), newGatePlanCommand())
	return cmd
}

func (o *gateOptions) addRules(flags *pflag.FlagSet) {
	o.flags = flags
	o.add(flags)
	flags.StringVar(&o.baseline, "baseline", "", "what to hold the system against")
	flags.StringVar(&o.baselineSystem, "baseline-system", "", "the one of several systems in the baseline")
	flags.StringVar(&o.ruleFile, "rules", "", "YAML file with rules, modes and waivers")
	flags.StringArrayVar(&o.rules, "rule", nil, "rule like 'R@10: drop <= 5%'; repeatable")
	flags.StringArrayVar(&o.ranges, "range", nil, "largest difference that two scores of a measure without bounds can have, W or MEASURE=W; repeatable")
	flags.StringVar(&o.waivers, "waivers", "", "YAML file with waivers")
	flags.StringVar(&o.mode, "mode", "", "point, noninferior or regression, for rules without a mode (default: regression; point without rules, under profile medkg and for means alone)")
	flags.StringVar(&o.evidence, "evidence", "", "accepted, or required: what the queries do not show is inconclusive (default: accepted)")
	flags.Float64Var(&o.alpha, "alpha", 0.05, "level of each one-sided bound")
	flags.Float64Var(&o.minCoverage, "min-coverage", gate.DefaultMinCoverage, "least share of queries that must have been measured (default: that of the rules, of the experiment, or 0.95)")
	flags.Lookup("min-coverage").DefValue = "0" // the usage says which it is
	flags.StringVar(&o.maxAge, "max-age", "", "refuse rankings that were recorded longer ago, like 7d")
}

func runGate(ctx context.Context, stdout, stderr io.Writer, opts gateOptions, arg string) error {
	switch opts.onInconclusive {
	case gates.InconclusiveIs4, gates.InconclusiveFail, gates.InconclusiveWarn, gates.InconclusivePass:
	default:
		return fmt.Errorf("--on-inconclusive %q: want fail, warn or pass", opts.onInconclusive)
	}
	if err := opts.Check(); err != nil {
		return err
	}
	opts.judged = true
	sides, rules, err := opts.both(ctx, stderr, arg)
	if err != nil {
		return err
	}
	g, err := gate.Judge(sides.current, sides.baseline, rules, sides.profile, time.Now())
	if err != nil {
		return err
	}
	g.Sources, g.Protected = append(g.Sources, opts.sources...), opts.protected
	if changed := changes(opts.base, opts.protected); changed != "" {
		gate.Fail(g, result.Faulted(result.FindingProtected, changed))
	}
	opts.prom.PublishGate(g)
	err = opts.Write(stdout, output.Of(g, reports.Gate))
	return errors.Join(err, gates.Outcome(stderr, g, opts.onInconclusive))
}

// both reads the rules and both sides. Rules are read first: what they are about has to be scored.
func (o *gateOptions) both(ctx context.Context, stderr io.Writer, arg string) (sides gateSides, rules gate.Rules, err error) {
	current, err := o.identify(ctx, arg)
	if err != nil {
		return sides, rules, err
	}
	known := []gateInput{current}
	if o.baseline != "" {
		baseline, err := o.identify(ctx, o.baseline)
		if err != nil {
			return sides, rules, err
		}
		known = append(known, baseline)
	}
	if err := o.checkUse(known...); err != nil {
		return sides, rules, err
	}
	if !o.Writes(reports.Markdown) && !o.Writes(reports.JSON) && o.Address == noStore {
		err := flags.RefuseUnused(o.Flags, "where what rules are about is all that is shown; give a --rule about it, or -o FILE.md or FILE.json for all means", "measure")
		if err != nil {
			return sides, rules, err
		}
	}
	if o.base != "" {
		files, err := o.deciding(known)
		if err != nil {
			return sides, rules, err
		}
		if o.protected, err = compareWithBase(ctx, o.base, files); err != nil {
			return sides, rules, err
		}
		if changed := changes(o.base, o.protected); changed != "" { // whatever becomes of the rest
			fmt.Fprintf(document.Terminal(stderr, false), "rankduel: --protect: %s\n", changed)
		}
	}
	if rules, err = o.readRules(current.profile); err != nil {
		return sides, rules, err
	}
	if current.plan != nil && rules.MinCoverage == nil {
		rules.MinCoverage = current.plan.Compare.MinCoverage
	}
	if sides, err = o.read(ctx, stderr, known, rules); err == nil && sides.current.RecordedAt == nil {
		err = flags.RefuseUnused(o.flags, "for a system of which nothing says when it was recorded, such as a run file", "max-age")
	}
	return sides, rules, err
}

// readRules reads rules from the file and the flags; flags add rules, and override what holds for all.
func (o *gateOptions) readRules(profile metrics.Profile) (gate.Rules, error) {
	rules, err := gates.ReadRules(o.ruleFile, profile)
	if err != nil {
		return rules, err
	}
	added, err := gates.ParseRules(o.rules, profile)
	rules.Rules = append(rules.Rules, added...)
	errs := prose.Faults{err}
	if o.waivers != "" {
		data, err := unpack.ReadFile(o.waivers)
		if err != nil {
			return rules, err
		}
		waivers, err := gate.ReadWaivers(o.waivers, data)
		errs = append(errs, err)
		rules.Waivers = append(rules.Waivers, waivers...)
	}
	if o.flags.Changed("mode") {
		rules.Mode = gate.Mode(o.mode)
	}
	if err == nil {
		rules, err = rules.OrDefault(profile)
		errs = append(errs, err)
	}
	if o.flags.Changed("evidence") {
		rules.Evidence = gate.Evidence(o.evidence)
	}
	if o.flags.Changed("alpha") {
		rules.Alpha = o.alpha
		errs = append(errs, flags.RefuseZero("alpha", o.alpha == 0))
	}
	if o.flags.Changed("min-coverage") {
		rules.MinCoverage = &o.minCoverage
	}
	if o.maxAge != "" {
		oldest, err := setting.Age(o.maxAge)
		errs.In("--max-age", err)
		rules.MaxAge = oldest
	}
	var declared compare.Settings
	errs = append(errs, compare.Roles{Ranges: o.ranges}.Take(&declared, func(text string) ([]metrics.Measure, error) {
		return []metrics.Measure{scoring.Named(text)}, nil
	}))
	rules.Ranges = declared.Ranges
	errs = append(errs, rules.Validate())
	return rules, errors.Join(errs...)
}
