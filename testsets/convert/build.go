package convert

import (
	"fmt"
	"slices"
	"strings"

	"github.com/rankduel/rankduel/internal/prose"
	"github.com/rankduel/rankduel/testsets"
)

// build makes the set: every step notes what it does, and what it cannot decide is a fault.
func (d *draft) build(name string) (*testsets.TestSet, []File, error) {
	d.matchIDs()
	d.numberQueries()
	d.checkTexts()
	d.matchDocuments()
	d.grade()
	if err := d.err(); err != nil {
		return nil, nil, err
	}
	labels, err := d.labelFiles()
	if err != nil || d.opts.LabelsOnly {
		return nil, labels, err
	}
	d.judges()
	if err := d.err(); err != nil {
		return nil, nil, err
	}
	scale := d.scale()
	d.settle()
	d.allZero()
	d.needJudgments()
	d.withoutJudgments()
	if err := d.err(); err != nil {
		return nil, nil, err
	}
	set := d.set(name, scale)
	if err := set.Validate(); err != nil {
		return nil, nil, fmt.Errorf("what was read makes no valid test set: %w", err)
	}
	return set, labels, nil
}

// numberQueries gives ids to queries that are known by their texts, in order.
func (d *draft) numberQueries() {
	digits := max(3, len(fmt.Sprint(len(d.queries))))
	next := 1
	for _, q := range d.queries {
		for q.ID == "" {
			id := fmt.Sprintf("q%0*d", digits, next)
			if next++; d.ids[id] == nil {
				q.ID = id
				d.ids[id] = q
			}
		}
	}
}

// checkTexts finds judged queries that no one wrote the text of.
func (d *draft) checkTexts() {
	var ids []string
	for _, q := range d.queries {
		if strings.TrimSpace(q.Text) == "" {
			ids = append(ids, q.ID)
		}
	}
	if len(ids) == 0 || len(d.faults) > 0 {
		return
	}
	switch d.opts.WithoutText {
	case drop:
		d.queries = slices.DeleteFunc(d.queries, func(q *query) bool { return strings.TrimSpace(q.Text) == "" })
		d.count(Dropped, "without_text", len(ids), "query", "without a text, as asked for: "+prose.FirstFew(ids))
	case keep:
		for _, q := range d.queries {
			if strings.TrimSpace(q.Text) == "" {
				q.Text = q.ID
			}
		}
		d.count(Changed, "without_text", len(ids), "query", "without a text, with the id in its place, as asked for: such a set can score rankings, and not be searched with")
	default:
		d.faults = append(d.faults, fmt.Errorf("%s without a text: %s; give the topics too, or --without-text keep (the id stands for the text) or drop",
			prose.Plural(len(ids), "query"), prose.FirstFew(ids)))
	}
}

// allZero finds queries whose judged documents all have grade 0 or less, or whose list of
// documents is empty: no measure of a ranking is defined for them.
func (d *draft) allZero() {
	var ids []string
	marks := 0
	for _, q := range d.queries {
		if !q.onlyZero() {
			continue
		}
		ids = append(ids, q.ID)
		marks += len(q.marks)
		switch d.opts.AllZero {
		case unjudged:
			q.marks = nil
		case refusal:
			yes := true
			q.ExpectedRefusal = &yes
		case drop:
			q.fate = drop
		}
	}
	if len(ids) == 0 {
		return
	}
	switch d.opts.AllZero {
	case unjudged:
		d.count(Dropped, "all_zero", marks, "judgment", fmt.Sprintf("of grade 0 of %s without a relevant document, now unjudged, as asked for", prose.Plural(len(ids), "query")))
	case refusal:
		d.count(Changed, "all_zero", len(ids), "query", "without a relevant document, marked expected_refusal, as asked for")
	case drop:
		d.queries = slices.DeleteFunc(d.queries, func(q *query) bool { return q.fate == drop })
		d.count(Dropped, "all_zero", len(ids), "query", "without a relevant document, as asked for: "+prose.FirstFew(ids))
	default:
		d.faults = append(d.faults, fmt.Errorf("%s judged, and no document above grade 0: %s; measures are undefined for such a query: "+
			"correct the labels, or say what it is with --all-zero unjudged (nobody has found anything yet), refusal (there is nothing to find) or drop",
			prose.Plural(len(ids), "query"), prose.FirstFew(ids)))
	}
}

