package silver_test

import (
	"bytes"
	"fmt"
	"maps"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/rankduel/rankduel/experiment/internal/wingtest"
	"github.com/rankduel/rankduel/experiment/judgments"
	"github.com/rankduel/rankduel/experiment/result"
	"github.com/rankduel/rankduel/experiment/scoring"
	"github.com/rankduel/rankduel/experiment/silver"
	"github.com/rankduel/rankduel/retrieval/trec"
)

var settings = silver.LabelSettings{Seed: 1, Alpha: 0.05, Spending: silver.SpendLooks, Looks: "5,20,100", Target: "queries"}

// planned puts documents into an order, of runs that are scored by the model's labels.
func planned(t *testing.T, measure, model string, set silver.LabelSettings, known []silver.Pair, runs ...string) (*silver.Documents, error) {
	t.Helper()
	j := wingtest.JudgmentsFrom(t, model)
	profile := wingtest.ProfileNamed(t, "qrels")
	m := wingtest.Measures(t, profile, measure)[0]
	set.Measure = m.String()
	var tables []*scoring.Table
	for i, text := range runs {
		table, err := scoring.RunFile(t.Context(), trec.Bytes(fmt.Sprintf("run%d", i), []byte(text)), j, silver.Scored(m), profile, scoring.Options{KeepHits: m.Cutoff()})
		if err != nil {
			t.Fatal(err)
		}
		tables = append(tables, table)
	}
	return silver.PlanDocuments(set, j, tables, m, known)
}

// collection makes queries of ten documents, labels of a model and of people, and runs.
func collection(rng *rand.Rand, queries, runs int) (model string, said map[silver.Pair]int, rankings []string) {
	said = map[silver.Pair]int{}
	var labels []string
	lines := make([][]string, runs)
	for q := range queries {
		var docs []string
		grades := ""
		for d := range 10 {
			doc := fmt.Sprintf("d%d", d)
			docs = append(docs, doc)
			said[silver.Pair{fmt.Sprintf("q%d", q), doc}] = rng.IntN(4)
			grades += fmt.Sprintf("%s:%d ", doc, rng.IntN(4))
		}
		labels = append(labels, grades)
		for r := range lines {
			rng.Shuffle(len(docs), func(i, j int) { docs[i], docs[j] = docs[j], docs[i] })
			lines[r] = append(lines[r], strings.Join(docs[:6], " "))
		}
	}
	for _, l := range lines {
		rankings = append(rankings, run(l...))
	}
	return qrels(labels...), said, rankings
}

// With all labels the estimate is the difference of the scores by people's labels, which
// scoring computes, for nDCG over the ideal of the model's labels; each document of the
// order is one at which the systems differ.
func TestAllLabels(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	model, said, runs := collection(rng, 30, 3)
	var human strings.Builder
	for q := range 30 {
		for d := range 10 {
			fmt.Fprintf(&human, "q%d 0 d%d %d\n", q, d, said[silver.Pair{fmt.Sprintf("q%d", q), fmt.Sprintf("d%d", d)}])
		}
	}
	profile := wingtest.ProfileNamed(t, "qrels")
	score := func(j *judgments.Judgments, text, measure string) *scoring.Table {
		table, err := scoring.RunFile(t.Context(), trec.Bytes("run", []byte(text)), j, wingtest.Measures(t, profile, measure), profile, scoring.Options{})
		if err != nil {
			t.Fatal(err)
		}
		return table
	}
	people, judge := wingtest.JudgmentsFrom(t, human.String()), wingtest.JudgmentsFrom(t, model)
	for _, c := range []struct{ measure, scored, over string }{
		{"P(rel=2)@5", "P(rel=2)@5", ""},
		{"DCG(gain=exp)@4", "DCG(gain=exp)@4", ""},
		{"RBP(p=0.5,gain=scale,max=3)@6", "RBP(p=0.5,gain=scale,max=3)@6", ""},
		{"nDCG(gain=linear)@5", "DCG(gain=linear)@5", "DCG(gain=linear)@5"},
	} {
		d, err := planned(t, c.measure, model, settings, nil, runs...)
		if err != nil {
			t.Fatal(err)
		}
		p := d.Progress(said)
		if p.Labelled != p.Documents || p.Documents != len(d.Plan.Order) || p.Beyond != 0 || len(p.Candidates) != 2 || p.Normalised != (c.over != "") {
			t.Errorf("%s: %+v", c.measure, p)
		}
		for i, candidate := range p.Candidates {
			a, b := score(people, runs[0], c.scored), score(people, runs[i+1], c.scored)
			want := 0.0
			for q := range 30 {
				x, _ := a.Score(0, q)
				y, _ := b.Score(0, q)
				scale := 1.0
				if c.over != "" { // the model's
					scale = ideal(t, judge, q, 5)
				}
				want += (y - x) / scale / 30
			}
			wingtest.WantNumber(t, c.measure, candidate.Now.Mean, want, 1e-12, "scores by people's labels")
			if candidate.State == result.LabelsOpen || math.Abs(candidate.Low-want) > 1e-12 || math.Abs(candidate.High-want) > 1e-12 {
				t.Errorf("%s: all labels leave %s and [%g, %g]", c.measure, candidate.State, candidate.Low, candidate.High)
			}
		}
	}
}

