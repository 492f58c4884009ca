package scoring_test

import (
	"bytes"
	"fmt"
	"os"
	"runtime"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/rankduel/rankduel/experiment/internal/wingtest"
	"github.com/rankduel/rankduel/experiment/result"
	"github.com/rankduel/rankduel/experiment/scoring"
	"github.com/rankduel/rankduel/metrics"
)

// A table of scores takes at most 100 bytes a query of which nothing but its id is known.
func TestMemoryOfTable(t *testing.T) {
	const n = 100_000
	ids := make([]string, n)
	for i := range ids {
		ids[i] = fmt.Sprint("q", i)
	}
	before := heap()
	table := tableOfRows(n, func(q int) result.Row { return result.Row{QueryID: ids[q], Ranking: uint64(q)} })
	if each := (heap() - before) / n; each > 100 {
		t.Errorf("%d bytes a query, want 100 at most", each)
	}
	runtime.KeepAlive(ids)
	runtime.KeepAlive(table)
}

func heap() int {
	var m runtime.MemStats
	runtime.GC()
	runtime.ReadMemStats(&m)
	return int(m.HeapAlloc)
}

// Judgments take at most 90 bytes a query of three with ids of eight bytes, and a table of a run with two measures
// and the ranks of what is relevant 52.
func TestMemoryOfRun(t *testing.T) {
	if os.Getenv("RANKDUEL_RACE") != "" {
		t.Skip("of numbers, which one goroutine makes: the race detector is for make soak")
	}
	const n = 100_000
	var qrels, run bytes.Buffer
	for q := range n {
		id := q + 1_000_000
		fmt.Fprintf(&qrels, "%d 0 1%d 1\n%d 0 2%d 2\n%d 0 3%d 0\n", id, id, id, id, id, id)
		fmt.Fprintf(&run, "%d Q0 1%d 1 9 t\n%d Q0 4%d 2 8 t\n", id, id, id, id)
	}
	before := heap()
	j := wingtest.JudgmentsFrom(t, qrels.String())
	judged := heap()
	table := wingtest.Scored(t, "run", run.String(), j, "nDCG@10,RR")
	scored := heap()
	if each := (judged - before) / n; each > 90 {
		t.Errorf("judgments: %d bytes a query, want 90 at most", each)
	}
	if each := (scored - judged) / n; each > 52 {
		t.Errorf("a table: %d bytes a query, want 52 at most", each)
	}
	runtime.KeepAlive([]any{&qrels, &run, j, table})
}

func tableOfRows(n int, row func(q int) result.Row) *scoring.Table {
	measures := []metrics.Measure{metrics.Foreign{Name: "one"}, metrics.Foreign{Name: "two"}}
	return scoring.FromScores("a", metrics.ForeignProfile("p"), result.TestSetInfo{}, measures, n, row, scoring.NewColumns(2, n))
}

// Whatever is known of a query is known of it in the table, when it is moved, and once it was
// changed; of the others nothing changes.
func TestQueriesKeepTheirRows(t *testing.T) {
	ms, weight := 2.5, .5
	rows := []result.Row{
		{QueryID: "id"},
		{QueryID: "ranking", Ranking: 7},
		{QueryID: "stratum", Stratum: "s"},
		{QueryID: "group", Group: "g"},
		{QueryID: "text", Text: "t"},
		{QueryID: "failed", Status: result.Failed, Error: "down", Ranking: 8},
		{QueryID: "weight", Weight: &weight},
		{QueryID: "latency", LatencyMS: &ms},
		{QueryID: "rerank", RerankMS: &ms},
		{QueryID: "failed runs", FailedRuns: 1},
		{QueryID: "missing runs", MissingRuns: 1},
		{QueryID: "relevant", Relevant: []result.RankedRelevant{{DocID: "d", Rank: 2}}},
		{QueryID: "hits", Hits: []result.JudgedHit{{DocID: "d"}}, Retrieved: 3},
		{QueryID: "error", Error: "some"},
		{QueryID: "judgments", RelString: "1-0"},
	}
	table := tableOfRows(len(rows), func(q int) result.Row { return rows[q] })
	check := func(what string, at []int) {
		t.Helper()
		for q, from := range at {
			if diff := cmp.Diff(rows[from], table.Query(q)); diff != "" {
				t.Errorf("%s, query %d (-want +got):\n%s", what, q, diff)
			}
			if table.ID(q) != rows[from].QueryID || table.Status(q) != rows[from].Status {
				t.Errorf("%s: query %d is %s, %q", what, q, table.ID(q), table.Status(q))
			}
		}
	}
	all := []int{0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14}
	check("made", all)
	other := tableOfRows(len(rows), table.Query)
	if !table.SameQueries(other) {
		t.Error("a copy has other queries")
	}
	other.Edit(1).QueryID = "other"
	if table.SameQueries(other) {
		t.Error("a query of another name is the same")
	}
	for q := range rows {
		table.Edit(q).Text, rows[q].Text = "new", "new"
	}
	check("changed", all)
	table.KeepQueries([]int{11, 1, 5})
	check("kept", []int{11, 1, 5})
	if table.SameQueries(other) || other.SameQueries(table) {
		t.Error("three of fifteen queries are the same")
	}
}
