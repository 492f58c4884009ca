package refresh

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/rankduel/rankduel/testsets/querylog"
)

// Over many draws the weights of what is drawn estimate the traffic and the traffic's
// mean, also where a query is so frequent that it is always drawn: with the population of
// searches known, E[Σ w] is their number (Horvitz and Thompson 1952).
func TestWeightsOfDrawn(t *testing.T) {
	log := []querylog.Query{{Text: "a", Frequency: 60}, {Text: "b", Frequency: 20}, {Text: "c", Frequency: 10}, {Text: "d", Frequency: 6}, {Text: "e", Frequency: 4}}
	scores := map[string]float64{"a": .2, "b": .5, "c": .9, "d": .1, "e": .7}
	truth := 0.0
	for _, q := range log {
		truth += float64(q.Frequency) * scores[q.Text]
	}
	const draws = 20000
	var weight, total float64
	for s := range draws {
		for _, d := range querylog.Draw(frequencies(log), 3, rand.New(rand.NewPCG(uint64(s), 1))) {
			e := entrant(log[d.Index], "")
			e.Probability = &d.Probability
			w := float64(*e.weight())
			weight += w / draws
			total += w * scores[e.Text] / draws
		}
	}
	if math.Abs(weight-100) > 1 || math.Abs(total-truth) > 0.5 {
		t.Errorf("weights add up to %.2f and scores to %.2f on average, want 100 searches and %.2f", weight, total, truth)
	}
	if (&Entrant{Frequency: 5}).weight() != nil {
		t.Error("a reserve has a weight")
	}
}
