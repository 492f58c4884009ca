package adjudicate_test

import (
	"encoding/csv"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/rankduel/rankduel/internal/delimited"
	"github.com/rankduel/rankduel/testsets"
	"github.com/rankduel/rankduel/testsets/label"
	"github.com/rankduel/rankduel/testsets/label/adjudicate"
)

const blank = -1

// A folder with the journals of two people about documents d0, d1, … of a query
// each two.
type folder struct {
	testing.TB
	dir  string
	pool *label.Pool
}

func newFolder(t testing.TB, ada, ben []int) *folder {
	t.Helper()
	var lines strings.Builder
	for i := range ada {
		fmt.Fprintf(&lines, `{"query_id":"q%d","query_text":"query %d","doc_id":"d%d","title":"","text":"text %d"}`+"\n", i/2, i/2, i, i)
	}
	pool, err := label.ReadPool("pool.jsonl", strings.NewReader(lines.String()))
	if err != nil {
		t.Fatal(err)
	}
	f := &folder{t, t.TempDir(), pool}
	f.journal("ada", ada)
	f.journal("ben", ben)
	return f
}

func (f *folder) journal(person string, grades []int) {
	f.Helper()
	var b strings.Builder
	for i, g := range grades {
		l := label.Line{At: time.Unix(int64(i), 0).UTC(), Query: fmt.Sprint("q", i/2), Doc: fmt.Sprint("d", i), State: label.CannotJudge, Comment: "c"}
		if g != blank {
			l.State, l.Grade = label.Graded, &g
		}
		if err := l.Write(&b); err != nil {
			f.Fatal(err)
		}
	}
	if err := os.WriteFile(label.File(f.dir, person), []byte(b.String()), 0o666); err != nil {
		f.Fatal(err)
	}
}

func (f *folder) table() string { return filepath.Join(f.dir, "adjudicated.csv") }

func (f *folder) settings(rule adjudicate.Rule) adjudicate.Settings {
	return adjudicate.Settings{
		Labellers: []string{"ada", "ben"}, Rule: rule, Scale: testsets.DefaultScale(),
		Now:  func() time.Time { return time.Date(2026, 3, 2, 10, 0, 0, 0, time.UTC) },
		Save: func(data []byte) error { return os.WriteFile(f.table(), data, 0o666) },
	}
}

func (f *folder) open(rule adjudicate.Rule) *adjudicate.Work {
	f.Helper()
	w, err := adjudicate.Open(f.pool, f.dir, f.table(), f.settings(rule))
	if err != nil {
		f.Fatal(err)
	}
	f.Cleanup(func() { _ = w.Close() }) // it may be closed
	if err := w.Save(); err != nil {
		f.Fatal(err)
	}
	return w
}

func (f *folder) arbiter(w *adjudicate.Work, person string) *adjudicate.Arbiter {
	f.Helper()
	a, err := w.Arbiter(person)
	if err != nil {
		f.Fatal(err)
	}
	return a
}

// stands returns the column grade, in the pool's order, "." for none.
func (f *folder) stands() string {
	var out []string
	for _, row := range f.rows() {
		out = append(out, map[bool]string{true: ".", false: row[5]}[row[5] == ""])
	}
	return strings.Join(out, "")
}

func (f *folder) rows() [][]string {
	f.Helper()
	data, err := os.ReadFile(f.table())
	if err != nil {
		f.Fatal(err)
	}
	rows, err := csv.NewReader(strings.NewReader(string(data))).ReadAll()
	if err != nil {
		f.Fatal(err)
	}
	if got := strings.Join(rows[0], ","); got != "query_id,doc_id,ada,ben,third,grade,rule,by,at,comment" {
		f.Errorf("columns %s", got)
	}
	return rows[1:]
}

func (f *folder) answer(w *adjudicate.Arbiter, a label.Answer) {
	f.Helper()
	if err := w.Answer(w.View().Seq, a); err != nil {
		f.Fatal(err)
	}
}

func grade(g int) label.Answer { return label.Answer{State: label.Graded, Grade: g} }

