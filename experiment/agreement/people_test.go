package agreement_test

import (
	"math"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/rankduel/rankduel/experiment/agreement"
	"github.com/rankduel/rankduel/experiment/result"
	"github.com/rankduel/rankduel/testsets/label"
	"github.com/rankduel/rankduel/testsets/label/labelfile"
)

// answered returns a journal of answers, a second apart: a document and its grade each,
// "again" before a second answer, "x" for one that could not be judged.
func answered(person string, answers ...string) *label.Journal {
	j := &label.Journal{Path: person + ".jsonl"}
	for i, text := range answers {
		l := label.Line{At: time.Unix(int64(i), 0), Query: "q", State: label.Graded}
		text, l.Repeat = strings.CutPrefix(text, "again ")
		doc, grade, _ := strings.Cut(text, " ")
		l.Doc = doc
		if grade == "x" {
			l.State = label.CannotJudge
		} else {
			g := int(grade[0] - '0')
			l.Grade = &g
		}
		j.Lines = append(j.Lines, l)
	}
	return j
}

// Six documents, of which ada did not see the last: 0, 1, 3 and 2 are 1.5 on the
// average, and one could not be judged.
func TestLabellers(t *testing.T) {
	a := of(t, agreement.Question{}, marked("ada", 2, 0, 1, 3, -1, 2), marked("ben", 2, 0, 1, 3, 2, 2, 1))
	want := []result.Labeller{
		{Name: "ada", File: "ada.csv", Graded: 4, CannotJudge: 1, Missing: 1, MeanGrade: 1.5},
		{Name: "ben", File: "ben.csv", Graded: 6, MeanGrade: 1.5},
	}
	if diff := cmp.Diff(want, a.Labellers); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
	if a.Items != 6 || a.Queries != 3 {
		t.Errorf("%d documents of %d queries, want 6 of 3", a.Items, a.Queries)
	}
	if diff := cmp.Diff([]result.ScaleGrade{{Grade: 0, Word: "irrelevant"}, {Grade: 1, Word: "somewhat relevant"}, {Grade: 2, Word: "relevant"}, {Grade: 3, Word: "highly relevant"}}, a.Scale); diff != "" {
		t.Errorf("scale (-want +got):\n%s", diff)
	}
}

// Asked again, 3 2 1 0 became 2 2 1 3: two of four are equal, and the sum rose by
// 2. Rows 1 1 1 1 and columns 0 1 2 1 of the table make E = 4, so that kappa is
// (4·2 − 4)/(16 − 4). A document that could not be judged once is in none of it.
func TestSelf(t *testing.T) {
	j := answered("ada", "a 3", "b 2", "c 1", "d 0", "e x", "f 1", "again a 2", "again b 2", "again c 1", "again d 3", "again e 2", "again f x")
	ada := labelfile.Of(j)
	a := of(t, agreement.Question{}, ada, labelfile.Labels{Person: "ben", File: "ben", Marks: ada.Marks})
	s := a.Labellers[0].Self
	if s == nil || s.Pairs != 4 || s.Equal != 2 || s.Change != .5 || s.Kappa == nil || math.Abs(*s.Kappa-1.0/3) > 1e-15 {
		t.Errorf("%+v, want 4 pairs, 2 equal, +.5, kappa 1/3", s)
	}
	ada = labelfile.Of(answered("ada", "a 3", "b 2"))
	if a := of(t, agreement.Question{}, ada, labelfile.Labels{Person: "ben", File: "ben", Marks: ada.Marks}); a.Labellers[0].Self != nil {
		t.Errorf("nothing was asked again, and yet %+v", a.Labellers[0].Self)
	}
}

// Halves are of the grades that count, in the order in which they were given: what
// was changed later is where it was changed, and what cannot be judged nowhere.
func TestDrift(t *testing.T) {
	for name, c := range map[string]struct {
		answers []string
		want    *result.Drift
	}{
		"four":           {[]string{"a 3", "b 3", "c 1", "d 0"}, &result.Drift{FirstHalf: 3, SecondHalf: .5}},
		"three":          {[]string{"a 3", "b 3", "c 1"}, nil},
		"one in between": {[]string{"a 3", "b 2", "x x", "c 1", "d 0"}, &result.Drift{FirstHalf: 2.5, SecondHalf: .5}},
		"changed":        {[]string{"a 3", "b 2", "c 2", "d 2", "a 0"}, &result.Drift{FirstHalf: 2, SecondHalf: 1}},
		"taken back":     {[]string{"a 3", "b 2", "c 2", "d 2", "e 1", "a x"}, &result.Drift{FirstHalf: 2, SecondHalf: 1.5}},
		"asked again":    {[]string{"a 3", "b 3", "c 3", "again a 0", "again b 0"}, nil},
	} {
		ada := labelfile.Of(answered("ada", c.answers...))
		ben := marked("ben", 1)
		for _, l := range ada.Journal.Lines { // who graded everything
			one := 1
			ben.Marks[label.Pair{Query: l.Query, Doc: l.Doc}] = labelfile.Mark{Grade: &one}
		}
		if diff := cmp.Diff(c.want, of(t, agreement.Question{}, ada, ben).Labellers[0].Drift); diff != "" {
			t.Errorf("%s (-want +got):\n%s", name, diff)
		}
	}
}