// ideal returns the DCG with linear gain of the model's grades of a query in descending order.
func ideal(t *testing.T, j *judgments.Judgments, q, depth int) (sum float64) {
	t.Helper()
	var grades []int
	for d := range 10 {
		at, _ := j.Index(fmt.Appendf(nil, "q%d", q))
		for judged := range j.At("").Qrels.Judgments(j.At("").Query(at).InQrels) {
			if judged.Doc == fmt.Sprintf("d%d", d) {
				grades = append(grades, judged.Grade)
			}
		}
	}
	slices.SortFunc(grades, func(a, b int) int { return b - a })
	for i, g := range grades[:depth] {
		sum += float64(g) / math.Log2(float64(i+2))
	}
	return max(sum, 1) // nothing relevant counts as one document of grade 1
}

// What was labelled counts up to the first document of the order that was not; the next
// ones are those without a label. Labels from before are another order, and count.
func TestProgress(t *testing.T) {
	model, all, runs := collection(rand.New(rand.NewPCG(3, 4)), 30, 2)
	d, err := planned(t, "DCG@5", model, settings, nil, runs...)
	if err != nil {
		t.Fatal(err)
	}
	said := map[silver.Pair]int{}
	label := func(pairs []silver.Pair) {
		for _, p := range pairs {
			said[p] = all[p]
		}
	}
	next := d.Next(said, 60)
	if !slices.IsSortedFunc(next, func(x, y silver.Pair) int { return strings.Compare(x[0], y[0]) }) {
		t.Errorf("%v are not by query", next)
	}
	label(next)
	first := d.Plan.Order[7]
	delete(said, first)
	p := d.Progress(said)
	if p.Labelled != 7 || p.Beyond != 52 || p.Health[0].Code != result.FindingPassedOver || !strings.Contains(p.Health[0].Text, fmt.Sprintf("query %q, document %q", first[0], first[1])) {
		t.Errorf("a gap in place 8: %d labelled, %d beyond, %v", p.Labelled, p.Beyond, p.Health)
	}
	if got := d.Next(said, 1); got[0] != first {
		t.Errorf("next is %v, want %v", got, first)
	}
	said[first] = silver.NoGrade
	if p = d.Progress(said); p.Labelled != 60 || p.NoGrade != 1 || len(p.Candidates[0].Looks) != 2 || p.Candidates[0].Looks[0].Mean == nil || p.Candidates[0].Looks[1].HalfWidth == nil {
		t.Errorf("%+v", p)
	}
	for _, pair := range d.Plan.Order[10:14] {
		said[pair] = silver.NoGrade
	}
	if p = d.Progress(said); p.Health[0].Severity != result.SeverityWarning || !strings.Contains(p.Health[0].Text, "no verdict") {
		t.Errorf("5 of 60 could not be judged: %v", p.Health)
	}
	known := slices.Collect(maps.Keys(said))
	again, err := planned(t, "DCG@5", model, settings, known, runs...)
	if err != nil {
		t.Fatal(err)
	}
	if p = again.Progress(said); p.Known != 60 || p.Labelled != 60 || p.Candidates[0].Now != nil || len(again.Plan.Order) != len(d.Plan.Order)-60 {
		t.Errorf("labels from before: %+v", p)
	}
	if slices.Equal(again.Plan.Order, d.Plan.Order[60:]) {
		t.Error("what is left of an order is drawn again as it was, not a random sample of the rest")
	}
}

