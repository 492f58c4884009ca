// Package stats is the statistics of paired per-query differences: tests,
// intervals, effect sizes, corrections for multiplicity, and power. Agreement of
// raters is in its room agreement, and what a model's labels add to people's in its room
// silver. It works on slices of numbers and knows no query, measure, run or file.
//
// Throughout, a is the baseline, b the candidate, a[i] and b[i] belong to the
// same query, and the difference is d[i] = b[i] − a[i]: positive means that
// the candidate is better. Queries are taken to be a sample from the traffic
// they stand for, and independent; of paraphrases of one need take the mean
// scores, and for a sample that was drawn by stratum the stratified functions.
//
// The usual path is
//
//	d, err := stats.NewDifferences(a, b)     // pairs, snapped and counted
//	v, err := stats.Rule{Range: 1}.Judge(d)  // better, worse, equivalent, inconclusive, and why
//	i, err := stats.Tail{Range: 1}.Interval(d, 0.95) // the headline
//	r, err := stats.TTest{}.Test(d)          // the textbook's next to it
//	x, err := stats.SignFlip{}.Test(d)       // the companion, exact where possible
//	q, err := stats.Adjust(ps, stats.Holm)   // one family of decisions
//
// Around it:
//
//   - tests: [TTest], [SignFlip], [Wilcoxon], [Sign], [Welch]
//   - intervals: [Tail], [PaddedInterval], [Bootstrap], [ConfidenceSequence], [ClopperPearson]
//   - verdicts: [Rule], with its power: [Rule.Detectable], [Rule.QueriesFor], [Rule.QueriesForEquality]
//   - margins: [TOST], [CompareRelative]
//   - families: [Adjust], [MaxT], [TukeyHSD]
//   - evidence in grades: [PosteriorOf]
//   - sizes: [Standardize], [EffectSizesOf]
//   - planning: [Design], [MinimumP]
//   - several runs of a system: [NewRepeats]
//   - strata and clusters: [StratifiedMean], [CompareStrata], [ClusteredMean], [CompareMix]
//   - held-out queries: [HeldOut], [ExpectedOptimism]
//   - fragility: [Diagnose], [CompareDecisions]
//   - correlation: [Pearson], [Spearman], [Kendall]
//
// What is undefined is nil, and a [Warning] next to it says why: a result never
// holds NaN, and no p value is ever 0. What a caller's data can cause is an
// error ([NotFiniteError] and [LengthError] name the indices), never a panic.
//
// Everything is deterministic. Exact methods need no seed; resampling derives
// one generator per block of 1024 resamples from the seed, so that the number
// of workers never changes a number. Sums are compensated and taken in input
// order, and products in kernels are rounded explicitly, so that results do
// not depend on the architecture either.
//
// [Wilcoxon] and [Sign] are here as diagnostics: they test symmetry and the
// median, not the mean, and reject far too often when differences are skewed
// (Urbano, Lima and Hanjalic 2019, doi:10.1145/3331184.3331259).
package stats
