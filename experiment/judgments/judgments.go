// Package judgments holds what is known about the documents of the queries that count: grades, gains and
// subtopics, of documents and of chunks, what an answer was expected to say, and which paths it may cite.
// They come from test sets and from qrels, and look the same afterwards. No ranking is known here.
package judgments

import (
	"context"
	"fmt"
	"slices"

	"github.com/rankduel/rankduel/experiment/result"
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
	queries []Query // nil where only their ids are known: those of the qrels
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
	Group             string       // of wordings of one need, or a conversation; empty outside of these
	Weight            *float64     // nil where it is not known
	Expected          *Expectation // of its answer; nil when it is not known
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
	var passages []*Passages
	unjudged := 0
	for i := range selected.Queries {
		q := &selected.Queries[i]
		if q.Unjudged {
			unjudged++
			continue
		}
		j.queries = append(j.queries, Query{ID: q.ID, Stratum: q.Type, Text: q.Text, Group: q.Unit(), Weight: (*float64)(q.Weight), Expected: &Expectation{selected.ShouldRefuse(q), q.MustContain, q.Forbidden}})
		if q.Type != "" {
			j.Info.Strata[q.Type]++
		}
		if p := newPassages(q.Passages, set.PassageShare); p != nil {
			passages = append(passages, make([]*Passages, len(j.queries)-len(passages))...)
			passages[len(j.queries)-1] = p
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
		for _, p := range q.Passages {
			chunks = append(chunks, trec.Judgment{Query: q.ID, Doc: p.String(), Grade: p.Grade, Gain: float64(p.Grade)})
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
	j.Chunks.passages = passages
	return j, nil
}

func (j *Judgments) setIndex() {
	j.index = make(map[string]int, len(j.queries))
	for i := range j.queries {
		j.index[j.queries[i].ID] = i
	}
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
	q, known := j.Index([]byte(id))
	if !known || j.At(level).Query(q).InQrels < 0 {
		return nil
	}
	out := map[string]int{}
	for judgment := range j.At(level).Qrels.Judgments(j.At(level).Query(q).InQrels) {
		if judgment.Grade >= 0 {
			out[judgment.Doc] = judgment.Grade
		}
	}
	return out
}

// Len returns the number of queries that count.
func (j *Judgments) Len() int { return len(j.Documents.of) }

// ID returns that of query i in the order of the set.
func (j *Judgments) ID(i int) string {
	if j.queries == nil {
		return j.Documents.Qrels.Query(i)
	}
	return j.queries[i].ID
}

// Query returns query i in the order of the set.
func (j *Judgments) Query(i int) Query {
	if j.queries == nil {
		return Query{ID: j.ID(i)}
	}
	return j.queries[i]
}

// Index returns the position of the query with this id.
func (j *Judgments) Index(id []byte) (position int, known bool) {
	if j.queries == nil {
		return j.Documents.Qrels.Index(id)
	}
	position, known = j.index[string(id)]
	return position, known
}

// Notes returns what reading the judgments noticed.
func (j *Judgments) Notes() []result.Finding { return j.notes }

// Requests lists id and text of the queries, as a retriever wants them.
func (j *Judgments) Requests() []retrieval.Query {
	list := make([]retrieval.Query, j.Len())
	for i := range list {
		list[i] = retrieval.Query{ID: j.ID(i), Text: j.Query(i).Text}
	}
	return list
}

// Check refuses judgments that the profile does not allow, measures that need
// more than they say, and grades that a measure cannot value.
func (j *Judgments) Check(profile metrics.Profile, measures []metrics.Measure) error {
	if err := j.checkKnown(measures); err != nil {
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
	for i := range j.Len() {
		if len(j.Documents.Query(i).ideal)+len(j.Chunks.Query(i).ideal) == 0 {
			ids = append(ids, j.ID(i))
		}
	}
	return ids
}
