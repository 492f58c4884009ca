// Package history compares versions of a test set and follows the chain from each to the one it was made from.
//
// It knows queries and judgments, and no scores: what a change of version does
// to the mean of a system is not said here.
//
// The usual path: [Compare] of two sets, [ReadLog] of a folder.
package history

import (
	"fmt"
	"strings"

	"github.com/rankduel/rankduel/internal/ordered"
	"github.com/rankduel/rankduel/testsets"
	"github.com/rankduel/rankduel/testsets/near"
)

// diffSchema names the JSON document of a Diff.
const diffSchema = "rankduel/testset-diff/v1"

// A Diff is what changed from one version to another. Queries are known by their ids; lists are in the
// order of the newer version, what is gone in that of the older.
type Diff struct {
	Schema string         `json:"schema"`
	From   Version        `json:"from"`
	To     Version        `json:"to"`
	Link   Link           `json:"link"` // between the two
	Header []Change       `json:"header"`
	Strata []StratumDiff  `json:"strata"`
	Kept   int            `json:"kept_queries"` // that are in both, changed or not
	Added  []QueryOf      `json:"added"`
	Gone   []QueryOf      `json:"removed"`
	Rename []Rename       `json:"renamed"` // of those added and removed: the same text under another id
	Reword []QueryChange  `json:"reworded"`
	Retype []QueryChange  `json:"retyped"`
	Split  []QueryChange  `json:"resplit"`
	Grades []GradeChange  `json:"grades_changed"`
	Judged []GradeChange  `json:"judgments_added"` // of kept queries
	Lost   []GradeChange  `json:"judgments_removed"`
	Other  []QueryChange  `json:"other"` // every other key of kept queries
	Pool   PoolDifference `json:"judged_documents_per_query"`
}

// A Version names a set and its content.
type Version struct {
	Name    string `json:"name"`
	Version string `json:"version,omitempty"`
	SHA256  string `json:"sha256"`
	Queries int    `json:"queries"`
	File    string `json:"file,omitempty"`
}

// A Change is one key that says something else. Empty means that it is not there.
type Change struct {
	Key string `json:"key"`
	Old string `json:"old"`
	New string `json:"new"`
}

// A QueryChange is a Change of one query.
type QueryChange struct {
	QueryID string `json:"query_id"`
	Change
}

// A QueryOf is a query of one of the two versions.
type QueryOf struct {
	QueryID string         `json:"query_id"`
	Stratum string         `json:"stratum,omitempty"`
	Split   testsets.Split `json:"split,omitempty"`
	Judged  int            `json:"judged_documents"`
	Text    string         `json:"query_text"`
}

// A Rename is a query whose text both versions have, under two ids.
type Rename struct {
	Old string `json:"old_query_id"`
	New string `json:"new_query_id"`
}

// A GradeChange is a judgment that is another one, new or gone.
type GradeChange struct {
	QueryID string `json:"query_id"`
	Level   string `json:"level"` // doc or chunk
	ID      string `json:"id"`
	Old     *int   `json:"old"` // nil: not judged
	New     *int   `json:"new"`
}

// A StratumDiff counts the changes in one stratum; a query that changed its type counts as kept where it is now.
type StratumDiff struct {
	Stratum  string `json:"stratum"`
	Old      int    `json:"old_queries"`
	New      int    `json:"new_queries"`
	Added    int    `json:"added"`
	Gone     int    `json:"removed"`
	Kept     int    `json:"kept"`
	Reworded int    `json:"reworded"`
	Regraded int    `json:"regraded"` // kept queries with some judgment changed, new or gone
}

// A PoolDifference is how many documents are judged for a query, on average.
type PoolDifference struct {
	Gone  *float64 `json:"removed"` // nil where there is no such query
	Kept  *float64 `json:"kept"`
	Added *float64 `json:"added"`
}

