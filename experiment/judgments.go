package experiment

import (
	"cmp"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"iter"
	"slices"

	"github.com/rankduel/rankduel/experiment/result"
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
	queries []judgedQuery
	index   map[string]int
	// documents and chunks are what rankings are joined with, by the level of
	// the measure. A qrels file does not say what its ids are: it is both.
	documents, chunks *judgedItems
	scaleTop          int              // highest grade of the declared scale, 0 when none is
	realGains         bool             // judged by gains, of which grades are the whole part
	notes             []result.Finding // what reading them noticed

	// Paths are those that answers may cite, for the strict rule of citations;
	// nil when nobody said which there are.
	Paths *Paths
}

// A judgedQuery is one query of the set.
type judgedQuery struct {
	id, stratum, text string
	expected          *expectation // of its answer; nil when nobody said
}

// judgedItems are the judgments at one level, documents or chunks.
type judgedItems struct {
	qrels   *trec.Qrels
	queries []judgedItem // by query, in the order of the set
}

// A judgedItem is the part of the join of one query that no ranking changes.
type judgedItem struct {
	inQrels     int // position in the qrels, -1 when nothing was judged
	ideal       []int
	real        bool      // judged by real-valued gains
	gains       []float64 // those above 0, descending; nil unless real
	nonRelevant int
	ids         []string // relevant ones, in the order of the judgments
	grades      []int
	subtopics   *itemSubtopics // nil without judgments by subtopic
}

// ReadJudgments reads a qrels file. Its queries have no text and no stratum.
func ReadJudgments(ctx context.Context, src trec.Source, opts trec.QrelsOptions) (*Judgments, error) {
	qrels, err := trec.ReadQrels(ctx, src, opts)
	if err != nil {
		return nil, err
	}
	sum, err := src.SHA256()
	if err != nil {
		return nil, err
	}
	j := &Judgments{
		Info:      result.TestSetInfo{Name: src.Name, SHA256: sum, Queries: qrels.Len()},
		realGains: opts.RealGains,
		notes:     qrelsFindings(qrels, opts),
	}
	for i := range qrels.Len() {
		j.queries = append(j.queries, judgedQuery{id: qrels.Query(i)})
	}
	j.number()
	j.documents = j.join(qrels)
	j.chunks = j.documents
	return j, nil
}

// JudgmentsOf takes the judgments of one part of a test set.
func JudgmentsOf(set *testsets.TestSet, part string) (*Judgments, error) {
	selected, err := set.Part(part)
	if err != nil {
		return nil, err
	}
	j := &Judgments{scaleTop: set.Scale.Max(), Info: result.TestSetInfo{
		Name: set.Name, Version: set.Version, SHA256: set.SHA256(), Part: part,
		Queries: len(selected.Queries), Strata: map[string]int{}, Order: set.Strata,
	}}
	for i := range selected.Queries {
		q := &selected.Queries[i]
		j.queries = append(j.queries, judgedQuery{id: q.ID, stratum: q.Type, text: q.Text, expected: expectationOf(selected, q)})
		if q.Type != "" {
			j.Info.Strata[q.Type]++
		}
	}
	j.number()
	for _, level := range []struct {
		to        **judgedItems
		judgments iter.Seq[trec.Judgment]
	}{{&j.documents, documentJudgments(selected)}, {&j.chunks, chunkJudgments(selected)}} {
		qrels, err := trec.NewQrels(level.judgments)
		if err != nil {
			return nil, fmt.Errorf("test set %s: %w", set.Name, err)
		}
		*level.to = j.join(qrels)
	}
	return j, nil
}

func documentJudgments(set *testsets.TestSet) iter.Seq[trec.Judgment] {
	return func(yield func(trec.Judgment) bool) {
		for _, q := range set.Queries {
			for _, r := range q.Relevant {
				if !yield(trec.Judgment{Query: q.ID, Doc: r.Doc, Grade: r.Grade, Gain: float64(r.Grade)}) {
					return
				}
			}
		}
	}
}

func chunkJudgments(set *testsets.TestSet) iter.Seq[trec.Judgment] {
	return func(yield func(trec.Judgment) bool) {
		for _, q := range set.Queries {
			for _, r := range q.RelevantChunks {
				if !yield(trec.Judgment{Query: q.ID, Doc: r.Chunk, Grade: r.Grade, Gain: float64(r.Grade)}) {
					return
				}
			}
		}
	}
}

func (j *Judgments) number() {
	j.index = make(map[string]int, len(j.queries))
	for i := range j.queries {
		j.index[j.queries[i].id] = i
	}
}

// join prepares what every ranking of a query is measured against.
func (j *Judgments) join(qrels *trec.Qrels) *judgedItems {
	items := &judgedItems{qrels: qrels, queries: make([]judgedItem, len(j.queries))}
	for i := range j.queries {
		item := &items.queries[i]
		at, ok := qrels.Index([]byte(j.queries[i].id))
		if !ok {
			item.inQrels = -1
			continue
		}
		item.inQrels, item.real = at, j.realGains
		item.subtopics = newItemSubtopics(qrels, at)
		for judgment := range qrels.Judgments(at) {
			if item.real && judgment.Gain > 0 {
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

// at is the level that a measure is scored on.
func (j *Judgments) at(level metrics.Level) *judgedItems {
	if level == metrics.ChunkLevel {
		return j.chunks
	}
	return j.documents
}

// Len is the number of queries that count.
func (j *Judgments) Len() int { return len(j.queries) }

// Queries lists id and text of the queries, as a retriever wants them.
func (j *Judgments) Queries() []retrieval.Query {
	list := make([]retrieval.Query, len(j.queries))
	for i, q := range j.queries {
		list[i] = retrieval.Query{ID: q.id, Text: q.text}
	}
	return list
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
	if ids := j.undefined(); profile.Undefined == metrics.LoadError && len(ids) > 0 {
		return fmt.Errorf("profile %s: queries without a relevant document: %s; judge at least one, or use another profile", profile.Name, few(ids))
	}
	return nil
}

// undefined lists the queries without a relevant document.
func (j *Judgments) undefined() []string {
	var ids []string
	for i := range j.queries {
		if len(j.documents.queries[i].ideal)+len(j.chunks.queries[i].ideal) == 0 {
			ids = append(ids, j.queries[i].id)
		}
	}
	return ids
}

// judged starts the join of a query: what is known without a ranking.
func (item *judgedItem) judged() metrics.Judged {
	return metrics.Judged{Ideal: item.ideal, IdealGains: item.gains, NonRelevant: item.nonRelevant}
}

// ranks lists where the relevant documents of a query stood.
func (item *judgedItem) ranks(rank func(id string) int) []result.RankedRelevant {
	list := make([]result.RankedRelevant, len(item.ids))
	for i, id := range item.ids {
		list[i] = result.RankedRelevant{DocID: id, Grade: item.grades[i], Rank: rank(id)}
	}
	return list
}

// hashJSON is the SHA-256 of bytes in hexadecimal.
func hashJSON(data []byte) string {
	sum := sha256.Sum256(data)
	return hex.EncodeToString(sum[:])
}
