// Package runfile reads and writes runs in the formats that are not TREC's: a run saved by ranx, ir_measures or PyTerrier, a
// BEIR table, JSON lines, Parquet, and the per_query.jsonl of kebab. TREC itself is read too, by package trec, so that [Read],
// which keeps the run in memory, is the one door for whatever a user has. [Detect] recognizes a format by what is in the file.
//
// Where a file is a set of scored documents, scores rank them. Where it records what one system answered, the list is the
// ranking. [Options].Order overrides that. Scores may be infinite, not NaN; a run that has only ranks gets them negated as
// scores, and [Stats].Unscored says so. docs/run-files.md has the formats, their columns and their order.
package runfile
