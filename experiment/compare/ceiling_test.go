package compare_test

import (
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/rankduel/rankduel/experiment/compare"
	"github.com/rankduel/rankduel/experiment/internal/wingtest"
	"github.com/rankduel/rankduel/experiment/result"
	"github.com/rankduel/rankduel/experiment/scoring"
	"github.com/rankduel/rankduel/retrieval/trec"
)

func ceiling(t testing.TB, f compare.Fused) *result.Ceiling {
	t.Helper()
	c, err := compare.CeilingOf(f)
	if err != nil {
		t.Fatal(err)
	}
	return c
}

// The example of the attribution. q1 has b:1 a:3 and could have a b; q2 and q5
// are in the best order; q3 has nothing relevant; q4 failed.
func TestCeilingByHand(t *testing.T) {
	c := ceiling(t, example(t, "nDCG(gain=linear)@2"))
	const source = "by hand"
	l := 1 / math.Log2(3)        // discount of rank 2
	ideal1, ideal2 := 3+2*l, 1+l // of q1 and q2, two documents deep
	is := []float64{(1 + 3*l) / ideal1, 1 / ideal2, 1}
	best := (3 + l) / ideal1
	if c.Queries != 4 || c.FailedQueries != 1 || c.RecallN != 3 || c.N != 3 || c.Undefined != 1 || len(c.Warnings) != 0 {
		t.Errorf("counts %+v, want 4 queries, 1 failed, 3 with recall, 3 measured, 1 undefined (%s)", c.Room, source)
	}
	wingtest.WantNumber(t, "recall of the candidates", c.Recall, (2./4+1./2+1)/3, 1e-12, source)
	wingtest.WantNumber(t, "recall of all components", c.PooledRecall, (3./4+1./2+1)/3, 1e-12, source)
	wingtest.WantNumber(t, "mean", c.Mean, (is[0]+is[1]+is[2])/3, 1e-12, source)
	wingtest.WantNumber(t, "oracle", c.Oracle, (best+is[1]+is[2])/3, 1e-12, source)
	wingtest.WantNumber(t, "headroom", c.Headroom, (best-is[0])/3, 1e-12, source)
	if len(c.Strata) != 2 || c.Strata[0].Stratum != "long" || c.Strata[1].Stratum != "short" {
		t.Fatalf("strata %+v, want long and short", c.Strata)
	}
	wingtest.WantNumber(t, "headroom of long", c.Strata[0].Headroom, best-is[0], 1e-12, source)
	wingtest.WantNumber(t, "headroom of short", c.Strata[1].Headroom, 0, 0, source)
	wingtest.WantNumber(t, "recall of short", c.Strata[1].Recall, .5, 0, source)
}

// Headroom is against the measure after the rerank, and the candidates are
// those before it: a document that the reranker drops is still a candidate.
func TestCeilingOfReranked(t *testing.T) {
	f := example(t, "P@2")
	// q1 was fused to b u d and reranked to b a: d has gone, a is not a candidate.
	before := map[string]int{"b": 1, "d": 3}
	for d := range f.Config.Query(0).Relevant {
		document := &f.Config.Edit(0).Relevant[d]
		document.FusedRank = new(before[document.DocID])
	}
	c := ceiling(t, f)
	wingtest.WantNumber(t, "recall of the candidates", c.Recall, (2./4+1./2+1)/3, 1e-12, "by hand: b and d of 4")
	wingtest.WantNumber(t, "headroom", c.Strata[0].Headroom, 0, 0, "by hand: P@2 is 1 with b and a, 1 with b and d")
}

// Without a query that says anything there is not a number, and no 0 in its place.
func TestCeilingUndefined(t *testing.T) {
	f := example(t, "RR")
	for q := range f.Config.Len() {
		if q != 2 {
			failed(f.Config, q)
		}
	}
	c := ceiling(t, f)
	if c.Queries != 1 || c.FailedQueries != 4 || c.Undefined != 1 || c.N != 0 {
		t.Errorf("counts %+v, want one query, undefined", c.Room)
	}
	if c.Recall != nil || c.PooledRecall != nil || c.Mean != nil || c.Oracle != nil || c.Headroom != nil {
		t.Errorf("%+v, want null for all numbers: q3 has no relevant document", c.Room)
	}
}

