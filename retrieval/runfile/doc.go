// Package runfile reads and writes runs in the formats that are not TREC's: a
// run saved by ranx, ir_measures or PyTerrier, a BEIR table, JSON lines,
// Parquet, and the per_query.jsonl of kebab. TREC itself is read too, by
// package trec, so that [Read] is the one door for whatever a user has.
//
// [Detect] recognizes the format by what is in the file, and by the ending of
// its name only where the content leaves it open. [Read] keeps the whole run
// in memory. [Write] writes the formats that can be written and counts what a
// format has no place for. Gzip and Zstandard come off before any of that.
//
// # Formats and their order
//
// What ranks the hits of a query differs. Where a file is a set of scored
// documents, scores rank them, as everywhere here. Where it records what one
// system answered, the list is the ranking: sorting it again would change what
// was measured.
//
//	format    what it holds                        by default  ranks       written
//	trec      qid Q0 docid rank score tag          score       column      yes
//	json      {qid: {docid: score}}                score       none        yes
//	tsv       a table, tabs or commas              score       column      no
//	hits      JSON, a line for each hit            score       field       no
//	parquet   a table                              score       column      yes
//	jsonl     JSON, a line for each query          list        position    yes
//	kebab     JSON, a line for each query          rank        field       no
//
// [Options].Order overrides the default: score is the score descending, ties by
// document id descending; rank is the rank column; file is the order of lines,
// rows or list entries.
//
// # Lines of queries
//
// A line of format jsonl is one [Result]:
//
//	{"query_id": "q1",
//	 "hits": [{"id": "d7", "score": 12.5, "text": "…", "document": "…", "spans": [{"start": 3, "end": 9}]}],
//	 "answer": {"text": "…", "grounded": true, "citations": [{"path": "…"}]},
//	 "latency_ms": 12.5, "error": ""}
//
// Only the id of the query and the list of hits, be it empty, are needed, and
// of a hit its id; a query that failed needs no list. Keys not named here are
// ignored, in all JSON formats, and one that comes twice is an error.
//
// Of kebab's rows a hit is the chunk_id, its document the doc_id, its score the
// retrieval.fusion_score, its text the snippet, its spans the lines of a citation
// of kind line or code; elapsed_ms is the latency.
//
// # Columns
//
// Tables and lines for each hit name their columns differently. The first name
// of a row that a file has is used, the others and any further columns are
// ignored. (PyTerrier writes both docno, which is the id, and docid, which is a
// number inside its index.)
//
//	query     query_id, query-id, qid, q_id
//	document  doc_id, docno, corpus-id, corpus_id, docid
//	score     score
//	rank      rank
//	text      text
//	document that the hit is a chunk of   document
//
// A table without a header line has three columns: query, document, score. In
// files for the MS MARCO leaderboard the third one is the rank. Reading that as
// a score would turn every ranking around, so a third column that counts up by
// one in every query is refused; under order "rank" it is read as the rank.
//
// # Scores
//
// A score is a number, or one of inf and -inf. NaN, and the null that some
// writers make of it, is an error. A run without any scores is read if it has
// ranks: the score of a hit is then its rank, negated, and [Stats].Unscored says
// so. A score missing here and there is an error.
//
// # Ids
//
// Ids are opaque: a JSON number keeps the digits it was written with, nothing
// is trimmed or folded. JSON text that is not UTF-8, or holds half of a
// surrogate pair, is an error and never replaced, which could make two ids one.
package runfile
