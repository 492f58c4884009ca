package pipeline

import (
	"github.com/rankduel/rankduel/experiment/judgments"
	"github.com/rankduel/rankduel/experiment/plan"
	"github.com/rankduel/rankduel/experiment/result"
	"github.com/rankduel/rankduel/retrieval"
	"github.com/rankduel/rankduel/retrieval/fusion"
)

// Examples are the queries that a configuration's fusion can be trained on.
type Examples struct {
	List []fusion.Example
	At   []int // by example: which query it is
}

// A Collector makes examples of rankings as they come, for several queries at
// once. All rankings of the configuration's components are held meanwhile.
type Collector struct {
	config    plan.Config
	judgments *judgments.Judgments
	all       []fusion.Example // by query
}

// NewCollector collects for a configuration.
func NewCollector(config plan.Config, j *judgments.Judgments) *Collector {
	return &Collector{config, j, make([]fusion.Example, j.Len())}
}

// Add takes what the components say to query q. Where one of them failed there
// is nothing to fuse, and nothing to learn from.
func (c *Collector) Add(q int, parts map[string]result.Ranking) {
	if Failure(c.config.Components, parts) == "" {
		c.all[q] = fusion.Example{Query: c.judgments.Query(q).ID, Lists: idsOnly(lists(c.config, parts)), Relevant: c.judgments.RelevantSet(q)}
	}
}

// Examples returns those of the queries that were answered.
func (c *Collector) Examples() Examples {
	var e Examples
	for q, example := range c.all {
		if example.Lists != nil {
			e.List, e.At = append(e.List, example), append(e.At, q)
		}
	}
	return e
}

// CrossFit trains a configuration's fusion so that no query is fused by a method
// that has seen its judgments. It returns a method for each of this number of queries.
func CrossFit(config plan.Config, e Examples, seed uint64, queries int) ([]fusion.Method, error) {
	trainer, err := fusion.NewTrainer(config.Fusion)
	if err != nil {
		return nil, err
	}
	trained, err := fusion.CrossFit(trainer, e.List, config.Folds, seed)
	if err != nil {
		return nil, err
	}
	methods := make([]fusion.Method, queries)
	for i, q := range e.At {
		methods[q] = trained[i]
	}
	return methods, nil
}

// idsOnly lets go of texts, which training has no use for.
func idsOnly(lists []fusion.List) []fusion.List {
	out := make([]fusion.List, len(lists))
	for i, l := range lists {
		out[i] = fusion.List{Component: l.Component, Hits: make([]retrieval.Hit, len(l.Hits))}
		for h, hit := range l.Hits {
			out[i].Hits[h] = retrieval.Hit{ID: hit.ID, Score: hit.Score}
		}
	}
	return out
}
