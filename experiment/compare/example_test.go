package compare_test

import (
	"fmt"
	"log"
	"strings"

	"github.com/rankduel/rankduel/experiment/compare"
	"github.com/rankduel/rankduel/experiment/scoring"
	"github.com/rankduel/rankduel/experiment/scoring/scorefile"
)

// Scores that another program computed are compared query by query.
func ExampleAgainst() {
	read := func(name, rows string) *scoring.Table {
		s, err := scorefile.Read(name, strings.NewReader("query_id,RR\n"+rows))
		if err != nil {
			log.Fatal(err)
		}
		return s
	}
	baseline := read("baseline", "q1,0.5\nq2,0.5\nq3,0.5\nq4,0.25\nq5,0.5\nq6,0.5\nq7,0.5\nq8,0.2\n")
	candidate := read("candidate", "q1,1\nq2,1\nq3,1\nq4,1\nq5,1\nq6,1\nq7,1\nq8,1\n")
	c, err := compare.Against(baseline, []*scoring.Table{candidate}, compare.Settings{})
	if err != nil {
		log.Fatal(err)
	}
	pair := c.Comparisons[0]
	m := pair.Measures[0]
	// The interval is t plus two, 0.455 ± 2.3646 · 0.4609/√10: see docs/semantics.md.
	fmt.Println(pair.Verdict)
	fmt.Println(pair.VerdictReason)
	fmt.Printf("%d wins, %d losses, %d ties; exact randomization p = 2/2^8 = %.4f\n", m.Wins, m.Losses, m.Ties, *m.Randomization.PValue)
	// Output:
	// better
	// RR: difference +0.5687, 95 % interval [+0.4396, +0.7339], p 0.0078
	// 8 wins, 0 losses, 0 ties; exact randomization p = 2/2^8 = 0.0078
}
