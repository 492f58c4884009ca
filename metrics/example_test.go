package metrics_test

import (
	"fmt"

	"github.com/rankduel/rankduel/metrics"
)

func ExampleParseList() {
	measures, err := metrics.ParseList("R@5,10, nDCG@10, RR, ndcg_cut.10")
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, m := range measures {
		fmt.Println(m)
	}
	// Output:
	// R@5
	// R@10
	// nDCG(gain=exp)@10
	// RR
	// nDCG(gain=linear)@10
}

func ExampleMeasure() {
	// Retrieved were doc1 (grade 3), doc4 (judged, not relevant) and doc2
	// (grade 2); doc3 (grade 1) was not.
	judged := metrics.Judged{
		Retrieved:   3,
		Hits:        []metrics.Hit{{Rank: 1, Grade: 3}, {Rank: 2, Grade: 0}, {Rank: 3, Grade: 2}},
		Ideal:       []int{3, 2, 1},
		NonRelevant: 1,
	}
	m, err := metrics.Parse("nDCG@10")
	if err != nil {
		fmt.Println(err)
		return
	}
	score, defined := m.Score(&judged)
	fmt.Printf("%s = %.6f %v\n", m, score, defined)
	// Output: nDCG(gain=exp)@10 = 0.904950 true
}

func ExampleParse_error() {
	_, err := metrics.Parse("nDGC@10")
	fmt.Println(err)
	// Output: measure "nDGC@10" at column 1: no measure is named "nDGC"; nearest: nDCG
}

// A profile decides what a text leaves open, and what a measure is called.
func ExampleProfile() {
	for _, name := range []string{"default", "trec", "medkg"} {
		p, err := metrics.ProfileByName(name)
		if err != nil {
			fmt.Println(err)
			return
		}
		m, err := p.Parse("nDCG@10")
		if err != nil {
			fmt.Println(err)
			return
		}
		fmt.Printf("%s: %s, called %s; undefined scores: %s\n", p.Name, m, p.Key(m), p.Undefined)
	}
	// Output:
	// default: nDCG(gain=exp)@10, called nDCG(gain=exp)@10; undefined scores: exclude
	// trec: nDCG(gain=linear)@10, called ndcg_cut_10; undefined scores: count 0
	// medkg: nDCG(gain=exp)@10, called ndcg_exp@10; undefined scores: refuse the test set
}

// An unjudged document at rank 1 leaves open whether the first relevant one is
// at rank 1 or 2.
func ExampleBounds() {
	judged := metrics.Judged{Retrieved: 2, Hits: []metrics.Hit{{Rank: 2, Grade: 1}}, Ideal: []int{1}}
	m, err := metrics.Parse("RR")
	if err != nil {
		fmt.Println(err)
		return
	}
	bounds, _ := metrics.Bounds(m, &judged, 3)
	fmt.Println(bounds.Low, bounds.High)
	// Output: 0.5 1
}

// shown is a measure of one's own: how many documents were shown, up to k.
type shown struct{ k int }

func (m shown) Score(j *metrics.Judged) (float64, bool) { return float64(min(j.Retrieved, m.k)), true }
func (m shown) Cutoff() int                             { return m.k }
func (m shown) String() string                          { return fmt.Sprintf("Shown@%d", m.k) }

func ExampleRegistry_Register() {
	registry := metrics.Builtin()
	err := registry.Register(metrics.Definition{
		Name: "Shown",
		Cut:  metrics.CutRequired,
		New:  func(a *metrics.Args) metrics.Measure { return shown{a.Cutoff} },
	})
	if err != nil {
		fmt.Println(err)
		return
	}
	measures, err := registry.ParseList("Shown@3,10")
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, m := range measures {
		score, _ := m.Score(&metrics.Judged{Retrieved: 7})
		fmt.Println(m, score)
	}
	// Output:
	// Shown@3 3
	// Shown@10 7
}
