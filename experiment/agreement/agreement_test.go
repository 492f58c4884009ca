package agreement_test

import (
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/rankduel/rankduel/experiment/agreement"
	"github.com/rankduel/rankduel/experiment/result"
	"github.com/rankduel/rankduel/testsets/label"
	"github.com/rankduel/rankduel/testsets/label/labelfile"
)

// marked makes labels of queries of some documents each; −1 is a blank.
func marked(person string, documents int, grades ...int) labelfile.Labels {
	l := labelfile.Labels{Person: person, File: person + ".csv", Marks: map[label.Pair]labelfile.Mark{}}
	for i, g := range grades {
		m := labelfile.Mark{Line: i + 1}
		if g >= 0 {
			m.Grade = &g
		}
		l.Marks[label.Pair{Query: fmt.Sprintf("q%02d", i/documents), Doc: fmt.Sprintf("d%02d", i)}] = m
	}
	return l
}

func of(t testing.TB, q agreement.Question, people ...labelfile.Labels) *result.Agreement {
	t.Helper()
	a, err := agreement.Of(people, q)
	if err != nil {
		t.Fatal(err)
	}
	return a
}

func near(t testing.TB, what string, got *float64, want, tolerance float64) {
	t.Helper()
	if got == nil || math.Abs(*got-want) > tolerance {
		t.Errorf("%s = %v, want %v", what, got, want)
	}
}

func hasWarning(a *result.Agreement, code string) bool {
	return slices.ContainsFunc(a.Warnings, func(w result.Warning) bool { return w.Code == code })
}

// The seed's five tables: kappa, and whether it passes a gate of > .6.
func TestKappaVectors(t *testing.T) {
	data, err := os.ReadFile("../../stats/agreement/testdata/seeds/kappa.json")
	if err != nil {
		t.Fatal(err)
	}
	var file struct {
		Cases []struct {
			ID    string
			Given struct {
				A []int `json:"labels_a"`
				B []int `json:"labels_b"`
			}
			Expected struct {
				Kappa  float64
				Passes bool `json:"passes_gate_gt_0.6"`
			}
		}
	}
	if err := json.Unmarshal(data, &file); err != nil || len(file.Cases) != 5 {
		t.Fatal(err, len(file.Cases))
	}
	for _, c := range file.Cases {
		a := of(t, agreement.Question{}, marked("ada", 2, c.Given.A...), marked("ben", 2, c.Given.B...))
		p := a.Pairwise[0]
		counted := p.Kappa
		if c.ID == "KP-O-05" { // one label throughout counts as 1, and is undefined
			counted = new(1.0)
		}
		near(t, c.ID, counted, c.Expected.Kappa, 1e-9)
		if a.Passes != c.Expected.Passes || p.Passes != c.Expected.Passes {
			t.Errorf("%s: passes %v, want %v", c.ID, a.Passes, c.Expected.Passes)
		}
		if constant := c.ID == "KP-O-05"; (p.Kappa == nil) != constant || (p.Evidence == "undefined") != constant || !constant && p.Evidence != "few_queries" {
			t.Errorf("%s: %+v", c.ID, p)
		}
	}
}

const data = "../../../shared/data/agreement/"

func shared(t *testing.T, path string) string {
	t.Helper()
	if _, err := os.Stat(data + path); err != nil {
		t.Skipf("needs ../shared/data/agreement/%s, which may not be copied here: %v", path, err)
	}
	return data + path
}

func read(t testing.TB, path string) labelfile.Labels {
	t.Helper()
	l, err := labelfile.Read(path)
	if err != nil {
		t.Fatal(err)
	}
	return l[0]
}

