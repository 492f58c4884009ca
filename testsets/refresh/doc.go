// Package refresh makes the next version of a test set: some queries leave, new
// ones from a query log enter, people judge what systems find for these, and the
// set is written with where everything in it came from.
//
// A refresh is a folder of text files, made for version control:
//
//	refresh.yaml     what was asked for, and what each step read and wrote
//	guideline.md     how documents are graded
//	leaving.csv      every query, and whether it leaves
//	entering.csv     queries drawn from the log
//	pool.jsonl       pairs to be graded, blind; pool.key.jsonl says who found them
//	labels/NAME.jsonl, agreement.json, adjudicated.csv    of package testsets/label
//
// People edit the columns decision, need and query_type, and the guideline.
// Where a refresh is is derived from the files: [Workflow.Status] compares
// them with what each step has read, and names what is stale.
//
// The package asks no system and scores nothing: rankings and past scores come
// in as plain values. The usual path: [Begin], then [Open], [Workflow.Pool], the
// labelling, and [Workflow.Finish].
package refresh
