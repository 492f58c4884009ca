package label_test

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/rankduel/rankduel/testsets/label"
)

// A sheet has a row for each question in the person's order; what it says is kept once, all or nothing.
func TestSheet(t *testing.T) {
	s := open(t, pool(t, 2, 3), t.TempDir(), "ada")
	first := s.View()
	rows := s.Rows()
	if len(rows) != 6 || rows[0].Text != first.Text || rows[0].QueryText != first.QueryText || rows[0].Said != nil {
		t.Fatalf("%d rows, the first %+v; want 6 that begin with %q", len(rows), rows[0], first.Text)
	}
	fill := map[int]label.Answer{0: grade(2), 2: {State: label.CannotJudge, Comment: "why"}, 5: grade(0)}
	for _, tt := range []struct {
		name   string
		change func(map[int]label.Answer)
		kept   int
		says   string
	}{
		{"off the scale in the last row", func(a map[int]label.Answer) { a[5] = grade(9) }, 0, "row 6: 9 is not on the scale"},
		{"three answers", func(map[int]label.Answer) {}, 3, ""},
		{"the same again", func(map[int]label.Answer) {}, 0, ""},
		{"another grade", func(a map[int]label.Answer) { a[0] = grade(1) }, 1, ""},
		{"another comment", func(a map[int]label.Answer) { a[2] = label.Answer{State: label.CannotJudge, Comment: "so"} }, 1, ""},
		{"another state", func(a map[int]label.Answer) { a[2] = grade(3) }, 1, ""},
		{"one more", func(a map[int]label.Answer) { a[1] = grade(3) }, 1, ""},
	} {
		tt.change(fill)
		n, err := s.Fill(fill)
		if n != tt.kept || (err == nil) != (tt.says == "") || err != nil && !strings.Contains(err.Error(), tt.says) {
			t.Errorf("%s: %d kept, %v; want %d and %q", tt.name, n, err, tt.kept, tt.says)
		}
		if tt.says != "" {
			fill[5] = grade(0)
		}
	}
	rows = s.Rows()
	if v := s.View(); v.Answered != 4 || *rows[0].Said.Grade != 1 || *rows[2].Said.Grade != 3 || rows[3].Said != nil || rows[5].Said.MS != 0 {
		t.Errorf("in the end %+v and %+v", v.Progress, rows)
	}
	if s.Person() != "ada" || len(s.Scale()) != 4 {
		t.Errorf("%s grades by %v", s.Person(), s.Scale())
	}
}

// First comes what most systems found, then what they found highest, then the lower id.
func TestPrioritised(t *testing.T) {
	p := pool(t, 1, 4)
	line := func(doc, by string) string {
		return `{"query_id":"q00","doc_id":"` + doc + `","by":[` + by + `]}` + "\n"
	}
	key := filepath.Join(t.TempDir(), "pool.key.jsonl")
	write := func(text string) {
		t.Helper()
		if err := os.WriteFile(key, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	all := line("d0", `{"config":"a","rank":1}`) + line("d1", `{"config":"a","rank":3},{"config":"b","rank":2}`) +
		line("d2", `{"config":"a","rank":2},{"config":"b","rank":1}`) + line("d3", `{"config":"b","rank":1}`)
	write(all)
	got, err := p.Prioritised(key)
	// d2 (two systems, ranks 3 in all), d1 (two, 5), d0 and d3 (one, 1)
	if diff := cmp.Diff([]int{2, 1, 0, 3}, got); err != nil || diff != "" {
		t.Errorf("%v (-want +got):\n%s", err, diff)
	}
	for text, want := range map[string]string{
		all + line("d9", `{"config":"a","rank":1}`): `:5: query "q00", document "d9": is not in pool.jsonl`,
		"{\n" + all:                           ":1: ",
		line("d0", `{"config":"a","rank":1}`): `does not say who found query "q00", document "d1"`,
		line("d0", "") + strings.TrimPrefix(all, line("d0", `{"config":"a","rank":1}`)): `does not say who found query "q00", document "d0"`,
	} {
		write(text)
		if order, err := p.Prioritised(key); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: %v, %v; want %q", text, order, err, want)
		}
	}
	if _, err := p.Prioritised(key + ".none"); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("without a key: %v", err)
	}
	s, err := label.Open(p, t.TempDir(), label.Settings{Person: "ada", First: got, Now: clock()})
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = s.Close() }()
	if v := s.View(); v.Text != "text 2 of 0" {
		t.Errorf("the first question is about %q, want d2", v.Text)
	}
}

// A folder is adjudicated by one process at a time.
func TestHold(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "labels")
	if nothing, err := label.Hold(dir); err != nil || nothing.Close() != nil {
		t.Errorf("a folder that is not there: %v", err)
	}
	if err := os.Mkdir(dir, 0o777); err != nil {
		t.Fatal(err)
	}
	held, err := label.Hold(dir)
	if err != nil {
		t.Fatal(err)
	}
	if again, err := label.Hold(dir); !errors.Is(err, label.ErrInUse) && runtime.GOOS != "windows" {
		t.Errorf("held twice: %v, %v", again, err)
	}
	if err := held.Close(); err != nil {
		t.Fatal(err)
	}
	again, err := label.Hold(dir)
	if err != nil {
		t.Fatal(err)
	}
	if err := again.Close(); err != nil {
		t.Error(err)
	}
}

