package experiment

import (
	"strings"

	"github.com/rankduel/rankduel/retrieval/fusion"
)

// A pipeline makes a configuration's ranking from those of its components. It
// is a pure function of them; asking is somebody else's business.
type pipeline struct {
	config Config
	method fusion.Method
}

func newPipeline(config Config) (*pipeline, error) {
	method, err := fusion.New(config.Fusion)
	return &pipeline{config: config, method: method}, err
}

// fuse combines the components' answers to one query. A query that one of
// them could not answer failed for the configuration.
func (p *pipeline) fuse(parts map[string]answer) answer {
	a := answer{missing: true}
	lists := make([]fusion.List, 0, len(p.config.Components))
	var failures []string
	for _, name := range p.config.Components {
		part := parts[name]
		if part.failure != "" {
			failures = append(failures, name+": "+part.failure)
		}
		a.missing = a.missing && part.missing
		lists = append(lists, fusion.List{Component: name, Hits: part.hits[:min(p.config.TopK, len(part.hits))]})
	}
	a.latencyMS = p.latency(parts)
	if a.failure = strings.Join(failures, "; "); a.failure != "" {
		return a
	}
	var err error
	if a.hits, err = p.method.Fuse(lists, p.config.TopK); err != nil {
		a.failure = "fusion: " + err.Error() // such as an infinite score: this query's, not the run's
	}
	return a
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
