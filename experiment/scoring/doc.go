// Package scoring turns rankings and judgments into tables of scores.
//
// A ranking meets its judgments in Join and nowhere else; whatever the ranking
// comes from, a run file in one streaming pass (RunFile), a system's answers
// one by one (Tally) or lists that were judged elsewhere (JudgedLists), what the measures see is the
// same. The result is a Table, one score for each measure and query, which can
// be merged from parts, summarized, stored and restored. Nothing here compares
// two systems.
package scoring