func (q *query) onlyZero() bool {
	return (len(q.marks) > 0 || q.emptied) && !slices.ContainsFunc(q.marks, func(m mark) bool { return m.grade > 0 }) && q.ExpectedRefusal == nil
}

// needJudgments refuses sources without a judgment or an expectation: most often these
// are in fields that were not read.
func (d *draft) needJudgments() {
	has := func(q *query) bool {
		return len(q.marks)+len(q.MustContain)+len(q.Forbidden) > 0 || q.ExpectedRefusal != nil
	}
	if d.opts.Unjudged == keep || d.opts.AllZero != "" || len(d.faults) > 0 || slices.ContainsFunc(d.queries, has) {
		return
	}
	remedy := "give the file of judgments too, and documents as --corpus"
	if d.leftOver != "" {
		remedy = "not read are " + d.leftOver + ": name the field with ids of documents with --doc-field (file+page, with --level, where parts are judged), or one with grades with --grade-field"
	}
	d.faults = append(d.faults, fmt.Errorf("%s and no judgment; %s; --unjudged keep takes the queries alone", prose.Plural(len(d.queries), "query"), remedy))
}

// withoutJudgments marks queries without judgments.
func (d *draft) withoutJudgments() {
	isBare := func(q *query) bool {
		return len(q.marks) == 0 && len(q.MustContain)+len(q.Forbidden) == 0 && q.ExpectedRefusal == nil
	}
	n := 0
	for _, q := range d.queries {
		if isBare(q) {
			q.Unjudged = true
			n++
		}
	}
	if d.opts.Unjudged == drop {
		d.queries = slices.DeleteFunc(d.queries, isBare)
		d.count(Dropped, "unjudged", n, "query", "without judgments, as asked for")
		return
	}
	d.count(Told, "unjudged", n, "query", "without judgments, marked unjudged and left out of every measure")
}

// set returns what was gathered.
func (d *draft) set(name string, scale testsets.Scale) *testsets.TestSet {
	t := &testsets.TestSet{
		Name: name, Version: d.opts.Version, Profile: d.profile, Format: d.format, Scale: scale,
		Queries: make([]testsets.Query, 0, len(d.queries)),
	}
	for _, q := range d.queries {
		for _, m := range q.marks {
			if m.chunk {
				q.RelevantChunks = append(q.RelevantChunks, testsets.ChunkJudgment{Chunk: m.doc, Grade: m.grade})
			} else {
				q.Relevant = append(q.Relevant, testsets.Judgment{Doc: m.doc, Grade: m.grade})
			}
		}
		if t.Format == testsets.Golden {
			d.golden(&q.Query)
		}
		if q.Type != "" && !slices.Contains(d.strata, q.Type) {
			d.strata = append(d.strata, q.Type)
		}
		t.Queries = append(t.Queries, q.Query)
	}
	if t.Format != testsets.Golden {
		t.Strata = d.strata
		d.typeless(t)
	} else {
		t.Scale = testsets.BinaryScale()
	}
	return t
}

// untyped is the stratum of queries that say none in a set where others do.
const untyped = "untyped"

func (d *draft) typeless(t *testsets.TestSet) {
	n := 0
	for i := range t.Queries {
		if q := &t.Queries[i]; len(t.Strata) > 0 && q.Type == "" {
			q.Type = untyped
			n++
		}
	}
	if n > 0 && !slices.Contains(t.Strata, untyped) {
		t.Strata = append(t.Strata, untyped)
	}
	d.count(Changed, "untyped", n, "query", "without a type, now in the stratum "+untyped)
}

// golden makes expected documents of judgments.
func (d *draft) golden(q *testsets.Query) {
	zero := 0
	for _, j := range q.Relevant {
		if j.Grade > 0 {
			q.ExpectedDocs = append(q.ExpectedDocs, j.Doc)
		} else {
			zero++
		}
	}
	q.Relevant = nil
	for _, id := range q.ExpectedDocs {
		q.Relevant = append(q.Relevant, testsets.Judgment{Doc: id, Grade: 1})
	}
	if q.ExpectedRefusal == nil && !q.Unjudged {
		no := false
		q.ExpectedRefusal = &no
	}
	d.count(Dropped, "golden_zero", zero, "judgment", "of grade 0: a set of expected answers lists what is expected alone")
}
