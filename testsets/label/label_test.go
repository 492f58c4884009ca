package label_test

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/rankduel/rankduel/testsets"
	"github.com/rankduel/rankduel/testsets/label"
)

// pool makes queries of some documents each.
func pool(t testing.TB, queries, documents int) *label.Pool {
	t.Helper()
	var b strings.Builder
	for q := range queries {
		for d := range documents {
			fmt.Fprintf(&b, `{"query_id":"q%02d","query_text":"query %d","doc_id":"d%d","title":"","text":"text %d of %d"}`+"\n", q, q, d, d, q)
		}
	}
	p, err := label.ReadPool("pool.jsonl", strings.NewReader(b.String()))
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// A clock that goes on by a second with each look.
func clock() func() time.Time {
	now := time.Date(2026, 3, 1, 9, 0, 0, 0, time.UTC)
	return func() time.Time { now = now.Add(time.Second); return now }
}

func open(t testing.TB, p *label.Pool, dir, person string) *label.Session {
	t.Helper()
	s, err := label.Open(p, dir, label.Settings{Person: person, Seed: 7, Mode: "test", Now: clock()})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = s.Close() }) // some tests close it before
	return s
}

func answer(t testing.TB, s *label.Session, a label.Answer) {
	t.Helper()
	if err := s.Answer(s.View().Seq, a); err != nil {
		t.Fatal(err)
	}
}

func grade(g int) label.Answer { return label.Answer{State: label.Graded, Grade: g} }

func TestPoolFaults(t *testing.T) {
	const good = `{"query_id":"q","doc_id":"d","title":"t","text":""}`
	for name, c := range map[string]struct{ text, want string }{
		"empty":     {"", "pool.jsonl is empty; a pool has a line of JSON"},
		"a rank":    {`{"query_id":"q","doc_id":"d","text":"t","rank":1}`, `pool.jsonl:1: "rank" must not be in a pool`},
		"a score":   {good + "\n" + `{"query_id":"q","doc_id":"e","text":"t","score":null}`, `pool.jsonl:2: "score" must not`},
		"unknown":   {`{"query_id":"q","doc_id":"d","text":"t","body":"b"}`, `pool.jsonl:1: unknown field "body"`},
		"twice":     {good + "\r\n\r\n" + good, `pool.jsonl:3: query "q" has document "d" in line 1 already`},
		"no text":   {`{"query_id":"q","doc_id":"d"}`, `has neither title nor text`},
		"no id":     {`{"doc_id":"d","text":"t"}` + "\n" + `{"query_id":"d","text":"t"}`, "pool.jsonl:1: has no query_id\npool.jsonl:2: has no doc_id"},
		"no object": {"q1 0 d1 2", "pool.jsonl:1: is no JSON object"},
	} {
		_, err := label.ReadPool("pool.jsonl", strings.NewReader("\ufeff"+c.text))
		if err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: %v, want %s", name, err, c.want)
		}
	}
}

// A file of another kind is one fault, and not one for each of its lines.
func TestNoPool(t *testing.T) {
	for name, text := range map[string]string{"table": "query,doc\na,b\nc,d\n", "records": `{"user_input":"a"}` + "\n" + `{"user_input":"b"}`, "one document": "{\n \"a\": 1\n}\n", "list": "[1]\n[2]\n"} {
		_, err := label.ReadPool("p", strings.NewReader(text))
		if err == nil || strings.Contains(err.Error(), "\n") || !strings.HasPrefix(err.Error(), "p:1: ") || !strings.Contains(err.Error(), "so this is no pool: a pool has a line of JSON") {
			t.Errorf("%s: %v", name, err)
		}
	}
}

func TestDescribe(t *testing.T) {
	p, err := label.ReadPool("pool.jsonl", strings.NewReader(`{"query_id":"q1","doc_id":"d","text":"t"}`+"\n"+`{"query_id":"q2","doc_id":"d","text":"t"}`))
	if err != nil {
		t.Fatal(err)
	}
	path := filepath.Join(t.TempDir(), "entering.csv")
	read := func(table string) (map[string]label.Query, error) {
		if err := os.WriteFile(path, []byte(table), 0o666); err != nil {
			t.Fatal(err)
		}
		return label.OpenQueries(path)
	}
	queries, err := read("\ufeffquery_id,decision,query_text,need\r\nq1,keep,\"a, b\",why\r\n")
	if err != nil {
		t.Fatal(err)
	}
	if err := p.Describe(queries); err == nil || !strings.Contains(err.Error(), `1 of its queries have no text, the first "q2"`) {
		t.Errorf("a query without text: %v", err)
	}
	if item, ok := p.Item(label.Pair{Query: "q1", Doc: "d"}); !ok || item.QueryText != "a, b" || item.Need != "why" {
		t.Errorf("item %+v", item)
	}
	for text, want := range map[string]string{"": "is empty", "id,text\n1,2\n": "no columns query_id", "query_id,query_text\nq,a\nq,b\n": `:3: query id "q"`} {
		if _, err := read(text); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: %v, want %s", text, err, want)
		}
	}
}

