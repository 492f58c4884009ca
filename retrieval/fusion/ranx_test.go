package fusion_test

import (
	"math"
	"strings"
	"testing"

	"github.com/rankduel/rankduel/retrieval/fusion"
)

// The runs that most unit tests of ranx are written for, each list in the order of its scores.
var ranxQueries = map[string][]string{
	"q1": {"run_1: d3 3 d2 2 d1 1", "run_2: d1 3 d2 2", "run_3: d3 1"},
	"q2": {"run_1: d2 2 d1 1", "run_2: d3 3 d1 1", "run_3: d3 3 d2 2"},
}

func lists(t testing.TB, texts []string) []fusion.List {
	t.Helper()
	var out []fusion.List
	for _, text := range texts {
		out = append(out, list(t, text))
	}
	return out
}

// near compares fused scores in any order; tolerance is relative to 1.
func near(t testing.TB, m fusion.Method, in []fusion.List, want map[string]float64, tolerance float64) {
	t.Helper()
	hits, err := m.Fuse(in, 100)
	if err != nil {
		t.Fatal(err)
	}
	if len(hits) != len(want) {
		t.Errorf("%s: %d hits, want %d", m.Name(), len(hits), len(want))
	}
	for _, h := range hits {
		if w, ok := want[h.ID]; !ok || !(math.Abs(h.Score-w) <= tolerance) {
			t.Errorf("%s: score of %s = %.10f, want %.10f", m.Name(), h.ID, h.Score, w)
		}
	}
}

func build(t testing.TB, s fusion.Settings) fusion.Method {
	t.Helper()
	m, err := fusion.New(s)
	if err != nil {
		t.Fatal(err)
	}
	return m
}

