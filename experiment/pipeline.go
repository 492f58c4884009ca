package experiment

import (
	"context"
	"strings"

	"github.com/rankduel/rankduel/experiment/result"
	"github.com/rankduel/rankduel/retrieval"
	"github.com/rankduel/rankduel/retrieval/fusion"
	"github.com/rankduel/rankduel/retrieval/rerank"
)

// A pipeline makes a configuration's ranking from those of its components. It
// is a pure function of them; asking is somebody else's business.
type pipeline struct {
	config  Config
	methods []fusion.Method // one for all queries, or one for each
	name    string          // of the arm, whose step of reranking is called so
	topN    int             // hits that are reranked, 0 without a rerank
}

// newPipeline makes that of an arm, and trains it where that has to be.
func (r *Runner) newPipeline(ctx context.Context, a *arm) (*pipeline, error) {
	p := &pipeline{config: a.config, name: a.name}
	if a.config.Rerank != nil {
		p.topN = *a.config.Rerank.Resolved().TopN
	}
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
func (p *pipeline) answer(q int, parts map[string]result.Ranking) result.Ranking {
	fused := p.fuse(q, parts)
	if p.topN == 0 || fused.Failure != "" || len(fused.Hits) == 0 {
		return fused
	}
	return p.rerank(fused, parts[p.name])
}

// fuse combines the components' answers to one query. A query that one of
// them could not answer failed for the configuration.
func (p *pipeline) fuse(q int, parts map[string]result.Ranking) result.Ranking {
	a := result.Ranking{Missing: true, LatencyMS: p.latency(parts)}
	var failures []string
	for _, name := range p.config.Components {
		part := parts[name]
		if part.Failure != "" {
			failures = append(failures, name+": "+part.Failure)
		}
		a.Missing = a.Missing && part.Missing
		a.Written = part.Written
	}
	if len(p.config.Components) > 1 {
		a.Written = nil // an answer that was written from one component's hits is not one from all
	}
	if a.Failure = strings.Join(failures, "; "); a.Failure != "" {
		return a
	}
	method := p.methods[0]
	if len(p.methods) > 1 {
		method = p.methods[q]
	}
	var err error
	if a.Hits, err = method.Fuse(p.lists(parts), p.config.TopK); err != nil {
		a.Failure = "fusion: " + err.Error() // such as an infinite score: this query's, not the run's
	}
	return a
}

// lists are the components' rankings as far down as the configuration looks.
func (p *pipeline) lists(parts map[string]result.Ranking) []fusion.List {
	lists := make([]fusion.List, 0, len(p.config.Components))
	for _, name := range p.config.Components {
		hits := parts[name].Hits
		lists = append(lists, fusion.List{Component: name, Hits: hits[:min(p.config.depth(), len(hits))]})
	}
	return lists
}

// latency is that of the slowest component when they are asked at the same
// time, and the sum when one is asked after the other; nil unless all of them
// were measured.
func (p *pipeline) latency(parts map[string]result.Ranking) *float64 {
	total := 0.0
	for _, name := range p.config.Components {
		ms := parts[name].LatencyMS
		if ms == nil {
			return nil
		}
		if p.config.Asked == result.AskedInSequence {
			total += *ms
		} else {
			total = max(total, *ms)
		}
	}
	return &total
}

// head are the hits that are reranked.
func (p *pipeline) head(fused result.Ranking) []retrieval.Hit {
	return fused.Hits[:min(p.topN, len(fused.Hits))]
}

// rerank puts the head of the fused ranking into the order of the reranker's
// scores, which the step's answer holds.
func (p *pipeline) rerank(fused, step result.Ranking) result.Ranking {
	if step.Failure != "" {
		fused.Failure = step.Failure // which says that it is the rerank's
		return fused
	}
	if !sameCandidates(step.Hits, p.head(fused)) {
		fused.Failure = "its recorded rerank is of other candidates; run the experiment again"
		return fused
	}
	scores := make([]float64, len(step.Hits))
	for i, h := range step.Hits {
		scores[i] = h.Score
	}
	hits, err := rerank.Apply(fused.Hits, scores, p.topN)
	if err != nil {
		fused.Failure = "rerank: " + err.Error()
		return fused
	}
	fused.Fused, fused.Hits = fused.Hits, hits
	fused.Written = nil // from the hits in their old order
	fused.RerankMS = step.LatencyMS
	if fused.LatencyMS != nil && step.LatencyMS != nil {
		total := *fused.LatencyMS + *step.LatencyMS
		fused.LatencyMS = &total
	} else {
		fused.LatencyMS = nil
	}
	return fused
}