// What is, by rule. Equal labels stand, whatever the rule; what no one could
// judge is unjudged; under lower and higher one grade is both.
func TestRules(t *testing.T) {
	ada, ben := []int{2, 0, 3, blank, blank, 0}, []int{2, 3, 1, 1, blank, 1}
	for _, c := range []struct {
		rule  adjudicate.Rule
		by    string
		third []int
		want  string
	}{
		{adjudicate.Lower, "", nil, "2011.0"},
		{adjudicate.Higher, "", nil, "2331.1"},
		// medians of 0 3 2, 3 1 0, 1 3 (two in the middle: the third decides), 0 1 3
		{adjudicate.Third, "cem", []int{2, 0, 3, 3}, "2213.1"},
		{adjudicate.Discussion, "ada", []int{2, 0, 3, 3}, "2203.3"},
	} {
		t.Run(string(c.rule), func(t *testing.T) {
			f := newFolder(t, ada, ben)
			w := f.open(c.rule)
			if c.by != "" {
				a := f.arbiter(w, c.by)
				for _, g := range c.third {
					f.answer(a, grade(g))
				}
				if !a.View().Done {
					t.Error("something is still asked")
				}
			}
			if got := f.stands(); got != c.want {
				t.Errorf("%s stands, want %s", got, c.want)
			}
			s := w.Summary()
			if s.Pairs != 6 || s.Equal != 1 || s.Unjudged != 1 || s.ByRule[string(c.rule)] != 4 || s.Open != 0 {
				t.Errorf("%+v", s)
			}
			for _, row := range f.rows() {
				if row[5] != "" && row[5] != row[2] && row[5] != row[3] && row[5] != row[4] && c.rule != adjudicate.Discussion {
					t.Errorf("%v: what stands is a grade that nobody gave", row)
				}
			}
		})
	}
}

// The trail says who decided what, when and by which rule.
func TestTrail(t *testing.T) {
	f := newFolder(t, []int{2, 0}, []int{2, 3})
	w := f.arbiter(f.open(adjudicate.Third), "cem")
	f.answer(w, label.Answer{State: label.Graded, Grade: 1, Comment: " half of it "})
	want := [][]string{
		{"q0", "d0", "2", "2", "", "2", "equal", "", "2026-03-02T10:00:00Z", ""},
		{"q0", "d1", "0", "3", "1", "1", "third", "cem", "2026-03-02T10:00:00Z", "half of it"},
	}
	if got := f.rows(); !slices.EqualFunc(got, want, slices.Equal) {
		t.Errorf("%v, want %v", got, want)
	}
}

// The third person reads first, and is told afterwards; a discussion is about
// what was said.
func TestBlindFirst(t *testing.T) {
	f := newFolder(t, []int{0, 1, 2}, []int{3, 2, 0})
	w := f.arbiter(f.open(adjudicate.Third), "cem")
	v := w.View()
	if v.Others != "" || v.QueryText != "query 0" || v.Text != "text 0" || v.Queries != 2 || v.Document != 1 || v.Documents != 2 || v.Total != 3 {
		t.Errorf("%+v", v)
	}
	f.answer(w, grade(1))
	if got, want := w.View().Others, "the one before: ada said 0, ben said 3, you 1; 1 stands"; got != want {
		t.Errorf("%q, want %q", got, want)
	}
	f.answer(w, label.Answer{State: label.Later})
	f.answer(w, label.Answer{State: label.Undone})
	if v := w.View(); v.Text != "text 0" || v.Answered != 0 {
		t.Errorf("taken back: %+v", v)
	}
	f.answer(w, grade(0))
	if v := w.View(); v.Text != "text 2" || v.PutOff != 1 {
		t.Errorf("%+v", v)
	}
	if err := w.Answer(w.View().Seq, label.Answer{State: label.CannotJudge, Comment: "c"}); err == nil || !strings.Contains(err.Error(), "a grade has to stand") {
		t.Errorf("cannot judge: %v", err)
	}
	if err := w.Answer(w.View().Seq, grade(7)); err == nil || !strings.Contains(err.Error(), "7 is not on the scale") {
		t.Errorf("off the scale: %v", err)
	}
	if err := w.Answer(0, grade(1)); !errors.Is(err, label.ErrStale) {
		t.Errorf("an answer to the first: %v", err)
	}
	g := newFolder(t, []int{0, 1}, []int{3, 1})
	if got := g.arbiter(g.open(adjudicate.Discussion), "ada").View().Others; got != "ada said 0, ben said 3" {
		t.Errorf("a discussion is about %q", got)
	}
}

