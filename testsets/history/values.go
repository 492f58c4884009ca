package history

import (
	"encoding/json"
	"slices"
	"strconv"

	"github.com/rankduel/rankduel/internal/ordered"
	"github.com/rankduel/rankduel/testsets"
)

// sortedList writes a list whose order means nothing as JSON, so that a comma in
// an entry does not look like two entries; "" for none.
func sortedList(list []string) string {
	if len(list) == 0 {
		return ""
	}
	text, err := json.Marshal(slices.Sorted(slices.Values(list)))
	if err != nil {
		panic(err) // texts only
	}
	return string(text)
}

func yes(b bool) string { return strconv.FormatBool(b) }

// headerChanges compares the keys of the header. The version is named by the diff itself.
func headerChanges(a, b *testsets.TestSet) []Change {
	list := []Change{}
	for _, key := range []struct {
		name string
		of   func(t *testsets.TestSet) string
	}{
		{"name", func(t *testsets.TestSet) string { return t.Name }},
		{"version", func(t *testsets.TestSet) string { return t.Version }},
		{"description", func(t *testsets.TestSet) string { return t.Description }},
		{"created", func(t *testsets.TestSet) string { return t.Created }},
		{"profile", func(t *testsets.TestSet) string { return t.Profile }},
		{"format", func(t *testsets.TestSet) string { return string(t.Format) }},
		{"scale", func(t *testsets.TestSet) string { return t.Scale.String() }},
		{"passage_share", func(t *testsets.TestSet) string { return asJSON(&t.PassageShare) }},
		{"strata", func(t *testsets.TestSet) string { return sortedList(t.Strata) }},
		{"parent", func(t *testsets.TestSet) string { return asJSON(t.Parent) }},
		{"provenance", func(t *testsets.TestSet) string { return asJSON(t.Provenance) }},
		{"split", func(t *testsets.TestSet) string { return asJSON(t.Draw) }},
	} {
		if x, y := key.of(a), key.of(b); x != y {
			list = append(list, Change{key.name, x, y})
		}
	}
	return list
}

// asJSON writes a part of the header; "" for nil.
func asJSON[T any](v *T) string {
	if v == nil {
		return ""
	}
	text, err := json.Marshal(v)
	if err != nil {
		panic(err) // texts and numbers only
	}
	return string(text)
}

// judgments compares those of a query, by document and by chunk.
func (d *Diff) judgments(old, now *testsets.Query) {
	grades := func(q *testsets.Query) (docs, chunks []graded) {
		for _, j := range q.Relevant {
			docs = append(docs, graded{j.Doc, j.Grade})
		}
		for _, j := range q.RelevantChunks {
			chunks = append(chunks, graded{j.Chunk, j.Grade})
		}
		for _, p := range q.Passages {
			chunks = append(chunks, graded{p.String(), p.Grade})
		}
		return docs, chunks
	}
	oldDocs, oldChunks := grades(old)
	newDocs, newChunks := grades(now)
	d.level(now.ID, "doc", oldDocs, newDocs)
	d.level(now.ID, "chunk", oldChunks, newChunks)
}

type graded struct {
	id    string
	grade int
}

func (d *Diff) level(query, level string, old, now []graded) {
	was := ordered.Map(old, func(j graded) (string, int) { return j.id, j.grade })
	for _, j := range now {
		grade, judged := was[j.id]
		delete(was, j.id)
		switch {
		case !judged:
			d.Judged = append(d.Judged, GradeChange{query, level, j.id, nil, &j.grade})
		case grade != j.grade:
			d.Grades = append(d.Grades, GradeChange{query, level, j.id, &grade, &j.grade})
		}
	}
	for _, j := range old {
		if _, gone := was[j.id]; gone {
			d.Lost = append(d.Lost, GradeChange{query, level, j.id, &j.grade, nil})
		}
	}
}
