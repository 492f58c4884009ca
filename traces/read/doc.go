// Package read reads what coding agents leave behind: transcripts, JSON line by
// line as Claude Code streams them, and trajectories in ATIF. Both become a
// [Trace], a list of calls in the order of the agent; [Merge] makes one of two,
// and [Events] the events of a document. Both readers stream: memory follows the
// largest single line or step, not the size of the file. Of the calls a few pages
// are in memory, and those of a long trace in a temporary file ([Calls]).
package read
