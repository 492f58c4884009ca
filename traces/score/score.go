// Package score measures what documents of retrieval events say, in the stages of CodeScaleBench: files
// found against files needed, ranges of lines, use of what was found, and kinds of errors; then a summary
// of many tasks. Every measure of a ranking is that of package metrics under the profile csb.
//
// What cannot be computed is marked and never zero. Figures are rounded to four
// decimals, halves to even, before any mean.
package score

import (
	"errors"
	"slices"
	"strings"
	"time"

	"github.com/rankduel/rankduel/internal/ordered"
	"github.com/rankduel/rankduel/metrics"
	"github.com/rankduel/rankduel/traces"
)

// Options say how documents are measured.
type Options struct {
	Convention traces.Convention
	Reads      bool      // the files found are those of reads alone, not of every event
	Now        time.Time // when the figures say that they were made

	// Gone tells whether the trial of a document is gone from its run; nil: no one knows.
	Gone func(traces.Provenance) bool
}

// A scorer measures documents under one profile.
type scorer struct {
	options Options
	profile metrics.Profile
}

func newScorer(o Options) (*scorer, error) {
	profile, err := metrics.ProfileByName(o.Convention.Profile())
	return &scorer{options: o, profile: profile}, err
}

// Task measures one document. It is not changed.
func Task(d *traces.Document, o Options) (*traces.TaskMetrics, error) {
	s, err := newScorer(o)
	if err != nil {
		return nil, err
	}
	return s.task(d), nil
}

func (s *scorer) task(d *traces.Document) *traces.TaskMetrics {
	t := s.look(d)
	m := &traces.TaskMetrics{
		SchemaVersion: traces.SchemaVersion, GeneratedAt: s.options.Now.UTC().Format(time.RFC3339),
		Provenance: d.Provenance, Coverage: d.Coverage, EventSummary: *t.annotated.Summary,
		FileLevel: t.files(), ChunkLevel: t.chunks(), Utilization: t.probes(), Taxonomy: t.taxonomy(),
	}
	if d.Summary != nil {
		m.EventSummary = *d.Summary
	}
	if r := d.Reading; r != nil && !s.options.Convention.Code {
		m.Reading = &traces.ReadingFigures{Understanding: r.Understanding}
		if len(r.Shell) > 0 {
			all := s.look(d.WithShell())
			m.Reading.WithShell = &traces.ShellFigures{FileLevel: all.files(), Utilization: all.probes()}
		}
	}
	return m
}

// A task is a document that is being measured.
type task struct {
	*scorer
	annotated *traces.Document // with hits by the convention, and counts
	missing   string           // why nothing can be computed, "" if it can
	retrieved []string
	relevant  map[string]bool
	read      []string
	written   []string
}

// look marks a copy of the document: its own marks may be missing, or by another convention.
func (s *scorer) look(d *traces.Document) *task {
	c := s.options.Convention
	marked := *d
	marked.Events = append([]traces.Event{}, d.Events...)
	marked.Annotate(c)
	t := &task{
		scorer: s, annotated: &marked, retrieved: d.Retrieved(c, s.options.Reads), relevant: c.FileSet(d.GroundTruth.Files),
		read: filesOf(d, c, traces.FileRead), written: filesOf(d, c, traces.FileWrite),
	}
	t.missing = d.Missing(c, t.retrieved)
	return t
}

// filesOf returns the files of the events of one category, each once.
func filesOf(d *traces.Document, c traces.Convention, category string) []string {
	of := traces.Document{}
	for _, e := range d.Events {
		if e.ToolCategory == category {
			of.Events = append(of.Events, e)
		}
	}
	return of.Retrieved(c, false)
}

// judged returns a ranking of files as measures see it.
func judged(files []string, relevant map[string]bool) *metrics.Judged {
	j := &metrics.Judged{Retrieved: len(files), Ideal: make([]int, len(relevant))}
	for i := range j.Ideal {
		j.Ideal[i] = 1
	}
	for i, f := range files {
		if relevant[f] {
			j.Hits = append(j.Hits, metrics.Hit{Rank: i + 1, Grade: 1})
		}
	}
	return j
}

// share returns the part of the relevant files that is among some, rounded.
func (s *scorer) share(files []string, relevant map[string]bool) *float64 {
	value, defined := metrics.SetRecall{}.Score(judged(files, relevant))
	if !defined {
		return nil
	}
	return new(s.profile.Round(value))
}

func common(files []string, set map[string]bool) int {
	return ordered.Count(files, func(f string) bool { return set[f] })
}

// Figures returns those of all tasks below folders: every document is measured, and where there are figures
// without their document these are taken. An execution counts once, and one whose trial is gone not at all;
// notes say which files are left out for that. It reports every file that cannot be read.
func Figures(dirs []string, o Options) (tasks []*traces.TaskMetrics, notes []string, err error) {
	seen := traces.Seen{Gone: o.Gone}
	var errs []error
	for _, dir := range dirs {
		paths, err := sourcesOf(dir)
		if err != nil {
			errs = append(errs, err)
		}
		for _, path := range paths {
			t, err := taskOf(path, o)
			if err != nil {
				errs = append(errs, err)
				continue
			}
			if note, out := seen.LeftOut(path, t.Provenance); out {
				notes = append(notes, note)
				continue
			}
			tasks = append(tasks, t)
		}
	}
	return tasks, notes, errors.Join(errs...)
}

// sourcesOf returns the documents below a folder, and the figures that have none.
func sourcesOf(dir string) ([]string, error) {
	documents, err := traces.Files(dir, traces.EventsEnding)
	if err != nil {
		return nil, err
	}
	figures, err := traces.Files(dir, traces.MetricsEnding)
	if err != nil {
		return nil, err
	}
	measured := make(map[string]bool, len(documents))
	for _, path := range documents {
		measured[strings.TrimSuffix(path, traces.EventsEnding)] = true
	}
	return slices.Concat(documents, slices.DeleteFunc(figures, func(path string) bool {
		return measured[strings.TrimSuffix(path, traces.MetricsEnding)]
	})), nil
}

func taskOf(path string, o Options) (*traces.TaskMetrics, error) {
	if strings.HasSuffix(path, traces.MetricsEnding) {
		return traces.ReadMetrics(path)
	}
	d, err := traces.ReadDocument(path)
	if err != nil {
		return nil, err
	}
	return Task(d, o)
}
