package bridge_test

import (
	"context"
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/rankduel/rankduel/experiment/bridge"
	"github.com/rankduel/rankduel/experiment/compare"
	"github.com/rankduel/rankduel/experiment/judgments"
	"github.com/rankduel/rankduel/experiment/result"
	"github.com/rankduel/rankduel/experiment/scoring"
	"github.com/rankduel/rankduel/metrics"
	"github.com/rankduel/rankduel/retrieval/trec"
	"github.com/rankduel/rankduel/testsets"
)

// A world is two versions of a set and two systems, all random: q0…q29 in v1,
// q12…q39 in v2, with labels of the common ones changed here and there.
type world struct {
	t        *testing.T
	v1, v2   *testsets.TestSet
	measures []metrics.Measure
	profile  metrics.Profile
	dir      string
}

func newWorld(t *testing.T, seed uint64) *world {
	t.Helper()
	rng := rand.New(rand.NewPCG(seed, 1))
	set := func(version string, from, to int, grade func(q, d int) int) *testsets.TestSet {
		s := &testsets.TestSet{Name: "s", Version: version, Scale: testsets.DefaultScale()}
		for i := from; i < to; i++ {
			q := testsets.Query{ID: fmt.Sprintf("q%d", i), Text: fmt.Sprintf("text %d", i)}
			for d := range 6 {
				q.Relevant = append(q.Relevant, testsets.Judgment{Doc: fmt.Sprintf("d%d", d), Grade: grade(i, d)})
			}
			q.Relevant[0].Grade = max(1, q.Relevant[0].Grade)
			s.Queries = append(s.Queries, q)
		}
		return s
	}
	grades := map[[2]int]int{}
	first := set("v1", 0, 30, func(q, d int) int { grades[[2]int{q, d}] = rng.IntN(4); return grades[[2]int{q, d}] })
	second := set("v2", 12, 40, func(q, d int) int {
		if g, ok := grades[[2]int{q, d}]; ok && rng.IntN(5) > 0 {
			return g
		}
		return rng.IntN(4)
	})
	profile, err := metrics.ProfileByName(metrics.DefaultProfile)
	if err != nil {
		t.Fatal(err)
	}
	measures, err := profile.ParseList("nDCG@5,P@3,RR")
	if err != nil {
		t.Fatal(err)
	}
	return &world{t: t, v1: first, v2: second, measures: measures, profile: profile, dir: t.TempDir()}
}

// run writes a run file of a random system over queries from to to.
func (w *world) run(name string, seed uint64, from, to int) string {
	w.t.Helper()
	var b strings.Builder
	for i := from; i < to; i++ {
		rng := rand.New(rand.NewPCG(seed, uint64(i)))
		for rank, d := range rng.Perm(8) {
			fmt.Fprintf(&b, "q%d Q0 d%d %d %d x\n", i, d, rank+1, 10-rank)
		}
	}
	path := filepath.Join(w.dir, name)
	if err := os.WriteFile(path, []byte(b.String()), 0o644); err != nil {
		w.t.Fatal(err)
	}
	return path
}

func (w *world) score(set *testsets.TestSet, paths ...string) *scoring.Table {
	w.t.Helper()
	j, err := judgments.Of(set, judgments.PartEvaluation)
	if err != nil {
		w.t.Fatal(err)
	}
	var parts []*scoring.Table
	for _, path := range paths {
		table, err := scoring.RunFile(context.Background(), trec.File(path), j, w.measures, w.profile, scoring.Options{})
		if err != nil {
			w.t.Fatal(err)
		}
		parts = append(parts, table)
	}
	whole, err := bridge.Gather(j, parts)
	if err != nil {
		w.t.Fatal(err)
	}
	return whole
}

func near(t *testing.T, what string, got, want float64) {
	t.Helper()
	if math.Abs(got-want) > 1e-12 {
		t.Errorf("%s = %.17g, want %.17g", what, got, want)
	}
}

// byID returns the scores of a measure.
func byID(t *scoring.Table, m int) map[string]float64 {
	out := map[string]float64{}
	for q := range t.Len() {
		if v, ok := t.Score(m, q); ok {
			out[t.ID(q)] = v
		}
	}
	return out
}

func meanOf(scores map[string]float64, in func(string) bool) float64 {
	sum, n := 0.0, 0
	for id, v := range scores {
		if in(id) {
			sum, n = sum+v, n+1
		}
	}
	return sum / float64(n)
}

