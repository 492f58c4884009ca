// Package selection chooses one of many settings by their scores on the same queries, and says what the choice is worth on
// queries that had no part in it: [Nested] is what the procedure "take the best" gains on other queries, [Candidates] which
// settings could be the best one, [Front] which are worth their cost. docs/sweep.md says why these are three questions. It
// works on a table of numbers and knows neither rankings nor judgments.
//
// Scores are better when they are higher and every query has one under every setting; anyone who has gaps leaves those
// queries out first, for all settings. Equal means are told apart by position: the first setting wins.
package selection
