package compare_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"github.com/rankduel/rankduel/experiment/compare"
	"github.com/rankduel/rankduel/experiment/internal/wingtest"
	"github.com/rankduel/rankduel/experiment/judgments"
	"github.com/rankduel/rankduel/experiment/result"
	"github.com/rankduel/rankduel/experiment/scoring"
)

// The example of the tests by hand. Two components, top_k 3, cutoff 2.
//
//	query  relevant            x          y       fused
//	q1     a:3 b:1 c:2 d:1     a b u | c  b d v   b a u
//	q2     e:1 f:1             u w f      v z f   f u v
//	q3     none                u          v       u v
//	q4     a:1                 a          failed  failed
//	q5     g:1                 missing    g       g
const (
	exampleQrels = "q1 0 a 3\nq1 0 b 1\nq1 0 c 2\nq1 0 d 1\nq2 0 e 1\nq2 0 f 1\nq3 0 u 0\nq4 0 a 1\nq5 0 g 1\n"
	exampleX     = "q1: a b u c\nq2: u w f\nq3: u\nq4: a\n"
	exampleY     = "q1: b d v\nq2: v z f\nq3: v\nq4: a\nq5: g\n"
	exampleFused = "q1: b a u\nq2: f u v\nq3: u v\nq4: a\nq5: g\n"
)

// listed scores rankings that are written as "query: best next ...".
func listed(t testing.TB, name, rankings string, j *judgments.Judgments, list string) *scoring.Table {
	t.Helper()
	var run strings.Builder
	for line := range strings.Lines(rankings) {
		query, documents, _ := strings.Cut(line, ":")
		for i, d := range strings.Fields(documents) {
			fmt.Fprintf(&run, "%s Q0 %s %d %d t\n", query, d, i+1, 1000-i)
		}
	}
	return wingtest.Scored(t, name, run.String(), j, list)
}

// example returns the example above, scored by the given measures, the first of
// which is primary. q1 and q4 are in one stratum, q2 in another, the rest in
// none.
func example(t testing.TB, list string) compare.Fused {
	t.Helper()
	j := wingtest.JudgmentsFrom(t, exampleQrels)
	f := compare.Fused{
		Config:     listed(t, "fused", exampleFused, j, list),
		Components: []*scoring.Table{listed(t, "x", exampleX, j, list), listed(t, "y", exampleY, j, list)},
		TopK:       3,
	}
	f.Primary = f.Config.Measures[0]
	for _, s := range append(f.Components, f.Config) {
		s.Edit(0).Stratum, s.Edit(3).Stratum, s.Edit(1).Stratum = "long", "long", "short"
	}
	failed(f.Components[1], 3)
	failed(f.Config, 3)
	return f
}

func failed(s *scoring.Table, q int) {
	s.Edit(q).Status, s.Edit(q).Error, s.Edit(q).Relevant = result.Failed, "down", nil
}

func share(documents, of int) result.Share {
	if of == 0 {
		return result.Share{}
	}
	return result.Share{Documents: documents, RelevantRatio: new(float64(documents) / float64(of))}
}

func only(of int, documents map[string]int) []result.ComponentShare {
	var list []result.ComponentShare
	for _, name := range []string{"x", "y", "z"} {
		if n, ok := documents[name]; ok {
			list = append(list, result.ComponentShare{Component: name, Share: share(n, of)})
		}
	}
	return list
}

func exchange(cutoff, lost, gained, of int) *result.Exchange {
	return &result.Exchange{Cutoff: cutoff, Lost: share(lost, of), Gained: share(gained, of)}
}

func attributed(t testing.TB, f compare.Fused) *result.Attribution {
	t.Helper()
	a, err := compare.Attribute(f)
	if err != nil {
		t.Fatal(err)
	}
	return a
}

