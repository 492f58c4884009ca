package agents

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"github.com/rankduel/rankduel/cmd/rankduel/flags"
	"github.com/rankduel/rankduel/cmd/rankduel/output"
	"github.com/rankduel/rankduel/experiment/compare"
	"github.com/rankduel/rankduel/experiment/impact"
	"github.com/rankduel/rankduel/experiment/result"
	"github.com/rankduel/rankduel/internal/ordered"
	"github.com/rankduel/rankduel/internal/prose"
	"github.com/rankduel/rankduel/metrics"
	"github.com/rankduel/rankduel/reports"
	"github.com/rankduel/rankduel/reports/agents"
	"github.com/rankduel/rankduel/traces"
	"github.com/rankduel/rankduel/traces/runs"
	"github.com/rankduel/rankduel/traces/score"
)

type impactOptions struct {
	traceFlags
	output.Report
	baseline, candidate string
	alpha, margin       float64
	seed                uint64
	ranges              []string
}

func newTracesImpactCommand() *cobra.Command {
	var opts impactOptions
	cmd := flags.Verb("impact RUN", cobra.MaximumNArgs(1), opts.run)
	flags := cmd.Flags()
	opts.add(flags)
	opts.addEvents(flags)
	flags.Lookup("events-dir").Usage = "folder of figures or event documents (default: that of the run)"
	opts.AddPlain(flags, reports.Text, reports.JSON, reports.Markdown)
	opts.addCompared(&opts)
	return cmd
}

func (t *traceFlags) addCompared(o *impactOptions) {
	flags := t.given
	flags.StringVar(&o.baseline, "baseline", "", "configuration to compare with (default: of each run the first that begins with baseline)")
	flags.StringVar(&o.candidate, "candidate", "", "configuration that is compared (default: the first that begins with mcp or sourcegraph)")
	flags.Float64Var(&o.alpha, "alpha", compare.DefaultAlpha, "significance level, above 0 and below 0.5")
	flags.Float64Var(&o.margin, "margin", compare.DefaultMargin, "largest difference that does not matter, in each metric's unit")
	flags.StringArrayVar(&o.ranges, "range", nil, "largest difference that two values of a metric can have, such as reward=1, without which nothing is called equivalent; repeatable")
	flags.Uint64Var(&o.seed, "seed", compare.DefaultSeed, "seed of everything drawn at random")
}

func (o *impactOptions) run(cmd *cobra.Command, args []string) error {
	if err := errors.Join(o.Check(), o.read(args)); err != nil {
		return err
	}
	i, notes, err := o.analyze()
	if err != nil {
		return err
	}
	output.Warn(cmd.ErrOrStderr(), notes)
	return o.Write(cmd.OutOrStdout(), output.Of(i, agents.WriteImpact))
}

// known wants a configuration that a flag names to be in a run.
func (o *impactOptions) known(tree *runs.Tree, flag, config string) error {
	configs := tree.Configs()
	if config == "" || slices.Contains(configs, config) {
		return nil
	}
	return fmt.Errorf("%s %s: no trial of it in %s; there are %s", flag, config, o.runDir, strings.Join(configs, ", "))
}

// analyze reads figures and outcomes, and sets them next to each other.
func (o *impactOptions) analyze() (*result.Impact, []string, error) {
	if o.runDir == "" {
		return nil, nil, errors.New("give the folder of a run, or of runs with --all: outcomes are in its result.json files")
	}
	settings, err := o.settings()
	if err != nil {
		return nil, nil, err
	}
	tree, err := runs.Walk(o.runDir, o.all, o.convention)
	if err != nil {
		return nil, nil, err
	}
	if err := errors.Join(o.known(tree, "--baseline", o.baseline), o.known(tree, "--candidate", o.candidate)); err != nil {
		return nil, nil, err
	}
	tasks, notes, err := o.figures()
	if err != nil {
		return nil, nil, err
	}
	outcomes := make([]runs.Outcome, len(tree.Trials))
	for i, t := range tree.Trials {
		var unread error
		if outcomes[i], unread = t.Outcome(); unread != nil {
			notes = append(notes, unread.Error())
		}
	}
	i, err := impact.Analyze(impact.FoundOf(tasks), outcomes, impact.Settings{
		Convention: o.convention, Baseline: o.baseline, MCP: o.candidate, Now: time.Now(),
		Compare: settings,
	})
	if err != nil {
		return nil, nil, err
	}
	i.Matched.Understood = impact.Understood(tasks, i.Matched)
	return i, ordered.With(slices.Clone(tree.Notes), notes...), nil
}

// settings returns the flags as the library wants them.
func (o *impactOptions) settings() (compare.Settings, error) {
	s := compare.Settings{Alpha: o.alpha, Margin: o.margin, Seed: &o.seed, Ranges: map[string]float64{}}
	var errs prose.Faults
	errs.If(o.baseline != "" && o.baseline == o.candidate, "--baseline and --candidate are both %s: name two configurations", o.baseline)
	if err := (compare.Roles{Ranges: o.ranges}).Take(&s, declarable); err != nil {
		errs = append(errs, fmt.Errorf("--%w", err))
	}
	width, all := s.Ranges[""] // dollars and seconds are not shares
	errs.If(all, "--range %v: of which metric? want METRIC=NUMBER, such as reward=1", width)
	errs = append(errs, flags.RefuseZero("alpha", o.alpha == 0), flags.RefuseZero("margin", o.margin == 0), s.Validate())
	return s, errors.Join(errs...)
}

// declarable returns a metric whose range can be declared.
func declarable(name string) ([]metrics.Measure, error) {
	if known := impact.Metrics(); !slices.Contains(known, name) {
		return nil, fmt.Errorf("no metric %q: want one of %s", name, strings.Join(known, ", "))
	}
	return []metrics.Measure{metrics.Foreign{Name: name}}, nil
}

// figures returns those of all tasks below the folders.
func (o *impactOptions) figures() (tasks []*traces.TaskMetrics, notes []string, err error) {
	from := o.traceFlags
	if from.eventsDir != "" {
		from.runDir = ""
	}
	folders, passed, err := from.folders()
	if err != nil {
		return nil, nil, err
	}
	tasks, notes, err = score.Figures(folders, score.Options{Convention: o.convention, Now: time.Now(), Gone: from.gone(folders)})
	if err == nil && len(tasks) == 0 {
		err = from.nothing()
	}
	return tasks, append(passed, notes...), err
}
