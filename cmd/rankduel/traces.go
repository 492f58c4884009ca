package main

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/rankduel/rankduel/experiment/result"
	"github.com/rankduel/rankduel/internal/outfile"
	"github.com/rankduel/rankduel/traces"
)

func newTracesCommand() *cobra.Command {
	cmd := &cobra.Command{
		Use: "traces", Short: "What coding agents found, used and gained (CodeScaleBench)", Args: knownVerb, RunE: showHelp,
	}
	cmd.AddCommand(newTracesNormalizeCommand(), newTracesEvalCommand(), newTracesImpactCommand(), newTracesReportCommand(), newTracesTestsetCommand(),
		newTracesCallCommand(), newTracesPathCommand())
	return cmd
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

// folders are the folders of events, of each run one.
func (t *traceFlags) folders() ([]string, error) {
	switch {
	case t.eventsDir != "" && t.runDir != "":
		return nil, errors.New("a run and --events-dir are two sources; give one")
	case t.eventsDir != "":
		return []string{t.eventsDir}, unused(t.given, "with --events-dir, which is one folder", "all")
	case t.runDir == "":
		return nil, errors.New("give the folder of a run (--run-dir), or of event documents (--events-dir)")
	case !t.all:
		return []string{filepath.Join(t.runDir, traces.EventsFolder)}, nil
	}
	runs, err := os.ReadDir(t.runDir)
	if err != nil {
		return nil, err
	}
	var list []string
	for _, run := range runs {
		if dir := filepath.Join(t.runDir, run.Name(), traces.EventsFolder); isFolder(dir) {
			list = append(list, dir)
		}
	}
	return list, nil
}

// documents reads all documents of the folders.
func (t *traceFlags) documents() (docs []traces.Located, folders []string, err error) {
	if folders, err = t.folders(); err != nil {
		return nil, nil, err
	}
	var errs []error
	for _, dir := range folders {
		list, err := traces.ReadDocuments(dir)
		if !errors.Is(err, fs.ErrNotExist) {
			errs = append(errs, err)
		}
		docs = append(docs, list...)
	}
	if err := errors.Join(errs...); err != nil {
		return nil, nil, err
	}
	if len(docs) == 0 {
		return nil, nil, t.nothing()
	}
	return docs, folders, nil
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
	data, err := traces.Encode(v)
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

// repeated lists the executions that several documents say they are of.
func repeated(docs []traces.Located) []string {
	var found []string
	seen := map[[4]string]string{}
	for _, d := range docs {
		batch := ""
		if d.Provenance.BatchTimestamp != nil {
			batch = *d.Provenance.BatchTimestamp
		}
		key := [4]string{d.Provenance.RunID, batch, d.Provenance.ConfigName, d.Provenance.TaskName}
		if first, is := seen[key]; is {
			found = append(found, fmt.Sprintf("%s and %s are of the same execution: %s", first, d.Path, strings.Join(slices.DeleteFunc(key[:], func(s string) bool { return s == "" }), "/")))
			continue
		}
		seen[key] = d.Path
	}
	return found
}