// a is in x alone, d and g in y alone, b and f in both. c is in x beyond
// top_k, and no one has e: none. d is not in the fusion. In the first 2, y has
// d and the fusion has not; the fusion has f, which no component has there.
func TestAttributionByHand(t *testing.T) {
	a := attributed(t, example(t, "nDCG(gain=linear)@2"))
	want := &result.Attribution{
		Config: "fused", Components: []string{"x", "y"}, TopK: 3,
		Attributed: result.Attributed{
			Queries: 4, FailedQueries: 1, RelevantDocuments: 7,
			Only: only(7, map[string]int{"x": 1, "y": 2}), Several: share(0, 7), All: share(2, 7), None: share(2, 7),
			LostInFusion: share(1, 7), Fusion: exchange(2, 1, 1, 7),
		},
		Strata: []result.StratumAttribution{
			{Stratum: "long", Attributed: result.Attributed{
				Queries: 1, FailedQueries: 1, RelevantDocuments: 4,
				Only: only(4, map[string]int{"x": 1, "y": 1}), Several: share(0, 4), All: share(1, 4), None: share(1, 4),
				LostInFusion: share(1, 4), Fusion: exchange(2, 1, 0, 4),
			}},
			{Stratum: "short", Attributed: result.Attributed{
				Queries: 1, RelevantDocuments: 2,
				Only: only(2, map[string]int{"x": 0, "y": 0}), Several: share(0, 2), All: share(1, 2), None: share(1, 2),
				LostInFusion: share(0, 2), Fusion: exchange(2, 0, 1, 2),
			}},
		},
	}
	if diff := cmp.Diff(want, a); diff != "" {
		t.Errorf("attribution (-by hand +got):\n%s", diff)
	}
}

// What the same example says under other conditions.
func TestAttributionConditions(t *testing.T) {
	reranked := func(f compare.Fused, before map[string]int) {
		for q := range f.Config.Len() {
			for d := range f.Config.Query(q).Relevant {
				document := &f.Config.Edit(q).Relevant[d]
				document.FusedRank = new(before[document.DocID])
			}
		}
	}
	for _, c := range []struct {
		name    string
		measure string
		change  func(f *compare.Fused)
		want    func(a *result.Attributed)
	}{
		{"no cutoff", "AP", nil, func(a *result.Attributed) { a.Fusion = nil }},
		// The first hits are a of x, b and g of y, b, f and g of the fusion.
		{"cutoff 1", "P@1", nil, func(a *result.Attributed) { a.Fusion = exchange(1, 1, 1, 7) }},
		// Before the rerank b 3 and a 1, d and f in none; then b 1, a 2, f 1, g 1.
		{"reranked, cutoff 2", "P@2", func(f *compare.Fused) {
			reranked(*f, map[string]int{"b": 3, "a": 1, "g": 2})
		}, func(a *result.Attributed) {
			// Of a, b, d and g, which components have in their first 2, b and d are gone; f too is not in the fusion.
			a.LostInFusion, a.Fusion, a.Rerank = share(2, 7), exchange(2, 2, 0, 7), exchange(2, 0, 2, 7)
		}},
		// The reranker lets go of d, which the fusion had, and of nothing else.
		{"reranked, no cutoff", "AP", func(f *compare.Fused) {
			reranked(*f, map[string]int{"b": 1, "a": 2, "d": 3, "f": 1, "g": 1})
		}, func(a *result.Attributed) {
			a.LostInFusion, a.Fusion, a.Rerank = share(0, 7), nil, exchange(3, 1, 0, 7)
		}},
		{"top_k 4", "P@2", func(f *compare.Fused) { f.TopK = 4 }, func(a *result.Attributed) {
			a.Only, a.None, a.LostInFusion = only(7, map[string]int{"x": 2, "y": 2}), share(1, 7), share(2, 7)
		}},
		{"a third component that has b and c", "P@2", func(f *compare.Fused) {
			j := wingtest.JudgmentsFrom(t, exampleQrels)
			f.Components = append(f.Components, listed(t, "z", "q1: u c b\n", j, "P@2"))
		}, func(a *result.Attributed) {
			// b in all three, c in z alone, f in two of three. In the first 2 of z is c.
			a.Only, a.Several, a.All, a.None = only(7, map[string]int{"x": 1, "y": 2, "z": 1}), share(1, 7), share(1, 7), share(1, 7)
			a.LostInFusion, a.Fusion = share(2, 7), exchange(2, 2, 1, 7)
		}},
		{"x failed on q5", "P@2", func(f *compare.Fused) { failed(f.Components[0], 4) }, func(a *result.Attributed) {
			*a = result.Attributed{
				Queries: 3, FailedQueries: 2, RelevantDocuments: 6,
				Only: only(6, map[string]int{"x": 1, "y": 1}), Several: share(0, 6), All: share(2, 6), None: share(2, 6),
				LostInFusion: share(1, 6), Fusion: exchange(2, 1, 1, 6),
			}
		}},
		{"everything failed", "P@2", func(f *compare.Fused) {
			for q := range f.Config.Len() {
				failed(f.Config, q)
			}
		}, func(a *result.Attributed) {
			*a = result.Attributed{FailedQueries: 5, Only: only(0, map[string]int{"x": 0, "y": 0}), Fusion: exchange(2, 0, 0, 0)}
		}},
		// x was asked again and has lost a, which the fusion has from before.
		{"asked again since", "P@2", func(f *compare.Fused) { f.Components[0].Query(0).Relevant[0].Rank = 0 }, func(a *result.Attributed) {
			a.Only, a.None, a.Unexplained = only(7, map[string]int{"x": 0, "y": 2}), share(3, 7), 1
			a.Fusion = exchange(2, 1, 2, 7)
		}},
	} {
		t.Run(c.name, func(t *testing.T) {
			f := example(t, c.measure)
			want := attributed(t, f).Attributed // checked by hand above
			if c.change != nil {
				c.change(&f)
			}
			c.want(&want)
			if diff := cmp.Diff(want, attributed(t, f).Attributed); diff != "" {
				t.Errorf("attribution (-by hand +got):\n%s", diff)
			}
		})
	}
}

