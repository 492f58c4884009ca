package gate_test

import (
	"fmt"
	"time"

	"github.com/rankduel/rankduel/experiment/gate"
	"github.com/rankduel/rankduel/metrics"
)

// A system is held against the means of the main branch.
func ExampleJudge() {
	profile, err := metrics.ProfileByName("default")
	if err != nil {
		fmt.Println(err)
		return
	}
	rule, err := gate.ParseRule("R@10: drop <= 5%", profile)
	if err != nil {
		fmt.Println(err)
		return
	}
	main := gate.Side{Means: map[string]float64{"R@10": .8}}
	main.System.Name = "main"
	current := side("pull request", .5, 1, .75, .63) // a mean of .72: 10 % less
	g, err := gate.Judge(current, &main, gate.Rules{Rules: []gate.Rule{rule}}, profile, time.Now())
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(g.State)
	fmt.Println(g.Reason)
	// Output:
	// failed
	// R@10 fell from 0.8000 to 0.7200, by 10.0 %, which breaks "drop <= 5%"
}
