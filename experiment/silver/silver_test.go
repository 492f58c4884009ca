package silver_test

import (
	"errors"
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"

	"github.com/rankduel/rankduel/experiment/internal/wingtest"
	"github.com/rankduel/rankduel/experiment/judgments"
	"github.com/rankduel/rankduel/experiment/result"
	"github.com/rankduel/rankduel/experiment/scoring"
	"github.com/rankduel/rankduel/experiment/silver"
	"github.com/rankduel/rankduel/retrieval/trec"
	"github.com/rankduel/rankduel/testsets"
)

// qrels writes the judgments of queries q0, q1 …, "DOC:GRADE DOC:GRADE" each.
func qrels(queries ...string) string {
	var b strings.Builder
	for i, q := range queries {
		for _, d := range strings.Fields(q) {
			doc, grade, _ := strings.Cut(d, ":")
			fmt.Fprintf(&b, "q%d 0 %s %s\n", i, doc, grade)
		}
	}
	return b.String()
}

// run writes the rankings of the same queries, best first.
func run(queries ...string) string {
	var b strings.Builder
	for i, q := range queries {
		for rank, doc := range strings.Fields(q) {
			fmt.Fprintf(&b, "q%d Q0 %s %d %d x\n", i, doc, rank+1, 100-rank)
		}
	}
	return b.String()
}

// join scores two runs by both kinds of labels and joins them.
func join(t *testing.T, human, model, a, b string, sample *silver.Sample) (*silver.Labels, *result.SilverLabels, error) {
	t.Helper()
	l := &silver.Labels{Human: wingtest.JudgmentsFrom(t, human), Model: wingtest.JudgmentsFrom(t, model), Sample: sample}
	profile := wingtest.ProfileNamed(t, "qrels")
	measures := wingtest.Measures(t, profile, "P@2")
	score := func(text string, j *judgments.Judgments) *scoring.Table {
		table, err := scoring.RunFile(t.Context(), trec.Bytes("run", []byte(text)), j, measures, profile, scoring.Options{KeepHits: 10})
		if err != nil {
			t.Fatal(err)
		}
		return table
	}
	for _, text := range []string{a, b} {
		l.ByHuman, l.ByModel = append(l.ByHuman, score(text, l.Human)), append(l.ByModel, score(text, l.Model))
	}
	all, err := l.Join(measures[0])
	if err != nil {
		return l, nil, err
	}
	return l, all[0], nil
}

func ids(t *scoring.Table) (out []string) {
	for at := range t.Len() {
		q := t.Query(at)
		out = append(out, q.QueryID)
	}
	return out
}

// Queries of a run that the model labelled count; those that neither labelled are ignored.
func TestExtraQueries(t *testing.T) {
	human, model := qrels("a:1 b:0"), qrels("a:1 b:0", "a:0 b:1")
	for runs, want := range map[int]string{2: "", 3: "1 query of the run not judged, ignored"} {
		text := run(slices.Repeat([]string{"a b"}, runs)...)
		l, _, err := join(t, human, model, text, run("b a", "b a"), nil)
		if err != nil {
			t.Fatal(err)
		}
		if f, told := wingtest.Finding(l.ByHuman[0].Health, result.FindingExtra); told != (want != "") || f.Text != want {
			t.Errorf("of %d queries: %q, want %q", runs, f.Text, want)
		}
		if f, told := wingtest.Finding(l.ByHuman[1].Health, result.FindingExtra); told {
			t.Errorf("the model labelled both queries: %q", f.Text)
		}
	}
}

