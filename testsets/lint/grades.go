package lint

import (
	"errors"
	"fmt"
	"strings"

	"github.com/rankduel/rankduel/internal/ordered"

	"github.com/rankduel/rankduel/testsets"
)

// stale finds judged documents that the collection does not have.
func (c *checker) stale() {
	if c.opts.Has == nil {
		return
	}
	var missing *testsets.ReferenceError
	if !errors.As(testsets.CheckReferences(c.set, c.opts.Has, nil), &missing) {
		return
	}
	items := ordered.Each(missing.Docs, func(m testsets.MissingID) Item {
		return Item{DocID: m.ID, QueryID: m.Queries[0], Text: others(len(m.Queries) - 1)}
	})
	c.add(Fault, "stale_judgments", items, "judged document is", "judged documents are",
		"not in the corpus: nothing can find them", "correct the ids, or index these documents first")
}

func others(n int) string {
	if n == 0 {
		return ""
	}
	return "and " + count(n, "query more", "queries more")
}

// contradictions finds documents with two grades for one need: of copies of a text and of groups.
func (c *checker) contradictions() {
	type judged struct{ query, grade int }
	first := map[[2]string]judged{}
	var items []Item
	for i := range c.set.Queries {
		q := &c.set.Queries[i]
		need := "text\x00" + fmt.Sprint(c.copies[i])
		if q.Group != "" {
			need = "group\x00" + q.Group
		}
		for _, j := range q.Relevant {
			key := [2]string{need, j.Doc}
			was, known := first[key]
			switch {
			case !known:
				first[key] = judged{i, j.Grade}
			case was.grade != j.Grade:
				item := c.pair(was.query, i, fmt.Sprintf("grade %d and grade %d", was.grade, j.Grade))
				item.DocID = j.Doc
				items = append(items, item)
			}
		}
	}
	c.add(Warning, "contradictory_grades", items, "document has", "documents have",
		"two grades for one need: queries of one text or one group disagree", "decide which grade holds")
}

// ids finds documents whose ids differ in case or blanks alone: one of them is most likely a slip, and is never found.
func (c *checker) ids() {
	plain := map[string]string{}
	seen := map[string]bool{}
	var items []Item
	for i := range c.set.Queries {
		for _, j := range c.set.Queries[i].Relevant {
			if seen[j.Doc] {
				continue
			}
			seen[j.Doc] = true
			key := strings.ToLower(strings.TrimSpace(j.Doc))
			if other, known := plain[key]; known {
				item := c.at(i)
				item.DocID, item.Text = j.Doc, fmt.Sprintf("%q next to %q", j.Doc, other)
				items = append(items, item)
			} else {
				plain[key] = j.Doc
			}
		}
	}
	c.add(Warning, "similar_ids", items, "document id differs", "document ids differ",
		"from another in case or blanks alone", "write both as the collection has them")
}

// grades says what the grades cannot tell.
func (c *checker) grades() {
	used := map[int]int{}
	single, judged, unjudged := 0, 0, 0
	for i := range c.set.Queries {
		q := &c.set.Queries[i]
		if q.Unjudged {
			unjudged++
			continue
		}
		if len(q.Relevant) > 0 {
			judged++
		}
		relevant := 0
		for _, j := range q.Relevant {
			used[j.Grade]++
			if j.Grade > 0 {
				relevant++
			}
		}
		if relevant == 1 {
			single++
		}
	}
	one := judged > 0 && len(used) == 1
	c.note(unjudged > 0, "unjudged", "", "%s not judged yet; no measure counts them", count(unjudged, "query is", "queries are"))
	c.note(one, "one_grade", "", "every judgment has one grade: graded measures say no more than binary ones, and nothing tells what was judged and did not help from what nobody looked at")
	c.note(judged > 0 && !one && used[0] == 0 && c.set.Format == testsets.Native, "no_grade_0", "", "no judgment has grade 0: nothing tells what was judged and did not help from what nobody looked at")
	c.note(single > 0 && 2*single > judged, "one_relevant", "", "%d of %d queries have one relevant document: recall is 0 or 1 for them, and one wrong label turns a query over", single, judged)
	var never []string
	for _, l := range c.set.Scale {
		if used[l.Grade] == 0 && l.Grade > 0 && len(used) > 1 {
			never = append(never, fmt.Sprint(l.Grade))
		}
	}
	c.note(len(never) > 0, "unused_grades", "", "no judgment has grade %s of the scale", strings.Join(never, ", "))
}
