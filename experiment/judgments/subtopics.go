package judgments

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/rankduel/rankduel/experiment/result"
	"github.com/rankduel/rankduel/internal/ordered"
	"github.com/rankduel/rankduel/internal/prose"
	"github.com/rankduel/rankduel/metrics"
	"github.com/rankduel/rankduel/retrieval/trec"
)

// Subtopics are the judgments of one query by subtopic, before any ranking.
type Subtopics struct {
	Count int
	// ByJudgment holds what is relevant to a subtopic, by the judgment of the document; documents holds the
	// same without gaps, by descending id, which is how ndeval settles ties in the ideal ranking.
	ByJudgment, Documents [][]metrics.SubtopicGrade
}

// newSubtopics takes the judgments of query at by subtopic, nil when the qrels have none, or not the query.
func newSubtopics(qrels *trec.Qrels, at int) *Subtopics {
	if at < 0 {
		return nil
	}
	names := qrels.Subtopics(at)
	if names == nil {
		return nil
	}
	s := &Subtopics{Count: len(names)}
	var ids []string
	for judgment := range qrels.Judgments(at) {
		ids = append(ids, judgment.Doc)
		var relevant []metrics.SubtopicGrade
		for _, g := range qrels.BySubtopic(at, len(s.ByJudgment)) {
			if g.Grade > 0 {
				relevant = append(relevant, metrics.SubtopicGrade{Subtopic: g.Subtopic, Grade: g.Grade})
			}
		}
		s.ByJudgment = append(s.ByJudgment, relevant)
	}
	for _, i := range ordered.Places(len(ids), func(a, b int) int { return cmp.Compare(ids[b], ids[a]) }) {
		if s.ByJudgment[i] != nil {
			s.Documents = append(s.Documents, s.ByJudgment[i])
		}
	}
	return s
}

// qrelsFindings says what the reader of a qrels file dropped or put together,
// and what looks like another file than the one that was meant.
func qrelsFindings(qrels *trec.Qrels, opts trec.QrelsOptions) []result.Finding {
	var list []result.Finding
	if n := qrels.Duplicates; n > 0 {
		list = append(list, result.Warned(result.FindingDuplicates, prose.Plural(n, "judgment")+" of a document that was judged already dropped, the first of each kept"))
	}
	small := 0
	for j := range qrels.All() {
		if j.Gain > 0 && j.Gain < 1 {
			small++
		}
	}
	if small > 0 {
		list = append(list, result.Noted(result.FindingSmallGains, prose.Plural(small, "judgment")+" with a gain above 0 and below 1: worth something, but not relevant"))
	}
	if !opts.Subtopics {
		return list
	}
	if n := qrels.Shared; n > 0 {
		list = append(list, result.Noted(result.FindingSubtopics, fmt.Sprintf("%s judged for several subtopics; measures that know no subtopics take the highest judgment", prose.Plural(n, "document"))))
	}
	for i := range qrels.Len() {
		if len(qrels.Subtopics(i)) > 1 {
			return list
		}
	}
	return append(list, result.Warned(result.FindingOneSubtopic, "no query has more than one subtopic in the second column of the judgments: measures of diversity say little then"))
}

// Grades lists the grades of at least 1 that were given to a document or a chunk, in ascending order: what
// a measure has to be able to value. See metrics.CheckGrades.
func (j *Judgments) Grades() []int {
	seen := map[int]bool{}
	for _, items := range []*Items{j.Documents, j.Chunks} {
		for _, k := range items.kinds {
			for _, grade := range k.ideal {
				seen[grade] = true
			}
		}
	}
	return slices.Sorted(maps.Keys(seen))
}

// gains lists the real-valued gains above 0 of which there are any, in no order.
func (j *Judgments) gains() (gains []float64) {
	for _, k := range slices.Concat(j.Documents.kinds, j.Chunks.kinds) {
		gains = append(gains, k.gains...)
	}
	return gains
}

// Top returns the highest grade that a document can get: of the test set's scale,
// or, since qrels declare none, the highest that was given.
func (j *Judgments) Top() int {
	top := max(j.scaleTop, 1)
	for _, grade := range j.Grades() {
		top = max(top, grade)
	}
	return top
}

// ScaleTop returns the highest grade of the declared scale, 0 where none is.
func (j *Judgments) ScaleTop() int { return j.scaleTop }

// RelevantSet returns the set of relevant documents of query q.
func (j *Judgments) RelevantSet(q int) map[string]bool {
	item := j.Documents.Query(q)
	set := make(map[string]bool, len(item.ideal))
	for _, judgment := range item.relevant() {
		set[judgment.Doc] = true
	}
	return set
}

// NonRelevant tells whether anything was judged and found not relevant. Where
// nothing was, or passages are looked for, judged is another word for relevant.
func (items *Items) NonRelevant() bool {
	return !items.HasPassages() && slices.ContainsFunc(items.kinds, func(k kind) bool { return k.nonRelevant > 0 })
}

// An Expectation is what a test set says of the answer to a query.
type Expectation struct {
	Refuse                 bool
	MustContain, Forbidden []string
}

// checkKnown refuses measures of what the judgments do not say: what was expected of an answer, which text is relevant.
func (j *Judgments) checkKnown(measures []metrics.Measure) error {
	expected := slices.ContainsFunc(j.queries, func(q Query) bool { return q.Expected != nil })
	for _, need := range []struct {
		known bool
		by    func(metrics.Measure) bool
		text  string
	}{
		{expected, needsExpected, "judgments without must_contain, forbidden and what should be refused cannot tell %s; give a test set, with --test-set, or other measures, with -m"},
		{j.Chunks.HasPassages(), metrics.NeedsText, "judgments of ids cannot tell %s, which are of text; give a test set with passages (start and end, or a quote, of each), with --test-set, or measures without tokens and characters, with -m"},
	} {
		names := metrics.Texts(ordered.Where(measures, need.by))
		if !need.known && len(names) > 0 {
			return fmt.Errorf("%s: "+need.text, j.Info.Name, strings.Join(names, " and "))
		}
	}
	return nil
}

func needsExpected(m metrics.Measure) bool {
	switch m.(type) {
	case metrics.RequiredStrings, metrics.RefusalCorrectness:
		return true
	}
	return false
}