func everything(string) bool { return true }

// The formulas written out over maps, for twenty worlds; the parts add up, and
// system is the mean difference that a comparison of both on v2 has.
func TestDirect(t *testing.T) {
	for seed := range uint64(20) {
		w := newWorld(t, seed)
		a, b := w.run("a", 100+seed, 0, 40), w.run("b", 200+seed, 0, 40)
		c := bridge.Crossing{OldA: w.score(w.v1, a), NewA: w.score(w.v2, a), NewB: w.score(w.v2, b)}
		got, err := bridge.Of(c)
		if err != nil {
			t.Fatal(err)
		}
		with, err := compare.Against(c.NewA, []*scoring.Table{c.NewB}, compare.Settings{})
		if err != nil {
			t.Fatal(err)
		}
		for m, one := range got.Measures {
			old, na, nb := byID(c.OldA, m), byID(c.NewA, m), byID(c.NewB, m)
			labels, between := 0.0, 0.0
			for id, v := range old {
				if n, ok := na[id]; ok {
					labels += (n - v) / float64(len(old))
					between += n / float64(len(old))
				} else {
					between += v / float64(len(old))
				}
			}
			kept := meanOf(na, func(id string) bool { _, ok := old[id]; return ok })
			over := meanOf(na, everything)
			want := map[string]float64{
				result.BridgeLabels: labels, result.BridgeQueries: over - between, result.BridgeLeft: kept - between,
				result.BridgeEntered: over - kept, result.BridgeSystem: meanOf(nb, everything) - over,
			}
			sum := 0.0
			for _, term := range one.Terms {
				near(t, one.Measure+" "+term.Term, term.Value, want[term.Term])
				if term.Of == "" {
					sum += term.Value
				}
				if term.Interval == nil && term.Value == 0 && term.Term == result.BridgeLabels {
					continue // no label that a measure saw changed
				}
				if term.Interval == nil || term.Interval.Low > term.Value || term.Interval.High < term.Value {
					t.Errorf("%s %s: interval %+v around %v", one.Measure, term.Term, term.Interval, term.Value)
				}
			}
			near(t, "sum", sum, meanOf(nb, everything)-meanOf(old, everything))
			near(t, "total", one.Total, sum)
			pair := with.Comparisons[0].Measures[m]
			system := one.Terms[len(one.Terms)-1]
			near(t, "system", system.Value, *pair.MeanDifference)
			if *system.Interval != *pair.Interval {
				t.Errorf("%s: system %+v, compare %+v", one.Measure, system.Interval, pair.Interval)
			}
			if one.Kept != 18 || one.Left != 12 || one.Entered != 10 || got.Form != result.BridgeDirect {
				t.Errorf("%+v", one)
			}
		}
	}
}

// Without rankings of A on what entered, the bridge goes through the kept queries
// and adds up as well.
func TestChained(t *testing.T) {
	w := newWorld(t, 3)
	a, b := w.run("a", 1, 0, 30), w.run("b", 2, 0, 40)
	c := bridge.Crossing{OldA: w.score(w.v1, a), NewA: w.score(w.v2, a), NewB: w.score(w.v2, b)}
	got, err := bridge.Of(c)
	if err != nil {
		t.Fatal(err)
	}
	if got.Form != result.BridgeChained {
		t.Fatalf("form %s", got.Form)
	}
	for m, one := range got.Measures {
		old, na, nb := byID(c.OldA, m), byID(c.NewA, m), byID(c.NewB, m)
		common := func(id string) bool { _, ok := old[id]; return ok }
		both := func(id string) bool { _, ok := nb[id]; return ok }
		want := map[string]float64{
			result.BridgeEntered: meanOf(nb, everything) - meanOf(nb, common),
			result.BridgeSystem:  meanOf(nb, common) - meanOf(na, common),
			result.BridgeLabels:  meanOf(na, common) - meanOf(old, both),
			result.BridgeLeft:    meanOf(old, both) - meanOf(old, everything),
		}
		want[result.BridgeQueries] = want[result.BridgeLeft] + want[result.BridgeEntered]
		sum := 0.0
		for _, term := range one.Terms {
			near(t, term.Term, term.Value, want[term.Term])
			if term.Of == "" {
				sum += term.Value
			}
		}
		near(t, "sum", sum, meanOf(nb, everything)-meanOf(old, everything))
	}
}