// Queries are whole, everybody has another order, no one's changes, one pair in
// twenty comes again at least 50 later, and every pair once before.
func TestPlan(t *testing.T) {
	p := pool(t, 20, 27)
	plan := p.Plan(7, "ada", nil)
	if !slices.Equal(plan, p.Plan(7, "ada", nil)) {
		t.Error("the order changes")
	}
	if slices.Equal(plan, p.Plan(7, "ben", nil)) || slices.Equal(plan, p.Plan(8, "ada", nil)) {
		t.Error("another person or seed has the same order")
	}
	first, repeats, changes := map[int]int{}, 0, 0
	last := ""
	for i, task := range plan {
		before, seen := first[task.Item]
		if seen != task.Repeat {
			t.Fatalf("task %d: repeat %v, seen %v", i, task.Repeat, seen)
		}
		if task.Repeat {
			if repeats++; i-before < 50 {
				t.Errorf("asked again after %d", i-before)
			}
			continue
		}
		first[task.Item] = i
		if q := p.Items[task.Item].Query; q != last {
			last = q
			changes++
		}
	}
	if len(first) != 540 || repeats != 27 || changes != 20 {
		t.Errorf("%d pairs, %d repeats, %d changes of the query; want 540, 27 (5 %%), 20", len(first), repeats, changes)
	}
	if n := len(pool(t, 5, 10).Plan(7, "ada", nil)); n != 50 {
		t.Errorf("50 pairs have %d tasks, want no repeats", n)
	}
	sorted := p.Plan(7, "ada", reversed(len(p.Items)))
	for i := 1; i < 27; i++ {
		if sorted[i].Item != sorted[i-1].Item-1 {
			t.Errorf("task %d: item %d behind %d, want the given order", i, sorted[i].Item, sorted[i-1].Item)
		}
	}
}

func reversed(n int) []int {
	out := make([]int, n)
	for i := range out {
		out[i] = n - i
	}
	return out
}

// Of queries with few documents a block could end any time: the distance holds
// for every seed.
func TestRepeatsAreFar(t *testing.T) {
	p := pool(t, 40, 3)
	for seed := range uint64(50) {
		first, repeats := map[int]int{}, 0
		for i, task := range p.Plan(seed, "ada", nil) {
			if !task.Repeat {
				first[task.Item] = i
				continue
			}
			if repeats++; i-first[task.Item] < 50 {
				t.Fatalf("seed %d: asked again after %d", seed, i-first[task.Item])
			}
		}
		if repeats != 6 { // one in twenty of 120
			t.Errorf("seed %d: %d repeats", seed, repeats)
		}
	}
}

// Queries are counted once, also where documents of theirs are asked again between others,
// and past the number that a sample was drawn with this is said.
func TestQueriesOfASample(t *testing.T) {
	p := pool(t, 40, 3)
	var order []string
	for _, item := range p.Items {
		if !slices.Contains(order, item.Query) {
			order = append(order, item.Query)
		}
	}
	s, err := label.Open(p, t.TempDir(), label.Settings{Person: "ada", Seed: 7, Mode: "test", Now: clock(), Queries: order, Planned: 25})
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = s.Close() }()
	text := map[string]int{} // by query, its place in the sample
	again := 0
	for range p.Plan(7, "ada", nil) {
		v := s.View()
		if at, seen := text[v.QueryText]; !seen {
			text[v.QueryText] = len(text) + 1
		} else if at != len(text) {
			again++
		}
		if v.Query != len(text) || v.Queries != 40 {
			t.Fatalf("query %d of %d, want %d of 40", v.Query, v.Queries, len(text))
		}
		if past := strings.Contains(v.String(), ", past the 25 planned"); past != (len(text) > 25) {
			t.Fatalf("at query %d: %s", len(text), v)
		}
		answer(t, s, grade(1))
	}
	if again != 6 || !s.View().Done { // one in twenty of 120
		t.Errorf("%d documents were asked again, done %v", again, s.View().Done)
	}
}