// A fusion whose parts do not belong together is refused with a reason.
func TestAttributionRefuses(t *testing.T) {
	for _, c := range []struct {
		name   string
		change func(f *compare.Fused)
		want   string
	}{
		{"no components", func(f *compare.Fused) { f.Components = nil }, "fused: no components"},
		{"top_k 0", func(f *compare.Fused) { f.TopK = 0 }, "top_k 0, want at least 1"},
		{"twice", func(f *compare.Fused) { f.Components[1] = f.Components[0] }, `component "x" is there twice`},
		{"other queries", func(f *compare.Fused) { f.Components[1].Edit(0).QueryID = "q9" }, "not scored on the same queries"},
		{"no ranks", func(f *compare.Fused) { f.Components[1].Edit(0).Relevant = []result.RankedRelevant{} }, `y, query "q1", document "a": not known where`},
	} {
		t.Run(c.name, func(t *testing.T) {
			f := example(t, "P@2")
			c.change(&f)
			if _, err := compare.Attribute(f); err == nil || !strings.Contains(err.Error(), c.want) {
				t.Errorf("Attribute: error %v, want one with %q", err, c.want)
			}
			if _, err := compare.CeilingOf(f); err == nil || !strings.Contains(err.Error(), c.want) {
				t.Errorf("CeilingOf: error %v, want one with %q", err, c.want)
			}
		})
	}
}

