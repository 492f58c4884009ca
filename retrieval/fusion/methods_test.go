package fusion_test

import (
	"math"
	"strconv"
	"strings"
	"testing"

	"github.com/rankduel/rankduel/retrieval"
	"github.com/rankduel/rankduel/retrieval/fusion"
)

// Three lists that disagree. Min-max parts, by which the rightmost column of TestMethods goes:
//
//	a: x 1, y (6-2)/(10-2) = .5, z 0
//	b: y 1, w 0
//	c: w 1, x (40-20)/(60-20) = .5, y .25, v 0
var worked = []string{"a: x 10 y 6 z 2", "b: y 7 w 3", "c: w 60 x 40 y 30 v 20"}

func workedWeights(a, b, c float64) map[string]float64 {
	return map[string]float64{"a": a, "b": b, "c": c}
}

// Every method on the lists above, worked from its formula in the rightmost column, where an error of
// calculation would be as easy to see as in the code.
func TestMethods(t *testing.T) {
	third := func(x float64) float64 { return math.Pow(x, 1./3) }
	type scores map[string]float64
	tests := []struct {
		settings fusion.Settings
		want     scores
	}{
		{fusion.Settings{Method: "sum"}, scores{"x": 1 + .5, "y": .5 + 1 + .25, "z": 0, "w": 0 + 1, "v": 0}},
		{fusion.Settings{Method: "mnz"}, scores{"x": 2 * 1.5, "y": 3 * 1.75, "z": 0, "w": 2 * 1, "v": 0}},
		{fusion.Settings{Method: "anz"}, scores{"x": 1.5 / 2, "y": 1.75 / 3, "z": 0, "w": 1. / 2, "v": 0}},
		{fusion.Settings{Method: "gmnz", GMNZGamma: new(.5)}, scores{"x": math.Sqrt2 * 1.5, "y": math.Sqrt(3) * 1.75, "z": 0, "w": math.Sqrt2, "v": 0}},
		{fusion.Settings{Method: "min"}, scores{"x": .5, "y": .25, "z": 0, "w": 0, "v": 0}},
		{fusion.Settings{Method: "max"}, scores{"x": 1, "y": 1, "z": 0, "w": 1, "v": 0}},
		{fusion.Settings{Method: "med"}, scores{"x": .75, "y": .5, "z": 0, "w": .5, "v": 0}}, // of (.5, 1), (.25, .5, 1), (0, 1)
		{
			fusion.Settings{Method: "wsum", Weights: workedWeights(2, 0, 1)},
			scores{"x": 2*1 + .5, "y": 2*.5 + .25, "z": 0, "w": 1, "v": 0},
		},
		{
			fusion.Settings{Method: "weighted", Weights: workedWeights(2, 0, 1)},
			scores{"x": 2*1 + .5, "y": 2*.5 + .25, "z": 0, "w": 1, "v": 0},
		},
		{
			fusion.Settings{Method: "wmnz", Weights: workedWeights(2, 0, 1)},
			scores{"x": (2 + 1) * 1.5, "y": (2 + 0 + 1) * 1.75, "z": 0, "w": (0 + 1) * 1, "v": 0},
		},
		{
			fusion.Settings{Method: "mixed", Weights: workedWeights(2, 0, 1)},
			scores{"x": math.Sqrt2 * 2.5, "y": math.Sqrt(3) * 1.25, "z": 0, "w": math.Sqrt2 * 1, "v": 0},
		},
		{ // parts below .1 count as .1; the exponents are 1/3
			fusion.Settings{Method: "wprod", Weights: workedWeights(7, 7, 7), WProdFloor: new(.1)},
			scores{"x": third(1 * .1 * .5), "y": third(.5 * 1 * .25), "z": .1, "w": third(.1 * .1 * 1), "v": .1},
		},
		{ // the exponents are 2/3, 0 and 1/3
			fusion.Settings{Method: "wprod", Weights: workedWeights(2, 0, 1), WProdFloor: new(.1)},
			scores{"x": third(1 * 1 * .5), "y": third(.5 * .5 * .25), "z": .1, "w": third(.1 * .1 * 1), "v": .1},
		},
		{fusion.Settings{Method: "rrf", RRFK: new(1)}, scores{"x": 1./2 + 1./3, "y": 1./3 + 1./2 + 1./4, "z": 1. / 4, "w": 1./3 + 1./2, "v": 1. / 5}},
		{
			fusion.Settings{Method: "w_rrf", RRFK: new(1), Weights: workedWeights(2, 0, 1)},
			scores{"x": 2./2 + 1./3, "y": 2./3 + 1./4, "z": 2. / 4, "w": 1. / 2, "v": 1. / 5},
		},
		{fusion.Settings{Method: "isr"}, scores{"x": 2 * (1 + 1./4), "y": 3 * (1./4 + 1 + 1./9), "z": 1. / 9, "w": 2 * (1./4 + 1), "v": 1. / 16}},
		{fusion.Settings{Method: "log_isr"}, scores{"x": math.Ln2 * 1.25, "y": math.Log(3) * (1.25 + 1./9), "z": 0, "w": math.Ln2 * 1.25, "v": 0}},
		{
			fusion.Settings{Method: "logn_isr"}, // sigma .01
			scores{"x": math.Log(2.01) * 1.25, "y": math.Log(3.01) * (1.25 + 1./9), "z": math.Log(1.01) / 9, "w": math.Log(2.01) * 1.25, "v": math.Log(1.01) / 16},
		},
		{ // sigma 0 is log_isr
			fusion.Settings{Method: "logn_isr", ISRSigma: new(0.)},
			scores{"x": math.Ln2 * 1.25, "y": math.Log(3) * (1.25 + 1./9), "z": 0, "w": math.Ln2 * 1.25, "v": 0},
		},
		{fusion.Settings{Method: "rbc", RBCP: new(.5)}, scores{"x": .5 + .25, "y": .25 + .5 + .125, "z": .125, "w": .25 + .5, "v": .0625}},
		{ // 5 candidates; left over: a 1.5 for 2 documents, b 2 for 3, c 1 for z
			fusion.Settings{Method: "bordafuse"},
			scores{"x": 5 + 2 + 4, "y": 4 + 5 + 3, "z": 3 + 2 + 1, "w": 1.5 + 4 + 5, "v": 1.5 + 2 + 2},
		},
		{
			fusion.Settings{Method: "w_bordafuse", Weights: workedWeights(2, 0, 1)},
			scores{"x": 2*5 + 4, "y": 2*4 + 3, "z": 2*3 + 1, "w": 2*1.5 + 5, "v": 2*1.5 + 2},
		},
		{ // x beats y in a and c, y beats w in a and b; w draws with x, beats z and v; z and v draw
			fusion.Settings{Method: "condorcet"},
			scores{"x": 4, "y": 3, "w": 5, "v": 2, "z": 1},
		},
		{fusion.Settings{Method: "sum", Norm: "rank"}, scores{"x": 1 + 3./4, "y": 2./3 + 1 + 2./4, "z": 1. / 3, "w": 1./2 + 1, "v": 1. / 4}},
		{fusion.Settings{Method: "sum", Norm: "max"}, scores{"x": 1 + 40./60, "y": .6 + 1 + .5, "z": .2, "w": 3./7 + 1, "v": 20. / 60}},
		{fusion.Settings{Method: "sum", Norm: "sum"}, scores{"x": 8./12 + 20./70, "y": 4./12 + 1 + 10./70, "z": 0, "w": 40. / 70, "v": 0}},
		{fusion.Settings{Method: "mnz", Norm: "borda"}, scores{"x": 3 * 11. / 5, "y": 3 * 12. / 5, "z": 3 * 6. / 5, "w": 3 * 10.5 / 5, "v": 3 * 5.5 / 5}},
	}
	for _, tt := range tests {
		name := tt.settings.Method
		if tt.settings.Norm != "" {
			name += " " + string(tt.settings.Norm)
		}
		t.Run(name, func(t *testing.T) {
			near(t, build(t, tt.settings), lists(t, worked), tt.want, 1e-14)
		})
	}
}