// What was taken back and not said again is not a label.
func TestUndoneIsNoLabel(t *testing.T) {
	p, dir := pool(t, 1, 3), t.TempDir()
	s := open(t, p, dir, "ada")
	answer(t, s, grade(3))
	answer(t, s, grade(2))
	answer(t, s, label.Answer{State: label.Undone})
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	j, err := label.ReadJournal(label.File(dir, "ada"))
	if err != nil {
		t.Fatal(err)
	}
	labels := j.Labels()
	if len(j.Lines) != 3 || len(labels) != 1 {
		t.Errorf("%d lines say %d labels, want 3 and 1", len(j.Lines), len(labels))
	}
	for _, l := range labels {
		if l.Grade == nil || *l.Grade != 3 {
			t.Errorf("label %+v, want the first answer", l)
		}
	}
}

// States, undo, and the journal that says them.
func TestSession(t *testing.T) {
	p, dir := pool(t, 2, 3), t.TempDir()
	s := open(t, p, dir, "ada")
	first := s.View()
	if first.Query != 1 || first.Queries != 2 || first.Document != 1 || first.Documents != 3 || first.Total != 6 {
		t.Errorf("progress %+v", first.Progress)
	}
	answer(t, s, label.Answer{State: label.Graded, Grade: 3, Comment: " good "})
	if err := s.Answer(first.Seq, grade(0)); !errors.Is(err, label.ErrStale) {
		t.Errorf("the other half of a double click: %v", err)
	}
	second := s.View().Text
	answer(t, s, label.Answer{State: label.Later})
	answer(t, s, grade(1))
	answer(t, s, label.Answer{State: label.Undone})
	third := s.View()
	answer(t, s, label.Answer{State: label.CannotJudge, Comment: "no text"})
	for range 3 {
		answer(t, s, grade(0))
	}
	if v := s.View(); v.Text != second || !v.Again || v.PutOff != 1 || v.Answered != 5 || v.CannotJudged != 1 {
		t.Errorf("what was put off comes last: %+v", v)
	}
	for _, bad := range []struct {
		a    label.Answer
		want string
	}{
		{grade(4), "4 is not on the scale: want one of 0 irrelevant"},
		{label.Answer{State: label.CannotJudge}, "say in a comment why"},
		{label.Answer{State: "fine"}, `answer "fine"`},
		{label.Answer{State: label.Graded, Comment: strings.Repeat("c", 20_000)}, "more than 10000 bytes"},
		{label.Answer{State: label.Graded, Comment: "caf\xe9"}, "not UTF-8"},
	} {
		if err := s.Answer(s.View().Seq, bad.a); err == nil || !strings.Contains(err.Error(), bad.want) {
			t.Errorf("%+v: %v, want %s", bad.a, err, bad.want)
		}
	}
	answer(t, s, grade(2))
	if v := s.View(); !v.Done || v.Text != "" {
		t.Errorf("not done: %+v", v)
	}
	if err := s.Answer(s.View().Seq, grade(2)); !errors.Is(err, label.ErrDone) {
		t.Errorf("an answer to nothing: %v", err)
	}
	j, err := label.ReadJournal(label.File(dir, "ada"))
	if err != nil {
		t.Fatal(err)
	}
	if len(j.Lines) != 9 || len(j.Labels()) != 6 || j.Lines[0].Comment != "good" || j.Lines[0].MS != 1000 || j.Lines[0].Mode != "test" || j.Lines[0].Order != "shuffled" {
		t.Errorf("%d lines, %d labels, the first %+v; want 9, 6", len(j.Lines), len(j.Labels()), j.Lines[0])
	}
	if l := j.Lines[4]; l.State != label.CannotJudge || l.Grade != nil || !strings.HasSuffix(third.Text, "of "+strings.TrimLeft(l.Query, "q0")) && l.Query != "q00" {
		t.Errorf("the fifth line is %+v", l)
	}
}

// Undo goes back as far as there is something, over a restart too.
func TestUndoAll(t *testing.T) {
	p, dir := pool(t, 1, 3), t.TempDir()
	s := open(t, p, dir, "ada")
	var texts []string
	for range 3 {
		texts = append(texts, s.View().Text)
		answer(t, s, grade(1))
	}
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	s = open(t, p, dir, "ada")
	for i := 2; i >= 0; i-- {
		answer(t, s, label.Answer{State: label.Undone})
		if v := s.View(); v.Text != texts[i] {
			t.Errorf("undone: %q is asked, want %q", v.Text, texts[i])
		}
	}
	if err := s.Answer(s.View().Seq, label.Answer{State: label.Undone}); err == nil || err.Error() != "there is nothing to take back" {
		t.Errorf("one more: %v", err)
	}
}