// Queries that entered are left out of the comparison of a chained bridge, and not
// warned of; of 18 kept ones q29 has no ranking of A in the second case.
func TestChainedMissing(t *testing.T) {
	w := newWorld(t, 3)
	b := w.score(w.v2, w.run("b", 2, 0, 40))
	for answered, want := range map[int]string{30: "", 29: `: 1 of 18 kept queries are not in the run and score 0: "q29"`} {
		a := w.run(fmt.Sprint("a", answered), 1, 0, answered)
		got, err := bridge.Of(bridge.Crossing{OldA: w.score(w.v1, a), NewA: w.score(w.v2, a), NewB: b})
		if err != nil || got.Form != result.BridgeChained {
			t.Fatal(got, err)
		}
		said := ""
		for _, f := range got.Warnings {
			if f.Code == result.FindingMissing {
				said += strings.TrimPrefix(f.Text, a)
			}
		}
		if said != want {
			t.Errorf("%d answered: %q, want %q", answered, said, want)
		}
	}
}

// Two files of one system are one; a query in both is refused.
func TestGather(t *testing.T) {
	w := newWorld(t, 4)
	whole := w.score(w.v2, w.run("whole", 1, 0, 40))
	parts := w.score(w.v2, w.run("p1", 1, 0, 30), w.run("p2", 1, 30, 40))
	for m := range w.measures {
		x, y := byID(whole, m), byID(parts, m)
		for id := range x {
			if x[id] != y[id] {
				t.Errorf("%s: %v, want %v", id, y[id], x[id])
			}
		}
	}
	warned := func(of *scoring.Table) (texts []string) {
		for _, f := range of.Health {
			if f.Code == result.FindingMissing {
				texts = append(texts, f.Text)
			}
		}
		return texts
	}
	if got := warned(parts); len(got) != 0 {
		t.Errorf("every query is in one of the files, and it warns %q", got)
	}
	if got := warned(w.score(w.v2, w.run("p3", 1, 0, 30), w.run("p4", 1, 30, 39))); len(got) != 1 || !strings.Contains(got[0], "are in none of the 2 run files and score 0") {
		t.Errorf("without one of them: %q", got)
	}
	three := w.score(w.v2, w.run("p5", 1, 12, 20), w.run("p6", 1, 20, 30), w.run("p7", 1, 30, 39))
	if got := warned(three); len(got) != 1 || three.Len() != 28 || !strings.Contains(got[0], "1 of 28 judged queries are in none of the 3 run files") {
		t.Errorf("of three files: %d queries, %q", three.Len(), got)
	}
	j, err := judgments.Of(w.v2, judgments.PartEvaluation)
	if err != nil {
		t.Fatal(err)
	}
	one, other := w.score(w.v2, w.run("o1", 1, 0, 31)), w.score(w.v2, w.run("o2", 1, 30, 40))
	if _, err := bridge.Gather(j, []*scoring.Table{one, other}); err == nil || !strings.Contains(err.Error(), `the query "q30" is in two parts`) {
		t.Errorf("error %v", err)
	}
}

// Nothing changed: every part is exactly 0.
func TestNothingChanged(t *testing.T) {
	w := newWorld(t, 5)
	a := w.run("a", 1, 0, 40)
	table := func() *scoring.Table { return w.score(w.v1, a) }
	got, err := bridge.Of(bridge.Crossing{OldA: table(), NewA: table(), NewB: table()})
	if err != nil {
		t.Fatal(err)
	}
	for _, one := range got.Measures {
		for _, term := range one.Terms {
			if term.Value != 0 {
				t.Errorf("%s %s = %v", one.Measure, term.Term, term.Value)
			}
		}
	}
}

// A query that asks something else under its old id is another query, and each of
// two is one.
func TestReworded(t *testing.T) {
	w := newWorld(t, 6)
	w.v2.Queries[0].Text, w.v2.Queries[5].Text = "something else", "something else"
	a, b := w.run("a", 1, 0, 40), w.run("b", 2, 0, 40)
	got, err := bridge.Of(bridge.Crossing{OldA: w.score(w.v1, a), NewA: w.score(w.v2, a), NewB: w.score(w.v2, b)})
	if err != nil {
		t.Fatal(err)
	}
	if one := got.Measures[0]; one.Kept != 16 || one.Left != 14 || one.Entered != 12 {
		t.Errorf("%+v", one)
	}
}

