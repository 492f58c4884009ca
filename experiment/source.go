package experiment

import (
	"context"
	"fmt"

	"github.com/rankduel/rankduel/experiment/result"
	"github.com/rankduel/rankduel/experiment/scoring"
	"github.com/rankduel/rankduel/retrieval"
	"github.com/rankduel/rankduel/retrieval/runfile"
	"github.com/rankduel/rankduel/retrieval/trec"
)

// A source is a component made ready: it knows what fixes its rankings, and
// opens only when it is asked for one.
type source struct {
	component Component
	texts     bool // the retriever is a retrieval.Texter
	identity  any  // kind, settings and input hashes; its canonical JSON is hashed into keys
	open      func(ctx context.Context) (retriever, error)
}

// A retriever is an opened component.
type retriever struct {
	retrieval.Retriever
	run      *runfile.Run     // of a run file: it need not be recorded
	findings []result.Finding // what the reader noticed about a run file
}

// sources prepares every component of the plan. Hashing the inputs is the
// only work that is done here.
func (p *Plan) sources(at place) ([]source, error) {
	list := make([]source, 0, len(p.Components))
	for _, c := range p.Components {
		var s source
		var err error
		if c.Run != "" {
			s, err = p.runSource(c)
		} else {
			s, err = engineSource(c, at)
		}
		if err != nil {
			return nil, fmt.Errorf("component %q: %w", c.Name, err)
		}
		list = append(list, s)
	}
	return list, nil
}

func (p *Plan) runSource(c Component) (source, error) {
	file := trec.File(p.resolve(c.Run))
	sum, err := file.SHA256()
	if err != nil {
		return source{}, err
	}
	return source{
		component: c,
		identity: struct { // an empty format is what is recognized
			Kind       string          `json:"kind"`
			SHA256     string          `json:"sha256"`
			Order      trec.Order      `json:"order,omitempty"`
			Duplicates trec.Duplicates `json:"duplicates,omitempty"`
			Format     runfile.Format  `json:"format,omitempty"`
		}{"run", sum, c.Reading.Order, c.Reading.Duplicates, c.Reading.Format},
		open: func(ctx context.Context) (retriever, error) {
			run, stats, err := runfile.Read(ctx, file, c.Reading)
			if err != nil {
				return retriever{}, err
			}
			return retriever{Retriever: run, run: run, findings: append(scoring.FormatFindings(stats), scoring.ReaderFindings(stats.RunStats, stats.Order)...)}, nil
		},
	}, nil
}

func engineSource(c Component, at place) (source, error) {
	e := c.engines()[0]
	fingerprint, err := e.fingerprint(at)
	if err != nil {
		return source{}, err
	}
	return source{
		component: c, texts: e.texts,
		identity: struct {
			Kind        string `json:"kind"`
			Fingerprint string `json:"fingerprint"`
		}{e.kind, fingerprint},
		open: func(ctx context.Context) (retriever, error) {
			r, err := e.open(ctx, at)
			return retriever{Retriever: r}, err
		},
	}, nil
}
