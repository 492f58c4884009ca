package compare

import (
	"errors"
	"fmt"

	"github.com/rankduel/rankduel/experiment/result"
	"github.com/rankduel/rankduel/experiment/scoring"
	"github.com/rankduel/rankduel/internal/ordered"
	"github.com/rankduel/rankduel/metrics"
)

// A trace follows the relevant documents of every query through a configuration.
type trace struct {
	of       Fused
	measure  metrics.Measure // the primary one; nil when it cannot be applied to these ranks
	reason   string          // why measure is nil
	cutoff   int             // of the measure, 0 when it has none
	reranked bool
	pairs    []*pairing // component, configuration
	queries  []tracedQuery
}

// A tracedQuery is one query with its relevant documents.
type tracedQuery struct {
	at       int // in the configuration's scores
	stratum  string
	failed   bool
	relevant []traced
}

// A traced document is a relevant document with its ranks on the way, each 0 where it was not in the ranking.
type traced struct {
	grade int
	in    []int // of each component's first TopK hits
	fused int   // of the fused ranking, before a rerank
	final int   // of the configuration's ranking
}

// best returns the best rank that a component gave the document, 0 when none has it.
func (d traced) best() int {
	best := 0
	for _, rank := range d.in {
		if rank > 0 && (best == 0 || rank < best) {
			best = rank
		}
	}
	return best
}

func newTrace(f Fused) (*trace, error) {
	if len(f.Components) == 0 {
		return nil, fmt.Errorf("%s: no components, want at least one", f.Config.Name)
	}
	if f.TopK < 1 {
		return nil, fmt.Errorf("%s: top_k %d, want at least 1", f.Config.Name, f.TopK)
	}
	t := &trace{of: f}
	t.measure, t.reason = f.measure()
	if t.measure != nil {
		t.cutoff = t.measure.Cutoff()
	}
	seen := map[string]bool{}
	for _, c := range f.Components {
		if seen[c.Name] {
			return nil, fmt.Errorf("%s: component %q is there twice", f.Config.Name, c.Name)
		}
		seen[c.Name] = true
		p, err := pair(c, f.Config)
		if err != nil {
			return nil, err
		}
		t.pairs = append(t.pairs, p)
	}
	for i := range t.pairs[0].qa {
		q, err := t.query(i)
		if err != nil {
			return nil, err
		}
		t.queries = append(t.queries, q)
	}
	return t, nil
}

// errNoRanks says that scores came without the ranks of relevant documents.
var errNoRanks = errors.New("not known where its relevant documents stood")

// query puts together pair i of every component: all pairings have their queries in the order of the ids.
func (t *trace) query(i int) (tracedQuery, error) {
	at := t.pairs[0].qb[i]
	config := t.of.Config.Query(at)
	q := tracedQuery{at: at, stratum: config.Stratum, failed: config.Status == result.Failed}
	for _, p := range t.pairs {
		q.failed = q.failed || p.a.Status(p.qa[i]) == result.Failed
	}
	if q.failed {
		return q, nil
	}
	relevant := ordered.Each(t.pairs, func(p *pairing) []result.RankedRelevant { return p.a.Query(p.qa[i]).Relevant })
	for at, d := range config.Relevant {
		document := traced{grade: d.Grade, in: make([]int, len(t.pairs)), fused: d.Rank, final: d.Rank}
		if d.FusedRank != nil {
			t.reranked, document.fused = true, *d.FusedRank
		}
		for c, p := range t.pairs {
			list := relevant[c]
			if at >= len(list) || list[at].DocID != d.DocID { // one set of judgments gives one order
				return q, fmt.Errorf("%s, query %q, document %q: %w", p.a.Name, config.QueryID, d.DocID, errNoRanks)
			}
			if within(list[at].Rank, t.of.TopK) {
				document.in[c] = list[at].Rank
			}
		}
		q.relevant = append(q.relevant, document)
	}
	return q, nil
}

// measure returns the primary measure as a function of the relevant documents'
// ranks, or nil and the reason why there is none.
func (f Fused) measure() (metrics.Measure, string) {
	m := f.Primary
	if _, foreign := m.(metrics.Foreign); foreign {
		return nil, fmt.Sprintf("%s is not a measure of this program", m)
	}
	switch level := metrics.LevelOf(m); {
	case level == metrics.AnswerLevel:
		return nil, fmt.Sprintf("%s looks at answers, not at ranks", f.Primary)
	case level != rankedLevel(f.Config.Measures):
		return nil, fmt.Sprintf("%s looks at chunks, and the ranks that are kept are of documents", f.Primary)
	}
	return m, ""
}

// rankedLevel returns the level of the documents or chunks whose ranks a scorer
// keeps: documents, unless all measures of rankings look at chunks.
func rankedLevel(measures []metrics.Measure) metrics.Level {
	level := metrics.DocumentLevel
	for _, m := range measures {
		switch metrics.LevelOf(m) {
		case metrics.DocumentLevel:
			return metrics.DocumentLevel
		case metrics.ChunkLevel:
			level = metrics.ChunkLevel
		}
	}
	return level
}

func (t *trace) components() []string {
	return ordered.Each(t.of.Components, func(c *scoring.Table) string { return c.Name })
}

func (t *trace) strata() []string { return t.pairs[0].strata() }

// within tells whether a rank is one of the first k; 0 is not a rank.
func within(rank, k int) bool { return rank > 0 && rank <= k }

// A Fused is a configuration with each of its components alone, all scored on the same queries. Attribute and CeilingOf
// read from it where the relevant documents stood; the rankings themselves are not needed any more.
type Fused struct {
	Config     *scoring.Table
	Components []*scoring.Table // in the order of the configuration, none of them twice
	TopK       int              // hits that the configuration takes of each component, and keeps of their fusion
	Primary    metrics.Measure  // that the verdict is about
}
