package agents

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/rankduel/rankduel/cmd/rankduel/flags"
	"github.com/rankduel/rankduel/cmd/rankduel/output"
	"github.com/rankduel/rankduel/experiment/result"
	"github.com/rankduel/rankduel/internal/outfile"
	"github.com/rankduel/rankduel/internal/plainjson"
	"github.com/rankduel/rankduel/traces"
	"github.com/rankduel/rankduel/traces/runs"
)

// NewTracesCommand makes the verb traces with all of its own.
func NewTracesCommand() *cobra.Command {
	return flags.Family("traces", newTracesNormalizeCommand(), newTracesEvalCommand(), newTracesImpactCommand(), newTracesReportCommand(),
		newTracesTestsetCommand(), newTraceExplain("explain-call TOOL [ARGUMENTS]", cobra.RangeArgs(1, 2), explainCall),
		newTraceExplain("explain-path PATH", cobra.ExactArgs(1), explainPath))
}

// traceFlags say which traces are read, and by which convention.
type traceFlags struct {
	runDir, eventsDir string
	all               bool
	profile           string
	strip             []string

	convention traces.Convention
	given      *pflag.FlagSet
}

func (t *traceFlags) addProfile(flags *pflag.FlagSet) {
	t.given = flags
	flags.StringVar(&t.profile, "profile", traces.ProfileCSB, "conventions: "+strings.Join(traces.Profiles(), " as specified, ")+" as the shipped program does")
	flags.StringArrayVar(&t.strip, "strip", nil, "take this prefix off paths too, such as /app/; repeatable, the first that fits counts")
}

func (t *traceFlags) add(flags *pflag.FlagSet) {
	t.addProfile(flags)
	flags.StringVar(&t.runDir, "run-dir", "", "folder of a run, or with --all of several; the first argument does too")
	flags.BoolVar(&t.all, "all", false, "every run in the folder")
}

func (t *traceFlags) addEvents(flags *pflag.FlagSet) {
	flags.StringVar(&t.eventsDir, "events-dir", "", "folder of event documents, in place of a run: the traces are not needed")
}

// read reads the profile, and takes the argument for the folder of a run.
func (t *traceFlags) read(args []string) error {
	if len(args) > 0 {
		if t.runDir != "" {
			return fmt.Errorf("%s and --run-dir %s are two folders; give one", args[0], t.runDir)
		}
		t.runDir = args[0]
	}
	var err error
	if t.convention, err = traces.ConventionOf(t.profile); err != nil {
		return err
	}
	t.convention.Strip = t.strip
	return errors.Join(folderGiven("--run-dir", t.runDir), folderGiven("--events-dir", t.eventsDir))
}

func folderGiven(flag, path string) error {
	if path == "" {
		return nil
	}
	info, err := os.Stat(path)
	if err == nil && !info.IsDir() {
		err = errors.New("it is a file")
	}
	if err != nil {
		return fmt.Errorf("%s %s: want a folder: %w", flag, path, err)
	}
	return nil
}

// folders returns those that hold event documents, with notes on runs that are passed
// over. One that is not there is none.
func (t *traceFlags) folders() (list, notes []string, err error) {
	runDirs := []string{t.runDir}
	switch {
	case t.eventsDir != "" && t.runDir != "":
		return nil, nil, errors.New("a run and --events-dir are two sources; give one")
	case t.eventsDir != "":
		return []string{t.eventsDir}, nil, flags.RefuseUnused(t.given, "with --events-dir, which is one folder", "all")
	case t.runDir == "":
		return nil, nil, errors.New("give the folder of a run (--run-dir), or of event documents (--events-dir)")
	case t.all:
		if runDirs, notes, err = runs.Folders(t.runDir); err != nil {
			return nil, nil, err
		}
	}
	for _, run := range runDirs {
		if dir := filepath.Join(run, traces.EventsFolder); output.IsFolder(dir) {
			list = append(list, dir)
		}
	}
	return list, notes, nil
}

// documents visits those of the folders one at a time, each execution once; notes say what is left out.
func (t *traceFlags) documents(visit func(traces.Located) error) (folders, notes []string, err error) {
	if folders, notes, err = t.folders(); err != nil {
		return nil, nil, err
	}
	var errs []error
	seen, met := traces.Seen{Gone: t.gone(folders)}, false
	for _, dir := range folders {
		errs = append(errs, traces.EachDocument(dir, func(d traces.Located) error {
			met = true
			if note, out := seen.LeftOut(d.Path, d.Provenance); out {
				notes = append(notes, note)
				return nil
			}
			return visit(d)
		}))
	}
	if err := errors.Join(errs...); err != nil {
		return nil, nil, err
	}
	if !met {
		return nil, nil, t.nothing()
	}
	return folders, notes, nil
}

// gone returns what tells whether the trial of a document is gone from its run, nil
// where documents were given without one.
func (t *traceFlags) gone(folders []string) func(traces.Provenance) bool {
	if t.eventsDir != "" {
		return nil
	}
	dirs := map[string]string{}
	for _, dir := range folders {
		run := filepath.Dir(dir)
		if absolute, err := filepath.Abs(run); err == nil {
			dirs[filepath.Base(absolute)] = run
		}
	}
	return func(p traces.Provenance) bool {
		run, known := dirs[p.RunID]
		return known && p.TrialName != nil && runs.Gone(run, p.ConfigName, *p.TrialName)
	}
}

// nothing says what to do where there are no documents.
func (t *traceFlags) nothing() error {
	if t.eventsDir != "" {
		return fmt.Errorf("%s: no event documents, which end in %s", t.eventsDir, traces.EventsEnding)
	}
	hint := ""
	if !t.all {
		if inner, _ := filepath.Glob(filepath.Join(t.runDir, "*", traces.EventsFolder)); len(inner) > 0 {
			hint = "; it holds runs: add --all"
		}
	}
	return fmt.Errorf("%s: no event documents; write them first: rankduel traces normalize --run-dir %s --tasks DIR%s", t.runDir, t.runDir, hint)
}

// writeTraceFile writes a file of the tree of events, making its folder.
func writeTraceFile(path string, v any) error {
	data, err := plainjson.Document(v)
	if err != nil {
		return fmt.Errorf("%s: %w", path, err)
	}
	if err = os.MkdirAll(filepath.Dir(path), 0o777); err == nil {
		err = outfile.WriteOneOf(path, data)
	}
	if err != nil {
		return &result.StoreError{Err: err}
	}
	return nil
}
