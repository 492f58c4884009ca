// Package stats is the statistics of paired per-query differences. Agreement of raters is in its room agreement, and what a
// model's labels add to people's in its room silver. It works on slices of numbers and knows no query, measure, run or file.
//
// Throughout, a is the baseline, b the candidate, a[i] and b[i] belong to the same query, and the difference is d[i] = b[i] − a[i]:
// positive means that the candidate is better. Queries are taken to be an independent sample from their traffic; of
// paraphrases of one need take the mean scores, and for a sample that was drawn by stratum [Weights].
//
//	d, err := stats.NewDifferences(a, b)     // pairs, snapped and counted
//	v, err := stats.Rule{Range: 1}.Judge(d)  // better, worse, equivalent, inconclusive, and why
//	i, err := stats.Tail{Range: 1}.Interval(d, 0.95) // the headline
//	r, err := stats.TTest{}.Test(d)          // the textbook's next to it
//	x, err := stats.SignFlip{}.Test(d)       // the companion, exact where possible
//	q, err := stats.Adjust(ps, stats.Holm)   // one family of decisions
//
// Around it: families [MaxT] and [TukeyHSD]; margins [CompareRelative]; sizes [EffectSizesOf]; planning [Rule.Detectable] and
// [Rule.QueriesFor]; strata and clusters [Weights] and [CompareStrata]; repeats [NewRepeats];
// held-out queries [HeldOut]; fragility [Diagnose]. [Wilcoxon] and [Sign] are diagnostics: they do not test the mean.
//
// What is undefined is nil, and a [Warning] next to it says why: a result never holds NaN, and no p value is ever 0. What a caller's
// data can cause is an error ([NotFiniteError] and [LengthError] name the indices), never a panic. The number of workers never
// changes a number. docs/statistics.md has the reasons, docs/adr/0004-seeds-and-streams.md the rule of seeds.
package stats
