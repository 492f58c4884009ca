package experiment

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"iter"
	"slices"

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
	Info    TestSetInfo
	queries []judgedQuery
	index   map[string]int
	qrels   *trec.Qrels
}

// A judgedQuery is the part of the join that no ranking changes.
type judgedQuery struct {
	id, stratum, text string
	inQrels           int // position in the qrels, -1 when nothing was judged
	ideal             []int
	nonRelevant       int
	docs              []string // relevant ones, in the order of the judgments
	grades            []int
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
		Info:  TestSetInfo{Name: src.Name, SHA256: sum, Queries: qrels.Len()},
		qrels: qrels,
	}
	for i := range qrels.Len() {
		j.queries = append(j.queries, judgedQuery{id: qrels.Query(i)})
	}
	j.join()
	return j, nil
}

// JudgmentsOf takes the judgments of one part of a test set.
func JudgmentsOf(set *testsets.TestSet, part string) (*Judgments, error) {
	selected, err := set.Part(part)
	if err != nil {
		return nil, err
	}
	j := &Judgments{Info: TestSetInfo{
		Name: set.Name, Version: set.Version, SHA256: set.SHA256(), Part: part,
		Queries: len(selected.Queries), Strata: map[string]int{},
	}}
	for _, q := range selected.Queries {
		j.queries = append(j.queries, judgedQuery{id: q.ID, stratum: q.Type, text: q.Text})
		if q.Type != "" {
			j.Info.Strata[q.Type]++
		}
	}
	j.qrels, err = trec.NewQrels(judgmentsOf(selected))
	if err != nil {
		return nil, fmt.Errorf("test set %s: %w", set.Name, err)
	}
	j.join()
	return j, nil
}

func judgmentsOf(set *testsets.TestSet) iter.Seq[trec.Judgment] {
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

// join prepares what every ranking of a query is measured against.
func (j *Judgments) join() {
	j.index = make(map[string]int, len(j.queries))
	for i := range j.queries {
		q := &j.queries[i]
		j.index[q.id] = i
		at, ok := j.qrels.Index([]byte(q.id))
		if !ok {
			q.inQrels = -1
			continue
		}
		q.inQrels = at
		for judgment := range j.qrels.Judgments(at) {
			switch {
			case judgment.Grade > 0:
				q.ideal = append(q.ideal, judgment.Grade)
				q.docs = append(q.docs, judgment.Doc)
				q.grades = append(q.grades, judgment.Grade)
			case judgment.Grade == 0:
				q.nonRelevant++
			}
		}
		slices.SortFunc(q.ideal, func(a, b int) int { return b - a })
	}
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

// Check refuses judgments that the profile does not allow.
func (j *Judgments) Check(profile metrics.Profile) error {
	if ids := j.undefined(); profile.Undefined == metrics.LoadError && len(ids) > 0 {
		return fmt.Errorf("profile %s: queries without a relevant document: %s; judge at least one, or use another profile", profile.Name, few(ids))
	}
	return nil
}

// undefined lists the queries without a relevant document.
func (j *Judgments) undefined() []string {
	var ids []string
	for i := range j.queries {
		if len(j.queries[i].ideal) == 0 {
			ids = append(ids, j.queries[i].id)
		}
	}
	return ids
}

// judged starts the join of a query: what is known without a ranking.
func (q *judgedQuery) judged() metrics.Judged {
	return metrics.Judged{Ideal: q.ideal, NonRelevant: q.nonRelevant}
}

// hashJSON is the SHA-256 of bytes in hexadecimal.
func hashJSON(data []byte) string {
	sum := sha256.Sum256(data)
	return hex.EncodeToString(sum[:])
}