// A query counts when people labelled what the systems ranked first and what the model
// labelled; their labels and the model's are never mixed.
func TestJoin(t *testing.T) {
	human := qrels(
		"a:1 b:0 c:2",  // whole
		"a:1",          // the model labelled b too
		"a:1 b:0",      // c is second in the second run
		"a:0 b:1 c:0",  // whole; d is third, which P@2 does not see
		"a:0 b:1 c:-1", // c is in the pool and not judged
	)
	model := qrels("a:2 b:1 c:2", "a:1 b:1", "a:1 b:1", "a:1 b:1", "a:1 b:1 c:1", "a:1 b:0")
	first := run("a b", "a b", "a b", "a b d", "a b", "a b")
	second := run("b c", "b a", "b c", "b c", "b a", "b a")
	l, info, err := join(t, human, model, first, second, nil)
	if err != nil {
		t.Fatal(err)
	}
	for i, table := range l.ByHuman {
		if got := ids(table); !slices.Equal(got, []string{"q0", "q3"}) || table.Silver != l.ByModel[i] || table.Silver.Len() != 6 {
			t.Errorf("table %d holds %v, with %d queries of the model", i, got, table.Silver.Len())
		}
	}
	if !slices.Equal(info.Counted, []string{"q0", "q3"}) {
		t.Errorf("counted: %v", info.Counted)
	}
	if info.Complete != 2 || info.Incomplete != 3 || info.Sampling.State != result.SamplingUnknown {
		t.Errorf("complete %d, incomplete %d, sampling %s", info.Complete, info.Incomplete, info.Sampling.State)
	}
	// pairs (people, model): q0 (1,2) (0,1) (2,2); q1 (1,1); q2 (1,1) (0,1); q3 (0,1) (1,1); q4 (0,1) (1,1)
	if info.Documents != 10 {
		t.Errorf("%d documents have both labels, counted by hand 10", info.Documents)
	}
	// people 0: 4, 1: 5, 2: 1; model 1: 8, 2: 2; equal 5 of 10; by chance (4·0 + 5·8 + 1·2)/100
	wingtest.WantNumber(t, "kappa", info.Kappa, (.5-.42)/(1-.42), 1e-12, "Cohen's formula by hand")
	want := []result.GradeByModel{{Silver: 1, HumanMean: .5, Documents: 8}, {Silver: 2, HumanMean: 1.5, Documents: 2}}
	if !slices.Equal(info.ByGrade, want) {
		t.Errorf("people's mean by the model's grade: %v, by hand %v", info.ByGrade, want)
	}
	// in the first two of both: q0 b, q1 a b → a, q2 b, q3 b, q4 a b; only first: a of q0, q2, q3; only second: c of q0
	for _, r := range info.Retrieved {
		excess := map[string]float64{"only_a": 2.0 / 3, "only_b": 0, "both": 3.0 / 6}[r.By]
		wingtest.WantNumber(t, r.By, &r.Excess, excess, 1e-12, "counted by hand")
		graded := map[string][]result.GradeByModel{
			"only_a": {{Silver: 1, HumanMean: .5, Documents: 2}, {Silver: 2, HumanMean: 1, Documents: 1}},
			"only_b": {{Silver: 2, HumanMean: 2, Documents: 1}},
			"both":   {{Silver: 1, HumanMean: .5, Documents: 6}},
		}[r.By]
		if !slices.Equal(r.ByGrade, graded) {
			t.Errorf("%s: people's mean by the model's grade %v, by hand %v", r.By, r.ByGrade, graded)
		}
	}
}

func TestJoinRefusals(t *testing.T) {
	r := run("a b", "a b")
	for want, c := range map[string][2]string{
		"are one file":                      {qrels("a:1 b:1"), qrels("a:1 b:1")},
		`has no labels of the queries "q1"`: {qrels("a:1 b:1", "a:1"), qrels("a:1 b:1")},
		"labels no query whole":             {qrels("a:1", "b:1"), qrels("a:1 b:1", "a:1 b:1")},
		"the first 2 hits of each system":   {qrels("a:1", "b:1"), qrels("a:1", "b:0")},
	} {
		if _, _, err := join(t, c[0], c[1], r, r, nil); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("error %v, want one with %q", err, want)
		}
	}
}

// Where people labelled nothing whole, the model's labels alone are told, as no evidence.
func TestUnlabelled(t *testing.T) {
	_, _, err := join(t, qrels("a:1", "b:1"), qrels("a:1 b:0 c:1", "a:1 b:0 c:1"), run("a b", "a b"), run("a c", "a b"), nil)
	var none *silver.UnlabelledError
	if !errors.As(err, &none) || !strings.Contains(none.Alone, "no evidence: run - run = +0.2500 on P@2 over 2 queries") { // (2 − 1)/2 and 0
		t.Errorf("error: %v", err)
	}
}

