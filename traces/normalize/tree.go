package normalize

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"time"

	"golang.org/x/sync/errgroup"

	"github.com/rankduel/rankduel/internal/outfile"
	"github.com/rankduel/rankduel/traces"
	"github.com/rankduel/rankduel/traces/groundtruth"
	"github.com/rankduel/rankduel/traces/runs"
)

// Settings say how a tree is written. The zero value writes what is not up to
// date.
type Settings struct {
	Convention traces.Convention
	Now        time.Time // when documents say that they were made
	Workers    int       // 0: one for each processor; changes no byte
	Again      bool      // also what is up to date
	DryRun     bool      // make, and write nothing

	// Progress is told how many trials of how many are done; nil: nobody is.
	Progress func(done, total int)

	// Each gets every document in the order of the trials; nil: nobody does. With
	// it all documents are made, also those that are up to date.
	Each func(*traces.Document) error
}

// batch is how many trials are under way before their documents are handed on.
const batch = 64

// Tree writes the documents of trials, and reports every one that is done. Trials
// that cannot be read are all in the error, and keep none of the others from their
// documents; a document that cannot be written ends it.
func Tree(ctx context.Context, trials []runs.Trial, tasks *groundtruth.Tasks, s Settings) (all []traces.NormalizedTrial, err error) {
	w := &writer{settings: s, tasks: tasks, states: map[string]*state{}}
	defer func() { err = cmp.Or(err, w.close()) }()
	if err := w.prepare(trials); err != nil {
		return nil, err
	}
	var unread []error
	for from := 0; from < len(trials); from += batch {
		part := trials[from:min(from+batch, len(trials))]
		done := make([]traces.NormalizedTrial, len(part))
		docs := make([]*traces.Document, len(part))
		failed := make([]error, len(part))
		group, within := errgroup.WithContext(ctx)
		group.SetLimit(cmp.Or(max(s.Workers, 0), runtime.GOMAXPROCS(0)))
		for i, t := range part {
			group.Go(func() (err error) {
				done[i], docs[i], err = w.trial(within, t)
				if s.Each == nil {
					docs[i] = nil
				}
				if _, ends := errors.AsType[*WriteError](err); ends || within.Err() != nil {
					return err
				}
				failed[i] = err
				return nil
			})
		}
		if err := group.Wait(); err != nil {
			return all, err
		}
		for _, d := range docs {
			if d != nil {
				if err := s.Each(d); err != nil {
					return all, err
				}
			}
		}
		for i, err := range failed {
			if unread = append(unread, err); err == nil {
				all = append(all, done[i])
			}
		}
		if s.Progress != nil {
			s.Progress(from+len(part), len(trials))
		}
	}
	return all, errors.Join(unread...)
}

// A writer writes documents; its states are by folder of events.
type writer struct {
	settings Settings
	tasks    *groundtruth.Tasks
	states   map[string]*state
}

// prepare makes the folders, once, and removes what dead processes left there.
func (w *writer) prepare(trials []runs.Trial) error {
	made := map[string]bool{}
	for _, t := range trials {
		events := filepath.Join(t.RunDir, traces.EventsFolder)
		if w.states[events] == nil {
			w.states[events] = readState(events)
		}
		dir := filepath.Join(events, t.Config)
		if made[dir] || w.settings.DryRun {
			continue
		}
		made[dir] = true
		if err := os.MkdirAll(dir, 0o777); err != nil {
			return &WriteError{dir, err}
		}
		outfile.Clear(dir, "")
	}
	return nil
}

func (w *writer) trial(ctx context.Context, t runs.Trial) (traces.NormalizedTrial, *traces.Document, error) {
	c := w.settings.Convention
	truth, _ := w.tasks.Find(t.Task)
	events := filepath.Join(t.RunDir, traces.EventsFolder)
	document := filepath.Join(t.Config, t.Task+traces.EventsEnding)
	done := traces.NormalizedTrial{RunID: t.RunID, ConfigName: t.Config, TaskName: t.Task, Document: filepath.Join(events, document), Notes: truth.Faults}
	from, err := inputs(t, truth, c)
	if err != nil {
		return done, nil, fmt.Errorf("%s: %w", t.Dir, err)
	}
	if done.UpToDate = !w.settings.Again && w.states[events].current(document, from); done.UpToDate && w.settings.Each == nil {
		return done, nil, nil
	}
	d, faults, err := documentOf(ctx, t, truth, c, w.settings.Now)
	if err != nil {
		return done, nil, fmt.Errorf("%s: %w", t.Dir, err)
	}
	done.Events, done.GroundTruthFiles, done.GroundTruthHit = new(len(d.Events)), new(len(d.GroundTruth.Files)), new(d.Summary.GroundTruthFilesHit)
	done.TraceSource, done.DegradedReason = d.Coverage.TraceSource, d.Coverage.DegradedReason
	if said := faults.String(); said != "" && (done.DegradedReason == nil || !strings.Contains(*done.DegradedReason, said)) {
		done.Notes = append(slices.Clone(done.Notes), said)
	}
	if w.settings.DryRun || done.UpToDate {
		return done, d, nil
	}
	return done, d, w.write(d, events, document, from)
}

// write writes a document and remembers what it was made from.
func (w *writer) write(d *traces.Document, events, document, from string) error {
	path := filepath.Join(events, document)
	data, err := traces.Encode(d)
	if err != nil {
		return fmt.Errorf("%s: %w", path, err)
	}
	if err := outfile.WriteOneOf(path, data); err != nil {
		return &WriteError{path, err}
	}
	if err := w.states[events].wrote(document, from); err != nil {
		return &WriteError{filepath.Join(events, stateFile), err}
	}
	return nil
}

func (w *writer) close() error {
	for _, s := range w.states {
		if err := s.close(); err != nil {
			return &WriteError{filepath.Join(s.dir, stateFile), err}
		}
	}
	return nil
}

// A WriteError says that a document could not be written.
type WriteError struct {
	Path string
	Err  error
}

func (e *WriteError) Error() string { return fmt.Sprintf("%s: %v", e.Path, e.Err) }

func (e *WriteError) Unwrap() error { return e.Err }