// Killed at any byte of the last line: what was answered before is there, the
// rest is asked again, and the journal is whole again.
func TestKilled(t *testing.T) {
	p, dir := pool(t, 2, 4), t.TempDir()
	s := open(t, p, dir, "ada")
	for range 5 {
		answer(t, s, grade(2))
	}
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	whole, err := os.ReadFile(label.File(dir, "ada"))
	if err != nil {
		t.Fatal(err)
	}
	start := strings.LastIndexByte(strings.TrimSuffix(string(whole), "\n"), '\n') + 1
	for end := start; end < len(whole); end++ {
		folder := t.TempDir()
		if err := os.WriteFile(label.File(folder, "ada"), whole[:end], 0o666); err != nil {
			t.Fatal(err)
		}
		s := open(t, p, folder, "ada")
		if got := s.View().Answered; got != 4 || s.DroppedBytes() != end-start {
			t.Fatalf("cut at %d: %d answers, %d bytes dropped; want 4, %d", end, got, s.DroppedBytes(), end-start)
		}
		answer(t, s, grade(0))
		j, err := label.ReadJournal(label.File(folder, "ada"))
		if err != nil || len(j.Lines) != 5 || j.Unfinished != 0 {
			t.Fatalf("cut at %d: %v, %v", end, j, err)
		}
	}
}

func TestOneProcess(t *testing.T) {
	p, dir := pool(t, 1, 2), t.TempDir()
	open(t, p, dir, "ada")
	if _, err := label.Open(p, dir, label.Settings{Person: "ada", Now: clock()}); !errors.Is(err, label.ErrInUse) {
		t.Errorf("twice: %v", err)
	}
	open(t, p, dir, "ben")
	for _, bad := range []string{"", "../ada", ".ada", "a/b", "a b", "a\x1b", strings.Repeat("a", 65)} {
		if _, err := label.Open(p, dir, label.Settings{Person: bad, Now: clock()}); err == nil {
			t.Errorf("%q is a name", bad)
		}
	}
}

func TestJournalFaults(t *testing.T) {
	const good = `{"at":"2026-03-01T09:00:00Z","query_id":"q00","doc_id":"d0","state":"graded","grade":1,"comment":"","ms":1,"mode":"page","order":"shuffled"}`
	for name, c := range map[string]struct{ text, want string }{
		"conflict":     {good + "\n<<<<<<< HEAD\n" + good + "\n", "ada.jsonl:2: is no line of a journal"},
		"state":        {strings.Replace(good, "graded", "liked", 1) + "\n", `state "liked"`},
		"no grade":     {strings.Replace(good, `"grade":1`, `"grade":null`, 1) + "\n", "is graded and its grade is missing"},
		"other pool":   {strings.Replace(good, "d0", "d9", 1) + "\n", `document "d9": is not in pool.jsonl`},
		"off scale":    {strings.Replace(good, `"grade":1`, `"grade":5`, 1) + "\n", `query "q00", document "d0": grade 5 is not on the scale (0 irrelevant`},
		"fraction":     {strings.Replace(good, `"grade":1`, `"grade":1.5`, 1) + "\n", "is no line of a journal"},
		"unknown keys": {strings.Replace(good, `"ms"`, `"sec"`, 1) + "\n", `unknown field "sec"`},
	} {
		dir := t.TempDir()
		if err := os.WriteFile(filepath.Join(dir, "ada.jsonl"), []byte(c.text), 0o666); err != nil {
			t.Fatal(err)
		}
		if _, err := label.Open(pool(t, 1, 1), dir, label.Settings{Person: "ada", Now: clock()}); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: %v, want %s", name, err, c.want)
		}
	}
}

// Grades below 0 say without judgments, and are not offered.
func TestOffered(t *testing.T) {
	got := label.Offered(testsets.Scale{{Grade: -1, Word: "pooled"}, {Grade: 0, Word: "no"}, {Grade: 1, Word: "yes"}})
	if got.String() != "0 no, 1 yes" || label.Offered(nil).Max() != 3 {
		t.Errorf("offered are %s", got)
	}
}

func FuzzReadPool(f *testing.F) {
	f.Add(`{"query_id":"q","doc_id":"d","title":"t","text":""}`)
	f.Add("\ufeff{}\r\n[]")
	f.Fuzz(func(t *testing.T, text string) {
		if p, err := label.ReadPool("p", strings.NewReader(text)); err == nil && len(p.Items) == 0 {
			t.Error("an empty pool")
		}
	})
}

