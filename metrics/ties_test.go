package metrics_test

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"github.com/rankduel/rankduel/metrics"
)

var tieMeasures = []string{
	"P@3", "P(rel=2)@2", "R@2", "RR", "RR@2", "AP", "AP@3", "Rprec", "nDCG(gain=exp)@3", "nDCG(gain=linear)",
	"DCG(gain={1:2,2:1,3:3})@3", "ERR(max=3)@4", "RBP(p=0.8)", "Bpref", "Judged@2", "nDCG(judged=only)@2", "Success@2", "NumRelRet",
}

// Least, mean and greatest of all orders, which are tried one by one with
// every document told apart.
func TestTies(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		d := dense{
			rapid.SliceOfN(rapid.IntRange(unjudged, 3), 0, 6).Draw(t, "ranking"),
			rapid.SliceOfN(rapid.IntRange(0, 3), 0, 2).Draw(t, "missed"),
		}
		var groups []metrics.TieGroup
		for first := 1; first <= len(d.ranking); {
			last := min(first+rapid.IntRange(0, 3).Draw(t, "tied"), len(d.ranking))
			groups = append(groups, metrics.TieGroup{First: first, Last: last})
			first = last + 1
		}
		var list []metrics.Measure
		for _, text := range tieMeasures {
			list = append(list, mustParseRapid(t, text))
		}
		j := d.judged()
		for i, got := range metrics.Ties(list, &j, groups, nil) {
			least, greatest, sum, n := math.Inf(1), math.Inf(-1), 0.0, 0
			reorder(d, groups, func(d dense) {
				j := d.judged()
				score, _ := list[i].Score(&j)
				least, greatest, sum, n = min(least, score), max(greatest, score), sum+score, n+1
			})
			wantNear(t, list[i].String()+" min", got.Min, least, 1e-12)
			wantNear(t, list[i].String()+" max", got.Max, greatest, 1e-12)
			wantNear(t, list[i].String()+" expected", got.Expected, sum/float64(n), 1e-12)
			if _, defined := list[i].Score(&j); got.Sampled || got.Defined != defined {
				t.Fatalf("%s: sampled %v, defined %v", list[i], got.Sampled, got.Defined)
			}
		}
	})
}

type fataler interface{ Fatalf(string, ...any) }

func wantNear(t fataler, what string, got, want, tolerance float64) {
	if math.Abs(got-want) > tolerance {
		t.Fatalf("%s = %v, want %v", what, got, want)
	}
}

// reorder visits every order of the documents within the groups.
func reorder(d dense, groups []metrics.TieGroup, visit func(dense)) {
	if len(groups) == 0 {
		visit(d)
		return
	}
	permute(d, groups[0].First-1, groups[0].Last, func(d dense) { reorder(d, groups[1:], visit) })
}

// permute visits every order of the places from at to end.
func permute(d dense, at, end int, visit func(dense)) {
	if at == end {
		visit(d)
		return
	}
	for i := at; i < end; i++ {
		ranking := slices.Clone(d.ranking)
		ranking[at], ranking[i] = ranking[i], ranking[at]
		permute(dense{ranking, d.missed}, at+1, end, visit)
	}
}

// Three relevant among 40 tied have 9880 arrangements, too many to try. P@10
// is hypergeometric with mean 3/40. RR is 1 over the least of three of 40
// ranks: the mean is the sum of C(40-r, 2)/C(40, 3)/r.
func TestTiesSampled(t *testing.T) {
	j := metrics.Judged{Retrieved: 40, Hits: []metrics.Hit{{2, 1}, {3, 1}, {30, 1}}, Ideal: []int{1, 1, 1}}
	list := []metrics.Measure{mustParse(t, "P@10"), mustParse(t, "RR")}
	run := func() []metrics.TieRange {
		return metrics.Ties(list, &j, []metrics.TieGroup{{First: 1, Last: 40}}, rand.New(rand.NewPCG(1, 2)))
	}
	got := run()
	rr := 0.0
	for r := 1; r <= 38; r++ {
		rr += float64((40-r)*(39-r)/2) / 9880 / float64(r)
	}
	for i, want := range []metrics.TieRange{
		{Min: 0, Expected: 0.075, Max: 0.3, Defined: true, Sampled: true},
		{Min: 1. / 38, Expected: rr, Max: 1, Defined: true, Sampled: true},
	} {
		wantNear(t, list[i].String()+" min", got[i].Min, want.Min, 1e-15)
		wantNear(t, list[i].String()+" max", got[i].Max, want.Max, 1e-15)
		wantNear(t, list[i].String()+" expected", got[i].Expected, want.Expected, 0.04) // four standard errors
		if !got[i].Sampled || !got[i].Defined {
			t.Errorf("%s: %+v", list[i], got[i])
		}
	}
	if !slices.Equal(got, run()) {
		t.Error("the same seed gives other numbers")
	}
	if !slices.Equal(j.Hits, []metrics.Hit{{2, 1}, {3, 1}, {30, 1}}) {
		t.Errorf("the ranking was changed: %v", j.Hits)
	}
}
