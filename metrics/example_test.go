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