// Compare lists what changed from one set to another.
func Compare(from, to *testsets.TestSet) *Diff {
	d := &Diff{
		Schema: diffSchema, From: versionOf(from), To: versionOf(to), Header: headerChanges(from, to),
		Added: []QueryOf{}, Gone: []QueryOf{}, Rename: []Rename{}, Reword: []QueryChange{}, Retype: []QueryChange{}, Split: []QueryChange{},
		Grades: []GradeChange{}, Judged: []GradeChange{}, Lost: []GradeChange{}, Other: []QueryChange{},
	}
	d.Link = linkBetween(d.From, d.To, from.Parent, to.Parent)
	old := make(map[string]*testsets.Query, len(from.Queries))
	for i := range from.Queries {
		old[from.Queries[i].ID] = &from.Queries[i]
	}
	strata := newTally(from, to)
	kept := make(map[string]bool, len(to.Queries))
	for i := range to.Queries {
		q := &to.Queries[i]
		was := old[q.ID]
		if was == nil {
			d.Added = append(d.Added, queryOf(q))
			strata.add(q)
			continue
		}
		kept[q.ID] = true
		d.Kept++
		reworded, regraded := d.query(was, q)
		strata.keep(q, reworded, regraded)
	}
	for i := range from.Queries {
		if q := &from.Queries[i]; !kept[q.ID] {
			d.Gone = append(d.Gone, queryOf(q))
			strata.of(q.Type).Gone++
		}
	}
	d.Strata, d.Pool = strata.list(), poolsOf(from, to, kept)
	d.renames()
	return d
}

// Same reports whether nothing changed, name and place aside.
func (d *Diff) Same() bool { return d.From.SHA256 == d.To.SHA256 && len(d.Header) == 0 }

// query notes how a query changed.
func (d *Diff) query(old, now *testsets.Query) (reworded, regraded bool) {
	note := func(list *[]QueryChange, key, a, b string) {
		if a != b {
			*list = append(*list, QueryChange{now.ID, Change{key, a, b}})
		}
	}
	note(&d.Reword, "query_text", old.Text, now.Text)
	note(&d.Retype, "query_type", old.Type, now.Type)
	note(&d.Split, "split", string(old.Split), string(now.Split))
	for _, key := range otherKeys {
		note(&d.Other, key.name, key.text(old), key.text(now))
	}
	before := len(d.Grades) + len(d.Judged) + len(d.Lost)
	d.judgments(old, now)
	return old.Text != now.Text, len(d.Grades)+len(d.Judged)+len(d.Lost) > before
}

// renames finds queries that left and came back under another id.
func (d *Diff) renames() {
	gone := ordered.Map(d.Gone, func(q QueryOf) (string, string) { return near.Normal(q.Text), q.QueryID })
	for _, q := range d.Added {
		if old, ok := gone[near.Normal(q.Text)]; ok {
			d.Rename = append(d.Rename, Rename{Old: old, New: q.QueryID})
		}
	}
}

func versionOf(t *testsets.TestSet) Version {
	return Version{Name: t.Name, Version: t.Version, SHA256: t.SHA256(), Queries: len(t.Queries), File: t.File}
}

func queryOf(q *testsets.Query) QueryOf {
	return QueryOf{QueryID: q.ID, Stratum: q.Type, Split: q.Split, Judged: len(q.Relevant), Text: q.Text}
}

// otherKeys are the keys of a query that have no list of their own, as texts.
var otherKeys = []struct {
	name string
	text func(q *testsets.Query) string
}{
	{"lang", func(q *testsets.Query) string { return q.Lang }},
	{"difficulty", func(q *testsets.Query) string { return q.Difficulty }},
	{"group", func(q *testsets.Query) string { return q.Group }},
	{"conversation", func(q *testsets.Query) string { return q.Conversation }},
	{"family", func(q *testsets.Query) string { return q.Family }},
	{"source", func(q *testsets.Query) string { return q.Source }},
	{"weight", func(q *testsets.Query) string {
		if q.Weight == nil {
			return ""
		}
		return fmt.Sprint(*q.Weight)
	}},
	{"tags", func(q *testsets.Query) string { return sortedList(q.Tags) }},
	{"expected_doc_ids", func(q *testsets.Query) string { return sortedList(q.ExpectedDocs) }},
	{"expected_chunk_ids", func(q *testsets.Query) string { return sortedList(q.ExpectedChunks) }},
	{"must_contain", func(q *testsets.Query) string { return sortedList(q.MustContain) }},
	{"forbidden", func(q *testsets.Query) string { return sortedList(q.Forbidden) }},
	{"expected_refusal", func(q *testsets.Query) string {
		if q.ExpectedRefusal == nil {
			return ""
		}
		return yes(*q.ExpectedRefusal)
	}},
	{"unjudged", func(q *testsets.Query) string { return strings.TrimPrefix(yes(q.Unjudged), "false") }},
}