// Chained, system and its interval are of the queries that both versions ask in the
// same words, and of no other.
func TestChainedReworded(t *testing.T) {
	w := newWorld(t, 9)
	w.v2.Queries[0].Text = "something else"
	a, b := w.run("a", 1, 0, 30), w.run("b", 2, 0, 40)
	c := bridge.Crossing{OldA: w.score(w.v1, a), NewA: w.score(w.v2, a), NewB: w.score(w.v2, b)}
	if got, err := bridge.Of(c); err != nil || got.Form != result.BridgeDirect {
		t.Fatalf("A answers a query that entered, the reworded one, and the bridge is %+v, %v", got, err)
	}
	for i := range c.NewA.Len() { // whom no one asked the reworded one
		if c.NewA.ID(i) == w.v2.Queries[0].ID {
			c.NewA.Edit(i).Status = result.Missing
		}
	}
	got, err := bridge.Of(c)
	if err != nil || got.Form != result.BridgeChained {
		t.Fatal(got, err)
	}
	var kept []int
	for i := range c.NewA.Len() {
		if n := number(c.NewA.ID(i)); n > 12 && n < 30 {
			kept = append(kept, i)
		}
	}
	c.NewA.KeepQueries(kept)
	c.NewB.KeepQueries(kept)
	with, err := compare.Against(c.NewA, []*scoring.Table{c.NewB}, compare.Settings{})
	if err != nil {
		t.Fatal(err)
	}
	for m, one := range got.Measures {
		system := one.Terms[len(one.Terms)-1]
		pair := with.Comparisons[0].Measures[m]
		if near(t, "system", system.Value, *pair.MeanDifference); system.N != 17 || *system.Interval != *pair.Interval {
			t.Errorf("%s: %+v of %d, compare has %+v of 17", one.Measure, system.Interval, system.N, pair.Interval)
		}
	}
}

func number(id string) (n int) {
	_, _ = fmt.Sscanf(id, "q%d", &n)
	return n
}

func TestCheckRefuses(t *testing.T) {
	w := newWorld(t, 7)
	binary := *w.v2
	binary.Scale = testsets.BinaryScale()
	other := *w.v2
	other.Profile = "trec"
	for name, next := range map[string]*testsets.TestSet{"grades": &binary, "profile": &other} {
		if _, err := bridge.Check(w.v1, next, false); !errors.Is(err, bridge.ErrNotAlike) || !strings.Contains(err.Error(), name) {
			t.Errorf("%s: %v", name, err)
		}
	}
	shallow := *w.v2
	shallow.Queries = append([]testsets.Query(nil), w.v2.Queries...)
	for i := range shallow.Queries {
		shallow.Queries[i].Relevant = shallow.Queries[i].Relevant[:2]
	}
	notes, err := bridge.Check(w.v1, &shallow, false)
	if err != nil || len(notes) != 2 || notes[0].Code != "not_parent" || notes[1].Code != "shallow_pool" {
		t.Errorf("%+v, %v", notes, err)
	}
	shallow.Parent = &testsets.Parent{Version: "v1", SHA256: w.v1.SHA256()}
	if notes, err := bridge.Check(w.v1, &shallow, false); err != nil || len(notes) != 1 || notes[0].Code != "shallow_pool" {
		t.Errorf("its parent: %+v, %v", notes, err)
	}
	shallow.Parent = &testsets.Parent{Version: "v1", SHA256: w.v2.SHA256()}
	if notes, err := bridge.Check(w.v1, &shallow, false); err != nil || len(notes) != 2 || notes[0].Code != "not_parent" {
		t.Errorf("another content under the parent's version: %+v, %v", notes, err)
	}
	holes := *w.v2
	holes.Scale = slices.Delete(slices.Clone(holes.Scale), 1, 2) // 0, 2, 3
	if _, err := bridge.Check(w.v1, &holes, false); !errors.Is(err, bridge.ErrNotAlike) {
		t.Errorf("other grades below the same best one: %v", err)
	}
	a := w.run("a", 1, 0, 40)
	trecProfile, err := metrics.ProfileByName("trec")
	if err != nil {
		t.Fatal(err)
	}
	old, next := w.score(w.v1, a), w.score(w.v2, a)
	old.Profile = trecProfile
	if _, err := bridge.Of(bridge.Crossing{OldA: old, NewA: next, NewB: next}); !errors.Is(err, bridge.ErrNotAlike) {
		t.Errorf("profiles: %v", err)
	}
}