// Every expected number is from a unit test of ranx at commit 2cae52f00c2c15136a07d573027744109792604d,
// tests/unit/ranx/fusion/<file>_test.py, where it is written as the sum or product given here.
func TestRanxVectors(t *testing.T) {
	weights := func(a, b, c float64) map[string]float64 {
		return map[string]float64{"run_1": a, "run_2": b, "run_3": c}
	}
	type scores map[string]float64
	ln2, ln2s, sqrt2 := math.Log(2), math.Log(2.1), math.Sqrt2
	none := fusion.Norm("none")
	tests := []struct {
		file     string
		settings fusion.Settings
		q1, q2   scores
	}{
		{"comb_sum", fusion.Settings{Method: "sum", Norm: none}, scores{"d1": 1 + 3, "d2": 2 + 2, "d3": 3 + 1}, scores{"d1": 1 + 1, "d2": 2 + 2, "d3": 3 + 3}},
		{"comb_mnz", fusion.Settings{Method: "mnz", Norm: none}, scores{"d1": 4 * 2, "d2": 4 * 2, "d3": 4 * 2}, scores{"d1": 2 * 2, "d2": 4 * 2, "d3": 6 * 2}},
		{"comb_anz", fusion.Settings{Method: "anz", Norm: none}, scores{"d1": 2, "d2": 2, "d3": 2}, scores{"d1": 1, "d2": 2, "d3": 3}},
		{"comb_gmnz, gamma 1", fusion.Settings{Method: "gmnz", Norm: none, GMNZGamma: new(1.0)}, scores{"d1": 4 * 2, "d2": 4 * 2, "d3": 4 * 2}, scores{"d1": 2 * 2, "d2": 4 * 2, "d3": 6 * 2}},
		{"comb_gmnz, gamma 0", fusion.Settings{Method: "gmnz", Norm: none, GMNZGamma: new(0.0)}, scores{"d1": 4, "d2": 4, "d3": 4}, scores{"d1": 2, "d2": 4, "d3": 6}},
		{"comb_min", fusion.Settings{Method: "min", Norm: none}, scores{"d1": 1, "d2": 2, "d3": 1}, scores{"d1": 1, "d2": 2, "d3": 3}},
		{"comb_max", fusion.Settings{Method: "max", Norm: none}, scores{"d1": 3, "d2": 2, "d3": 3}, scores{"d1": 1, "d2": 2, "d3": 3}},
		{"comb_med", fusion.Settings{Method: "med", Norm: none}, scores{"d1": 2, "d2": 2, "d3": 2}, scores{"d1": 1, "d2": 2, "d3": 3}},
		{
			"wsum",
			fusion.Settings{Method: "wsum", Norm: none, Weights: weights(.3, .2, .5)},
			scores{"d1": .3*1 + .2*3, "d2": .3*2 + .2*2, "d3": .3*3 + .5*1},
			scores{"d1": .3*1 + .2*1, "d2": .3*2 + .5*2, "d3": .2*3 + .5*3},
		},
		{
			"wmnz",
			fusion.Settings{Method: "wmnz", Norm: none, Weights: weights(.3, .2, .5)},
			scores{"d1": (1 + 3) * (.3 + .2), "d2": (2 + 2) * (.3 + .2), "d3": (3 + 1) * (.3 + .5)},
			scores{"d1": (1 + 1) * (.3 + .2), "d2": (2 + 2) * (.3 + .5), "d3": (3 + 3) * (.2 + .5)},
		},
		{
			"mixed",
			fusion.Settings{Method: "mixed", Norm: none, Weights: weights(.3, .2, .5)},
			scores{"d1": (.3*1 + .2*3) * sqrt2, "d2": (.3*2 + .2*2) * sqrt2, "d3": (.3*3 + .5*1) * sqrt2},
			scores{"d1": (.3*1 + .2*1) * sqrt2, "d2": (.3*2 + .5*2) * sqrt2, "d3": (.2*3 + .5*3) * sqrt2},
		},
		{
			"rrf",
			fusion.Settings{Method: "rrf"},
			scores{"d1": 1./63 + 1./61, "d2": 1./62 + 1./62, "d3": 1./61 + 1./61},
			scores{"d1": 1./62 + 1./62, "d2": 1./61 + 1./62, "d3": 1./61 + 1./61},
		},
		{
			"isr",
			fusion.Settings{Method: "isr"},
			scores{"d1": (1./9 + 1) * 2, "d2": (1./4 + 1./4) * 2, "d3": (1. + 1) * 2},
			scores{"d1": (1./4 + 1./4) * 2, "d2": (1. + 1./4) * 2, "d3": (1. + 1) * 2},
		},
		{
			"log_isr",
			fusion.Settings{Method: "log_isr"},
			scores{"d1": (1./9 + 1) * ln2, "d2": (1./4 + 1./4) * ln2, "d3": (1. + 1) * ln2},
			scores{"d1": (1./4 + 1./4) * ln2, "d2": (1. + 1./4) * ln2, "d3": (1. + 1) * ln2},
		},
		{
			"logn_isr",
			fusion.Settings{Method: "logn_isr", ISRSigma: new(.1)},
			scores{"d1": (1./9 + 1) * ln2s, "d2": (1./4 + 1./4) * ln2s, "d3": (1. + 1) * ln2s},
			scores{"d1": (1./4 + 1./4) * ln2s, "d2": (1. + 1./4) * ln2s, "d3": (1. + 1) * ln2s},
		},
		{
			"bordafuse",
			fusion.Settings{Method: "bordafuse"},
			scores{"d1": 1 + 3 + 1.5, "d2": 2 + 2 + 1.5, "d3": 3 + 1 + 3},
			scores{"d1": 2 + 2 + 1, "d2": 3 + 1 + 2, "d3": 1 + 3 + 3},
		},
		{
			"weighted_bordafuse",
			fusion.Settings{Method: "w_bordafuse", Weights: weights(3, 2, 1)},
			scores{"d1": 3*1 + 2*3 + 1.5, "d2": 3*2 + 2*2 + 1.5, "d3": 3*3 + 2*1 + 3},
			scores{"d1": 3*2 + 2*2 + 1, "d2": 3*3 + 2*1 + 2, "d3": 3*1 + 2*3 + 3},
		},
	}
	for _, tt := range tests {
		t.Run(tt.file, func(t *testing.T) {
			m := build(t, tt.settings)
			near(t, m, lists(t, ranxQueries["q1"]), tt.q1, 1e-15)
			near(t, m, lists(t, ranxQueries["q2"]), tt.q2, 1e-15)
		})
	}
}

