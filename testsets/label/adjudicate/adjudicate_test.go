package adjudicate_test

import (
	"encoding/csv"
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

func (f *folder) settings(rule adjudicate.Rule, by string) adjudicate.Settings {
	return adjudicate.Settings{
		Labellers: []string{"ada", "ben"}, Rule: rule, By: by, Scale: testsets.DefaultScale(),
		Now:  func() time.Time { return time.Date(2026, 3, 2, 10, 0, 0, 0, time.UTC) },
		Save: func(data []byte) error { return os.WriteFile(f.table(), data, 0o666) },
	}
}

func (f *folder) open(rule adjudicate.Rule, by string) *adjudicate.Work {
	f.Helper()
	w, err := adjudicate.Open(f.pool, f.dir, f.table(), f.settings(rule, by))
	if err != nil {
		f.Fatal(err)
	}
	return w
}

// stands is the column grade, in the pool's order, "." for none.
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

func (f *folder) answer(w *adjudicate.Work, a label.Answer) {
	f.Helper()
	if err := w.Answer(w.View().Seq, a); err != nil {
		f.Fatal(err)
	}
}

func grade(g int) label.Answer { return label.Answer{State: label.Graded, Grade: g} }

// What stands, by rule. Equal labels stand, whatever the rule; what nobody could
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
			w := f.open(c.rule, c.by)
			for _, g := range c.third {
				f.answer(w, grade(g))
			}
			if got := f.stands(); got != c.want || !w.View().Done {
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
	w := f.open(adjudicate.Third, "cem")
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
	w := f.open(adjudicate.Third, "cem")
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
	if got := newFolder(t, []int{0, 1}, []int{3, 1}).open(adjudicate.Discussion, "ada").View().Others; got != "ada said 0, ben said 3" {
		t.Errorf("a discussion is about %q", got)
	}
}

// Stopped after each decision, it goes on there; another rule may take over, and
// what was decided stays; labels that changed are decided anew.
func TestResumed(t *testing.T) {
	f := newFolder(t, []int{0, 1, 2, 3}, []int{3, 2, 0, 3})
	f.answer(f.open(adjudicate.Third, "cem"), grade(2))
	if got := f.stands(); got != "2..3" {
		t.Errorf("%s after one", got)
	}
	f.answer(f.open(adjudicate.Third, "dan"), grade(1))
	f.open(adjudicate.Higher, "")
	if got := f.stands(); got != "2123" {
		t.Errorf("%s in the end", got)
	}
	if rows := f.rows(); rows[0][7] != "cem" || rows[1][7] != "dan" || rows[2][6] != "higher" {
		t.Errorf("%v", rows)
	}
	f.journal("ada", []int{1, 1, 2, 3})
	w := f.open(adjudicate.Third, "cem")
	if s := w.Summary(); s.Reset != 1 || s.Open != 1 || f.stands() != ".123" {
		t.Errorf("%+v, %s", s, f.stands())
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
		"nobody":      {rule: adjudicate.Third, want: "1 documents need a decision, and rule third needs somebody who decides: --as NAME"},
		"needless":    {rule: adjudicate.Lower, by: "cem", want: "rule lower asks nobody: leave cem out"},
		"not a third": {rule: adjudicate.Third, by: "ben", want: "ben labelled already"},
		"bad name":    {rule: adjudicate.Discussion, by: "../x", want: "is no name for a labeller"},
		"unfinished":  {ben: []int{1}, rule: adjudicate.Lower, want: "labelling is not finished: ben has 1 of 2 documents left"},
		"off scale":   {ben: []int{1, 9}, rule: adjudicate.Lower, want: "grade 9 is not on the scale"},
		"other table": {rule: adjudicate.Lower, table: "a,b\n", want: "adjudicated.csv:1: want the columns query_id,doc_id,ada,ben"},
		"bad row":     {rule: adjudicate.Lower, table: "query_id,doc_id,ada,ben,third,grade,rule,by,at,comment\nq0,d0,x,1,,,,,,\nq0,d0\n", want: "adjudicated.csv:2: grade \"x\" is no whole number"},
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
		if _, err := adjudicate.Open(f.pool, f.dir, f.table(), f.settings(c.rule, c.by)); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: %v, want %s", name, err, c.want)
		}
	}
	f := newFolder(t, []int{0}, []int{0})
	s := f.settings(adjudicate.Lower, "")
	s.Labellers = s.Labellers[:1]
	if _, err := adjudicate.Open(f.pool, f.dir, f.table(), s); err == nil || !strings.Contains(err.Error(), "labels of two people") {
		t.Errorf("one: %v", err)
	}
}
