// Package normalize makes documents of retrieval events out of trials and writes
// them into a tree next to what the harness left, RUN/retrieval_events/CONFIG/
// TASK.retrieval_events.json. No other file is touched. Trials are read in
// parallel, and one whose inputs have not changed since its document was written
// is not read again.
package normalize
