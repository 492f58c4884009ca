package scoring_test

import (
	"fmt"
	"log"

	"github.com/rankduel/rankduel/experiment/result"
	"github.com/rankduel/rankduel/experiment/scoring"
	"github.com/rankduel/rankduel/metrics"
)

// A trace says of each question what came back and how good it was: at ranks 1
// and 3 for the first, nowhere for the second.
func ExampleJudgedLists() {
	profile, err := metrics.ProfileByName("default")
	if err != nil {
		log.Fatal(err)
	}
	measures, err := profile.ParseList("P@3,RR")
	if err != nil {
		log.Fatal(err)
	}
	table := scoring.JudgedLists("traced", []scoring.JudgedList{
		{QueryID: "t1", Judged: metrics.Judged{Retrieved: 3, Hits: []metrics.Hit{{Rank: 1, Grade: 1}, {Rank: 3, Grade: 2}}, Ideal: []int{2, 1}}},
		{QueryID: "t2", Judged: metrics.Judged{Retrieved: 5, Ideal: []int{1}}},
	}, measures, profile, result.TestSetInfo{Name: "traces"})
	for _, m := range table.Summarize(false).Measures {
		fmt.Printf("%-3s %.4f over %d queries\n", m.Measure, *m.Mean, m.N)
	}
	// Output:
	// P@3 0.3333 over 2 queries
	// RR  0.5000 over 2 queries
}
