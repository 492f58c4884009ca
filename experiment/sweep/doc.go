// Package sweep tries many settings of a fusion on one recording and judges the
// choice of the best honestly: every setting is scored on every query in one
// pass (sweeper), nested cross-validation says what the choice is worth on other
// queries (package selection), and the result names the settings that could as
// well be the best.
package sweep
