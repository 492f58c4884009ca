package metrics_test

import (
	"math"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"github.com/rankduel/rankduel/metrics"
)

// The bounds are the least and the greatest score over all ways to judge what
// is unjudged, which are tried one by one.
func TestBounds(t *testing.T) {
	texts := []string{
		"P@3", "P(rel=2)@3", "Success@2", "RR", "RR@3", "SetP", "NumRelRet", "DCG(gain=exp)@3", "DCG(gain=linear)",
		"DCG(gain=binary)", "ERR(max=3)@4", "ERR(max=3)", "RBP(p=0.8)", "RBP(p=0.6,gain=scale,max=3)@4",
		"R@3", "R(rel=2)@2", "SetR", "RCap@2", "nDCG@3", "nDCG(gain=linear)", "nDCG(gain=exp,rel=2)@4",
		"nDCG(gain={0:1,1:0,2:3,3:2})@3", "DCG(gain={1:2,2:1})@4", "AP", "AP@3", "AP(rel=3)",
	}
	rapid.Check(t, func(t *rapid.T) {
		d := dense{
			rapid.SliceOfN(rapid.IntRange(unjudged, 3), 0, 5).Draw(t, "ranking"),
			rapid.SliceOfN(rapid.IntRange(0, 3), 0, 3).Draw(t, "missed"),
		}
		j := d.judged()
		for _, text := range texts {
			m := mustParseRapid(t, text)
			got, ok := metrics.Bounds(m, &j, 3)
			if !ok || got.Outer {
				t.Fatalf("%s has no bounds", m)
			}
			least, greatest := math.Inf(1), math.Inf(-1)
			judgeAll(d, m.Cutoff(), 0, func(d dense) {
				j := d.judged()
				score, _ := m.Score(&j)
				least, greatest = min(least, score), max(greatest, score)
			})
			if math.Abs(got.Low-least) > 1e-12 || math.Abs(got.High-greatest) > 1e-12 {
				t.Fatalf("%s: bounds %v and %v, want %v and %v", m, got.Low, got.High, least, greatest)
			}
		}
	})
}

// judgeAll calls visit with every way to judge the unjudged from rank i on, down
// to rank k, or to leave them as they are.
func judgeAll(d dense, k, i int, visit func(dense)) {
	for i < len(d.ranking) && d.ranking[i] != unjudged {
		i++
	}
	if i == len(d.ranking) || k > 0 && i >= k {
		visit(d)
		return
	}
	for grade := unjudged; grade <= 3; grade++ {
		ranking := slices.Clone(d.ranking)
		ranking[i] = grade
		judgeAll(dense{ranking, d.missed}, k, i+1, visit)
	}
}

func TestNoBounds(t *testing.T) {
	for _, text := range []string{
		"Rprec", "SetP(relative=true)", "nERR@5", "RBP(gain=query)", "P(judged=only)@5", "AP(judged=only)",
		"nDCG(judged=only)@5", "R(judged=only)@5", "SetF1", "bpref", "Judged@5",
	} {
		if _, ok := metrics.Bounds(mustParse(t, text), &metrics.Judged{}, 3); ok {
			t.Errorf("%s has bounds", text)
		}
	}
}
