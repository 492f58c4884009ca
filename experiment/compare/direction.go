package compare

import "github.com/rankduel/rankduel/metrics"

// lowerIsBetter tells whether a falling measure is good news.
func lowerIsBetter(m metrics.Measure) bool { return metrics.DirectionOf(m) == metrics.LowerIsBetter }
