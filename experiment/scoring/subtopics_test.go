package scoring_test

import (
	"bytes"
	"encoding/csv"
	"math"
	"strconv"
	"strings"
	"testing"

	"github.com/rankduel/rankduel/experiment/internal/wingtest"
	"github.com/rankduel/rankduel/experiment/judgments"
	"github.com/rankduel/rankduel/experiment/result"
	"github.com/rankduel/rankduel/experiment/scoring"
	"github.com/rankduel/rankduel/metrics"
	"github.com/rankduel/rankduel/retrieval/trec"
)

// ndevalDir holds a random set of 15 topics with up to 6 subtopics and what
// ndeval 4.5 -traditional printed for it.
const ndevalDir = "../../metrics/testdata/ndeval/"

// ndevalColumns are its columns under our names.
const ndevalColumns = "ERR_IA@5 ERR_IA@10 ERR_IA@20 nERR_IA@5 nERR_IA@10 nERR_IA@20 alpha_DCG@5 alpha_DCG@10 alpha_DCG@20 " +
	"alpha_nDCG@5 alpha_nDCG@10 alpha_nDCG@20 NRBP nNRBP AP_IA P_IA@5 P_IA@10 P_IA@20 StRecall@5 StRecall@10 StRecall@20"

func bySubtopic(t *testing.T, qrels trec.Source, opts trec.QrelsOptions) *judgments.Judgments {
	t.Helper()
	opts.Subtopics = true
	j, err := judgments.Read(t.Context(), qrels, opts)
	if err != nil {
		t.Fatal(err)
	}
	return j
}

// Every number that ndeval printed, for each topic and their mean, from the
// files on; and that of StRecall for the first five hits when only those count.
func TestSubtopicsOfFile(t *testing.T) {
	rows, err := csv.NewReader(bytes.NewReader(wingtest.ReadFile(t, ndevalDir+"div.csv"))).ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	head, rows := rows[0], rows[1:]
	p := wingtest.ProfileNamed(t, "default")
	list := wingtest.Measures(t, p, ndevalColumns)
	j := bySubtopic(t, trec.File(ndevalDir+"div.qrels"), trec.QrelsOptions{})
	check := func(what string, got *float64, cell string) {
		t.Helper()
		want, err := strconv.ParseFloat(cell, 64)
		if err != nil {
			t.Fatal(err)
		}
		wingtest.WantNumber(t, what, got, want, 5.1e-7, "ndeval 4.5")
	}
	for _, workers := range []int{1, 3} {
		s, err := scoring.RunFile(t.Context(), trec.File(ndevalDir+"div.run"), j, list, p, scoring.Options{Run: trec.RunOptions{Workers: workers}})
		if err != nil {
			t.Fatal(err)
		}
		e := s.Summarize(true)
		byID := map[string]result.QueryScores{}
		for _, q := range e.PerQuery {
			byID[q.QueryID] = q
		}
		for _, row := range rows[:len(rows)-1] {
			for i, m := range list {
				check(row[1]+" "+m.String(), byID[row[1]].Scores[m.String()], row[i+2])
			}
		}
		for i, m := range list {
			check("mean of "+m.String(), e.Measures[i].Mean, rows[len(rows)-1][i+2])
		}
	}
	five, err := scoring.RunFile(t.Context(), trec.File(ndevalDir+"div.run"), j, wingtest.Measures(t, p, "StRecall,P_IA@5"), p, scoring.Options{Depth: 5})
	if err != nil {
		t.Fatal(err)
	}
	for i, column := range []string{"strec@5", "P-IA@5"} {
		for at, name := range head {
			if name == column {
				check(column+" of a ranking cut at 5", five.Summarize(false).Measures[i].Mean, rows[len(rows)-1][at])
			}
		}
	}
}

