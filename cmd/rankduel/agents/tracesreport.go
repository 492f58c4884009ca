package agents

import (
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"time"

	"github.com/spf13/cobra"

	"github.com/rankduel/rankduel/cmd/rankduel/flags"
	"github.com/rankduel/rankduel/cmd/rankduel/output"
	"github.com/rankduel/rankduel/experiment/result"
	"github.com/rankduel/rankduel/internal/unpack"
	"github.com/rankduel/rankduel/reports"
	"github.com/rankduel/rankduel/reports/agents"
	"github.com/rankduel/rankduel/traces"
	"github.com/rankduel/rankduel/traces/score"
)

type tracesReportOptions struct {
	impactOptions
	summary, impact string
}

func newTracesReportCommand() *cobra.Command {
	var opts tracesReportOptions
	cmd := flags.Verb("report RUN | --summary FILE --impact FILE", cobra.MaximumNArgs(1), opts.run)
	flags := cmd.Flags()
	opts.add(flags)
	opts.addEvents(flags)
	flags.Lookup("events-dir").Usage = "folder of figures or event documents (default: that of the run)"
	opts.Page.Written = true
	opts.AddPlain(flags, reports.Markdown)
	flags.Lookup("format").DefValue = string(reports.Markdown)
	opts.Format = string(reports.Markdown)
	opts.addCompared(&opts.impactOptions)
	flags.StringVar(&opts.summary, "summary", "", "summary of a run, as traces eval writes it")
	flags.StringVar(&opts.impact, "impact", "", "impact as JSON, as traces impact -o FILE.json writes it")
	return cmd
}

func (o *tracesReportOptions) run(cmd *cobra.Command, args []string) error {
	if err := errors.Join(o.Check(), o.read(args)); err != nil {
		return err
	}
	r, notes, err := o.report()
	if err != nil {
		return err
	}
	output.Warn(cmd.ErrOrStderr(), notes)
	return o.Write(cmd.OutOrStdout(), output.Of(*r, agents.WriteReport))
}

// report reads what there is: files, or everything of a run.
func (o *tracesReportOptions) report() (r *agents.Report, notes []string, err error) {
	r = &agents.Report{Profile: o.convention.Profile()}
	files := o.summary != "" || o.impact != ""
	switch {
	case files && (o.runDir != "" || o.eventsDir != ""):
		return nil, nil, errors.New("a run and files of one are two sources; give one")
	case files:
		if err := flags.RefuseUnused(o.given, "with files, whose comparison is made; give it to rankduel traces impact", "alpha", "margin", "range", "seed", "baseline", "candidate", "all", "strip"); err != nil {
			return nil, nil, err
		}
	case o.runDir == "":
		return nil, nil, errors.New("give the folder of a run, or --summary FILE and --impact FILE")
	default:
		if r.Tasks, _, err = o.figures(); err != nil { // analyze says its notes
			return nil, nil, err
		}
		if r.Summary, err = score.Summarize(r.Tasks, score.Options{Convention: o.convention, Now: time.Now()}); err != nil {
			return nil, nil, err
		}
		r.Impact, notes, err = o.analyze()
		return r, notes, err
	}
	if o.summary != "" {
		if r.Summary, err = traces.ReadSummary(o.summary); err != nil {
			return nil, nil, fmt.Errorf("--summary: %w", err)
		}
	}
	if o.impact != "" {
		if r.Impact, err = readImpact(o.impact); err != nil {
			return nil, nil, fmt.Errorf("--impact: %w", err)
		}
		r.Profile = r.Impact.Profile
	}
	return r, nil, nil
}

func readImpact(path string) (*result.Impact, error) {
	data, err := unpack.ReadFile(path)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, fmt.Errorf("%w; write it: rankduel traces impact RUN -o %s", err, path)
	}
	if err != nil {
		return nil, err
	}
	i := &result.Impact{}
	if err := json.Unmarshal(data, i); err != nil || i.Schema != result.ImpactSchema {
		return nil, errors.Join(fmt.Errorf("%s is no impact as JSON, which is %s", path, result.ImpactSchema), err)
	}
	return i, nil
}
