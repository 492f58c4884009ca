package metrics_test

import (
	"math"
	"strings"
	"testing"

	"github.com/rankduel/rankduel/metrics"
)

// What a measure cannot value as declared is found before anything is scored:
// a grade above max=, one without a declared gain, one too large for its gain.
func TestGradesOfEveryGain(t *testing.T) {
	for _, c := range []struct {
		text   string
		grades []int
		want   string // part of the message; "" for none
	}{
		{"ERR(max=3)@10", []int{0, 1, 3}, ""},
		{"ERR(max=3)@10", []int{0, 4}, "grade 4 is above max=3"},
		{"nERR(max=2)@10", []int{3}, "grade 3 is above max=2"},
		{"RBP(gain=scale,max=3)", []int{3}, ""},
		{"RBP(p=0.8,gain=scale,max=3)", []int{4}, "grade 4 is above max=3"},
		{"RBP(gain=query)", []int{4}, ""},
		{"RBP", []int{4}, ""},
		{"INST(max=3)", []int{3}, ""},
		{"INST(T=1,max=3)", []int{4}, "grade 4 is above max=3"},
		{"nDCG(gain=exp)@10", []int{1023}, ""},
		{"nDCG(gain=exp)@10", []int{1024}, "too large for gain=exp"},
		{"nDCG(gain=linear)@10", []int{1024}, ""},
		{"DCG(gain={0:0,1:1})@10", []int{0, 1, 2}, "grade 2 has no declared gain"},
		{"DCG(gain={1:1})@10", []int{0, 1}, ""},
		{"IdealDCG(gain={1:1})", []int{2}, "grade 2 has no declared gain"},
		{"ndcg_rel(gain={1:1})", []int{2}, "grade 2 has no declared gain"},
		{"Rndcg(gain={1:1})", []int{2}, "grade 2 has no declared gain"},
		{"G(gain={1:1})", []int{2}, "grade 2 has no declared gain"},
		{"AP", []int{5000}, ""},
	} {
		err := metrics.CheckGrades(mustParse(t, c.text), c.grades)
		if (err == nil) != (c.want == "") || err != nil && (!strings.Contains(err.Error(), c.want) || !strings.Contains(err.Error(), c.text)) {
			t.Errorf("%s of %v: %v, want %q", c.text, c.grades, err, c.want)
		}
	}
}

// Gains that are no whole numbers are fine where any number is valued and
// where only relevance counts, and refused by measures of whole grades.
func TestGainsOfEveryMeasure(t *testing.T) {
	for text, takes := range map[string]bool{
		"nDCG(gain=exp)@5": true, "nDCG(gain=linear)@5": true, "nDCG(gain=binary)@5": true, "nDCG(gain={1:1})@5": false,
		"DCG(gain=exp)@5": true, "DCG(gain={1:1})@5": false, "IdealDCG(gain=exp)": true, "IdealDCG(gain={1:1})": false,
		"G(gain=linear)": true, "G(gain={1:1})": false, "ndcg_rel(gain=linear)": true, "ndcg_rel(gain={1:1})": false,
		"Rndcg(gain=linear)": true, "Rndcg(gain={1:1})": false, "RBP": true, "RBP(gain=query)": true, "NumRet": true,
		"Compat": false, "ERR(max=3)@5": false, "INST(max=3)": false, "AP": true, "P@5": true, "R(rel=2)@5": true,
	} {
		m := mustParse(t, text)
		if err := metrics.CheckGains(m, []float64{1, 0.5}); (err == nil) != takes {
			t.Errorf("%s of a gain of 0.5: %v", text, err)
		}
		if err := metrics.CheckGains(m, []float64{0, 1, 2}); err != nil {
			t.Errorf("%s of whole gains: %v", text, err)
		}
	}
}

