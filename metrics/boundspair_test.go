package metrics_test

import (
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/rankduel/rankduel/metrics"
)

// A twin is two rankings of one query over the same documents, 0 to 7.
type twin struct {
	a, b   []int
	grades map[int]int // of those that are judged
}

func drawTwin(t *rapid.T, most int) twin {
	documents := []int{0, 1, 2, 3, 4, 5, 6, 7}
	w := twin{grades: map[int]int{}}
	w.a = rapid.Permutation(documents).Draw(t, "a")[:rapid.IntRange(0, 6).Draw(t, "length of a")]
	w.b = rapid.Permutation(documents).Draw(t, "b")[:rapid.IntRange(0, 6).Draw(t, "length of b")]
	open := 0
	for _, d := range documents {
		grade := rapid.IntRange(unjudged, 3).Draw(t, "grade")
		if grade == unjudged && open == most {
			grade = 0
		}
		if grade == unjudged {
			open++
			continue
		}
		w.grades[d] = grade
	}
	return w
}

// judge joins a ranking with grades: the documents' ids are their names.
func (w twin) judge(ranking []int, grades map[int]int) *metrics.Judged {
	j := metrics.Judged{Retrieved: len(ranking)}
	for i, d := range ranking {
		if grade, ok := grades[d]; ok {
			j.Hits = append(j.Hits, metrics.Hit{Rank: i + 1, Grade: grade})
		}
	}
	for _, grade := range grades {
		if grade > 0 {
			j.Ideal = append(j.Ideal, grade)
		} else {
			j.NonRelevant++
		}
	}
	slices.Sort(j.Ideal)
	slices.Reverse(j.Ideal)
	return &j
}

// open lists the unjudged documents that either ranking has within k, with their
// places in both.
func (w twin) open(k int) (documents []int, places []metrics.Place) {
	for d := range 8 {
		if _, judged := w.grades[d]; judged {
			continue
		}
		p := metrics.Place{A: 1 + slices.Index(w.a, d), B: 1 + slices.Index(w.b, d)}
		if k > 0 && p.A > k {
			p.A = 0
		}
		if k > 0 && p.B > k {
			p.B = 0
		}
		if p != (metrics.Place{}) {
			documents, places = append(documents, d), append(places, p)
		}
	}
	return documents, places
}

// all are the differences with every way to judge the documents, or to leave
// them as they are.
func (w twin) all(m metrics.Measure, visit func(difference float64)) {
	k := m.Cutoff()
	if strings.Contains(m.String(), "judged=only") {
		k = 0 // what was beyond the cutoff may move up
	}
	documents, _ := w.open(k)
	grades := map[int]int{}
	for d, g := range w.grades {
		grades[d] = g
	}
	var judge func(i int)
	judge = func(i int) {
		if i == len(documents) {
			b, _ := m.Score(w.judge(w.b, grades))
			a, _ := m.Score(w.judge(w.a, grades))
			visit(b - a)
			return
		}
		judge(i + 1)
		for grade := 0; grade <= 3; grade++ {
			grades[documents[i]] = grade
			judge(i + 1)
		}
		delete(grades, documents[i])
	}
	judge(0)
}

