package compare

import "github.com/rankduel/rankduel/metrics"

// lowerIsBetter tells whether a falling measure is good news.
func lowerIsBetter(m metrics.Measure) bool { return metrics.DirectionOf(m) == metrics.LowerIsBetter }

// count makes wins of the differences that are good for the candidate: those
// above 0, unless a lower measure is better.
func (inf *inference) count(m metrics.Measure) {
	if lowerIsBetter(m) {
		inf.Wins, inf.Losses = inf.Losses, inf.Wins
	}
}
