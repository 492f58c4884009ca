// Package recording asks the components of an experiment and keeps what they
// say: each query once, with bounded concurrency and a timeout, in a journal
// that a killed run can lose little of, and gone on with where it was. What is
// recorded is read back a batch of queries at a time.
//
// It knows retrievers and a Recorder, and nothing of judgments, fusions or the
// run that it works for.
package recording