// A list of 1, 2, 3 has mean 2 and variance 2/3: z = -sqrt(3/2), 0, sqrt(3/2).
func TestSigmoid(t *testing.T) {
	e := math.Exp(math.Sqrt(1.5))
	in := lists(t, []string{"a: x 3 y 2 z 1"})
	near(t, build(t, fusion.Settings{Method: "sum", Norm: "sigmoid"}), in, map[string]float64{"x": e / (1 + e), "y": .5, "z": 1 / (1 + e)}, 1e-15)
}

// What each normalization makes of lists without a spread, by the rules in the comments of the constants.
func TestNormEdges(t *testing.T) {
	tests := []struct {
		name string
		norm fusion.Norm
		list string
		want string // "doc:score ...", or the error
	}{
		{"equal scores", "min-max", "a: x 7 y 7", "x:1 y:1"},
		{"equal scores", "min-max-inverted", "a: x 7 y 7", "x:1 y:1"},
		{"equal scores", "sum", "a: x 7 y 7", "x:0.5 y:0.5"},
		{"equal scores", "zmuv", "a: x .1 y .1 z .1", "x:0 y:0 z:0"}, // the mean of three .1 is not .1 in floats
		{"equal scores", "sigmoid", "a: x 7 y 7", "x:0.5 y:0.5"},
		{"equal scores", "max", "a: x 7 y 7", "x:1 y:1"},
		{"one document", "zmuv", "a: x 7", "x:0"},
		{"one document", "rank", "a: x 7", "x:1"},
		{"one document", "borda", "a: x 7", "x:1"},
		{"empty list", "max", "a:", ""},
		{"empty list", "sum", "a:", ""},
		{"empty list", "rank", "a:", ""},
		{"empty list", "borda", "a:", ""},
		{"range beyond float64", "sum", "a: x 1.5e308 y 0 z -1.5e308", "x:0.6666666666666666 y:0.3333333333333333 z:0"},
		{"range beyond float64", "zmuv", "a: x 1.5e308 z -1.5e308", "x:1 z:-1"},
		{"smallest numbers", "zmuv", "a: x 5e-324 z 0", "x:1 z:-1"},
		{"distances", "min-max-inverted", "a: x 0 y 1 z 4", "x:1 y:0.75 z:0"},
		{"as far below as can be added", "max", "a: x 1 y -1e100", "x:1 y:-1e+100"},
		{"as large as can be added", "none", "a: x 1e100 y -1e100", "x:1e+100 y:-1e+100"},
		{"nothing positive", "max", "a: x 0 y -1", `component "a": the largest score is 0, and norm max needs a positive one: take min-max`},
		{"infinite", "none", "a: x +Inf", `component "a": document "x": score +Inf cannot be normalized`},
		{"infinite scores have ranks", "rank", "a: x +Inf y -Inf", "x:1 y:0.5"},
		{"too large to add", "none", "a: x 1e308", `component "a": document "x": score 1e+308 is too large to be fused as it is: take norm min-max`},
		{"too far below", "max", "a: x 1e-300 y -1e300", `component "a": document "y": score -1e+300 is too far below the largest`},
	}
	for _, tt := range tests {
		t.Run(tt.name+", "+string(tt.norm), func(t *testing.T) {
			hits, err := build(t, fusion.Settings{Method: "sum", Norm: tt.norm}).Fuse(lists(t, strings.Split(tt.list, "; ")), 9)
			if err != nil {
				if !strings.HasPrefix(err.Error(), tt.want) || tt.want == "" {
					t.Errorf("error %q, want %q", err, tt.want)
				}
				return
			}
			if got := show(hits); got != tt.want {
				t.Errorf("Fuse = %s, want %s", got, tt.want)
			}
		})
	}
}

