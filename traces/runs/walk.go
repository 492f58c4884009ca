// Package runs walks the trees that CodeScaleBench leaves its runs in,
// runs/{staging|official}/{run}/{config}/{batch}/{task}__{hash}, and reads what a
// trial came to: reward, cost, time. It opens no trace.
package runs

import (
	"cmp"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/rankduel/rankduel/internal/ordered"
	"github.com/rankduel/rankduel/internal/pattern"
	"github.com/rankduel/rankduel/traces"
)

// ErrNoTrials says that a folder has no trial where one is looked for.
var ErrNoTrials = errors.New("no trial found")

// A Trial is one task under one configuration, in one run.
type Trial struct {
	RunDir string
	RunID  string
	Config string
	Batch  string // its timestamp, "" where the folder is named otherwise
	Dir    string
	Task   string
	Suite  string // as the run's name suggests, unknown if it does not
	Result Result
	Unread error // result.json is there and cannot be read
}

// A Tree is what is below a folder.
type Tree struct {
	Trials []Trial  // by run, configuration and task
	Notes  []string // what was passed over, and why
}

// Tasks returns the names of the tasks of all trials, each once, sorted.
func (t *Tree) Tasks() []string { return t.names(func(trial Trial) string { return trial.Task }) }

// Configs returns the names of the configurations of all trials, likewise.
func (t *Tree) Configs() []string { return t.names(func(trial Trial) string { return trial.Config }) }

func (t *Tree) names(of func(Trial) string) []string {
	names := ordered.Each(t.Trials, of)
	slices.Sort(names)
	return slices.Compact(names)
}

// skipped are parts of names of runs that are not to be read.
var skipped = []string{"archive", "__broken", "__duplicate", "__all_errored", "__partial", "__integrated"}

var batchTime = pattern.Lazy(`\d{4}-\d{2}-\d{2}__\d{2}-\d{2}-\d{2}$`)

// Walk finds the trials of one run, or with all those of every run in the folder. Of several trials of a
// task under a configuration the one that started last is taken, and the others are noted.
func Walk(root string, all bool, c traces.Convention) (*Tree, error) {
	dirs := []string{root}
	t := &Tree{}
	if all {
		var err error
		if dirs, t.Notes, err = Folders(root); err != nil {
			return nil, err
		}
	}
	for _, dir := range dirs {
		if err := t.run(dir, c); err != nil {
			return nil, err
		}
	}
	if len(t.Trials) == 0 {
		return nil, t.nothing(root, all)
	}
	t.latest()
	return t, nil
}

// Folders returns those of the runs in a folder, with notes on what is passed over.
func Folders(root string) (dirs, notes []string, err error) {
	entries, err := os.ReadDir(root)
	if err != nil {
		return nil, nil, err
	}
	for _, e := range entries {
		i := slices.IndexFunc(skipped, func(part string) bool { return strings.Contains(e.Name(), part) })
		switch {
		case e.Type()&fs.ModeSymlink != 0:
			notes = append(notes, e.Name()+": passed over: a link; a run counts where it is")
		case e.IsDir() && i >= 0:
			notes = append(notes, fmt.Sprintf("%s: passed over: a run with %q in its name is not to be read", e.Name(), skipped[i]))
		case e.IsDir():
			dirs = append(dirs, filepath.Join(root, e.Name()))
		}
	}
	return dirs, notes, nil
}

func (t *Tree) note(format string, args ...any) {
	t.Notes = append(t.Notes, fmt.Sprintf(format, args...))
}

// nothing says what was looked for, and what may be wrong.
func (t *Tree) nothing(root string, all bool) error {
	hint := "a trial is RUN/CONFIG/BATCH/TASK__HASH with a result.json; CONFIG begins with baseline, mcp- or sourcegraph, BATCH is a time such as 2026-02-23__14-09-21 or begins with csb_ or ccb_"
	if !all {
		hint += "; --all reads every run in a folder of runs"
	}
	const most = 3
	if few := t.Notes[:min(most, len(t.Notes))]; len(few) > 0 {
		hint += "; " + strings.Join(few, "; ")
	}
	if n := len(t.Notes) - most; n > 0 {
		hint += fmt.Sprintf("; and %d more like these", n)
	}
	return fmt.Errorf("%s: %w: %s", root, ErrNoTrials, hint)
}

