package judgments

import (
	"cmp"
	"fmt"
	"slices"

	"github.com/rankduel/rankduel/experiment/result"
	"github.com/rankduel/rankduel/internal/prose"
	"github.com/rankduel/rankduel/metrics"
	"github.com/rankduel/rankduel/retrieval/trec"
)

// Subtopics are the judgments of one query by subtopic, before any ranking.
type Subtopics struct {
	Count int
	// ByJudgment holds what is relevant to a subtopic, by the judgment of the
	// document; documents holds the same without gaps, by descending id, which is
	// how ndeval settles ties in the ideal ranking.
	ByJudgment, Documents [][]metrics.SubtopicGrade
}

// newSubtopics takes the judgments of query at by subtopic, nil when the
// qrels have none.
func newSubtopics(qrels *trec.Qrels, at int) *Subtopics {
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
	order := make([]int, len(ids))
	for i := range order {
		order[i] = i
	}
	slices.SortFunc(order, func(a, b int) int { return cmp.Compare(ids[b], ids[a]) })
	for _, i := range order {
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
