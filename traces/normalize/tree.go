// Package normalize makes documents of retrieval events out of trials and writes them into a tree next to what the
// harness left, RUN/retrieval_events/CONFIG/ TASK.retrieval_events.json. No other file is touched. Trials are read in
// parallel, and one whose inputs have not changed since its document was written is not read again.
package normalize

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
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
	"github.com/rankduel/rankduel/traces/read"
	"github.com/rankduel/rankduel/traces/runs"
)

// Settings say how a tree is written. The zero value writes what is not up to date.
type Settings struct {
	Convention traces.Convention
	Now        time.Time // when documents say that they were made
	Workers    int       // 0: one for each processor; changes no byte
	Again      bool      // also what is up to date
	DryRun     bool      // make, and write nothing

	// Progress is told how many trials of how many are done; nil: no one is.
	Progress func(done, total int)

	// Each gets every document in the order of the trials, as what writes its JSON; nil: no one does. With
	// it all documents are made, also those that are up to date.
	Each func(write func(io.Writer) error) error
}

// atOnce is how many trials are under way before the next ones are begun.
const atOnce = 64

// Tree writes the documents of trials, and reports every one that is done. Trials that cannot be read are all in the
// error, and keep none of the others from their documents; a document that cannot be written ends it.
func Tree(ctx context.Context, trials []runs.Trial, tasks *groundtruth.Tasks, s Settings) (all []traces.NormalizedTrial, err error) {
	w := &writer{settings: s, tasks: tasks, states: map[string]*state{}}
	workers := cmp.Or(max(s.Workers, 0), runtime.GOMAXPROCS(0))
	batch := atOnce
	if s.Each != nil {
		batch = workers // each holds a trace until it is handed on
	}
	defer func() { err = cmp.Or(err, w.close()) }()
	if err := w.prepare(trials); err != nil {
		return nil, err
	}
	var unread []error
	for from := 0; from < len(trials); from += batch {
		part := trials[from:min(from+batch, len(trials))]
		done := make([]traces.NormalizedTrial, len(part))
		drafts := make([]*draft, len(part))
		failed := make([]error, len(part))
		group, within := errgroup.WithContext(ctx)
		group.SetLimit(workers)
		for i, t := range part {
			group.Go(func() (err error) {
				done[i], drafts[i], err = w.trial(within, t)
				if s.Each == nil && drafts[i] != nil {
					drafts[i].close()
				}
				if _, ends := errors.AsType[*WriteError](err); ends || within.Err() != nil {
					return err
				}
				failed[i] = err
				return nil
			})
		}
		if err := errors.Join(group.Wait(), w.each(drafts)); err != nil {
			return all, err
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

// each hands documents on, and ends their drafts.
func (w *writer) each(drafts []*draft) (err error) {
	if w.settings.Each == nil {
		return nil
	}
	for _, d := range drafts {
		if d == nil {
			continue
		}
		if err == nil {
			err = w.settings.Each(func(to io.Writer) error { _, err := d.write(to); return err })
		}
		d.close()
	}
	return err
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

func (w *writer) trial(ctx context.Context, t runs.Trial) (traces.NormalizedTrial, *draft, error) {
	c := w.settings.Convention
	truth, err := w.tasks.Find(t.Task, t.Suite)
	events := filepath.Join(t.RunDir, traces.EventsFolder)
	document := filepath.Join(t.Config, t.Task+traces.EventsEnding)
	done := traces.NormalizedTrial{RunID: t.RunID, ConfigName: t.Config, TaskName: t.Task, Document: filepath.Join(events, document), Notes: truth.Faults}
	var from string
	if err = errors.Join(t.Unread, err); err == nil {
		from, err = inputs(t, truth, c)
	}
	if err != nil {
		return done, nil, fmt.Errorf("%s: %w", t.Dir, err)
	}
	if done.UpToDate = !w.settings.Again && w.states[events].current(document, from); done.UpToDate && w.settings.Each == nil {
		return done, nil, nil
	}
	d, err := draftOf(ctx, t, truth, c, w.settings.Now)
	if err != nil {
		return done, nil, fmt.Errorf("%s: %w", t.Dir, err)
	}
	done.TraceSource, done.DegradedReason = d.head.Coverage.TraceSource, d.head.Coverage.DegradedReason
	if said := d.trace.Faults.String(); said != "" && (done.DegradedReason == nil || !strings.Contains(*done.DegradedReason, said)) {
		done.Notes = append(slices.Clone(done.Notes), said)
	}
	understood := read.Understood(d.trace)
	var sum *traces.Summary
	if w.settings.DryRun || done.UpToDate {
		sum, err = d.write(io.Discard)
	} else {
		sum, err = w.write(d, understood, events, document, from)
	}
	if err != nil {
		d.close()
		return done, nil, err
	}
	done.Reading = &understood
	done.Events, done.GroundTruthFiles, done.GroundTruthHit = new(sum.TotalEvents), new(len(d.head.GroundTruth.Files)), new(sum.GroundTruthFilesHit)
	return done, d, nil
}

// write writes a document, what is to be said of its trace next to it, and remembers what they were made from.
func (w *writer) write(d *draft, u traces.Understanding, events, document, from string) (sum *traces.Summary, err error) {
	path := filepath.Join(events, document)
	if next := readingOf(path); u.Silent() {
		err = os.Remove(next)
		if errors.Is(err, fs.ErrNotExist) {
			err = nil
		}
	} else {
		err = outfile.StreamOneOf(next, func(to io.Writer) error { return d.reading(to, u) })
	}
	if err != nil {
		return nil, &WriteError{readingOf(path), err}
	}
	err = outfile.StreamOneOf(path, func(to io.Writer) error { sum, err = d.write(to); return err })
	if err != nil {
		return nil, &WriteError{path, err}
	}
	if err := w.states[events].wrote(document, from); err != nil {
		return nil, &WriteError{filepath.Join(events, stateFile), err}
	}
	return sum, nil
}

func readingOf(document string) string {
	return strings.TrimSuffix(document, traces.EventsEnding) + traces.ReadingEnding
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