func (t *Tree) run(dir string, c traces.Convention) error {
	absolute, err := filepath.Abs(dir)
	if err != nil {
		return err
	}
	id := filepath.Base(absolute)
	configs, err := folders(dir)
	if err != nil {
		return err
	}
	for _, config := range configs {
		if !isConfig(config) {
			if config != traces.EventsFolder {
				t.note("%s/%s: passed over: not the name of a configuration", id, config)
			}
			continue
		}
		batches, err := folders(filepath.Join(dir, config))
		if err != nil {
			return err
		}
		for _, batch := range batches {
			trial := Trial{RunDir: dir, RunID: id, Config: config, Suite: suite(id, c)}
			switch {
			case batchTime().MatchString(batch):
				trial.Batch = batch
			case strings.HasPrefix(batch, "csb_") || strings.HasPrefix(batch, "ccb_"):
			default:
				t.note("%s/%s/%s: passed over: not the name of a batch", id, config, batch)
				continue
			}
			if err := t.batch(trial, filepath.Join(dir, config, batch)); err != nil {
				return err
			}
		}
	}
	return nil
}

func (t *Tree) batch(of Trial, dir string) error {
	names, err := folders(dir)
	if err != nil {
		return err
	}
	for _, name := range names {
		place := of.RunID + "/" + of.Config + "/" + filepath.Base(dir) + "/" + name
		cut := strings.LastIndex(name, "__")
		if cut < 0 {
			t.note("%s: passed over: not TASK__HASH", place)
			continue
		}
		trial := of
		trial.Dir = filepath.Join(dir, name)
		result, err := readResult(filepath.Join(trial.Dir, "result.json"))
		if errors.Is(err, fs.ErrNotExist) {
			t.note("%s: passed over: it has no result.json", place)
			continue
		}
		if err != nil {
			t.note("%s: result.json: %v; its task is named by its folder", place, err)
		}
		if _, unread := errors.AsType[*fs.PathError](err); unread {
			trial.Unread = err
		}
		trial.Result, trial.Task = result, taskName(name[:cut])
		if named := taskName(result.TaskName); isFileName(named) {
			trial.Task = named
		} else if named != "" {
			t.note("%s: result.json: the task's name cannot be that of a file; its task is named by its folder", place)
		}
		if !isFileName(trial.Task) {
			t.note("%s: passed over: %q cannot be the name of a document", place, trial.Task)
			continue
		}
		t.Trials = append(t.Trials, trial)
	}
	return nil
}

// Gone tells whether a run has trials, and this is none of them. Of a run without any only the documents were kept.
func Gone(run, config, trial string) bool {
	configs, err := folders(run)
	if err != nil || !slices.ContainsFunc(configs, isConfig) {
		return false
	}
	batches, err := folders(filepath.Join(run, config))
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return false
	}
	return !slices.ContainsFunc(batches, func(batch string) bool {
		info, err := os.Stat(filepath.Join(run, config, batch, trial))
		return err == nil && info.IsDir()
	})
}

// folders returns the names of the folders in a folder, sorted.
func folders(dir string) ([]string, error) {
	entries, err := os.ReadDir(dir)
	if err != nil {
		return nil, err
	}
	var names []string
	for _, e := range entries {
		if info, err := os.Stat(filepath.Join(dir, e.Name())); err == nil && info.IsDir() { // a link to one too
			names = append(names, e.Name())
		}
	}
	return names, nil
}

func started(t Trial) time.Time {
	at, _ := traces.Moment(t.Result.StartedAt)
	return at
}

// latest keeps one trial of each task under a configuration of a run, and sorts.
func (t *Tree) latest() {
	ordered.Stable(t.Trials, func(a, b Trial) int {
		return cmp.Or(
			slices.Compare([]string{a.RunID, a.RunDir, a.Config, a.Task}, []string{b.RunID, b.RunDir, b.Config, b.Task}),
			started(a).Compare(started(b)), cmp.Compare(a.Batch, b.Batch))
	})
	var kept []Trial
	for i, trial := range t.Trials {
		if i+1 < len(t.Trials) {
			if next := t.Trials[i+1]; next.RunDir == trial.RunDir && next.Config == trial.Config && next.Task == trial.Task {
				t.note("%s/%s/%s: passed over: a later trial of %s is there", trial.RunID, trial.Config, filepath.Base(trial.Dir), trial.Task)
				continue
			}
		}
		kept = append(kept, trial)
	}
	t.Trials = kept
}
