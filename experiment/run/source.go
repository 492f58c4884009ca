package run

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"

	"github.com/rankduel/rankduel/experiment/plan"
	"github.com/rankduel/rankduel/experiment/recording"
	"github.com/rankduel/rankduel/internal/fingerprint"
	"github.com/rankduel/rankduel/internal/httpclient"
	"github.com/rankduel/rankduel/retrieval"
	"github.com/rankduel/rankduel/retrieval/runfile"
	"github.com/rankduel/rankduel/retrieval/trec"
)

// A source is a component whose inputs were hashed: it knows what fixes its
// rankings, and opens only when it is asked for one.
type source struct {
	component *plan.Component
	identity  any    // kind, settings and input hashes; its canonical JSON is hashed into keys
	content   string // what the engine said of itself, or the SHA-256 of the run file
	place     retrieval.Place
	file      trec.Source // when it is a run file
	stateless error       // why the state of its index is not known
	warn      func(text string)
}

// ErrChanged says that an input is another one than when its experiment was prepared. What came of it would
// be kept under the name of the old one: prepare again.
var ErrChanged = errors.New("changed since the experiment was prepared")

// live tells a component that is asked and recorded from a run file.
func (s source) live() bool { return s.component.Engine != nil }

// newSource hashes the inputs of a component, which is all the work that is done here.
func (p *Prepared) newSource(ctx context.Context, c *plan.Component) (source, error) {
	at := p.place
	if c.Engine != nil {
		id, err := c.Engine.Identity(ctx, at)
		if err != nil {
			return source{}, err
		}
		state, unknown, err := p.stateOf(ctx, c)
		return source{component: c, place: at, content: id, stateless: unknown, identity: struct {
			Kind        string `json:"kind"`
			Fingerprint string `json:"fingerprint"`
			State       string `json:"state,omitempty"` // hash of what the engine says of its index
		}{c.Kind.Name, id, state}}, err
	}
	path := p.plan.Resolve(c.Run)
	file := trec.File(path)
	sum, err := at.Hash(path, func() (string, error) { return file.SHA256(ctx) })
	return source{component: c, file: file, content: sum, identity: struct { // an empty format is what is recognized
		Kind       string          `json:"kind"`
		SHA256     string          `json:"sha256"`
		Order      trec.Order      `json:"order,omitempty"`
		Duplicates trec.Duplicates `json:"duplicates,omitempty"`
		Format     runfile.Format  `json:"format,omitempty"`
	}{"run", sum, c.Reading.Order, policy(c.Reading.Duplicates), c.Reading.Format}}, err
}

// stateOf returns a hash of the state of an engine's index, "" where it has none;
// unknown says why it could not be read, unasked.
func (p *Prepared) stateOf(ctx context.Context, c *plan.Component) (state string, unknown, err error) {
	stater, ok := c.Engine.(retrieval.Stater)
	if !ok {
		return "", nil, nil
	}
	if p.opts.Recorded != nil {
		return p.opts.Recorded.of[c.Name], nil, nil
	}
	asked, cancel := httpclient.WithTimeout(ctx, cmp.Or(p.plan.Retrieve.Timeout, recording.DefaultTimeout))
	defer cancel()
	text, err := stater.State(asked, p.place)
	switch {
	case errors.Is(err, retrieval.ErrNoState):
		return "", err, nil
	case err != nil || text == "":
		return "", nil, err
	}
	state, err = fingerprint.Of(text)
	return state, nil, err
}

// policy returns what is done with duplicates; the default is the same, written out or not.
func policy(d trec.Duplicates) trec.Duplicates {
	if d == trec.DuplicatesError {
		return ""
	}
	return d
}

// open makes the retriever of a live component, if its inputs are still those that were hashed.
func (s source) open(ctx context.Context) (retrieval.Retriever, error) {
	opened, err := s.component.Engine.Open(ctx, s.place)
	if err != nil {
		return nil, err
	}
	if err := s.unchanged(ctx, opened); err != nil {
		if closer, ok := opened.(io.Closer); ok {
			err = errors.Join(err, closer.Close())
		}
		return nil, err
	}
	if kept, ok := opened.(interface{ CacheErr() error }); ok && kept.CacheErr() != nil {
		s.warn(fmt.Sprintf("component %q: its index could not be kept, and is built again each time: %v", s.component.Name, kept.CacheErr()))
	}
	return opened, nil
}

// unchanged asks the retriever what it was made of, or else the engine again.
func (s source) unchanged(ctx context.Context, opened retrieval.Retriever) error {
	var content string
	var err error
	if knows, ok := opened.(interface{ Fingerprint() string }); ok {
		content = knows.Fingerprint()
	} else if content, err = s.component.Engine.Identity(ctx, s.place); err != nil {
		return err
	}
	if content != s.content {
		return fmt.Errorf("what the engine answers from has %w", ErrChanged)
	}
	return nil
}

// read reads a run file, if it is still the one that was hashed, and counts what its reader noticed.
func (s source) read(ctx context.Context) (*runfile.Run, runfile.Stats, error) {
	file := s.file.Hashing()
	run, stats, err := runfile.Read(ctx, file, s.component.Reading)
	if err != nil {
		return nil, stats, err
	}
	if sum, err := file.SHA256(ctx); err != nil {
		return nil, stats, err
	} else if sum != s.content {
		return nil, stats, fmt.Errorf("run file %s has %w", file.Name, ErrChanged)
	}
	return run, stats, nil
}
