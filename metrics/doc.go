// Package metrics turns one query's judged ranking into one number per measure. It knows grades and ranks, not documents,
// queries, files or means: joining a ranking with its judgments ([Judged]) is the caller's work, and so is deciding which
// queries enter a mean and comparing systems.
//
//	measures, err := metrics.ParseList("R@5,10,20, nDCG@10, RR")
//	...
//	score, defined := measures[0].Score(&judged)
//
// An undefined score is returned as 0 with defined = false; what becomes of it is the [Profile]'s choice. The canonical text
// that String prints always parses back to the same measure and always shows the gain: nDCG(gain=exp)@10.
//
// Each measure is one file with its formula, range, edge cases and source; docs/extending.md says how to add one, and a
// [Definition] registers one of your own. docs/semantics.md has the words (grade, gain, relevant, unjudged).
package metrics
