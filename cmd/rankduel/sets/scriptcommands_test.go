package sets_test

import (
	"bytes"
	"encoding/csv"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"

	"github.com/rogpeppe/go-internal/testscript"

	"github.com/rankduel/rankduel/cmd/rankduel/internal/scripttest"
)

// commands returns those of the scripts that renew test sets.
func commands() scripttest.Commands {
	return scripttest.Commands{"searchlog": searchLog, "newrun": newRun, "labels": labelled, "lower": lower}
}

// searchLog writes a query log with 20 queries for each name, asked by so many
// clients: searchlog FILE name...
func searchLog(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) < 2 {
		ts.Fatalf("usage: searchlog FILE name...")
	}
	var b strings.Builder
	b.WriteString("query,client_id\n")
	for _, name := range args[1:] {
		for i := range 20 {
			for client := range i + 1 {
				fmt.Fprintf(&b, "%s matter %d,c%d\n", name, i, client)
			}
		}
	}
	ts.Check(os.WriteFile(ts.MkAbs(args[0]), []byte(b.String()), 0o666))
}

// newRun writes a run file that answers the queries which entering.csv keeps
// with documents of the clinical corpus, from the given one on: newrun DIR FILE FIRST.
func newRun(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) != 3 {
		ts.Fatalf("usage: newrun DIR FILE FIRST")
	}
	first, err := strconv.Atoi(args[2])
	ts.Check(err)
	corpus := strings.Split(ts.ReadFile("corpus.jsonl"), "\n")
	rows, err := csv.NewReader(strings.NewReader(ts.ReadFile(filepath.Join(args[0], "entering.csv")))).ReadAll()
	ts.Check(err)
	var b strings.Builder
	for n, row := range rows[1:] {
		if row[len(row)-1] != "keep" {
			continue
		}
		for rank := range 3 {
			var d struct {
				ID string `json:"_id"`
			}
			ts.Check(json.Unmarshal([]byte(corpus[(5*n+first+rank)%300]), &d))
			fmt.Fprintf(&b, "%s Q0 %s %d %d new\n", row[0], d.ID, rank+1, 10-rank)
		}
	}
	ts.Check(os.WriteFile(ts.MkAbs(args[1]), []byte(b.String()), 0o666))
}

// labelled writes the journal of a person who grades every pair of a pool 0 to 3 in
// turn, but for every nth, which gets the next grade: labels DIR NAME NTH
// (0: none; −25: the first 25 do).
func labelled(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) != 3 {
		ts.Fatalf("usage: labels DIR NAME NTH")
	}
	nth, err := strconv.Atoi(args[2])
	ts.Check(err)
	var b bytes.Buffer
	for i, line := range poolOf(ts, args[0]) {
		grade := i % 4
		if nth > 0 && i%nth == 0 || i < -nth {
			grade = (grade + 1) % 4
		}
		ts.Check(json.NewEncoder(&b).Encode(map[string]any{
			"at": "2026-11-22T10:00:00Z", "query_id": line.QueryID, "doc_id": line.DocID, "state": "graded", "grade": grade,
			"comment": "", "ms": 1000, "mode": "lines", "order": "shuffled",
		}))
	}
	path := ts.MkAbs(filepath.Join(args[0], "labels", args[1]+".jsonl"))
	ts.Check(os.MkdirAll(filepath.Dir(path), 0o777))
	ts.Check(os.WriteFile(path, b.Bytes(), 0o666))
}

type pooledPair struct {
	QueryID string `json:"query_id"`
	DocID   string `json:"doc_id"`
}

func poolOf(ts *testscript.TestScript, dir string) []pooledPair {
	var list []pooledPair
	for line := range strings.Lines(ts.ReadFile(filepath.Join(dir, "pool.jsonl"))) {
		var p pooledPair
		ts.Check(json.Unmarshal([]byte(line), &p))
		list = append(list, p)
	}
	return list
}

// lower writes the adjudication of ada and ben by the lower grade: lower
// DIR.
func lower(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) != 1 {
		ts.Fatalf("usage: lower DIR")
	}
	grades := func(name string) (list []int) {
		for line := range strings.Lines(ts.ReadFile(filepath.Join(args[0], "labels", name+".jsonl"))) {
			var l struct{ Grade int }
			ts.Check(json.Unmarshal([]byte(line), &l))
			list = append(list, l.Grade)
		}
		return list
	}
	ada, ben := grades("ada"), grades("ben")
	var b strings.Builder
	b.WriteString("query_id,doc_id,ada,ben,third,grade,rule,by,at,comment\n")
	for i, p := range poolOf(ts, args[0]) {
		fmt.Fprintf(&b, "%s,%s,%d,%d,,%d,lower,,,\n", p.QueryID, p.DocID, ada[i], ben[i], min(ada[i], ben[i]))
	}
	ts.Check(os.WriteFile(ts.MkAbs(filepath.Join(args[0], "adjudicated.csv")), []byte(b.String()), 0o666))
}