// A sheet holds what is open and what was decided, without what others said where
// the third is blind; with one wrong row nothing of it is kept.
func TestSheet(t *testing.T) {
	f := newFolder(t, []int{0, 1, 2, 3}, []int{3, 2, 0, 3})
	w := f.arbiter(f.open(adjudicate.Third), "cem")
	f.answer(w, grade(2))
	rows := w.Rows()
	if len(rows) != 3 || rows[0].Said == nil || *rows[0].Said.Grade != 2 || rows[1].Said != nil || rows[1].Others != "" || rows[1].Text != "text 1" {
		t.Errorf("%+v", rows)
	}
	if n, err := w.Fill(map[int]label.Answer{1: grade(1), 2: {State: label.CannotJudge, Comment: "c"}}); n != 0 || err == nil || f.stands() != "2..3" {
		t.Errorf("%d kept of a wrong sheet (%v): %s", n, err, f.stands())
	}
	// The medians of 1, 2 and 1, and of 2, 0 and 1.
	if n, err := w.Fill(map[int]label.Answer{0: grade(2), 1: grade(1), 2: grade(1)}); n != 2 || err != nil || f.stands() != "2113" {
		t.Errorf("%d new (%v): %s", n, err, f.stands())
	}
	g := newFolder(t, []int{0, 1}, []int{3, 1})
	if rows := g.arbiter(g.open(adjudicate.Discussion), "ada").Rows(); len(rows) != 1 || rows[0].Others != "ada said 0, ben said 3" {
		t.Errorf("a discussion is about %+v", rows)
	}
}

// Stopped after each decision, it goes on there; another rule may take over, and
// what was decided stays; labels that changed are decided again.
func TestResumed(t *testing.T) {
	f := newFolder(t, []int{0, 1, 2, 3}, []int{3, 2, 0, 3})
	f.decide(adjudicate.Third, "cem", 2)
	if got := f.stands(); got != "2..3" {
		t.Errorf("%s after one", got)
	}
	f.decide(adjudicate.Third, "dan", 1)
	_ = f.open(adjudicate.Higher).Close()
	if got := f.stands(); got != "2123" {
		t.Errorf("%s in the end", got)
	}
	if rows := f.rows(); rows[0][7] != "cem" || rows[1][7] != "dan" || rows[2][6] != "higher" {
		t.Errorf("%v", rows)
	}
	f.journal("ada", []int{1, 1, 2, 3})
	w := f.open(adjudicate.Third)
	if s := w.Summary(); s.Reset != 1 || s.Open != 1 || f.stands() != ".123" {
		t.Errorf("%+v, %s", s, f.stands())
	}
}

// decide opens the work, decides once and closes it.
func (f *folder) decide(rule adjudicate.Rule, by string, g int) {
	f.Helper()
	w := f.open(rule)
	f.answer(f.arbiter(w, by), grade(g))
	if err := w.Close(); err != nil {
		f.Fatal(err)
	}
}

// Several decide at once: each is asked something else, until one thing is left
// for both; who answers first decides that, and the other is told.
func TestSeveralArbiters(t *testing.T) {
	f := newFolder(t, []int{0, 1, 2, 3}, []int{3, 2, 0, 0})
	w := f.open(adjudicate.Third)
	cem, dan := f.arbiter(w, "cem"), f.arbiter(w, "dan")
	if a, b := cem.View().Text, dan.View().Text; a != "text 0" || b != "text 1" || cem.View().Text != a {
		t.Errorf("cem is asked %q and dan %q, want another one each", a, b)
	}
	f.answer(cem, grade(2))
	cem.View() // text 2 from now on
	f.answer(dan, grade(2))
	f.answer(dan, label.Answer{State: label.Undone})
	if got := dan.View(); got.Text != "text 1" || got.Answered != 1 {
		t.Errorf("dan took back and is asked %+v", got)
	}
	f.answer(dan, grade(1))
	f.answer(dan, grade(3)) // text 3
	seq := dan.View().Seq   // all that is left is cem's question
	if cem.View().Text != "text 2" || dan.View().Text != "text 2" {
		t.Errorf("cem is asked %q, dan %q, want what is left", cem.View().Text, dan.View().Text)
	}
	f.answer(cem, grade(1))
	if err := dan.Answer(seq, grade(0)); !errors.Is(err, label.ErrStale) || !dan.View().Done {
		t.Errorf("dan decides what cem did: %v", err)
	}
	var by []string
	for _, row := range f.rows() {
		by = append(by, row[7])
	}
	if got := strings.Join(by, " "); got != "cem dan cem dan" || f.stands() != "2113" {
		t.Errorf("decided by %s: %s", got, f.stands())
	}
}