// One query by hand: a covers subtopics 1 and 2, b is judged useless for both,
// c covers 2; the ranking is x a b c.
func TestSubtopicJoin(t *testing.T) {
	const qrels = "q 1 a 2\nq 2 a 1\nq 1 b 0\nq 2 b 0\nq 2 c 1\nq 1 z -2\nmissing 1 a 1\n"
	run := trec.Bytes("run", []byte("q Q0 x 1 4 t\nq Q0 a 2 3 t\nq Q0 b 3 2 t\nq Q0 c 4 1 t\n"))
	j := bySubtopic(t, trec.Bytes("qrels", []byte(qrels)), trec.QrelsOptions{})
	p := wingtest.ProfileNamed(t, "default")
	list := wingtest.Measures(t, p, "StRecall@1,2 P_IA@4 AP_IA nDCG(gain=linear) R@2")
	for _, c := range []struct {
		name string
		opts scoring.Options
		want []float64
	}{
		// a is worth its higher grade, 2, to nDCG and counts once in R.
		{"whole", scoring.Options{}, []float64{
			0, 1, 3. / (4 * 2), (1./2 + (1./2+2./4)/2) / 2,
			(2/math.Log2(3) + 1/math.Log2(5)) / (2 + 1/math.Log2(3)), 1. / 2,
		}},
		// Without x every rank is one less.
		{"judged only", scoring.Options{JudgedOnly: true}, []float64{
			1, 1, 3. / (4 * 2), (1. + (1.+2./3)/2) / 2,
			(2 + 1./2) / (2 + 1/math.Log2(3)), 1. / 2,
		}},
		{"depth", scoring.Options{Depth: 3}, []float64{
			0, 1, 2. / (4 * 2), (1./2 + (1./2)/2) / 2, (2 / math.Log2(3)) / (2 + 1/math.Log2(3)), 1. / 2,
		}},
	} {
		s, err := scoring.RunFile(t.Context(), run, j, list, p, c.opts)
		if err != nil {
			t.Fatal(err)
		}
		for m, want := range c.want {
			if got, defined := s.Score(m, 0); !defined || math.Abs(got-want) > 1e-15 {
				t.Errorf("%s: %s = %v %v, want %v by hand", c.name, list[m], got, defined, want)
			}
			if got, defined := s.Score(m, 1); !defined || got != 0 {
				t.Errorf("%s: %s of the missing query = %v %v, want 0", c.name, list[m], got, defined)
			}
		}
		f, ok := wingtest.Finding(s.Health, result.FindingSubtopics)
		if !ok || !strings.HasPrefix(f.Text, "2 documents judged for several subtopics") {
			t.Errorf("findings %+v, want one about two documents", s.Health)
		}
	}
}

// Judged otherwise, diversity is undefined or says nothing, and the report says
// so; what was judged twice for one subtopic is counted.
func TestSubtopicFindings(t *testing.T) {
	p := wingtest.ProfileNamed(t, "default")
	list := wingtest.Measures(t, p, "StRecall@1")
	run := trec.Bytes("run", []byte("q Q0 a 1 4 t\n"))
	score := func(j *judgments.Judgments) *scoring.Table {
		t.Helper()
		s, err := scoring.RunFile(t.Context(), run, j, list, p, scoring.Options{})
		if err != nil {
			t.Fatal(err)
		}
		return s
	}
	plain := score(wingtest.JudgmentsFrom(t, "q 0 a 1\n"))
	if _, ok := wingtest.Finding(plain.Health, result.FindingNoScore); !ok {
		t.Errorf("findings %v of qrels read without subtopics, want %s", wingtest.Codes(plain.Health), result.FindingNoScore)
	}
	one := score(bySubtopic(t, trec.Bytes("qrels", []byte("q 0 a 1\nq 0 b 1\n")), trec.QrelsOptions{}))
	if _, ok := wingtest.Finding(one.Health, result.FindingOneSubtopic); !ok {
		t.Errorf("findings %v of qrels with one subtopic, want %s", wingtest.Codes(one.Health), result.FindingOneSubtopic)
	}
	twice := score(bySubtopic(t, trec.Bytes("qrels", []byte("q 1 a 1\nq 1 a 0\nq 2 a 1\n")), trec.QrelsOptions{Duplicates: trec.DuplicatesKeepFirst}))
	if f, ok := wingtest.Finding(twice.Health, result.FindingDuplicates); !ok || !strings.HasPrefix(f.Text, "1 judgment") {
		t.Errorf("findings %+v, want one judgment dropped", twice.Health)
	}
	if got, _ := twice.Score(0, 0); got != 1 {
		t.Errorf("StRecall@1 = %v, want 1: the first judgment is kept", got)
	}
}

// The order of tied documents decides which subtopics are covered: of two tied
// documents one covers both, the other none.
func TestSubtopicTies(t *testing.T) {
	j := bySubtopic(t, trec.Bytes("qrels", []byte("q 1 a 1\nq 2 a 1\n")), trec.QrelsOptions{})
	run := trec.Bytes("run", []byte("q Q0 a 1 1 t\nq Q0 x 2 1 t\nq Q0 y 3 0 t\n"))
	p := wingtest.ProfileNamed(t, "default")
	for _, opts := range []scoring.Options{{Ties: true}, {Ties: true, Depth: 1}} {
		s, err := scoring.RunFile(t.Context(), run, j, wingtest.Measures(t, p, "StRecall@1"), p, opts)
		if err != nil {
			t.Fatal(err)
		}
		got := s.Summarize(false).Measures[0].Ties
		if want := (result.TieSummary{Min: 0, Expected: 0.5, Max: 1, Method: result.TiesExact}); got == nil || *got != want {
			t.Errorf("depth %d: ties = %+v, want %+v", opts.Depth, got, want)
		}
	}
	_, ok := metrics.Bounds(wingtest.Measures(t, p, "StRecall@1")[0], &metrics.Judged{}, 1)
	if ok {
		t.Error("StRecall has bounds: a judgment can add a subtopic")
	}
}