// The bounds of a difference are its least and greatest value over all ways to
// judge what is unjudged, which are tried one by one.
func TestDifferenceBounds(t *testing.T) {
	texts := []string{
		"P@3", "P(rel=2)@2", "Success@2", "Success(rel=3)@4", "RR", "RR@3", "SetP", "NumRelRet@4", "DCG(gain=exp)@3",
		"DCG(gain={1:2,2:1})@4", "RBP(p=0.8)", "RBP(p=0.6,gain=scale,max=3)@4",
		"R@3", "R(rel=2)@2", "SetR", "RCap@2", "nDCG@3", "nDCG(gain=linear)", "nDCG(gain=exp,rel=2)@4",
		"nDCG(gain=binary)@5", "nDCG(gain={0:1,1:0,2:3,3:2})@3", "AP", "AP@3", "AP(rel=3)",
		"ERR(max=3)@4", "nERR(max=3)@5", "Rprec", "SetF1", "bpref", "P(judged=only)@2", "nDCG(judged=only)@3", "RBP(gain=query)",
	}
	rapid.Check(t, func(t *rapid.T) {
		w := drawTwin(t, 4)
		a, b := w.judge(w.a, w.grades), w.judge(w.b, w.grades)
		_, places := w.open(0)
		for _, text := range texts {
			m := mustParseRapid(t, text)
			got, ok := metrics.DifferenceBounds(m, a, b, places, 3)
			if !ok || got.Outer {
				t.Fatalf("%s: bounds %+v, %v, want exact ones", m, got, ok)
			}
			least, greatest := math.Inf(1), math.Inf(-1)
			w.all(m, func(d float64) { least, greatest = min(least, d), max(greatest, d) })
			if math.Abs(got.Low-least) > 1e-12 || math.Abs(got.High-greatest) > 1e-12 {
				t.Fatalf("%s: bounds [%v, %v], want [%v, %v]: %+v", m, got.Low, got.High, least, greatest, w)
			}
		}
	})
}

// With many unjudged documents no judgments lead out of the bounds, the exact
// ones are met where the measure's structure says so, and swapping the rankings
// mirrors them.
func TestDifferenceBoundsOfMany(t *testing.T) {
	texts := []string{"P@10", "RR", "R@20", "nDCG@10", "nDCG(gain=linear)", "AP", "AP@15", "ERR(max=3)@10", "Rprec", "bpref"}
	rapid.Check(t, func(t *rapid.T) {
		documents := make([]int, 40)
		for i := range documents {
			documents[i] = i
		}
		w := twin{grades: map[int]int{}}
		w.a = rapid.Permutation(documents).Draw(t, "a")[:30]
		w.b = rapid.Permutation(documents).Draw(t, "b")[:30]
		later := map[int]int{}
		for _, d := range documents {
			grade := rapid.IntRange(0, 3).Draw(t, "grade")
			later[d] = grade
			if rapid.IntRange(0, 2).Draw(t, "judged") == 0 {
				w.grades[d] = grade
			}
		}
		a, b := w.judge(w.a, w.grades), w.judge(w.b, w.grades)
		var places, swapped []metrics.Place
		for _, d := range documents {
			if _, judged := w.grades[d]; judged {
				continue
			}
			p := metrics.Place{A: 1 + slices.Index(w.a, d), B: 1 + slices.Index(w.b, d)}
			places, swapped = append(places, p), append(swapped, metrics.Place{A: p.B, B: p.A})
		}
		for _, text := range texts {
			m := mustParseRapid(t, text)
			got, ok := metrics.DifferenceBounds(m, a, b, places, 3)
			if !ok {
				t.Fatalf("%s has no bounds", m)
			}
			mirror, _ := metrics.DifferenceBounds(m, b, a, swapped, 3)
			if math.Abs(mirror.Low+got.High) > 1e-12 || math.Abs(mirror.High+got.Low) > 1e-12 {
				t.Fatalf("%s: bounds %+v, swapped %+v", m, got, mirror)
			}
			judged := map[int]int{} // what the measure looks at is judged now
			for d, g := range w.grades {
				judged[d] = g
			}
			for _, d := range documents {
				if in(w.a, d, m.Cutoff()) || in(w.b, d, m.Cutoff()) {
					judged[d] = later[d]
				}
			}
			sb, _ := m.Score(w.judge(w.b, judged))
			sa, _ := m.Score(w.judge(w.a, judged))
			if d := sb - sa; d < got.Low-1e-12 || d > got.High+1e-12 {
				t.Fatalf("%s: difference %v outside %+v", m, d, got)
			}
		}
	})
}

func in(ranking []int, d, k int) bool {
	at := slices.Index(ranking, d)
	return at >= 0 && (k == 0 || at < k)
}