func FuzzReadJournal(f *testing.F) {
	f.Add([]byte(`{"at":"2026-03-01T09:00:00Z","query_id":"q","doc_id":"d","state":"graded","grade":1,"comment":"","ms":1,"mode":"page","order":"shuffled"}` + "\n{"))
	f.Fuzz(func(t *testing.T, data []byte) {
		path := filepath.Join(t.TempDir(), "ada.jsonl")
		if err := os.WriteFile(path, data, 0o666); err != nil {
			t.Fatal(err)
		}
		j, err := label.ReadJournal(path)
		if err != nil {
			return
		}
		for _, l := range j.Lines { // what is read can be written and read
			var b strings.Builder
			if err := l.Write(&b); err != nil {
				t.Fatal(err)
			}
		}
	})
}

// A pool that was made again lost one document and gained another: what was said
// of the lost one stays in the journal and does not count.
func TestRemade(t *testing.T) {
	dir := t.TempDir()
	s := open(t, pool(t, 1, 3), dir, "ada")
	for range 3 {
		answer(t, s, grade(1))
	}
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	p, err := label.ReadPool("again.jsonl", strings.NewReader(`{"query_id":"q00","query_text":"q","doc_id":"d0","text":"t"}
{"query_id":"q00","query_text":"q","doc_id":"d2","text":"t"}
{"query_id":"q00","query_text":"q","doc_id":"d9","text":"t"}`))
	if err != nil {
		t.Fatal(err)
	}
	set := label.Settings{Person: "ada", Seed: 7, Now: clock()}
	if _, err := label.Open(p, dir, set); err == nil || !strings.Contains(err.Error(), `ada.jsonl:`) || !strings.Contains(err.Error(), `document "d1": is not in again.jsonl`) {
		t.Errorf("another pool: %v", err)
	}
	if _, err := label.ReadFinished(p, dir, []string{"ada"}, nil); !errors.Is(err, label.ErrUnfinished) || !strings.Contains(err.Error(), "ada has 1 of 3 documents left") {
		t.Errorf("unfinished: %v", err)
	}
	set.Remade = true
	again, err := label.Open(p, dir, set)
	if err != nil {
		t.Fatal(err)
	}
	if v := again.View(); again.Unpooled() != 1 || v.Answered != 2 || v.Total != 3 {
		t.Errorf("%d aside, %+v; want 1 aside, 2 of 3 answered", again.Unpooled(), v)
	}
	answer(t, again, grade(2))
	if err := again.Close(); err != nil {
		t.Fatal(err)
	}
	journals, err := label.ReadFinished(p, dir, []string{"ada"}, nil)
	if err != nil || len(journals[0].Answers()) != 3 || len(journals[0].Lines) != 3 {
		t.Errorf("%+v, %v", journals, err)
	}
	whole, err := label.ReadJournal(label.File(dir, "ada"))
	if err != nil || len(whole.Lines) != 4 {
		t.Errorf("the journal has %d lines, %v; want all 4", len(whole.Lines), err)
	}
	if _, err := label.ReadFinished(p, dir, []string{"ada", "ben"}, nil); !errors.Is(err, label.ErrUnfinished) || !strings.Contains(err.Error(), "ben has 3 of 3 documents left") {
		t.Errorf("nobody: %v", err)
	}
}

// How far someone is can be seen while they are at work, and counts what their
// own session counts.
func TestLook(t *testing.T) {
	p := pool(t, 3, 2)
	dir := t.TempDir()
	set := label.Settings{Person: "ada", Now: time.Now}
	if got, err := label.Look(p, dir, set); err != nil || got.Answered != 0 || got.Total != 6 {
		t.Errorf("before the first answer: %+v, %v", got, err)
	}
	s, err := label.Open(p, dir, set)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = s.Close() }() // every answer is synced
	for _, a := range []label.Answer{{State: label.Graded, Grade: 2}, {State: label.CannotJudge, Comment: "no text"}, {State: label.Later}} {
		if err := s.Answer(s.View().Seq, a); err != nil {
			t.Fatal(err)
		}
	}
	if got, err := label.Look(p, dir, set); err != nil || got.Answered != 2 || got.PutOff != 1 || got.CannotJudged != 1 {
		t.Errorf("while they work: %+v, %v; want 2 answered and 1 put off", got, err)
	}
}
