// Package testsets reads, checks, versions and writes test sets: queries with
// their relevance judgments, stratified by query type and optionally split
// into an evaluation part and a held-out part.
//
// It does not retrieve, score or compare anything: a measure gets the grades
// that are kept here, and package experiment brings the two together.
//
// # Formats
//
// A set is a YAML mapping with a header and a list of queries:
//
//	version: v1
//	queries:
//	- query_id: q001
//	  query_text: first line treatment of hypertension
//	  query_type: exact_term
//	  relevant_docs:
//	  - {doc_id: D239-0, grade: 3}
//	  - {doc_id: D128-2, grade: 0}
//
// The same in JSON, and as JSON lines (a header object, then one query a line)
// for large sets, loads too. A golden list, the form in which retrieval
// regressions are kept next to RAG systems, is a top-level list of entries with
// id, query and expected ids; its expected documents are judgments of grade 1.
// [Template] holds a commented example of each; schemas/testset.schema.json
// describes the keys to editors.
//
// # Rules
//
// Identifiers are the text that was written: 007, 1e3, 2024-01-01 and yes stay
// what they are. Reading is strict: an unknown or repeated key, a value of the
// wrong kind, a grade outside the scale and a query without a relevant document
// are faults, and all faults of a file come in one [Errors], each with its line
// and what to do. [TestSet.SHA256] names a set's content whatever its layout.
//
// # The usual path
//
// [Open] or [Load] a set, take one [TestSet.Part] of it, print
// [TestSet.Warnings] and [TestSet.Counts]; write changed sets with
// [TestSet.Marshal].
//
// # Keys
//
// A key is a field of [TestSet], [Query] or [Judgment] with its name in the tags:
// the libraries for YAML and JSON decode and encode it, one layer checks the tree
// of a file with these types first, and a test holds the schema to them.
package testsets
