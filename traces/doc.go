// Package traces describes what coding agents looked for, read and wrote, as
// CodeScaleBench does: one document of retrieval events for each task and
// configuration ([Document], schema 1.0), and what is computed of it
// ([TaskMetrics], [RunSummary]). It holds the data of these documents and the two
// rules that everything else rests on: what kind of access a tool call is, and
// when two spellings of a path are the same file ([Convention]).
//
// The rooms below do the work: traces/read reads what agents leave behind,
// traces/groundtruth finds what a task needs, traces/runs walks trees of runs,
// traces/normalize writes documents and traces/score measures them. None of them
// asks whether one configuration is better; experiment/impact does.
//
// Everything here describes. It is not a score of a task, ranks no one and gates
// nothing: the source of the method forbids it.
package traces
