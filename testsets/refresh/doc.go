// Package refresh makes the next version of a test set: some queries leave, new ones from a query log enter, people judge what
// systems find for these, and the set is written with where everything in it came from. A refresh is a folder of text files,
// made for version control; docs/refresh.md explains each of them.
//
// Where a refresh is is derived from the files: [Workflow.Status] compares them with what each step has read, and names what is
// stale. The package asks no system and scores nothing: rankings and past scores come in as plain values. The usual path:
// [Begin], then [Open], [Workflow.Pool], the labelling, and [Workflow.Finish].
package refresh