// condorcet_test.py and weighted_condorcet_test.py have other scores in run_2 and run_3 of q1.
func TestRanxCondorcet(t *testing.T) {
	q1 := lists(t, []string{"run_1: d3 3 d2 2 d1 1", "run_2: d2 3 d1 2", "run_3: d3 3"})
	q2 := lists(t, ranxQueries["q2"])
	near(t, build(t, fusion.Settings{Method: "condorcet"}), q1, map[string]float64{"d1": 1, "d2": 2, "d3": 3}, 0)
	near(t, build(t, fusion.Settings{Method: "condorcet"}), q2, map[string]float64{"d1": 1, "d2": 2, "d3": 3}, 0)
	w := fusion.Settings{Method: "w_condorcet", Weights: map[string]float64{"run_1": 1, "run_2": 5, "run_3": 2}}
	near(t, build(t, w), q1, map[string]float64{"d1": 2, "d2": 3, "d3": 1}, 0)
	near(t, build(t, w), q2, map[string]float64{"d1": 2, "d2": 1, "d3": 3}, 0)
}

// rbc_test.py is the worked example of Bailey et al. (2017), with two decimals.
func TestRanxRBC(t *testing.T) {
	in := lists(t, []string{"run_1: A 7 D 6 B 5 C 4 G 3 F 2", "run_2: B 7 D 6 E 5 C 4", "run_3: A 7 B 6 D 5 C 4 G 3 F 2 E 1", "run_4: G 7 D 6 E 5 A 4 F 3 C 2"})
	for p, want := range map[float64]string{
		.6: "A .89 D .86 B .78 G .50 E .31 C .29 F .11",
		.8: "D .61 A .50 B .49 C .37 G .36 E .31 F .21",
		.9: "D .35 C .28 A .27 B .27 G .23 E .22 F .18",
	} {
		scores := map[string]float64{}
		for _, h := range list(t, "want:"+want).Hits {
			scores[h.ID] = h.Score
		}
		near(t, build(t, fusion.Settings{Method: "rbc", RBCP: new(p)}), in, scores, .005)
	}
}

// Normalizations, from tests/unit/ranx/normalization/<norm>_norm_test.py of the same commit, read off as the
// sum of a single list. Borda is read off three lists.
func TestRanxNorms(t *testing.T) {
	for norm, want := range map[fusion.Norm]string{
		"max":              "d1 1/3 d2 2/3 d3 3/3",
		"min-max":          "d1 0/2 d2 1/2 d3 2/2",
		"min-max-inverted": "d1 2/2 d2 1/2 d3 0/2",
		"rank":             "d1 1/3 d2 2/3 d3 3/3",
		"sum":              "d1 0/3 d2 1/3 d3 2/3",
		"zmuv":             "d1 -1/.816496580927726 d2 0/1 d3 1/.816496580927726",
	} {
		near(t, build(t, fusion.Settings{Method: "sum", Norm: norm}), lists(t, ranxQueries["q1"][:1]), fractions(t, want), 1e-15)
	}
	// d1 is 1/3 in run_1, 3/3 in run_2 and (as one of two that run_3 lacks) 1.5/3 there; and so on.
	m := build(t, fusion.Settings{Method: "sum", Norm: "borda"})
	near(t, m, lists(t, ranxQueries["q1"]), fractions(t, "d1 5.5/3 d2 5.5/3 d3 7/3"), 1e-15)
	near(t, m, lists(t, ranxQueries["q2"]), fractions(t, "d1 5/3 d2 6/3 d3 7/3"), 1e-15)
}

// fractions reads "doc numerator/denominator ...".
func fractions(t testing.TB, text string) map[string]float64 {
	t.Helper()
	out := map[string]float64{}
	fields := strings.Fields(text)
	for i := 0; i < len(fields); i += 2 {
		above, below, _ := strings.Cut(fields[i+1], "/")
		parts := list(t, "x: a "+above+" b "+below).Hits
		out[fields[i]] = parts[0].Score / parts[1].Score
	}
	return out
}