// Measures that the ranks of the relevant documents do not determine, or that
// the best order does not make highest, have no oracle, and the reason is said.
func TestCeilingWithoutOracle(t *testing.T) {
	for _, c := range []struct{ measures, want string }{
		{"Judged@2", "neither higher nor lower is better"},
		{"RBPResidual(p=0.8)", "lower is better"},
		{"SetP", "SetP depends on more than the ranks"},
		{"nDCG(gain={1:3,2:0,3:0})@2", "is not highest with the highest grades on top"},
		{"P(level=chunk)@2,P@2", "looks at chunks"},
	} {
		t.Run(c.measures, func(t *testing.T) {
			got := ceiling(t, example(t, c.measures))
			if got.Oracle != nil || got.Headroom != nil {
				t.Errorf("oracle %v, headroom %v, want null", got.Oracle, got.Headroom)
			}
			if len(got.Warnings) != 1 || got.Warnings[0].Code != result.WarnNoOracle || !strings.Contains(got.Warnings[0].Text, c.want) {
				t.Errorf("warnings %+v, want one with %q", got.Warnings, c.want)
			}
			if got.Mean == nil || got.Recall == nil {
				t.Errorf("mean %v, recall %v, want both", got.Mean, got.Recall)
			}
		})
	}
}

// A query without a relevant document counts 0 under the trec profile, as it is
// and in the best order.
func TestCeilingCountsZero(t *testing.T) {
	p := wingtest.ProfileNamed(t, "trec")
	j := wingtest.JudgmentsFrom(t, "q1 0 a 1\nq2 0 b 0\n")
	s, err := scoring.RunFile(t.Context(), trec.Bytes("x", []byte("q1 Q0 b 1 2 t\nq1 Q0 a 2 1 t\nq2 Q0 b 1 1 t\n")),
		j, wingtest.Measures(t, p, "RR"), p, scoring.Options{KeepRanks: true})
	if err != nil {
		t.Fatal(err)
	}
	c := ceiling(t, compare.Fused{Config: s, Components: []*scoring.Table{s}, TopK: 2, Primary: scoring.Named("RR")})
	if c.N != 2 || c.Undefined != 0 || c.RecallN != 1 {
		t.Errorf("counts %+v, want RR of both queries and the recall of one", c.Room)
	}
	wingtest.WantNumber(t, "mean", c.Mean, .25, 0, "by hand: 1/2 and 0")
	wingtest.WantNumber(t, "oracle", c.Oracle, .5, 0, "by hand: 1 and 0")
}

// The oracle is the highest score of all orders of the candidates, which are
// few enough here to try them all: each order is a query of its own.
func TestOracleIsTheBestOrder(t *testing.T) {
	const list = "nDCG(gain=exp)@3,nDCG(gain=linear),DCG(gain=exp)@2,AP,AP@2,RR,R@2,R(rel=2)@2,RCap@2,P@2,F1@2," +
		"Success@1,ERR(max=3)@3,RBP(p=0.8),Bpref,infAP,Rprec"
	orders := permutations([]string{"a", "b", "c", "d"})
	rapid.Check(t, func(r *rapid.T) {
		var qrels, rankings strings.Builder
		grades := rapid.SliceOfN(rapid.IntRange(-1, 3), 5, 5).Draw(r, "grades")
		for q, order := range orders {
			for i, d := range []string{"a", "b", "c", "d", "e"} { // e is not a candidate
				if grades[i] >= 0 {
					fmt.Fprintf(&qrels, "q%02d 0 %s %d\n", q, d, grades[i])
				}
			}
			fmt.Fprintf(&qrels, "q%02d 0 z 1\n", q)
			fmt.Fprintf(&rankings, "q%02d: %s\n", q, strings.Join(order, " "))
		}
		s := listed(t, "x", rankings.String(), wingtest.JudgmentsFrom(t, qrels.String()), list)
		every, from := 4, rapid.IntRange(0, 3).Draw(r, "measures")
		for m, name := range s.Measures {
			if m%every != from {
				continue
			}
			best, sum, n := math.Inf(-1), 0.0, 0
			for q := range orders {
				if v, defined := s.Score(m, q); defined {
					best, sum, n = max(best, v), sum+v, n+1
				}
			}
			c := ceiling(t, compare.Fused{Config: s, Components: []*scoring.Table{s}, TopK: 4, Primary: name})
			if n == 0 {
				if c.Oracle != nil || c.Headroom != nil {
					r.Fatalf("%s is undefined, but has the oracle %v", name, value(c.Oracle))
				}
				continue
			}
			if c.Oracle == nil || math.Abs(*c.Oracle-best) > 1e-12 || math.Abs(*c.Headroom-(best-sum/float64(n))) > 1e-12 {
				r.Fatalf("%s: oracle %v, headroom %v, want %v and %v (all orders)\n%v", name, value(c.Oracle), value(c.Headroom), best, best-sum/float64(n), grades)
			}
		}
	})
}

func value(p *float64) any {
	if p == nil {
		return nil
	}
	return *p
}

// permutations lists every order of a list.
func permutations(list []string) [][]string {
	if len(list) == 0 {
		return [][]string{nil}
	}
	var all [][]string
	for i, first := range list {
		rest := slices.Concat(list[:i], list[i+1:])
		for _, p := range permutations(rest) {
			all = append(all, append([]string{first}, p...))
		}
	}
	return all
}
