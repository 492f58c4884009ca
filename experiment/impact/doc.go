// Package impact sets what agents found, as package traces measures it, next to
// what their trials came to: correlations over all trials, and differences
// between two configurations on the tasks that both ran. The differences go
// through experiment/compare as any others do, and so have intervals, tests and
// verdicts.
//
// All of it is association. That a configuration finds more and is rewarded more
// does not say that the one is why the other.
package impact