// Gains by hand: 2^g − 1, g, 1 and what was declared, at the ends and beyond.
func TestGainByHand(t *testing.T) {
	declared, err := metrics.DeclaredGain(map[int]float64{0: 0.25, 1: 0.5, 3: 4})
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		gain  metrics.Gain
		grade int
		want  float64
	}{
		{metrics.ExpGain(), -1, 0},
		{metrics.ExpGain(), 0, 0},
		{metrics.ExpGain(), 1, 1},
		{metrics.ExpGain(), 3, 7},
		{metrics.ExpGain(), 53, 9007199254740991},
		{metrics.ExpGain(), 63, 0x1p63},
		{metrics.ExpGain(), 64, 0x1p64},
		{metrics.ExpGain(), 1023, 0x1p1023},
		{metrics.ExpGain(), 1024, math.Inf(1)},
		{metrics.LinearGain(), -1, 0},
		{metrics.LinearGain(), 0, 0},
		{metrics.LinearGain(), 7, 7},
		{metrics.BinaryGain(), -1, 0},
		{metrics.BinaryGain(), 0, 0},
		{metrics.BinaryGain(), 1, 1},
		{metrics.BinaryGain(), 9, 1},
		{declared, 0, 0.25},
		{declared, 1, 0.5},
		{declared, 2, 0},
		{declared, 3, 4},
	} {
		if got := c.gain.Of(c.grade); got != c.want {
			t.Errorf("%s of grade %d = %v, want %v", c.gain, c.grade, got, c.want)
		}
	}
	for _, worth := range []map[int]float64{nil, {-1: 1}, {1: -0.5}, {1: math.NaN()}, {1: math.Inf(1)}} {
		if g, err := metrics.DeclaredGain(worth); err == nil {
			t.Errorf("%v is accepted as %s", worth, g)
		}
	}
}

// The share of unjudged documents among the first k, those that are missing
// not counted: by counting.
func TestUnjudgedInItsGroup(t *testing.T) {
	list := []metrics.Measure{mustParse(t, "Unjudged@1"), mustParse(t, "Unjudged@2"), mustParse(t, "Unjudged@3"), mustParse(t, "Unjudged@5")}
	for _, d := range smallRankings() {
		j := d.judged()
		room := make([]float64, len(list))
		for _, g := range metrics.Groups(list) {
			if defined := g.Score(&j, room); defined != len(list) {
				t.Fatalf("%d of %d are defined for %v", defined, len(list), d)
			}
			for n, place := range g.Places {
				k, count := list[place].Cutoff(), 0.0
				for i, grade := range d.ranking {
					if i < k && grade == unjudged {
						count++
					}
				}
				if want := count / float64(k); room[n] != want {
					t.Fatalf("%s of %v = %v, want %v", list[place], d, room[n], want)
				}
			}
		}
	}
}

// Only the measures of diversity look at subtopics.
func TestNeedsSubtopics(t *testing.T) {
	for text, want := range map[string]bool{
		"alpha_nDCG@5": true, "ERR_IA@5": true, "NRBP": true, "P_IA@5": true, "AP_IA": true, "StRecall@5": true,
		"nDCG@5": false, "AP": false, "Compat": false,
	} {
		if got := metrics.NeedsSubtopics(mustParse(t, text)); got != want {
			t.Errorf("NeedsSubtopics(%s) = %v", text, got)
		}
	}
}

// Utility is a weighted contingency table, here counted cell by cell.
func TestUtilityByCounting(t *testing.T) {
	m := mustParse(t, "Utility(weights={2,-1,-0.5,0.25},docs=20)")
	for _, d := range smallRankings() {
		var a, b, c float64
		for _, grade := range d.ranking {
			if grade >= 1 {
				a++
			} else {
				b++
			}
		}
		for _, grade := range d.missed {
			if grade >= 1 {
				c++
			}
		}
		j := d.judged()
		if got, defined := m.Score(&j); !defined || got != 2*a-b-0.5*c+0.25*(20-a-b-c) {
			t.Fatalf("%s of %v = %v %v", m, d, got, defined)
		}
	}
}