// Outer bounds of AP, which many documents have, hold what trying them all finds.
func TestOuterBoundsOfAP(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		documents := make([]int, 12)
		for i := range documents {
			documents[i] = i
		}
		a := rapid.Permutation(documents).Draw(t, "a")[:rapid.IntRange(9, 12).Draw(t, "length of a")]
		b := rapid.Permutation(documents).Draw(t, "b")
		known := rapid.IntRange(0, 1).Draw(t, "known") // whether document 0 is judged, as relevant
		grades := map[int]int{}
		for d := range known {
			grades[d] = 1
		}
		w := twin{a: a, b: b, grades: grades}
		var places []metrics.Place
		for d := known; d < len(documents); d++ {
			places = append(places, metrics.Place{A: 1 + slices.Index(a, d), B: 1 + slices.Index(b, d)})
		}
		m := mustParseRapid(t, "AP")
		got, ok := metrics.DifferenceBounds(m, w.judge(a, grades), w.judge(b, grades), places, 1)
		if !ok || !got.Outer {
			t.Fatalf("bounds %+v, %v, want outer ones", got, ok)
		}
		least, greatest := math.Inf(1), math.Inf(-1)
		for set := range 1 << len(places) {
			judged := map[int]int{}
			for d := range documents {
				if d < known || set>>(d-known)&1 == 1 {
					judged[d] = 1
				}
			}
			sb, _ := m.Score(w.judge(b, judged))
			sa, _ := m.Score(w.judge(a, judged))
			least, greatest = min(least, sb-sa), max(greatest, sb-sa)
		}
		if least < got.Low-1e-12 || greatest > got.High+1e-12 {
			t.Fatalf("bounds %+v, and trying all finds %v to %v", got, least, greatest)
		}
		if got.High-got.Low > 2.5*(greatest-least)+0.1 {
			t.Errorf("bounds %+v are far from %v to %v", got, least, greatest)
		}
	})
}

// What cannot be said is refused: measures without a better end, without grades,
// or on scales that are too long; and no unjudged document leaves no room.
func TestNoDifferenceBounds(t *testing.T) {
	j := &metrics.Judged{Retrieved: 2, Hits: []metrics.Hit{{Rank: 2, Grade: 1}}, Ideal: []int{1}}
	places := []metrics.Place{{A: 1, B: 0}}
	for _, text := range []string{"Judged@5", "NumRet", "alpha_nDCG@10"} {
		if r, ok := metrics.DifferenceBounds(mustParse(t, text), j, j, places, 3); ok {
			t.Errorf("%s has bounds %+v", text, r)
		}
	}
	real := &metrics.Judged{Retrieved: 1, Hits: []metrics.Hit{{Rank: 1}}, Gains: []float64{0.5}, IdealGains: []float64{0.5}}
	if _, ok := metrics.DifferenceBounds(mustParse(t, "nDCG@5"), real, real, places, 3); ok {
		t.Error("gains have bounds")
	}
	if _, ok := metrics.DifferenceBounds(mustParse(t, "nDCG(gain=linear)@5"), j, j, places, 5000); ok {
		t.Error("a scale of 5000 grades has bounds")
	}
	if r, ok := metrics.DifferenceBounds(mustParse(t, "nDCG@5"), j, &metrics.Judged{Ideal: []int{1}}, nil, 3); !ok || r.Low != r.High || r.Low >= 0 {
		t.Errorf("without an unjudged document bounds are %+v, %v", r, ok)
	}
}

// Two systems find the same unjudged document at the same rank: whatever its
// grade, they do not differ more.
func ExampleDifferenceBounds() {
	a := &metrics.Judged{Retrieved: 2, Ideal: []int{1}}
	b := &metrics.Judged{Retrieved: 2, Hits: []metrics.Hit{{Rank: 2, Grade: 1}}, Ideal: []int{1}}
	m, err := metrics.Parse("RR")
	if err != nil {
		fmt.Println(err)
		return
	}
	both, _ := metrics.DifferenceBounds(m, a, b, []metrics.Place{{A: 1, B: 1}}, 3)
	apart, _ := metrics.DifferenceBounds(m, a, b, []metrics.Place{{A: 1}, {B: 1}}, 3)
	fmt.Println(both.Low, both.High)
	fmt.Println(apart.Low, apart.High)
	// Output:
	// 0 0.5
	// -0.5 1
}
