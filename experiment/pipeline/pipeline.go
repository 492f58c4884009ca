// Package pipeline makes a configuration's ranking from those of its components: fused, by a method that
// was cross-fitted where it has to be trained, and put into the order of a reranker's scores. FuseRuns does
// the same with run files. Nothing is asked and nothing is scored here.
package pipeline

import (
	"crypto/sha256"
	"encoding/hex"
	"slices"
	"strings"

	"github.com/rankduel/rankduel/experiment/plan"
	"github.com/rankduel/rankduel/experiment/result"
	"github.com/rankduel/rankduel/internal/ordered"
	"github.com/rankduel/rankduel/retrieval"
	"github.com/rankduel/rankduel/retrieval/fusion"
	"github.com/rankduel/rankduel/retrieval/rerank"
)

// A Pipeline makes a configuration's ranking from those of its components, and from the scores of its
// reranker. It is a pure function of them; asking is someone else's business.
type Pipeline struct {
	config  plan.Config
	methods []fusion.Method // one for all queries, or one for each
	topN    int             // hits that are reranked, 0 without a rerank
}

// New makes that of a configuration. A fusion that has to be trained comes with a method for each query; see CrossFit.
func New(config plan.Config, trained []fusion.Method) (*Pipeline, error) {
	p := &Pipeline{config: config, methods: trained}
	if config.Rerank != nil {
		p.topN = *config.Rerank.Resolved().TopN
	}
	if trained != nil {
		return p, nil
	}
	method, err := fusion.New(config.Fusion)
	p.methods = []fusion.Method{method}
	return p, err
}

// TopN returns how many hits are reranked, 0 without a rerank.
func (p *Pipeline) TopN() int { return p.topN }

// Ranking returns the configuration's ranking for query q of the judgments, from
// what its components say and, under the configuration's own name, its reranker.
func (p *Pipeline) Ranking(q int, parts map[string]result.Ranking) result.Ranking {
	return p.Reranked(p.Fuse(q, parts), parts)
}

// Reranked returns the fused ranking of a query in the order of the reranker, if there is one.
func (p *Pipeline) Reranked(fused result.Ranking, parts map[string]result.Ranking) result.Ranking {
	if p.topN == 0 || fused.Failure != "" || len(fused.Hits) == 0 {
		return fused
	}
	return p.rerank(fused, parts[p.config.Name])
}

// Fuse combines the components' rankings for one query. A query that one of
// them could not answer failed for the configuration.
func (p *Pipeline) Fuse(q int, parts map[string]result.Ranking) result.Ranking {
	a := result.Ranking{Missing: true, LatencyMS: Latency(p.config, parts)}
	for _, name := range p.config.Components {
		part := parts[name]
		a.Missing = a.Missing && part.Missing
		a.Written = part.Written
	}
	if len(p.config.Components) > 1 {
		a.Written = nil // an answer that was written from one component's hits is not one from all
	}
	if a.Failure = Failure(p.config.Components, parts); a.Failure != "" {
		return a
	}
	method := p.methods[0]
	if len(p.methods) > 1 {
		method = p.methods[q]
	}
	var err error
	if a.Hits, err = method.Fuse(lists(p.config, parts), p.config.TopK); err != nil {
		a.Failure = "fusion: " + err.Error() // such as an infinite score: this query's, not the run's
	}
	return a
}

// lists returns the components' rankings as far down as the configuration looks.
func lists(config plan.Config, parts map[string]result.Ranking) []fusion.List {
	return ordered.Each(config.Components, func(name string) fusion.List {
		return fusion.List{Component: name, Hits: retrieval.TopRanks(parts[name].Hits, config.Depth)}
	})
}

// Latency returns that of the slowest component when they are asked at the same time, and the sum when one
// is asked after the other; nil unless all of them were measured.
func Latency(config plan.Config, parts map[string]result.Ranking) *float64 {
	total := 0.0
	for _, name := range config.Components {
		ms := parts[name].LatencyMS
		if ms == nil {
			return nil
		}
		if config.Asked == result.AskedInSequence {
			total += *ms
		} else {
			total = max(total, *ms)
		}
	}
	return &total
}

// Failure says which of the components failed, and how; empty when none has.
func Failure(components []string, parts map[string]result.Ranking) string {
	var failures []string
	for _, name := range components {
		if f := parts[name].Failure; f != "" {
			failures = append(failures, name+": "+f)
		}
	}
	return strings.Join(failures, "; ")
}

// Head returns the hits that are reranked.
func (p *Pipeline) Head(fused result.Ranking) []retrieval.Hit {
	return fused.Hits[:min(p.topN, len(fused.Hits))]
}

// rerank puts the head of the fused ranking into the order of the reranker's scores, which the step's ranking holds.
func (p *Pipeline) rerank(fused, step result.Ranking) result.Ranking {
	if step.Failure != "" {
		fused.Failure = step.Failure // which says that it is the rerank's
		return fused
	}
	if !SameCandidates(step.Hits, p.Head(fused)) {
		fused.Failure = "its recorded rerank is of other candidates; run the experiment again"
		return fused
	}
	scores := ordered.Each(step.Hits, func(h retrieval.Hit) float64 { return h.Score })
	hits, err := rerank.Apply(fused.Hits, scores, p.topN)
	if err != nil {
		fused.Failure = "rerank: " + err.Error()
		return fused
	}
	fused.Fused, fused.Hits = fused.Hits, hits
	fused.Written = nil // from the hits in their old order
	fused.RerankMS = step.LatencyMS
	if fused.LatencyMS != nil && step.LatencyMS != nil {
		fused.LatencyMS = new(*fused.LatencyMS + *step.LatencyMS)
	} else {
		fused.LatencyMS = nil
	}
	return fused
}

// SameCandidates tells whether scores were recorded for these very hits: the
// same documents in the same order with the same texts.
func SameCandidates(recorded, head []retrieval.Hit) bool {
	return slices.EqualFunc(recorded, head, func(x, y retrieval.Hit) bool { return x.ID == y.ID && x.Text == Mark(y.Text) })
}

// Mark stands for a text in the recording of its score.
func Mark(text string) string {
	if text == "" {
		return ""
	}
	sum := sha256.Sum256([]byte(text))
	return hex.EncodeToString(sum[:8])
}
