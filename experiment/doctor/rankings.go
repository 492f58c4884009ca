package doctor

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/rankduel/rankduel/experiment/result"
	"github.com/rankduel/rankduel/internal/ordered"
	"github.com/rankduel/rankduel/internal/prose"
	"github.com/rankduel/rankduel/retrieval"
	"github.com/rankduel/rankduel/retrieval/runfile"
	"github.com/rankduel/rankduel/retrieval/trec"
	"github.com/rankduel/rankduel/testsets"
	"github.com/rankduel/rankduel/testsets/convert"
)

// judgments looks whether a file is judgments or a test set, and at what they leave open.
func judgments(ctx context.Context, f *looked) error {
	at := f.at
	open := ""
	imported, err := convert.Import(ctx, "", []string{at}, convert.Options{})
	if err != nil { // qrels have no texts, and need none
		if qrels, faulty := convert.Import(ctx, "", []string{at}, convert.Options{WithoutText: "keep"}); faulty == nil {
			imported, err = qrels, nil
		}
	}
	if err != nil { // something has to be decided, as by a flag of testset import
		loose := convert.Options{Duplicates: "highest", AllZero: "unjudged", WithoutText: "keep", Unjudged: "keep"}
		var refused error
		if imported, refused = convert.Import(ctx, "", []string{at}, loose); refused != nil {
			return err
		}
		open = without(at, err)
	}
	set, c := imported.Set, imported.Set.Counts()
	f.Kind, f.Is = result.FileJudgments, "judged queries in the format "+imported.Format
	if c.Judgments+c.Chunks+c.Refusals == 0 && set.Format != testsets.Golden {
		f.Is = "questions in the format " + imported.Format + ", whose judgments were not found"
	}
	if f.has([]string{`"state":`, `"query_id":`, `"doc_id":`, `"mode":`, `"ms":`}) {
		f.Is = "a journal of labels, which is judgments"
	}
	f.ids = map[string][]string{}
	for i := range set.Queries {
		q := &set.Queries[i]
		f.ids[q.ID] = []string{}
		for _, j := range q.Relevant {
			f.ids[q.ID] = append(f.ids[q.ID], j.Doc)
		}
		for _, j := range q.RelevantChunks {
			f.ids[q.ID] = append(f.ids[q.ID], j.Chunk)
		}
		f.placed += ordered.Count(q.Passages, func(p testsets.Passage) bool { return p.End > 0 })
		f.texts += ordered.Count(q.Passages, func(p testsets.Passage) bool { return p.Quote != "" })
	}
	var says, lacks prose.Notes
	says.If(true, "%s", prose.Plural(c.Queries, "query"))
	says.If(c.Passages > 0, "%s in %s, %d of them with characters and %d with a quote", prose.Plural(c.Passages, "passage"), prose.Plural(c.Documents, "document"), f.placed, f.texts)
	says.If(c.Judgments > 0 && c.Passages == 0, "%s of documents, %d to %d for a query; by grade %s", prose.Plural(c.Judgments, "judgment"), c.Pool.Min, c.Pool.Max, gradesOf(c))
	says.If(c.Chunks > 0, "%s of chunks", prose.Plural(c.Chunks, "judgment"))
	twice := ""
	for _, n := range imported.Notes {
		says.If(open == "" && n.Code != "without_text", "%s", n.Text) // else they are of what was decided here
		if n.Code == "repeated" {
			twice = " --duplicates keep-first"
		}
	}
	alone := looked{at: at}
	says.If(noTexts(set) && run(ctx, &alone) == nil && alone.Next != nil, "in the place of a run it would be read as one: as its numbers are whole, they are taken for grades here")
	lacks.If(open != "", "anything before this is decided: %s", open)
	lacks.If(open == "" && c.Unjudged+c.NoRelevant > 0, "anything by %s without a relevant document, %d of them not judged", prose.Plural(c.Unjudged+c.NoRelevant, "query"), c.Unjudged)
	lacks.If(c.Judgments > 0 && c.Passages == 0 && c.Grades[0].Grade == 0 && c.Grades[0].Judgments == 0, "what is not relevant: no document has grade 0, so that bpref and all that needs such documents say nothing")
	lacks.If(true, "which system is better, which takes two runs")
	f.Says, f.Lacks = says, lacks
	format, _ := convert.Detect(at)
	switch {
	case format.IsTestSet():
		f.Kind = result.FileTestSet
		f.Next = commands(f.File, "rankduel testset lint FILE", "rankduel compare RUN-A RUN-B --test-set FILE")
		if f.hasPassages() {
			f.Next[1] += passageMeasures
		}
	case noTexts(set):
		f.Next = commands(f.File, "rankduel eval RUN --qrels FILE"+twice, "rankduel compare RUN-A RUN-B --qrels FILE"+twice)
	case open != "":
		f.Next = commands(f.File, "rankduel testset import FILE -o set.yaml # and the flags above")
	default:
		f.Next = commands(f.File, "rankduel testset import FILE -o set.yaml", "rankduel testset lint set.yaml", "rankduel compare RUN-A RUN-B --test-set set.yaml")
	}
	return nil
}