// Fourteen LLM judges against NIST's assessors over 4,423 pairs: kappa and
// ordinal alpha as published in LLMJudge (2024), table 3. The labels of one
// leave the scale, and are refused by name. So are those of another, with a
// single 10; its published figures count that as a label, and come out once the
// scale has it.
func TestLLMJudge(t *testing.T) {
	nist := read(t, shared(t, "llmjudge/llmjudge_test_qrel_idx.txt"))
	table, err := os.ReadFile(data + "llmjudge/published_table3.tsv")
	if err != nil {
		t.Fatal(err)
	}
	shown := 0
	for i, line := range strings.Split(strings.TrimSpace(string(table)), "\n")[1:] {
		var name string
		var kappa, alpha float64
		if _, err := fmt.Sscan(line, &name, &kappa, &alpha); err != nil {
			t.Fatalf("line %d: %v", i, err)
		}
		judge := read(t, data+"llmjudge/judges/"+name+".txt")
		a, err := agreement.Of([]labelfile.Labels{nist, judge}, agreement.Question{})
		if name == "RMITIR-llama70B" {
			for _, want := range []string{`query "q0", document "p3021": grade 5 is not on the scale (0 irrelevant`, `query "q30", document "p8935": grade 5`, "RMITIR-llama70B.txt:"} {
				if err == nil || !strings.Contains(err.Error(), want) {
					t.Errorf("%s: %v, want %s", name, err, want)
				}
			}
			continue
		}
		if name == "h2oloo-zeroshot2" {
			if err == nil || !strings.Contains(err.Error(), `query "q2", document "p8028": grade 10 is not on the scale`) {
				t.Errorf("%s: %v", name, err)
			}
			scale, wrong := label.ParseScale("0, 1, 2, 3, 10")
			if wrong != nil {
				t.Fatal(wrong)
			}
			a, err = agreement.Of([]labelfile.Labels{nist, judge}, agreement.Question{Scale: scale})
		}
		if err != nil {
			t.Fatal(err)
		}
		p := a.Pairwise[0]
		near(t, name+" kappa", p.Kappa, kappa, 0.5e-4)
		near(t, name+" ordinal alpha", a.Alpha[1].Value, alpha, 0.5e-4)
		if p.N != 4423 || p.Queries != 25 || a.Passes || a.Alpha[1].Scale != "ordinal" {
			t.Errorf("%s: %d pairs, %d queries, passes %v", name, p.N, p.Queries, a.Passes)
		}
		shown++
	}
	if shown != 13 {
		t.Errorf("%d judges, want 13", shown)
	}
}

// GPT-4 against NIST on the judged passages of TREC DL 2021, a set that nothing
// here was made for.
func TestDL21(t *testing.T) {
	gpt := read(t, shared(t, "dl21-llm-vs-human/umbrella_gpt-4_zeroshot_dl21.txt.gz"))
	nist := read(t, data+"../qrels-topics/qrels.dl21-passage.txt.gz")
	a := of(t, agreement.Question{Worst: 5}, nist, gpt)
	p := a.Pairwise[0]
	if p.N != 10828 || p.Queries != 53 || p.Interval == nil {
		t.Fatalf("%d pairs of %d queries, want 10828 of 53 (the manifest)", p.N, p.Queries)
	}
	// .35 was measured when the data were collected.
	near(t, "kappa", p.Kappa, 0.35, 0.01)
	if len(a.Worst) != 5 || a.Worst[0].Distance != 3 {
		t.Errorf("the worst are %v", a.Worst)
	}
	t.Logf("kappa %.4f [%.4f, %.4f]", *p.Kappa, p.Interval.Low, p.Interval.High)
}

// Fifteen and thirty queries of ten documents of the reference values of the rule:
// kappa .948 whose lower end .874 is above .6, and .611 whose .502 is not.
func TestEvidence(t *testing.T) {
	data, err := os.ReadFile("../../stats/agreement/testdata/kappa_lower_end.json")
	if err != nil {
		t.Fatal(err)
	}
	var file struct {
		Cases []struct {
			Tables [][4]int `json:"tables_n11_n10_n01_n00"`
			Expect struct{ Kappa, Low *float64 }
		}
	}
	if err := json.Unmarshal(data, &file); err != nil || len(file.Cases) != 7 {
		t.Fatal(err, len(file.Cases))
	}
	for i, shows := range map[int]string{4: "shown", 6: "not_shown"} {
		var a, b []int
		for _, n := range file.Cases[i].Tables {
			for cell, grades := range [][2]int{{1, 1}, {1, 0}, {0, 1}, {0, 0}} {
				for range n[cell] {
					a, b = append(a, grades[0]), append(b, grades[1])
				}
			}
		}
		for _, evidence := range []string{"", "required"} {
			got := of(t, agreement.Question{Evidence: evidence}, marked("ada", 10, a...), marked("ben", 10, b...))
			p := got.Pairwise[0]
			near(t, "kappa", p.Kappa, *file.Cases[i].Expect.Kappa, 1e-11)
			near(t, "lower end", p.Low, *file.Cases[i].Expect.Low, 1e-9)
			if want := evidence == "" || shows == "shown"; got.Passes != want || p.Passes != want || !p.Above || p.Evidence != shows || got.Evidence != (evidence != "") || got.LowLevel != .95 {
				t.Errorf("case %d, evidence %q: %+v; want it to pass: %v, %s", i, evidence, p, want, shows)
			}
			if p.Needed == nil || len(got.Simulated) != 12 || got.Simulated[1].At20 != 80 {
				t.Errorf("case %d: %v queries needed, of a table of %d", i, p.Needed, len(got.Simulated))
			}
		}
	}
	if got := of(t, agreement.Question{Threshold: "0.5"}, marked("ada", 2, 0, 1), marked("ben", 2, 0, 1)); got.Simulated != nil {
		t.Errorf("the table is for .6, and yet %v", got.Simulated)
	}
}

