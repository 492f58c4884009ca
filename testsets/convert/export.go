package convert

import (
	"fmt"
	"slices"
	"strings"

	"github.com/rankduel/rankduel/testsets"
)

// An Exported is what an export made.
type Exported struct {
	Files []File // one without a path, or those of a folder
	Notes []Note // what the files do not hold
}

// Export writes a set in the named format. The set stays as it is.
func Export(set *testsets.TestSet, to string, o ExportOptions) (*Exported, error) {
	f, err := find(to, true)
	if err != nil {
		return nil, err
	}
	if !f.Writes() {
		return nil, fmt.Errorf("format %s is read and not written: want %s", to, strings.Join(Names(true), ", "))
	}
	if err := f.refuse(given(o)); err != nil {
		return nil, err
	}
	fitted, notes, err := f.fit(set)
	if err != nil {
		return nil, err
	}
	files, err := f.write(fitted, o)
	if err != nil {
		return nil, err
	}
	return &Exported{files, notes}, nil
}

// fit takes out of a copy what the format has no place for, and notes it.
func (f Format) fit(set *testsets.TestSet) (*testsets.TestSet, []Note, error) {
	d := newDraft(&Options{})
	out := *set
	out.Queries = slices.Clone(set.Queries)
	var grades []int
	emptied := 0
	for i := range out.Queries {
		q := &out.Queries[i]
		had := q.HasRelevant()
		d.fitJudgments(f, q)
		d.fitRest(f, q)
		if f.text != nil {
			if text := f.text(q.Text); text != q.Text {
				q.Text = text
				d.count(Changed, "texts", 1, "query text", "with line ends, tabs or blanks that became one blank or went")
			}
		}
		if had && !q.HasRelevant() || f.Holds.NoDocuments && !q.Unjudged && len(q.MustContain)+len(q.Forbidden) == 0 {
			emptied++
		}
		for _, j := range q.Relevant {
			grades = append(grades, j.Grade)
		}
		for _, j := range q.RelevantChunks {
			grades = append(grades, j.Grade)
		}
	}
	if !f.Holds.Unjudged && !f.Holds.NoDocuments {
		before := len(out.Queries)
		out.Queries = slices.DeleteFunc(out.Queries, func(q testsets.Query) bool { return q.Unjudged })
		d.count(Dropped, "unjudged", before-len(out.Queries), "query", "that nobody judged")
	}
	d.count(Changed, "emptied", emptied, "query", "left without a relevant document or an expectation, read back as unjudged")
	if err := d.fitIDs(f, &out); err != nil {
		return nil, nil, err
	}
	d.fitHead(f, set, grades)
	if len(out.Queries) == 0 {
		return nil, nil, fmt.Errorf("nothing of the set can stand in the format %s", f.Name)
	}
	return &out, d.notes, nil
}

// fitJudgments drops judgments that the format cannot say.
func (d *draft) fitJudgments(f Format, q *testsets.Query) {
	if !f.Holds.Chunks && (!f.Holds.Golden || len(q.ExpectedChunks) == 0) {
		d.count(Dropped, "chunks", len(q.RelevantChunks), "judgment", "of a chunk")
		q.RelevantChunks = nil
	}
	d.count(Dropped, "passages", len(q.Passages), "passage", "of a document, which keeps its grade")
	q.Passages = nil
	kept := make([]testsets.Judgment, 0, len(q.Relevant))
	for _, j := range q.Relevant {
		switch {
		case f.Holds.NoDocuments:
			d.count(Dropped, "judgments", 1, "judgment", "of a document: tests of answers name none")
		case j.Grade == 0 && !f.Holds.Zero:
			d.count(Dropped, "zero", 1, "judgment", "of grade 0: a document that was judged and does not help reads back as unjudged")
		case j.Grade < 0 && !f.Holds.Negative:
			d.count(Dropped, "negative", 1, "judgment", "below grade 0")
		case j.Grade > 1 && !f.Holds.Grades:
			d.count(Changed, "grades", 1, "judgment", "above grade 1, now relevant or not")
			kept = append(kept, testsets.Judgment{Doc: j.Doc, Grade: 1})
		default:
			kept = append(kept, j)
		}
	}
	q.Relevant = kept
	if len(kept) == 0 {
		q.Relevant = nil
	}
}

