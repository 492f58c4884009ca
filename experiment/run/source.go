package run

import (
	"context"

	"github.com/rankduel/rankduel/experiment/plan"
	"github.com/rankduel/rankduel/experiment/result"
	"github.com/rankduel/rankduel/experiment/scoring"
	"github.com/rankduel/rankduel/internal/fingerprint"
	"github.com/rankduel/rankduel/retrieval"
	"github.com/rankduel/rankduel/retrieval/runfile"
	"github.com/rankduel/rankduel/retrieval/trec"
)

// A source is a component whose inputs were hashed: it knows what fixes its
// rankings, and opens only when it is asked for one.
type source struct {
	component *plan.Component
	identity  any // kind, settings and input hashes; its canonical JSON is hashed into keys
	place     retrieval.Place
	file      trec.Source // when it is a run file
}

// live tells a component that is asked and recorded from a run file.
func (s source) live() bool { return s.component.Engine != nil }

// newSource hashes the inputs of a component, which is all the work that is done
// here.
func newSource(p *plan.Plan, c *plan.Component, at retrieval.Place) (source, error) {
	if c.Engine != nil {
		id, err := c.Engine.Identity(at)
		return source{component: c, place: at, identity: struct {
			Kind        string `json:"kind"`
			Fingerprint string `json:"fingerprint"`
		}{c.Kind.Name, id}}, err
	}
	file := trec.File(p.Resolve(c.Run))
	sum, err := file.SHA256()
	return source{component: c, file: file, identity: struct { // an empty format is what is recognized
		Kind       string          `json:"kind"`
		SHA256     string          `json:"sha256"`
		Order      trec.Order      `json:"order,omitempty"`
		Duplicates trec.Duplicates `json:"duplicates,omitempty"`
		Format     runfile.Format  `json:"format,omitempty"`
	}{"run", sum, c.Reading.Order, c.Reading.Duplicates, c.Reading.Format}}, err
}

// open makes the retriever of a live component.
func (s source) open(ctx context.Context) (retrieval.Retriever, error) {
	return s.component.Engine.Open(ctx, s.place)
}

// read reads a run file, and says what its reader noticed.
func (s source) read(ctx context.Context) (*runfile.Run, []result.Finding, error) {
	run, stats, err := runfile.Read(ctx, s.file, s.component.Reading)
	if err != nil {
		return nil, nil, err
	}
	return run, append(scoring.FormatFindings(stats), scoring.ReaderFindings(stats.RunStats, stats.Order)...), nil
}

// key is where a live component's answers are recorded.
func (p *Prepared) key(s source) (result.RecordingKey, error) {
	id, _, err := fingerprint.Canonical(struct {
		Identity any `json:"identity"`
		Depth    int `json:"depth"`
	}{s.identity, p.plan.Depth()})
	return result.RecordingKey{Component: id, TestSet: p.judgments.Info.SHA256}, err
}
