package experiment

import "github.com/rankduel/rankduel/metrics"

// lowerIsBetter tells whether a falling measure is good news. Of measures of the
// caller's own nothing is known, so that higher is better.
func lowerIsBetter(measure string) bool {
	m, err := metrics.Parse(measure)
	if err != nil {
		return false
	}
	return metrics.DirectionOf(m) == metrics.LowerIsBetter
}

// count makes wins of the differences that are good for the candidate: those
// above 0, unless a lower measure is better.
func (inf *inference) count(measure string) {
	if lowerIsBetter(measure) {
		inf.Wins, inf.Losses = inf.Losses, inf.Wins
	}
}
