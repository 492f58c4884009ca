package metrics_test

import (
	"fmt"
	"math"
	"testing"
)

// A refWalk says with which probability a user goes on from rank i, who has
// gained gain there and cum from rank 1 to i.
type refWalk func(i, gain, cum float64) float64

// refCWL walks down 1000 ranks, as cwl_eval does.
func refCWL(d dense, lowest, highest int, walk refWalk) float64 {
	var score, looked, cum float64
	weight := 1.0
	for i, grade := range d.top(1000) {
		gain := math.Min(math.Max(float64(grade-lowest), 0), float64(highest-lowest)) / float64(highest-lowest)
		cum += gain
		score += weight * gain
		looked += weight
		weight *= walk(float64(i+1), gain, cum)
	}
	return score / looked
}

func refSquare(x float64) float64 { return (x - 1) / x * ((x - 1) / x) }

// refUntil stops at rank k.
func refUntil(k float64, walk refWalk) refWalk {
	return func(i, gain, cum float64) float64 {
		if i >= k {
			return 0
		}
		return walk(i, gain, cum)
	}
}

// TestCWLModels compares the models with their definitions: Zhang et al.
// (2017) for BPM, Moffat et al. (2012, 2015) for INSQ and INST, Azzopardi et
// al. (2021) for the others.
func TestCWLModels(t *testing.T) {
	for _, scale := range []struct{ lowest, highest int }{{0, 3}, {1, 3}, {0, 2}} {
		for _, c := range []struct {
			text string
			walk refWalk
		}{
			{"BPM(T=1,%s)@2", refUntil(2, func(_, _, cum float64) float64 {
				if cum < 1 {
					return 1
				}
				return 0
			})},
			{"BPM(T=2,%s)@5", refUntil(5, func(_, _, cum float64) float64 {
				if cum < 2 {
					return 1
				}
				return 0
			})},
			{"INSQ(T=1,%s)", func(i, _, _ float64) float64 { return refSquare(i + 2) }},
			{"INSQ(T=2,%s)", func(i, _, _ float64) float64 { return refSquare(i + 4) }},
			{"INST(T=1,%s)", func(i, _, cum float64) float64 { return refSquare(i + 2 - cum) }},
			{"INST(T=3,%s)", func(i, _, cum float64) float64 { return refSquare(i + 6 - cum) }},
			{"SDCG(%s)@3", refUntil(3, func(i, _, _ float64) float64 { return math.Log(i+1) / math.Log(i+2) })},
			{"NERR8(%s)@3", refUntil(3, func(_, gain, _ float64) float64 { return 1 - gain })},
			{"NERR9(%s)@3", refUntil(3, func(i, gain, _ float64) float64 { return i / (i + 1) * (1 - gain) })},
			{"NERR10(p=0.7,%s)", func(_, gain, _ float64) float64 { return 0.7 * (1 - gain) }},
			{"NERR11(T=1,%s)", func(i, gain, _ float64) float64 { return refSquare(i+2) * (1 - gain) }},
		} {
			m := mustParse(t, fmt.Sprintf(c.text, fmt.Sprintf("min=%d,max=%d", scale.lowest, scale.highest)))
			for at, d := range smallRankings() {
				if d.relevant(1) == 0 || at%3 == 2 {
					continue
				}
				j := d.judged()
				got, defined := m.Score(&j)
				if want := refCWL(d, scale.lowest, scale.highest, c.walk); !defined || math.Abs(got-want) > 1e-12 {
					t.Fatalf("%s of %v = %v %v, want %v", m, d, got, defined, want)
				}
			}
		}
	}
}