// A group of wordings is labelled as a whole, and drawn as one.
func TestGroups(t *testing.T) {
	var human, model, hits []string
	for q := range 12 {
		model, hits = append(model, "a:1 b:0"), append(hits, "a b")
		human = append(human, map[bool]string{true: "a:0 b:1", false: "a:0"}[q != 4]) // q4 lacks b
	}
	set := &testsets.TestSet{}
	for q := range 12 {
		set.Queries = append(set.Queries, testsets.Query{ID: fmt.Sprintf("q%d", q), Group: []string{"", "even", "odd"}[q%3]})
	}
	judged := wingtest.JudgmentsFrom(t, qrels(model...))
	judged.NameAs(set)
	s, err := silver.Draw(judged, 5, 3, nil)
	if err != nil {
		t.Fatal(err)
	}
	first := map[string]int{}
	for at, id := range s.Order {
		i, _ := judged.Index([]byte(id))
		group := judged.Query(i).Group
		if from, seen := first[group]; group != "" && seen && at > from+3 {
			t.Errorf("%s of %s is at %d in %v, and the group begins at %d", id, group, at, s.Order, from)
		} else if !seen {
			first[group] = at
		}
	}
	l := &silver.Labels{Human: wingtest.JudgmentsFrom(t, qrels(human...)), Model: judged}
	profile := wingtest.ProfileNamed(t, "qrels")
	measures := wingtest.Measures(t, profile, "P@2")
	for range 2 {
		for _, to := range []struct {
			by   *judgments.Judgments
			list *[]*scoring.Table
		}{{l.Human, &l.ByHuman}, {l.Model, &l.ByModel}} {
			table, err := scoring.RunFile(t.Context(), trec.Bytes("run", []byte(run(hits...))), to.by, measures, profile, scoring.Options{KeepHits: 10})
			if err != nil {
				t.Fatal(err)
			}
			*to.list = append(*to.list, table)
		}
	}
	info, err := l.Join(measures[0])
	if err != nil {
		t.Fatal(err)
	}
	if got := ids(l.ByHuman[0]); !slices.Equal(got, []string{"q0", "q2", "q3", "q5", "q6", "q8", "q9", "q11"}) { // none of q1 q4 q7 q10
		t.Errorf("%v count", got)
	}
	if info[0].Complete != 8 || info[0].Incomplete != 4 || !strings.Contains(info[0].Gap, `"q4" lacks labels`) {
		t.Errorf("%d complete, %d not, %s", info[0].Complete, info[0].Incomplete, info[0].Gap)
	}
}

// With five systems their orders by both are compared: P@1 of people is 4/4, 3/4 … 0/4; by
// the model the last two are tied.
func TestTau(t *testing.T) {
	sure := slices.Repeat([]string{"a:1 b:0 c:0"}, 4)
	l := &silver.Labels{Human: wingtest.JudgmentsFrom(t, qrels(sure...)), Model: wingtest.JudgmentsFrom(t, qrels("a:1 b:1 c:0", sure[1], sure[2], sure[3]))}
	profile := wingtest.ProfileNamed(t, "qrels")
	measures := wingtest.Measures(t, profile, "P@1")
	for s := range 5 {
		first := []string{"a", "a", "a", "a"}
		for q := range s {
			first[q] = "c"
		}
		if s == 4 {
			first[0] = "b" // which the model takes for relevant
		}
		for _, to := range []struct {
			by   *judgments.Judgments
			list *[]*scoring.Table
		}{{l.Human, &l.ByHuman}, {l.Model, &l.ByModel}} {
			*to.list = append(*to.list, wingtest.ScoredUnder(t, profile.Name, run(first...), to.by, "P@1"))
		}
	}
	info, err := l.Join(measures[0])
	if err != nil || len(info) != 4 {
		t.Fatal(err)
	}
	// by the model the last two systems are tied at 1/4: tau-b is 9/√(9·10)
	wingtest.WantNumber(t, "tau", info[0].Tau, 9/math.Sqrt(90), 1e-12, "Kendall's tau-b by hand")
}

