package refresh

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
	"github.com/rankduel/rankduel/internal/outfile"
	"github.com/rankduel/rankduel/internal/prose"
	"github.com/rankduel/rankduel/testsets"
	"github.com/rankduel/rankduel/testsets/label"
	"github.com/rankduel/rankduel/testsets/label/kappa"
)

// A FinishRequest says where the new version goes and what may be left out.
type FinishRequest struct {
	File string    // of the new version; "" means next to the old one
	Now  time.Time // when the new version was made
	// DropUnanswered leaves out new queries without a document above grade 0,
	// which no measure can score; otherwise they are an error.
	DropUnanswered bool
	Evidence       string // kappa.Required asks for evidence that kappa is above the threshold; "" leaves it to the plan
}

// ErrExists says that the new version is there and is another one.
var ErrExists = errors.New("exists, and a version is never overwritten")

// Finish writes the new version next to the old one, with where every query and label came from. It refuses
// while anything is stale or incomplete, and unless the agreement of every two labellers passes. The old
// version is read and nothing else. A finish that was killed is done again and ends with the same bytes;
// another file under the new version's name is refused with ErrExists.
func (w *Workflow) Finish(r FinishRequest) (*Finished, error) {
	m, err := w.material()
	if err != nil {
		return nil, err
	}
	agreements, err := w.agreements(m.pairs, m.said, m.set.Scale, r.Evidence)
	if err != nil {
		return nil, err
	}
	unreported, err := w.checkReport()
	if err != nil {
		return nil, err
	}
	labels, err := w.adjudicated(m.pairs, m.said, m.set.Scale)
	if err != nil {
		return nil, err
	}
	fresh, unanswered := m.judged(labels)
	if len(unanswered) > 0 && !r.DropUnanswered {
		return nil, fmt.Errorf("no document above grade 0 for %s: no measure can score these queries; pool deeper and grade what is new, or leave them out (--drop-unanswered)", strings.Join(unanswered, ", "))
	}
	f := m.finished(w, r, labels, unanswered)
	f.Agreements = agreements
	if unreported != "" {
		f.Warnings = append(f.Warnings, unreported)
	}
	for _, a := range agreements {
		for _, c := range a.hides {
			f.Warnings = append(f.Warnings, c.Text)
		}
	}
	next, missed, err := m.compose(w, r, fresh)
	if err != nil {
		return nil, err
	}
	for _, s := range missed {
		f.Warnings = append(f.Warnings, fmt.Sprintf("%s of %s held out, and its share is %d: kept ones stay where they were, and what asks the same stays together", prose.Plural(s.HeldOut, "query"), named(s.Stratum), s.Quota))
	}
	return f, w.saveFinish(m, f, next, labels, r)
}

// finished describes the change.
func (m *material) finished(w *Workflow, r FinishRequest, labels map[label.Pair]labelOrigin, unanswered []string) *Finished {
	f := &Finished{
		Schema: finishedSchema, LowLevel: kappa.Level, Threshold: w.Plan.Threshold, Evidence: cmp.Or(r.Evidence, w.Plan.Evidence) == kappa.Required, Warnings: []string{},
		File: w.target(r.File), From: m.set.Label(), Before: len(m.set.Queries), Unanswered: unanswered, Pairs: len(m.pairs),
		PerQuery: float64(len(m.pairs)) / float64(max(1, len(m.entrants))), OldPerQuery: m.set.Counts().Pool.Mean,
	}
	f.Provenance, f.Changelog = provenancePath(f.File), changelogPath(w.setPath(), w.Plan.From)
	for _, q := range m.set.Queries {
		if m.leaves[q.ID] != "" {
			f.Left = append(f.Left, q.ID)
		}
	}
	f.Kept = f.Before - len(f.Left)
	for _, e := range m.entrants {
		if !slices.Contains(unanswered, e.ID) {
			f.Entered = append(f.Entered, e.ID)
		}
	}
	for _, p := range m.pairs {
		seen := map[string]bool{}
		for _, text := range labels[p].Labels {
			seen[text] = true
		}
		f.Disputed += count(len(seen) > 1)
		f.Unjudged += count(labels[p].Grade == nil)
	}
	if f.OldPerQuery > 0 && f.PerQuery < shallowPool*f.OldPerQuery {
		f.Warnings = append(f.Warnings, fmt.Sprintf("%.1f documents judged a new query, %.1f a query of %s: this alone raises the mean of the new version; compare versions with rankduel testset refresh bridge", f.PerQuery, f.OldPerQuery, f.From))
	}
	return f
}

// saveFinish writes provenance and changelog, then the set, then the step.
func (w *Workflow) saveFinish(m *material, f *Finished, next *testsets.TestSet, labels map[label.Pair]labelOrigin, r FinishRequest) error {
	origin, err := m.provenance(w, next, f, labels, r.Now)
	if err != nil {
		return err
	}
	next.Provenance = &testsets.Provenance{File: filepath.Base(f.Provenance), SHA256: hashOf(origin)}
	data, err := next.MarshalFor(f.File)
	if err != nil {
		return err
	}
	old, unread := os.ReadFile(f.File)
	switch {
	case unread == nil && string(old) != string(data):
		return fmt.Errorf("%s %w; move it away, or give another name (--new-set)", f.File, ErrExists)
	case unread != nil && !errors.Is(unread, fs.ErrNotExist):
		return unread
	}
	f.To, f.SHA256, f.After = next.Label(), next.SHA256(), len(next.Queries)
	f.Strata = changes(m.set, next)
	log, err := changelog(f, w.Plan, m.leaves, r.Now)
	if err != nil {
		return err
	}
	if err := errors.Join(w.write(f.Provenance, origin), w.write(f.Changelog, log)); err != nil {
		return err
	}
	if unread != nil { // the same bytes, from a finish that was killed behind this, are as good
		err = outfile.WriteNew(f.File, data)
	}
	switch {
	case errors.Is(err, fs.ErrExist):
		return fmt.Errorf("%s %w", f.File, ErrExists)
	case err != nil:
		return err
	}
	return w.didFinish(f, data, origin)
}

func (w *Workflow) didFinish(f *Finished, data, origin []byte) error {
	read, err := w.hashes(append(ordered.Each(w.Plan.Labellers, journal), poolFile, adjudicatedFile)...)
	if err != nil {
		return err
	}
	wrote := map[string]string{}
	for path, content := range map[string][]byte{f.File: data, f.Provenance: origin} {
		rel, err := relative(w.Dir, path)
		if err != nil {
			return err
		}
		wrote[rel] = hashOf(content)
	}
	return w.record(Step{Name: stepFinish, Read: read, Wrote: wrote})
}