// passageMeasures are of the text that hits cover, at one cost.
const passageMeasures = " -m CharR@2000tok,CharP@2000tok"

// hasPassages reports a test set of which parts of documents are judged.
func (f *looked) hasPassages() bool { return f.Kind == result.FileTestSet && f.placed+f.texts > 0 }

// gradesOf says how often each grade was given.
func gradesOf(c testsets.Counts) string {
	var given []string
	for _, g := range c.Grades {
		if g.Judgments > 0 {
			given = append(given, fmt.Sprintf("%d: %d", g.Grade, g.Judgments))
		}
	}
	return strings.Join(given, ", ")
}

// noTexts reports whether queries have ids alone.
func noTexts(set *testsets.TestSet) bool {
	return !slices.ContainsFunc(set.Queries, func(q testsets.Query) bool { return q.Text != q.ID })
}

// run looks whether a file is a run, which is read to its end.
func run(ctx context.Context, f *looked) error {
	at := f.at
	src := trec.File(at)
	format, err := runfile.Detect(src)
	if err != nil {
		return err
	}
	var failed, hits int
	var depths []int
	reset := func() {
		failed, hits, depths, f.ids, f.docs, f.placed, f.texts = 0, 0, nil, map[string][]string{}, map[string][]string{}, 0, 0
	}
	reset()
	count := func(query string, n int, fault string, hit func(int) retrieval.Hit) error {
		f.ids[query] = []string{}
		for i := range min(n, topHits) {
			h := hit(i)
			f.ids[query], f.docs[query] = append(f.ids[query], h.ID), append(f.docs[query], h.Document)
			if h.End > h.Start {
				f.placed++
			}
			if h.Text != "" {
				f.texts++
			}
		}
		if depths, hits = append(depths, n), hits+n; fault != "" {
			failed++
		}
		return nil
	}
	if format == runfile.TREC {
		_, err = trec.ScanRun(ctx, src, trec.RunOptions{Workers: 1}, func(r *trec.Ranking) error {
			return count(string(r.Query), r.Len(), "", func(i int) retrieval.Hit { return retrieval.Hit{ID: string(r.Doc(i))} })
		}, reset)
	} else {
		_, err = runfile.Scan(ctx, src, runfile.Options{Format: format}, func(r runfile.Result) error {
			return count(r.QueryID, len(r.Hits), r.Error, func(i int) retrieval.Hit { return r.Hits[i] })
		}, reset)
	}
	if err == nil && len(depths) == 0 {
		err = trec.ErrEmpty
	}
	var repeats *trec.RepeatsError
	f.Is = fmt.Sprintf("a run in the format %s", format)
	switch {
	case errors.As(err, &repeats), err != nil && len(depths) > 0:
		f.Kind, f.Is, f.Lacks = result.FileRun, f.Is+", with faults", append(f.Lacks, "anything before they are mended: "+without(at, err))
		return nil
	case err != nil:
		return err
	}
	f.Kind = result.FileRun
	var says prose.Notes
	says.If(true, "%s, %d to %d hits each, %d in all", prose.Plural(len(depths), "query"), slices.Min(depths), slices.Max(depths), hits)
	says.If(failed > 0, "%s failed: they are not rankings without hits", prose.Plural(failed, "query"))
	says.If(f.placed+f.texts > 0, "of %d hits that were looked at %d say which characters of their document they are, and %d what these say, as judged passages take",
		ordered.Sum(ordered.Each(depths, func(n int) int { return min(n, topHits) })), f.placed, f.texts)
	f.Says = says
	f.Lacks = append(f.Lacks, "anything without judgments, and which system is better without a second run")
	f.Next = commands(f.File, "rankduel eval FILE --qrels QRELS", "rankduel compare FILE OTHER --qrels QRELS")
	return nil
}