func TestScales(t *testing.T) {
	for _, tt := range []struct{ text, want string }{ // "" is refused
		{"0 no, 1 partly, 2 yes", "0 no, 1 partly, 2 yes"},
		{"2 yes,0 no indeed", "0 no indeed, 2 yes"},
		{"0-3", "0 irrelevant, 1 somewhat relevant, 2 relevant, 3 highly relevant"},
		{"0 - 2", "0, 1, 2"},
		{"1-3", "1, 2, 3"},
		{"0,1", "0, 1"},
		{"", ""},
		{"no, yes", ""},
		{"0 no", ""},
		{"0 no, 0 yes", ""},
		{"-1 bad, 1 good", ""},
		{"3-1", ""},
		{"1-1", ""},
		{"0-101", ""},
		{"-1-2", ""},
	} {
		got, err := label.ParseScale(tt.text)
		var words []string
		for _, g := range got {
			words = append(words, strings.TrimSpace(fmt.Sprint(g.Grade, " ", g.Word)))
		}
		if strings.Join(words, ", ") != tt.want || (err == nil) != (tt.want != "") {
			t.Errorf("%q: %q, %v; want %q", tt.text, words, err, tt.want)
		}
	}
	if got, err := label.ParseScale("0-100"); err != nil || len(got) != 101 {
		t.Errorf("0-100: %d grades, %v", len(got), err)
	}
}

func TestPersonOf(t *testing.T) {
	for path, want := range map[string]string{"labels/ada.jsonl": "ada", "ben.csv.gz": "ben", "x/dr.who.xlsx": "dr.who", "eva": "eva", "cem.qrels": "cem"} {
		if got := label.PersonOf(path); got != want {
			t.Errorf("%s is of %q, want %q", path, got, want)
		}
	}
}

// Pools and tables of queries are read from files, in the separators of spreadsheets; faults have their line.
func TestFilesOfAPool(t *testing.T) {
	dir := t.TempDir()
	file := func(name, text string) string {
		t.Helper()
		path := filepath.Join(dir, name)
		if err := os.WriteFile(path, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
		return path
	}
	p, err := label.OpenPool(file("p.jsonl", `{"query_id":"q1","doc_id":"d1","title":"t","text":"x"}`+"\n"+`{"query_id":"q2","query_text":"two","doc_id":"d1","title":"t","text":"x"}`+"\n"))
	if err != nil || len(p.Items) != 2 {
		t.Fatal(p, err)
	}
	item, ok := p.Item(label.Pair{Query: "q2", Doc: "d1"})
	if !ok || item.QueryText != "two" {
		t.Errorf("q2 and d1: %+v, %v", item, ok)
	}
	if item, ok := p.Item(label.Pair{Query: "q2", Doc: "d2"}); ok {
		t.Errorf("q2 and d2: %+v", item)
	}
	if _, err := label.OpenPool(filepath.Join(dir, "none")); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("no pool: %v", err)
	}
	queries, err := label.OpenQueries(file("q.csv", "query_id;query_text;need;query_type\nq1;one;why one;exact\nq2;two;;\n"))
	want := map[string]label.Query{"q1": {Text: "one", Need: "why one", Type: "exact"}, "q2": {Text: "two"}}
	if diff := cmp.Diff(want, queries); err != nil || diff != "" {
		t.Errorf("%v (-want +got):\n%s", err, diff)
	}
	if err := p.Describe(queries); err != nil || p.Items[0].QueryText != "one" || p.Items[0].Need != "why one" || p.Items[1].QueryText != "two" {
		t.Errorf("described: %+v, %v", p.Items, err)
	}
	for text, want := range map[string]string{
		"":                                     "q.csv",
		"query_id,need\nq,n\n":                 "q.csv:1: has no columns query_id and query_text",
		"query_text,need\nq,n\n":               "q.csv:1: has no columns query_id and query_text",
		"query_id,query_text\n,x\n":            `q.csv:2: query id "" is empty or there twice`,
		"query_id,query_text\nq,x\nr,y\nq,z\n": `q.csv:4: query id "q" is empty or there twice`,
	} {
		if got, err := label.OpenQueries(file("q.csv", text)); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: %v, %v; want %q", text, got, err, want)
		}
	}
}

// What was taken back is asked next, also in front of what comes first by order, and is no longer so after an answer.
func TestTakenBackIsNext(t *testing.T) {
	dir := t.TempDir()
	s := open(t, pool(t, 1, 4), dir, "ada")
	var texts []string
	for range 3 {
		texts = append(texts, s.View().Text)
		answer(t, s, grade(1))
	}
	answer(t, s, label.Answer{State: label.Undone})
	answer(t, s, label.Answer{State: label.Undone})
	if got := s.View().Text; got != texts[1] {
		t.Errorf("after two were taken back %q is asked, want the second one, %q", got, texts[1])
	}
	answer(t, s, grade(2))
	if got := s.View().Text; got != texts[2] {
		t.Errorf("then %q is asked, want %q", got, texts[2])
	}
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	journal, err := label.ReadJournal(label.File(dir, "ada"))
	if err != nil || len(journal.Lines) != 6 || len(journal.Labels()) != 2 || len(journal.Repeats()) != 0 {
		t.Errorf("the journal has %+v, %v; want six lines and two labels", journal, err)
	}
}