// What was labelled counts up to the first gap in the order that was drawn.
func TestSample(t *testing.T) {
	var all, hits []string
	for range 12 {
		all, hits = append(all, "a:1 b:0"), append(hits, "a b")
	}
	model := wingtest.JudgmentsFrom(t, qrels(all...))
	sample, err := silver.Draw(model, 5, 3, nil)
	if err != nil {
		t.Fatal(err)
	}
	for name, c := range map[string]struct {
		skip         int // place in the order that people passed over
		half         bool
		kept, beyond int
		gap          string
	}{
		"none":               {12, false, 12, 0, ""},
		"the fifth":          {4, false, 4, 7, fmt.Sprintf("query %q has no labels of people", sample.Order[4])},
		"a part of the last": {11, true, 11, 0, fmt.Sprintf("query %q lacks labels of 1 document, such as %q", sample.Order[11], "b")},
	} {
		human := ""
		for i, id := range sample.Order {
			switch {
			case i != c.skip:
				human += fmt.Sprintf("%s 0 a 1\n%[1]s 0 b 0\n", id)
			case c.half:
				human += id + " 0 a 1\n"
			}
		}
		l, info, err := join(t, human, qrels(all...), run(hits...), run(hits...), sample)
		if err != nil {
			t.Fatal(err)
		}
		if info.Gap != c.gap {
			t.Errorf("%s passed over: gap %q, want %q", name, info.Gap, c.gap)
		}
		if l.ByHuman[0].Len() != c.kept || info.Beyond != c.beyond || info.Sampling.State != result.SamplingVerified {
			t.Errorf("%s passed over: %d queries, %d beyond, %s", name, l.ByHuman[0].Len(), info.Beyond, info.Sampling.State)
		}
	}
	turned := slices.Clone(sample.Order)
	slices.Reverse(turned) // as if someone had chosen which queries come first
	for want, change := range map[string]func(*silver.Sample){
		"drawn for other labels": func(s *silver.Sample) { s.Model = "x" },
		"is not the one that":    func(s *silver.Sample) { s.Order = turned },
		"that seed 4 draws":      func(s *silver.Sample) { s.Seed = 4 },
		"is not labelled whole":  func(*silver.Sample) {},
	} {
		other := *sample
		change(&other)
		human := strings.ReplaceAll(qrels(all...), sample.Order[0]+" 0 a 1\n", "")
		if _, _, err := join(t, human, qrels(all...), run(hits...), run(hits...), &other); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("error %v, want one with %q", err, want)
		}
	}
}

// The order is a permutation that seed and ids decide; each place is as likely for each
// query, and by stratum every prefix holds each stratum by its share.
func TestDraw(t *testing.T) {
	const n, seeds = 10, 2000
	model := wingtest.JudgmentsFrom(t, qrels(slices.Repeat([]string{"a:1"}, n)...))
	first := map[string]int{}
	for seed := range uint64(seeds) {
		s, err := silver.Draw(model, 1, seed, nil)
		if err != nil {
			t.Fatal(err)
		}
		if got := slices.Sorted(slices.Values(s.Order)); len(slices.Compact(got)) != n {
			t.Fatalf("order %v is not one of all queries", s.Order)
		}
		first[s.Order[0]]++
	}
	for id, times := range first { // binomial: 200 with a standard deviation of 13.4
		if times < 140 || times > 260 {
			t.Errorf("%s is first in %d of %d orders, want about %d", id, times, seeds, seeds/n)
		}
	}
	s, err := silver.Draw(model, 5, 7, func(id string) string { return map[bool]string{true: "rare", false: "usual"}[id == "q1" || id == "q2"] })
	if err != nil {
		t.Fatal(err)
	}
	rare := 0
	for _, name := range s.Strata[:5] {
		if name == "rare" {
			rare++
		}
	}
	if rare != 1 {
		t.Errorf("%d of the first 5 are of a stratum that is a fifth of all", rare)
	}
	for _, n := range []int{0, 11} {
		if _, err := silver.Draw(model, n, 1, nil); err == nil {
			t.Errorf("a sample of %d of 10 queries is drawn", n)
		}
	}
	if _, err := silver.Draw(model, 5, 1, func(string) string { return "one" }); err == nil {
		t.Error("one stratum is drawn by")
	}
}

func TestReadSample(t *testing.T) {
	model := wingtest.JudgmentsFrom(t, qrels("a:1", "a:1"))
	s, err := silver.Draw(model, 1, 1, nil)
	if err != nil {
		t.Fatal(err)
	}
	read := func(text string) (*silver.Sample, error) {
		return silver.ReadSample(trec.Bytes("s.json", []byte(text)))
	}
	whole := string(wingtest.Marshal(t, s))
	back, err := read(whole)
	if err != nil || !slices.Equal(back.Order, s.Order) || back.Seed != 1 || back.Model != s.Model {
		t.Errorf("read %v, %v", back, err)
	}
	for _, text := range []string{
		"", "{}", "[]", whole[:len(whole)/2], whole + "{}", strings.Replace(whole, `"planned":1`, `"planned":-1`, 1), strings.Replace(whole, `"planned":1`, `"planned":3`, 1),
		`{"schema":"rankduel/sample/v1","planned":1,"order":["a"],"strata":["x","y"]}`, `{"schema":"rankduel/sample/v1","planned":1,"order":["a"],"other":1}`,
	} {
		if _, err := read(text); err == nil || !strings.Contains(err.Error(), "s.json") {
			t.Errorf("%q: %v", text, err)
		}
	}
}