// A plan is read as it was written, and is of its inputs alone.
func TestPlan(t *testing.T) {
	model, _, runs := collection(rand.New(rand.NewPCG(5, 6)), 12, 3)
	d, err := planned(t, "DCG@5", model, settings, nil, runs[:2]...)
	if err != nil {
		t.Fatal(err)
	}
	read, err := silver.ReadLabelPlan("p.json", bytes.NewReader(wingtest.Marshal(t, d.Plan)))
	if err != nil {
		t.Fatal(err)
	}
	if err := d.Same("p.json", read); err != nil {
		t.Error(err)
	}
	turned := slices.Clone(read.Order)
	slices.Reverse(turned)
	for want, change := range map[string]func(*silver.LabelPlan){
		"give the same":         func(p *silver.LabelPlan) { p.Alpha = 0.1 },
		"of other runs":         func(p *silver.LabelPlan) { p.Runs = p.Runs[:1] },
		"other labels of a":     func(p *silver.LabelPlan) { p.Model = "x" },
		"its order is not":      func(p *silver.LabelPlan) { p.Order = turned },
		"that seed 1 draws":     func(p *silver.LabelPlan) { p.Known = turned[:1] },
		"not a plan of":         func(p *silver.LabelPlan) { p.Schema = "x" },
		"--alpha 2":             func(p *silver.LabelPlan) { p.Alpha = 2 },
		"ascending percentages": func(p *silver.LabelPlan) { p.Looks = "20,5" },
		"want looks or any":     func(p *silver.LabelPlan) { p.Spending = "x" },
		"want queries or this":  func(p *silver.LabelPlan) { p.Target = "x" },
		"declare looks":         func(p *silver.LabelPlan) { p.Target, p.Spending = "this_set", silver.SpendAny },
	} {
		other := *read
		change(&other)
		back, err := silver.ReadLabelPlan("p.json", bytes.NewReader(wingtest.Marshal(t, other)))
		if err == nil {
			err = d.Same("p.json", back)
		}
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("error %v, want one with %q", err, want)
		}
	}
	for _, measure := range []string{"AP@10", "RR@10", "ERR@10", "R@10", "DCG"} {
		if _, err := planned(t, measure, model, settings, nil, runs[:2]...); err == nil || !strings.Contains(err.Error(), "take P@k") {
			t.Errorf("%s: %v", measure, err)
		}
	}
	if _, err := planned(t, "DCG@5", model, settings, nil, runs[0], runs[0]); err == nil || !strings.Contains(err.Error(), "run0 and run1 are one system") {
		t.Errorf("one run twice: %v", err)
	}
}

// With all labels, runs in a random order are equivalent within a margin that their
// interval is in, and not within one that it leaves; a verdict of labels of which many could
// not be judged is taken back.
func TestEquivalent(t *testing.T) {
	model, said, runs := collection(rand.New(rand.NewPCG(5, 6)), 30, 2)
	for margin, want := range map[float64]result.Verdict{0: result.Inconclusive, 0.001: result.Inconclusive, 1: result.Equivalent} {
		set := settings
		set.Margin = margin
		d, err := planned(t, "P@5", model, set, nil, runs...)
		if err != nil {
			t.Fatal(err)
		}
		c := d.Progress(said).Candidates[0]
		if c.Verdict != want || (c.At != nil) != (want == result.Equivalent) || (c.State == result.LabelsDecided) != (want == result.Equivalent) {
			t.Errorf("margin %g: %s %s, want %s", margin, c.State, c.Verdict, want)
		}
		few := maps.Clone(said)
		for _, p := range d.Plan.Order[:len(d.Plan.Order)/2] {
			few[p] = silver.NoGrade
		}
		if c := d.Progress(few).Candidates[0]; c.Verdict != result.Inconclusive {
			t.Errorf("margin %g, half could not be judged: %s", margin, c.Verdict)
		}
		for _, p := range d.Plan.Order[40:] {
			delete(said, p)
		}
		if c := d.Progress(said).Candidates[0]; c.Verdict != result.Inconclusive {
			t.Errorf("margin %g, 40 labels: %s", margin, c.Verdict)
		}
		_, said, _ = collection(rand.New(rand.NewPCG(5, 6)), 30, 2)
	}
}

// In this set a sign that nothing can turn decides before the last label, and 23 labels
// decide nothing else.
func TestCertain(t *testing.T) {
	var model, a, b []string
	for range 12 {
		model, a, b = append(model, "x:1 y:1"), append(a, "x"), append(b, "y")
	}
	for target, want := range map[string]result.CandidateProgress{
		"this_set": {State: result.LabelsDecided, Verdict: result.Better},
		"queries":  {State: result.LabelsOpen, Verdict: result.Inconclusive},
	} {
		set, said := settings, map[silver.Pair]int{}
		set.Target = target
		d, err := planned(t, "P@1", qrels(model...), set, nil, run(a...), run(b...))
		if err != nil {
			t.Fatal(err)
		}
		for _, p := range d.Plan.Order[:23] { // of 24
			said[p] = map[string]int{"x": 0, "y": 1}[p[1]]
		}
		c := d.Progress(said).Candidates[0]
		if c.State != want.State || c.Verdict != want.Verdict || c.At != nil || math.Abs(c.Low-11.0/12) > 1e-12 || math.Abs(c.High-1) > 1e-12 {
			t.Errorf("%s: %+v", target, c)
		}
	}
}
