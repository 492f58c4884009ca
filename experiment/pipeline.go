package experiment

import (
	"context"
	"strings"

	"github.com/rankduel/rankduel/retrieval/fusion"
)

// A pipeline makes a configuration's ranking from those of its components. It
// is a pure function of them; asking is somebody else's business.
type pipeline struct {
	config  Config
	methods []fusion.Method // one for all queries, or one for each
}

// newPipeline makes that of an arm, and trains it where that has to be.
func (r *Runner) newPipeline(ctx context.Context, a *arm) (*pipeline, error) {
	p := &pipeline{config: a.config}
	if a.config.Fusion.Trained() {
		var err error
		p.methods, err = r.crossFit(ctx, a)
		return p, err
	}
	method, err := fusion.New(a.config.Fusion)
	p.methods = []fusion.Method{method}
	return p, err
}

// answer is the configuration's answer to query q of the judgments.
func (p *pipeline) answer(q int, parts map[string]answer) answer {
	return p.fuse(q, parts)
}

// fuse combines the components' answers to one query. A query that one of
// them could not answer failed for the configuration.
func (p *pipeline) fuse(q int, parts map[string]answer) answer {
	a := answer{missing: true, latencyMS: p.latency(parts)}
	var failures []string
	for _, name := range p.config.Components {
		part := parts[name]
		if part.failure != "" {
			failures = append(failures, name+": "+part.failure)
		}
		a.missing = a.missing && part.missing
		a.written = part.written
	}
	if len(p.config.Components) > 1 {
		a.written = nil // an answer that was written from one component's hits is not one from all
	}
	if a.failure = strings.Join(failures, "; "); a.failure != "" {
		return a
	}
	method := p.methods[0]
	if len(p.methods) > 1 {
		method = p.methods[q]
	}
	var err error
	if a.hits, err = method.Fuse(p.lists(parts), p.config.TopK); err != nil {
		a.failure = "fusion: " + err.Error() // such as an infinite score: this query's, not the run's
	}
	return a
}

// lists are the components' rankings as far down as the configuration looks.
func (p *pipeline) lists(parts map[string]answer) []fusion.List {
	lists := make([]fusion.List, 0, len(p.config.Components))
	for _, name := range p.config.Components {
		hits := parts[name].hits
		lists = append(lists, fusion.List{Component: name, Hits: hits[:min(p.config.TopK, len(hits))]})
	}
	return lists
}

// latency is that of the slowest component when they are asked at the same
// time, and the sum when one is asked after the other; nil unless all of them
// were measured.
func (p *pipeline) latency(parts map[string]answer) *float64 {
	total := 0.0
	for _, name := range p.config.Components {
		ms := parts[name].latencyMS
		if ms == nil {
			return nil
		}
		if p.config.Asked == AskedInSequence {
			total += *ms
		} else {
			total = max(total, *ms)
		}
	}
	return &total
}