// A merge that keeps the lines of both sides may leave one twice: it is one answer.
func TestDriftOfALineTwice(t *testing.T) {
	j := answered("ada", "a 3", "b 1", "c 1", "d 1")
	j.Lines = append(j.Lines[:1:1], j.Lines...)
	ada := labelfile.Of(j)
	a := of(t, agreement.Question{}, ada, labelfile.Labels{Person: "ben", File: "ben", Marks: ada.Marks})
	if diff := cmp.Diff(&result.Drift{FirstHalf: 2, SecondHalf: 1}, a.Labellers[0].Drift); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

// Of four documents 3 0 1 2 and 2 0 1 2: shares of the grades are 1/4 1/4 3/8 1/8,
// chance is (3/16 + 3/16 + 15/64 + 7/64)/3 = 23/96, and AC1 (3/4 − 23/96)/(1 − 23/96).
func TestAC1ByHand(t *testing.T) {
	a := of(t, agreement.Question{}, marked("ada", 2, 3, 0, 1, 2), marked("ben", 2, 2, 0, 1, 2))
	near(t, "AC1", a.Pairwise[0].AC1, 49.0/73, 1e-15)
}

// A disagreement is described by the texts that someone's labels have, or by the
// pool, and has its stratum.
func TestDescribed(t *testing.T) {
	ada, ben := marked("ada", 1, 0, 1), marked("ben", 1, 3, 1)
	ben.Texts = map[string]string{"q00": "by ben"}
	q := agreement.Question{Worst: 3, Stratum: func(id string) string { return "of " + id }}
	if d := of(t, q, ada, ben).Worst[0]; d.QueryText != "by ben" || d.Stratum != "of q00" || d.Title != "" {
		t.Errorf("%+v", d)
	}
	ada.Texts = map[string]string{"q00": "by ada"}
	if d := of(t, q, ada, ben).Worst[0]; d.QueryText != "by ada" {
		t.Errorf("%+v, want the first one's text", d)
	}
	pool, err := label.ReadPool("pool", strings.NewReader(`{"query_id":"q00","query_text":"of the pool","doc_id":"d00","title":"a title","text":"a text"}`+"\n"))
	if err != nil {
		t.Fatal(err)
	}
	q.Pool = pool
	if d := of(t, q, ada, ben).Worst[0]; d.QueryText != "of the pool" || d.Title != "a title" || d.Text != "a text" {
		t.Errorf("%+v", d)
	}
}

// Which labels have nothing in common is named by people in one file, and by files
// otherwise.
func TestNothingInCommon(t *testing.T) {
	ada, ben := marked("ada", 1, 0, -1), marked("ben", 1, -1, 0)
	_, err := agreement.Of([]labelfile.Labels{ada, ben}, agreement.Question{})
	if err == nil || err.Error() != "ada.csv and ben.csv graded no document both; are these labels of one pool?" {
		t.Error(err)
	}
	_, err = agreement.Of([]labelfile.Labels{ada, ben, marked("cem", 1, 0, 0), marked("dan", 1, -1, -1)}, agreement.Question{})
	if err == nil || strings.Count(err.Error(), "graded no document both") != 4 {
		t.Errorf("%v, want ada and ben, and dan with everybody", err)
	}
	ada.File, ben.File = "book.csv", "book.csv"
	_, err = agreement.Of([]labelfile.Labels{ada, ben}, agreement.Question{})
	if err == nil || err.Error() != "book.csv: ada and ben graded no document both" {
		t.Error(err)
	}
	// of many who vote, two may share nothing: that is said, and the others are compared
	dan := marked("dan", -1, 1, -1)
	cem := marked("cem", 1, 0, 0)
	cem.File, dan.File = "book.csv", "book.csv"
	out, err := agreement.Of([]labelfile.Labels{cem, ada, ben, dan}, agreement.Question{})
	if err != nil {
		t.Fatal(err)
	}
	var warned []string
	for _, w := range out.Warnings {
		warned = append(warned, w.Text)
	}
	if len(out.Pairwise) != 4 || !strings.Contains(strings.Join(warned, "\n"), "2 of 6 pairs of people graded no document both, and are left out (book.csv: ada and ben graded no document both)") {
		t.Errorf("%d pairs, %q", len(out.Pairwise), warned)
	}
}

// What is warned of says how much: 13 of 16 grades are 81 %. How many queries there
// are is part of what the labels show, and not a warning.
func TestCautionsInNumbers(t *testing.T) {
	says := func(a *result.Agreement, code, want string) {
		t.Helper()
		for _, w := range a.Warnings {
			if w.Code == code {
				if !strings.Contains(w.Text, want) {
					t.Errorf("%s: %q, want %q", code, w.Text, want)
				}
				return
			}
		}
		t.Errorf("no %s among %v", code, a.Warnings)
	}
	a := of(t, agreement.Question{}, marked("ada", 2, 0, 0, 0, 0, 0, 0, 0, 3), marked("ben", 2, 0, 0, 0, 0, 0, 0, 3, 3))
	says(a, "prevalence", "81 % of all grades of ada and ben are 0")
	a = of(t, agreement.Question{}, marked("ada", 2, 0, 0, 0, 0, 1), marked("ben", 2, 0, 0, 0, 0, 1))
	says(a, "prevalence", "80 % of all grades")
	a = of(t, agreement.Question{}, marked("ada", 9, 0, 1, 2), marked("ben", 9, 0, 1, 2))
	if p := a.Pairwise[0]; p.Evidence != "few_queries" || p.Queries != 1 || *p.Low != -1 || len(a.Warnings) > 0 {
		t.Errorf("one query: %+v, %v", p, a.Warnings)
	}
}