// Whatever the rankings, every relevant document is counted exactly once, the
// strata add up, and the ceilings stand in their order.
func TestAttributionAddsUp(t *testing.T) {
	rapid.Check(t, func(r *rapid.T) {
		f, relevant := drawFused(t, r)
		a := attributed(t, f)
		if a.RelevantDocuments != relevant {
			r.Fatalf("%d relevant documents, want %d", a.RelevantDocuments, relevant)
		}
		var strata result.Attributed
		for _, s := range append(a.Strata, result.StratumAttribution{Attributed: a.Attributed}) {
			found := s.Several.Documents + s.All.Documents
			for _, o := range s.Only {
				found += o.Documents
			}
			if found+s.None.Documents != s.RelevantDocuments {
				r.Fatalf("%d found and %d not, want %d together", found, s.None.Documents, s.RelevantDocuments)
			}
			if s.LostInFusion.Documents > found || s.Fusion.Lost.Documents > found {
				r.Fatalf("%d and %d lost of %d found", s.LostInFusion.Documents, s.Fusion.Lost.Documents, found)
			}
		}
		for _, s := range a.Strata {
			strata.Queries += s.Queries
			strata.RelevantDocuments += s.RelevantDocuments
			strata.LostInFusion.Documents += s.LostInFusion.Documents
		}
		if strata.Queries != a.Queries || strata.RelevantDocuments != a.RelevantDocuments || strata.LostInFusion.Documents != a.LostInFusion.Documents {
			r.Fatalf("the strata hold %+v, the whole %+v", strata, a.Attributed)
		}
		c, err := compare.CeilingOf(f)
		if err != nil {
			r.Fatal(err)
		}
		if c.Headroom != nil && (*c.Headroom < 0 || *c.Oracle < *c.Mean-1e-12) {
			r.Fatalf("headroom %v, oracle %v, mean %v", *c.Headroom, *c.Oracle, *c.Mean)
		}
		if c.Recall != nil && *c.Recall > *c.PooledRecall+1e-12 {
			r.Fatalf("recall of the candidates %v, of all components %v", *c.Recall, *c.PooledRecall)
		}
	})
}

// drawFused makes components with random rankings and a fusion that takes some
// of their hits in any order, and counts the relevant documents.
func drawFused(t *testing.T, r *rapid.T) (f compare.Fused, relevant int) {
	documents := []string{"a", "b", "c", "d", "e", "f", "g"}
	ranking := rapid.Permutation(documents)
	rankings := make([]strings.Builder, rapid.IntRange(2, 4).Draw(r, "components")+1)
	var qrels strings.Builder
	queries := rapid.IntRange(1, 4).Draw(r, "queries")
	f.TopK = rapid.IntRange(2, 5).Draw(r, "top_k")
	for q := range queries {
		for _, d := range documents {
			grade := rapid.IntRange(0, 3).Draw(r, "grade")
			fmt.Fprintf(&qrels, "q%d 0 %s %d\n", q, d, grade)
			relevant += min(grade, 1)
		}
		var union []string
		for c := range rankings[1:] {
			hits := ranking.Draw(r, "hits")[:rapid.IntRange(1, len(documents)).Draw(r, "depth")]
			fmt.Fprintf(&rankings[c+1], "q%d: %s\n", q, strings.Join(hits, " "))
			union = append(union, hits[:min(f.TopK, len(hits))]...)
		}
		slices.Sort(union)
		fused := rapid.Permutation(slices.Compact(union)).Draw(r, "fused")
		fmt.Fprintf(&rankings[0], "q%d: %s\n", q, strings.Join(fused[:min(f.TopK, len(fused))], " "))
	}
	j := wingtest.JudgmentsFrom(t, qrels.String())
	f.Primary = scoring.Named("nDCG(gain=exp)@2")
	f.Config = listed(t, "fused", rankings[0].String(), j, f.Primary.String())
	for c := range rankings[1:] {
		f.Components = append(f.Components, listed(t, string(rune('x'+c)), rankings[c+1].String(), j, f.Primary.String()))
	}
	for _, s := range append(f.Components, f.Config) {
		for q := range s.Len() {
			s.Edit(q).Stratum = []string{"even", "odd"}[q%2]
		}
	}
	return f, relevant
}