// Ten pairs with 7 equal grades and a tenth left blank by one: both kappas by
// hand. Without blanks the table is 4 2 / 1 2 (n = 9, D = 6): E = 6·5 + 3·4 = 42,
// kappa = (54 − 42)/(81 − 42) = 12/39. With the blank as a label of its own,
// n = 10, D = 6, E = 7·5 + 3·4 = 47: 13/53.
func TestBlanksByHand(t *testing.T) {
	a := marked("ada", 2, 0, 0, 0, 0, 0, 0, 1, 1, 1, 0)
	b := marked("ben", 2, 0, 0, 0, 0, 1, 1, 0, 1, 1, -1)
	got := of(t, agreement.Question{}, a, b)
	p := got.Pairwise[0]
	near(t, "kappa", p.Kappa, 12.0/39, 1e-15)
	near(t, "kappa with blanks", p.WithBlanks, 13.0/53, 1e-15)
	if p.N != 9 || p.Blanks != 1 || p.Equal != 6 || hasWarning(got, "many_blanks") {
		t.Errorf("%+v, %v; one of ten is not more than a tenth", p, got.Warnings)
	}
	if got.Labellers[1].CannotJudge != 1 || got.Labellers[0].Graded != 10 {
		t.Errorf("%+v", got.Labellers)
	}
	b = marked("ben", 2, 0, 0, 0, 0, 1, 1, 0, 1, -1, -1)
	if got := of(t, agreement.Question{}, a, b); !hasWarning(got, "many_blanks") {
		t.Errorf("two of ten: warnings %v", got.Warnings)
	}
}

// Strata are shown and decide nothing; a table has rows of the first and columns
// of the second; the interval is that of queries.
func TestBesideKappa(t *testing.T) {
	a := marked("ada", 2, 0, 1, 2, 3, 0, 1, 2, 3)
	b := marked("ben", 2, 0, 1, 2, 3, 0, 1, 3, 1)
	got := of(t, agreement.Question{Threshold: "0.5", Worst: 10, Stratum: func(q string) string {
		return map[string]string{"q00": "exact", "q01": "exact"}[q]
	}}, a, b)
	p := got.Pairwise[0]
	if len(p.Strata) != 2 || p.Strata[0].Stratum != "" || *p.Strata[1].Kappa != 1 || *p.Strata[0].Kappa >= 0.5 || !p.Passes {
		t.Errorf("strata %+v, passes %v", p.Strata, p.Passes)
	}
	if p.Confusion[2][3] != 1 || p.Confusion[3][1] != 1 || p.Confusion[0][0] != 2 {
		t.Errorf("table %v", p.Confusion)
	}
	if p.Interval.Method != "jackknife" || p.Queries != 4 || p.Commonest != 1 || p.Prevalence != 5.0/16 {
		t.Errorf("%+v", p)
	}
	if len(got.Worst) != 2 || got.Worst[0].Distance != 2 || got.Worst[0].DocID != "d07" || *got.Worst[0].Grades[1] != 1 || got.Unequal != 2 {
		t.Errorf("worst %+v", got.Worst)
	}
}