// Who leaves what they were asked leaves it to others. After Close nothing is
// decided, and only then does another process get the folder.
func TestLeft(t *testing.T) {
	f := newFolder(t, []int{0, 1}, []int{3, 2})
	w := f.open(adjudicate.Third)
	cem, dan := f.arbiter(w, "cem"), f.arbiter(w, "dan")
	cem.View()
	cem.Leave()
	if got := dan.View().Text; got != "text 0" {
		t.Errorf("dan is asked %q, want what cem left", got)
	}
	if _, err := adjudicate.Open(f.pool, f.dir, f.table(), f.settings(adjudicate.Third)); !errors.Is(err, label.ErrInUse) && runtime.GOOS != "windows" {
		t.Errorf("opened twice: %v, want ErrInUse", err)
	}
	if s, err := adjudicate.Look(f.pool, f.dir, f.table(), f.settings(adjudicate.Third)); err != nil || s.Open != 2 {
		t.Errorf("looked at meanwhile: %+v, %v", s, err)
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	if err := dan.Answer(dan.View().Seq, grade(1)); !errors.Is(err, label.ErrStale) {
		t.Errorf("decided after the end: %v", err)
	}
	f.decide(adjudicate.Third, "eva", 1)
	if got := f.stands(); got != "1." {
		t.Errorf("%s stands", got)
	}
}

func TestRefused(t *testing.T) {
	for name, c := range map[string]struct {
		ben   []int
		rule  adjudicate.Rule
		by    string
		table string
		want  string
	}{
		"no rule":     {rule: "mean", want: `rule "mean": want third, lower, higher, discussion`},
		"needless":    {rule: adjudicate.Lower, by: "cem", want: "cannot decide: rule lower asks nobody; leave cem out"},
		"not a third": {rule: adjudicate.Third, by: "ben", want: "cannot decide: ben labelled already"},
		"bad name":    {rule: adjudicate.Discussion, by: "../x", want: "is no name for a labeller"},
		"unfinished":  {ben: []int{1}, rule: adjudicate.Lower, want: "labelling is not finished: ben has 1 of 2 documents left"},
		"off scale":   {ben: []int{1, 9}, rule: adjudicate.Lower, want: "grade 9 is not on the scale"},
		"other table": {rule: adjudicate.Lower, table: "a,b\n", want: "adjudicated.csv:1: want the columns query_id,doc_id,ada,ben"},
		"bad row":     {rule: adjudicate.Lower, table: "query_id,doc_id,ada,ben,third,grade,rule,by,at,comment\nq0,d0,x,1,,,,,,\nq0,d0\n", want: "adjudicated.csv:2: grade \"x\" is not an integer"},
	} {
		f := newFolder(t, []int{0, 1}, []int{0, 2})
		if c.ben != nil {
			f.journal("ben", c.ben)
		}
		if c.table != "" {
			if err := os.WriteFile(f.table(), []byte(c.table), 0o666); err != nil {
				t.Fatal(err)
			}
		}
		w, err := adjudicate.Open(f.pool, f.dir, f.table(), f.settings(c.rule))
		if err == nil {
			_, err = w.Arbiter(c.by)
		}
		if err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: %v, want %s", name, err, c.want)
		}
	}
	f := newFolder(t, []int{0}, []int{0})
	s := f.settings(adjudicate.Lower)
	s.Labellers = s.Labellers[:1]
	if _, err := adjudicate.Open(f.pool, f.dir, f.table(), s); err == nil || !strings.Contains(err.Error(), "labels of two people") {
		t.Errorf("one: %v", err)
	}
}

// Ids that begin as formulas, and ids with an apostrophe before, are guarded in the table
// and read back as they are, by adjudicate itself and by every reader of guarded cells.
func TestGuardedIDs(t *testing.T) {
	for _, id := range []string{"=d0", "'=d0", "-7", "'d0"} {
		f := newFolder(t, []int{0}, []int{2})
		pool, err := label.ReadPool("pool.jsonl", strings.NewReader(fmt.Sprintf(`{"query_id":"q0","query_text":"q","doc_id":%q,"title":"","text":"t"}`+"\n", id)))
		if err != nil {
			t.Fatal(err)
		}
		f.pool = pool
		for _, person := range []string{"ada", "ben"} {
			path := label.File(f.dir, person)
			data, err := os.ReadFile(path)
			if err != nil {
				t.Fatal(err)
			}
			if err := os.WriteFile(path, []byte(strings.ReplaceAll(string(data), `"d0"`, fmt.Sprintf("%q", id))), 0o600); err != nil {
				t.Fatal(err)
			}
		}
		f.decide(adjudicate.Third, "cem", 1)
		w := f.open(adjudicate.Third)
		if s := w.Summary(); s.Open != 0 || s.Reset != 0 {
			t.Errorf("%s: resumed as %+v", id, s)
		}
		if err := w.Close(); err != nil {
			t.Fatal(err)
		}
		cell := f.rows()[0][1]
		if got := delimited.Unguard(cell); got != id || delimited.StartsFormula(cell) && id != "-7" {
			t.Errorf("%s is the cell %s, read back as %s", id, cell, got)
		}
	}
}
