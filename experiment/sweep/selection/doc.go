// Package selection chooses one of many settings by their scores on the same
// queries, and says what the choice is worth on queries that had no part in
// it. It works on a table of numbers and knows neither rankings nor judgments.
//
// The setting with the best mean of a thousand is partly the best and partly
// the luckiest. Its own mean therefore promises too much, and the more settings
// were tried the more. Three questions are answered apart:
//
//   - [Nested]: what does the procedure "take the best" gain on other queries?
//     Nested cross-validation, repeated over several divisions of the queries.
//   - [Candidates]: which settings could be the best one, as far as these
//     queries can tell? Comparison with the best, all settings at once.
//   - [Front]: which settings are worth their cost? The Pareto front.
//
// Scores are better when they are higher and every query has one under every
// setting; anyone who has gaps leaves those queries out first, for all settings.
// Equal means are told apart by position: the first setting wins.
package selection