func TestRefused(t *testing.T) {
	one := marked("ada", 1, 0, 1)
	for name, c := range map[string]struct {
		people []labelfile.Labels
		q      agreement.Question
		want   string
	}{
		"one":       {[]labelfile.Labels{one}, agreement.Question{}, "agreement needs the labels of two people"},
		"none":      {nil, agreement.Question{}, "agreement needs the labels of two people"},
		"the same":  {[]labelfile.Labels{one, one}, agreement.Question{}, `are both of "ada"`},
		"off":       {[]labelfile.Labels{one, marked("ben", 1, 0, 4)}, agreement.Question{}, `ben.csv:2: query "q01", document "d01": grade 4 is not on the scale`},
		"threshold": {[]labelfile.Labels{one, marked("ben", 1, 0, 1)}, agreement.Question{Threshold: "60%"}, `kappa threshold "60%"`},
		"blank":     {[]labelfile.Labels{one, marked("ben", 1, -1, -1)}, agreement.Question{}, "graded no document both"},
	} {
		_, err := agreement.Of(c.people, c.q)
		if err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: %v, want %s", name, err, c.want)
		}
	}
	if _, err := agreement.Of(nil, agreement.Question{}); !errors.Is(err, agreement.ErrAlone) {
		t.Errorf("none: %v", err)
	}
}

// Three people, some cells missing: every two are compared, and all of them must
// pass; alpha is that of the package krippendorff for the same table (its
// documentation's first example has these nominal .691 and interval .811).
func TestThree(t *testing.T) {
	const none = -2
	table := [][]int{
		{none, none, none, none, none, 3, 4, 1, 2, 1, 1, 3, 3, none, 3},
		{1, none, 2, 1, 3, 3, 4, 3, none, none, none, none, none, none, none},
		{none, none, 2, 1, 3, 4, 4, none, 2, 1, 1, 3, 3, none, 4},
	}
	var people []labelfile.Labels
	for i, row := range table {
		l := marked([]string{"ada", "ben", "cem"}[i], 3)
		for d, g := range row {
			if g != none {
				l.Marks[label.Pair{Query: fmt.Sprint("q", d%3), Doc: fmt.Sprint("d", d)}] = labelfile.Mark{Grade: &g, Line: d + 1}
			}
		}
		people = append(people, l)
	}
	scale, err := label.ParseScale("0-4")
	if err != nil {
		t.Fatal(err)
	}
	a := of(t, agreement.Question{Scale: scale}, people...)
	near(t, "nominal alpha", a.Alpha[0].Value, 0.691, 0.0005)
	near(t, "interval alpha", a.Alpha[2].Value, 0.811, 0.0005)
	if len(a.Pairwise) != 3 || a.Passes || !hasWarning(a, "not_common") {
		t.Errorf("%d pairs, passes %v, %v", len(a.Pairwise), a.Passes, a.Warnings)
	}
}

// Second answers are not labels: they say how someone agrees with themselves.
func TestRepeats(t *testing.T) {
	dir := t.TempDir()
	var lines strings.Builder
	for q := range 4 {
		for d := range 20 {
			fmt.Fprintf(&lines, `{"query_id":"q%d","query_text":"t","doc_id":"d%d","text":"x"}`+"\n", q, d)
		}
	}
	pool, err := label.ReadPool("pool", strings.NewReader(lines.String()))
	if err != nil {
		t.Fatal(err)
	}
	now := time.Unix(1_770_000_000, 0)
	s, err := label.Open(pool, dir, label.Settings{Person: "ada", Now: func() time.Time { now = now.Add(time.Second); return now }})
	if err != nil {
		t.Fatal(err)
	}
	for v := s.View(); !v.Done; v = s.View() { // harder with every answer
		if err := s.Answer(v.Seq, label.Answer{State: label.Graded, Grade: 3 - v.Answered*4/v.Total}); err != nil {
			t.Fatal(err)
		}
	}
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	ada := read(t, filepath.Join(dir, "ada.jsonl"))
	ben := labelfile.Labels{Person: "ben", File: "ben", Marks: ada.Marks}
	a := of(t, agreement.Question{}, ada, ben)
	l := a.Labellers[0]
	if p := a.Pairwise[0]; p.N != 80 || *p.Kappa != 1 {
		t.Errorf("%d pairs, kappa %v; want 80 and 1, without the repeats", p.N, p.Kappa)
	}
	if l.Self == nil || l.Self.Pairs != 4 || l.Self.Change >= 0 || l.Drift == nil || l.Drift.FirstHalf <= l.Drift.SecondHalf {
		t.Errorf("self %+v, drift %+v; want 4 of 80 asked again, and stricter", l.Self, l.Drift)
	}
	if a.Labellers[1].Self != nil {
		t.Error("a table has no second answers")
	}
}
