// Package experiment is where queries, rankings and tests meet: it plans an
// experiment, retrieves, scores, compares and decides.
//
// The usual path is Load an experiment file, Run it, and hand the Outcome to
// a report. Each step is usable alone: Evaluate scores any Go retriever over
// a test set, ScoreRun scores a run file in one streaming pass, Compare turns
// two tables of per-query scores into differences, intervals, p values and a
// verdict. Scoring, comparing and deciding are pure functions of their
// inputs, settings and seed.
//
// It holds no SQL, no flags and no table drawing: what it needs kept it asks
// of a Recorder, and what it found it returns as plain values whose JSON form
// is the contract that reports and dashboards read.
package experiment