// fitRest drops what else a query says.
func (d *draft) fitRest(f Format, q *testsets.Query) {
	h := f.Holds
	if n := len(q.MustContain) + len(q.Forbidden); n > 0 && !h.Expectations {
		d.count(Dropped, "expectations", n, "expectation", "of an answer: must_contain, forbidden")
		q.MustContain, q.Forbidden = nil, nil
	}
	if !h.Refusals {
		no := q.ExpectedRefusal != nil && !*q.ExpectedRefusal
		switch {
		case h.Golden && no: // a list of expected answers means it
		case h.Golden && !q.Unjudged, q.ExpectedRefusal != nil:
			d.count(Dropped, "refusals", 1, "mark", "of whether a refusal is expected")
		}
		if !h.Golden {
			q.ExpectedRefusal = nil
		}
	}
	if !h.Golden { // they stand in the judgments too
		q.ExpectedDocs, q.ExpectedChunks = nil, nil
	}
	if q.Type != "" && !h.Strata {
		d.count(Dropped, "strata", 1, "query", "with a type: strata are not kept")
		q.Type = ""
	}
	if q.Split != testsets.Unsplit && !h.Split {
		d.count(Dropped, "split", 1, "query", "with a mark of its part: what is held out is not told apart any more")
		q.Split = testsets.Unsplit
	}
	if q.Group != "" && !h.Groups {
		d.count(Dropped, "groups", 1, "query", "with a group")
		q.Group = ""
	}
	if q.Weight != nil && !h.Labels {
		d.count(Dropped, "weights", 1, "query", "with a weight: all count alike then")
		q.Weight = nil
	}
	labelled := q.Lang + q.Difficulty + q.Family + q.Conversation
	if !h.Sources {
		labelled += q.Source + strings.Join(q.Tags, "")
	}
	if labelled != "" && !h.Labels {
		d.count(Dropped, "labels", 1, "query", "with labels: lang, difficulty, family, conversation, source or tags")
	}
	if !h.Labels {
		q.Lang, q.Difficulty, q.Family, q.Conversation = "", "", "", ""
		if !h.Sources {
			q.Source, q.Tags = "", nil
		}
	}
}

// fitIDs wants texts that tell queries apart where ids are not kept.
func (d *draft) fitIDs(f Format, set *testsets.TestSet) error {
	if f.Holds.IDs {
		return nil
	}
	seen := map[string]string{}
	changed := 0
	digits := max(3, len(fmt.Sprint(len(set.Queries))))
	for i, q := range set.Queries {
		if other, again := seen[q.Text]; again {
			return fmt.Errorf("queries %q and %q have the same text, and %s tells queries apart by their texts alone; reword one or leave it out", other, q.ID, f.Name)
		}
		seen[q.Text] = q.ID
		if q.ID != fmt.Sprintf("q%0*d", digits, i+1) {
			changed++
		}
	}
	d.count(Changed, "ids", changed, "query id", "left out: queries are known by their texts, and read back as q001 and so on")
	return nil
}

// fitHead notes what the set says about itself.
func (d *draft) fitHead(f Format, set *testsets.TestSet, grades []int) {
	if f.Holds.Head {
		return
	}
	isGolden := set.Format == testsets.Golden
	switch {
	case f.Holds.Golden && !isGolden:
		d.notes = append(d.notes, Note{Changed, "form", len(set.Queries), "judgments become a list of what is expected: grades and scale are not kept"})
	case !f.Holds.Golden && isGolden:
		d.notes = append(d.notes, Note{Changed, "form", len(set.Queries), "the list of what is expected becomes judgments of grade 1"})
	case !isGolden && !slices.Equal(set.Scale, scaleOf(grades)):
		d.notes = append(d.notes, Note{Dropped, "scale", len(set.Scale), "the scale (" + set.Scale.String() + ") is not kept: reading back, one is made of the grades that occur"})
	}
	if f.Holds.Strata {
		empty := slices.DeleteFunc(slices.Clone(set.Strata), func(s string) bool {
			return slices.ContainsFunc(set.Queries, func(q testsets.Query) bool { return q.Type == s })
		})
		d.count(Dropped, "empty_strata", len(empty), "empty stratum", "of the declared ones")
	}
	if f.Holds.NoTexts {
		d.notes = append(d.notes, Note{Dropped, "texts", len(set.Queries), "texts of queries are not kept: a registry has ids alone"})
	}
	d.notes = append(d.notes, Note{Dropped, "head", 1, "name, version and description of the set are not kept"})
}
