// Package trec reads and writes the two file formats of the field: runs (a system's rankings) and qrels (judgments).
//
// [ScanRun] is the way for scoring: one streaming pass that hands over each query's ranking and keeps nothing. [Qrels.Match]
// joins such a ranking with its judgments. [ReadRun] keeps a whole run in memory; that of package runfile answers queries.
//
// A run line is "qid Q0 docid rank score tag", a qrels line "qid iter docid grade"; the second field of qrels means nothing unless
// they are judgments by subtopic ([QrelsOptions]). Ids are opaque bytes. What is wrong with a file is always said as "file:line:
// what, and what to do"; docs/semantics.md says what is.
//
// The package does not score, and it does not know test sets in YAML.
package trec
