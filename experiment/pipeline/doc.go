// Package pipeline makes a configuration's ranking from those of its components:
// fused, by a method that was cross-fitted where it has to be trained, and put
// into the order of a reranker's scores. FuseRuns does the same with run files.
// Nothing is asked and nothing is scored here.
package pipeline
