// Package judgments holds what is known about the documents of the queries that
// count: grades, gains and subtopics, of documents and of chunks, what an answer
// was expected to say, and which paths it may cite. They come from test sets and
// from qrels, and look the same afterwards. No ranking is known here.
package judgments

import (
	"cmp"
	"context"
	"fmt"
	"slices"

	"github.com/rankduel/rankduel/experiment/result"
	"github.com/rankduel/rankduel/internal/ordered"
	"github.com/rankduel/rankduel/internal/prose"
	"github.com/rankduel/rankduel/metrics"
	"github.com/rankduel/rankduel/retrieval"
	"github.com/rankduel/rankduel/retrieval/trec"
	"github.com/rankduel/rankduel/testsets"
)

// The parts of a test set that can be scored.
const (
	PartEvaluation = "evaluation"
	PartHeldOut    = "heldout"
	PartAll        = "all"
)

// Parts lists the parts, the default first.
func Parts() []string { return []string{PartEvaluation, PartHeldOut, PartAll} }

// Judgments are the queries that count and what is known about their
// documents: what a test set and a qrels file have in common.
type Judgments struct {
	Info    result.TestSetInfo
	queries []Query
	index   map[string]int
	// Documents and chunks are what rankings are joined with, by the level of
	// the measure. A qrels file does not say what its ids are: it is both.
	Documents, Chunks *Items
	scaleTop          int              // highest grade of the declared scale, 0 when none is
	realGains         bool             // judged by gains, of which grades are the whole part
	notes             []result.Finding // what reading them noticed

	// Paths are those that answers may cite, for the strict rule of citations;
	// nil when it is not known which there are.
	Paths *Paths
}

// A Query is one query of the set.
type Query struct {
	ID, Stratum, Text string
	Group             string       // of wordings of one need; empty outside a group
	Expected          *Expectation // of its answer; nil when it is not known
}

// Items are the judgments at one level, documents or chunks.
type Items struct {
	Qrels   *trec.Qrels
	Queries []Item // by query, in the order of the set
}

// An Item is the part of the join of one query that no ranking changes.
type Item struct {
	InQrels     int // position in the qrels, -1 when nothing was judged
	ideal       []int
	Real        bool      // judged by real-valued gains
	gains       []float64 // those above 0, descending; nil unless real
	nonRelevant int
	ids         []string // relevant ones, in the order of the judgments
	grades      []int
	Subtopics   *Subtopics // nil without judgments by subtopic
}

// Read reads a qrels file. Its queries have no text and no stratum.
func Read(ctx context.Context, src trec.Source, opts trec.QrelsOptions) (*Judgments, error) {
	src = src.Hashing() // a pipe is read once
	qrels, err := trec.ReadQrels(ctx, src, opts)
	if err != nil {
		return nil, err
	}
	sum, err := src.SHA256(ctx)
	if err != nil {
		return nil, err
	}
	j := &Judgments{
		Info:      result.TestSetInfo{Name: src.Name, SHA256: sum, Queries: qrels.Len()},
		realGains: opts.RealGains,
		notes:     qrelsFindings(qrels, opts),
	}
	for i := range qrels.Len() {
		j.queries = append(j.queries, Query{ID: qrels.Query(i)})
	}
	j.setIndex()
	j.Documents = j.join(qrels)
	j.Chunks = j.Documents
	return j, nil
}

// Of takes the judgments of one part of a test set.
func Of(set *testsets.TestSet, part string) (*Judgments, error) {
	selected, err := set.Part(part)
	if err != nil {
		return nil, err
	}
	j := &Judgments{scaleTop: set.Scale.Max(), Info: result.TestSetInfo{
		Name: set.Name, Version: set.Version, SHA256: set.SHA256(), Part: part,
		Queries: len(selected.Queries), Strata: map[string]int{}, Order: set.Strata,
	}}
	unjudged := 0
	for i := range selected.Queries {
		q := &selected.Queries[i]
		if q.Unjudged {
			unjudged++
			continue
		}
		j.queries = append(j.queries, Query{ID: q.ID, Stratum: q.Type, Text: q.Text, Group: q.Group, Expected: &Expectation{selected.ShouldRefuse(q), q.MustContain, q.Forbidden}})
		if q.Type != "" {
			j.Info.Strata[q.Type]++
		}
	}
	if unjudged > 0 {
		j.Info.Queries, j.Info.Unjudged = len(j.queries), unjudged
		j.notes = append(j.notes, result.Noted(result.FindingUnjudged, prose.Plural(unjudged, "query")+" of the set not judged yet, left out of everything"))
	}
	if len(j.queries) == 0 {
		return nil, fmt.Errorf("test set %s: no query of part %s is judged yet", set.Name, part)
	}
	j.setIndex()
	var documents, chunks []trec.Judgment
	for _, q := range selected.Queries {
		for _, r := range q.Relevant {
			documents = append(documents, trec.Judgment{Query: q.ID, Doc: r.Doc, Grade: r.Grade, Gain: float64(r.Grade)})
		}
		for _, r := range q.RelevantChunks {
			chunks = append(chunks, trec.Judgment{Query: q.ID, Doc: r.Chunk, Grade: r.Grade, Gain: float64(r.Grade)})
		}
	}
	for _, level := range []struct {
		to        **Items
		judgments []trec.Judgment
	}{{&j.Documents, documents}, {&j.Chunks, chunks}} {
		qrels, err := trec.NewQrels(slices.Values(level.judgments))
		if err != nil {
			return nil, fmt.Errorf("test set %s: %w", set.Name, err)
		}
		*level.to = j.join(qrels)
	}
	return j, nil
}