// What a reader has to know of two versions that can be compared. A pool is shallow
// below .7 of the old one's documents a query, by the judged queries that entered.
func TestCheckNotes(t *testing.T) {
	judged := func(id string, documents int) testsets.Query {
		q := testsets.Query{ID: id, Text: id}
		for d := range documents {
			q.Relevant = append(q.Relevant, testsets.Judgment{Doc: fmt.Sprintf("d%d", d), Grade: 1})
		}
		return q
	}
	unjudged := func(id string) testsets.Query { return testsets.Query{ID: id, Text: id, Unjudged: true} }
	wording := func(q testsets.Query) testsets.Query { q.Group = "g"; return q }
	reworded := testsets.DefaultScale()
	reworded[1].Word = "hardly"
	for _, c := range []struct {
		name      string
		old, next []testsets.Query
		scale     testsets.Scale
		want      []string
	}{
		{"nothing changed", []testsets.Query{judged("a", 10)}, []testsets.Query{judged("a", 10)}, testsets.DefaultScale(), nil},
		{"a kept one with less", []testsets.Query{judged("a", 10)}, []testsets.Query{judged("a", 1), judged("n", 10)}, testsets.DefaultScale(), nil},
		{"exactly .7", []testsets.Query{judged("a", 10)}, []testsets.Query{judged("n", 7)}, testsets.DefaultScale(), nil},
		{"below .7", []testsets.Query{judged("a", 10), unjudged("b")}, []testsets.Query{judged("n", 6)}, testsets.DefaultScale(), []string{"shallow_pool"}},
		{"unjudged ones that entered", []testsets.Query{judged("a", 10)}, []testsets.Query{judged("n", 7), unjudged("o"), unjudged("p")}, testsets.DefaultScale(), nil},
		{"nothing judged before", []testsets.Query{unjudged("a")}, []testsets.Query{judged("n", 1)}, testsets.DefaultScale(), nil},
		{"wordings", []testsets.Query{judged("a", 1)}, []testsets.Query{wording(judged("a", 1)), judged("n", 1)}, testsets.DefaultScale(), []string{"groups"}},
		{"grades by other names", []testsets.Query{judged("a", 1)}, []testsets.Query{judged("a", 1)}, reworded, []string{"scale_reworded"}},
	} {
		old := &testsets.TestSet{Name: "s", Version: "v1", Scale: testsets.DefaultScale(), Queries: c.old}
		next := &testsets.TestSet{Name: "s", Version: "v2", Scale: c.scale, Queries: c.next, Parent: &testsets.Parent{Version: "v1", SHA256: old.SHA256()}}
		notes, err := bridge.Check(old, next, false)
		var codes []string
		for _, f := range notes {
			codes = append(codes, f.Code)
		}
		if err != nil || !slices.Equal(codes, c.want) {
			t.Errorf("%s: %+v, %v; want %v", c.name, notes, err, c.want)
		}
	}
}

// A pool is compared by judged queries: those of the old version that no one
// judged make its pool no shallower.
func TestShallowWithUnjudged(t *testing.T) {
	w := newWorld(t, 8)
	w.v2.Parent = &testsets.Parent{Version: "v1", SHA256: ""}
	old := *w.v1
	for i := range 200 {
		old.Queries = append(slices.Clone(old.Queries), testsets.Query{ID: fmt.Sprintf("u%d", i), Text: "u", Unjudged: true})
	}
	next := *w.v2
	next.Queries = slices.Clone(w.v2.Queries)
	for i := range next.Queries {
		next.Queries[i].Relevant = next.Queries[i].Relevant[:4] // 4 of 6 is below .7
	}
	notes, err := bridge.Check(&old, &next, false)
	if err != nil || !slices.ContainsFunc(notes, func(f result.Finding) bool {
		return f.Code == "shallow_pool" && strings.HasPrefix(f.Text, "4.0 documents are judged a new query, 6.0 an old one")
	}) {
		t.Errorf("%+v, %v", notes, err)
	}
}
