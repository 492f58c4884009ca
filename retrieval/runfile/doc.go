// Package runfile reads and writes runs in the formats that are not TREC's: a run saved by ranx, ir_measures or PyTerrier, a
// BEIR table, JSON lines, Parquet, and the per_query.jsonl of kebab. TREC itself is read too, by package trec, so that [Read]
// is the one door for whatever a user has.
//
// [Detect] recognizes the format by what is in the file. [Read] keeps the whole run in memory. [Write] writes the formats
// that can be written and counts what a format has no place for. A line of format jsonl is one [Result].
//
// Where a file is a set of scored documents, scores rank them, as everywhere here. Where it records what one system
// answered, the list is the ranking. [Options].Order overrides that. Scores may be infinite, not NaN; a run that has only
// ranks gets them negated as scores, and [Stats].Unscored says so. Ids are opaque.
//
// docs/run-files.md has the formats, their columns and their order.
package runfile
