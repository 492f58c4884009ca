// Package experiment is the front desk of the wing in which queries, rankings
// and tests meet: the few calls that most programs need, in one place. It holds
// no logic; what each call does is told, and tested, in the room that does it.
//
// The usual path is Load an experiment file, Run it against a store, and hand
// the comparison to a report. Each step is usable alone: Evaluate scores any Go
// retriever over a test set, ScoreRun a run file in one streaming pass, Compare
// turns tables of per-query scores into differences, intervals, p values and a
// verdict. Scoring, comparing and deciding are pure functions of their inputs,
// settings and seed.
package experiment