func (j *Judgments) setIndex() {
	j.index = make(map[string]int, len(j.queries))
	for i := range j.queries {
		j.index[j.queries[i].ID] = i
	}
}

// join prepares what every ranking of a query is measured against.
func (j *Judgments) join(qrels *trec.Qrels) *Items {
	items := &Items{Qrels: qrels, Queries: make([]Item, len(j.queries))}
	for i := range j.queries {
		item := &items.Queries[i]
		at, ok := qrels.Index([]byte(j.queries[i].ID))
		if !ok {
			item.InQrels = -1
			continue
		}
		item.InQrels, item.Real = at, j.realGains
		item.Subtopics = newSubtopics(qrels, at)
		for judgment := range qrels.Judgments(at) {
			if item.Real && judgment.Gain > 0 {
				item.gains = append(item.gains, judgment.Gain)
			}
			switch {
			case judgment.Grade > 0:
				item.ideal = append(item.ideal, judgment.Grade)
				item.ids = append(item.ids, judgment.Doc)
				item.grades = append(item.grades, judgment.Grade)
			case judgment.Grade == 0:
				item.nonRelevant++
			}
		}
		slices.SortFunc(item.ideal, func(a, b int) int { return b - a })
		slices.SortFunc(item.gains, func(a, b float64) int { return cmp.Compare(b, a) })
	}
	return items
}

// At returns the level that a measure is scored on.
func (j *Judgments) At(level metrics.Level) *Items {
	if level == metrics.ChunkLevel {
		return j.Chunks
	}
	return j.Documents
}

// GradesOf returns the grades of a query's documents at a level, as far as they are judged.
func (j *Judgments) GradesOf(id string, level metrics.Level) map[string]int {
	at, known := j.index[id]
	if !known || j.At(level).Queries[at].InQrels < 0 {
		return nil
	}
	out := map[string]int{}
	for judgment := range j.At(level).Qrels.Judgments(j.At(level).Queries[at].InQrels) {
		if judgment.Grade >= 0 {
			out[judgment.Doc] = judgment.Grade
		}
	}
	return out
}

// Len returns the number of queries that count.
func (j *Judgments) Len() int { return len(j.queries) }

// Query returns query i in the order of the set.
func (j *Judgments) Query(i int) *Query { return &j.queries[i] }

// Index returns the position of the query with this id.
func (j *Judgments) Index(id []byte) (position int, known bool) {
	position, known = j.index[string(id)]
	return position, known
}

// Notes returns what reading the judgments noticed.
func (j *Judgments) Notes() []result.Finding { return j.notes }

// Requests lists id and text of the queries, as a retriever wants them.
func (j *Judgments) Requests() []retrieval.Query {
	return ordered.Each(j.queries, func(q Query) retrieval.Query { return retrieval.Query{ID: q.ID, Text: q.Text} })
}

// Check refuses judgments that the profile does not allow, measures that need
// more than they say, and grades that a measure cannot value.
func (j *Judgments) Check(profile metrics.Profile, measures []metrics.Measure) error {
	if err := j.checkExpectations(measures); err != nil {
		return err
	}
	grades, gains := j.Grades(), j.gains()
	for _, m := range measures {
		if err := metrics.CheckGrades(m, grades); err != nil {
			return fmt.Errorf("%s: %w", j.Info.Name, err)
		}
		if err := metrics.CheckGains(m, gains); err != nil {
			return fmt.Errorf("%s: %w", j.Info.Name, err)
		}
	}
	if ids := j.Undefined(); profile.Undefined == metrics.LoadError && len(ids) > 0 {
		return fmt.Errorf("profile %s: queries without a relevant document: %s; judge at least one, or use another profile", profile.Name, prose.FirstFew(ids))
	}
	return nil
}

// Undefined lists the queries without a relevant document.
func (j *Judgments) Undefined() []string {
	var ids []string
	for i := range j.queries {
		if len(j.Documents.Queries[i].ideal)+len(j.Chunks.Queries[i].ideal) == 0 {
			ids = append(ids, j.queries[i].ID)
		}
	}
	return ids
}

// Judged starts the join of a query: what is known without a ranking.
func (item *Item) Judged() metrics.Judged {
	return metrics.Judged{Ideal: item.ideal, IdealGains: item.gains, NonRelevant: item.nonRelevant}
}

// Ranks lists where the relevant documents of a query stood.
func (item *Item) Ranks(rank func(id string) int) []result.RankedRelevant {
	list := make([]result.RankedRelevant, len(item.ids))
	for i, id := range item.ids {
		list[i] = result.RankedRelevant{DocID: id, Grade: item.grades[i], Rank: rank(id)}
	}
	return list
}