// show prints "id:score id:score ...".
func show(hits []retrieval.Hit) string {
	var out []string
	for _, h := range hits {
		out = append(out, h.ID+":"+strconv.FormatFloat(h.Score, 'g', -1, 64))
	}
	return strings.Join(out, " ")
}

// New refuses what Validate does as far as it can know, so that settings no one validated cannot give
// meaningless scores; which components there are only Fuse knows.
func TestParameterFaults(t *testing.T) {
	weights := workedWeights(1, 1, 1)
	for want, s := range map[string]fusion.Settings{
		"rrf_k 0: want at least 1":                          {Method: "rrf", RRFK: new(0)},
		"rrf_k -1: want at least 1":                         {Method: "w_rrf", RRFK: new(-1), Weights: weights},
		"gmnz_gamma -1: want a number from 0":               {Method: "gmnz", GMNZGamma: new(-1.)},
		"isr_sigma 2: want a number from 0 to 1":            {Method: "logn_isr", ISRSigma: new(2.)},
		"rbc_p 1: want a number between 0 and 1":            {Method: "rbc", RBCP: new(1.)},
		"wprod_floor NaN: want a number between 0 and 1":    {Method: "wprod", Weights: weights, WProdFloor: new(math.NaN())},
		`norm "minmax": want one of min-max, min-max-inver`: {Method: "sum", Norm: "minmax"},
		"weights are missing: fusion_method wsum needs one": {Method: "wsum"},
	} {
		if _, err := fusion.New(s); err == nil || !strings.HasPrefix(err.Error(), want) {
			t.Errorf("%s: error %v, want %q", s.Method, err, want)
		}
	}
	for _, method := range []string{"wsum", "weighted", "wmnz", "wprod", "mixed", "w_rrf", "w_bordafuse", "w_condorcet"} {
		m := build(t, fusion.Settings{Method: method, Weights: map[string]float64{"a": 1}})
		if _, err := m.Fuse(lists(t, worked), 9); err == nil || err.Error() != `component "b" has no weight` {
			t.Errorf("%s: error %v for a component without a weight", method, err)
		}
	}
}
