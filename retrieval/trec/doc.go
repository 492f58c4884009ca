// Package trec reads and writes the two file formats of the field: runs
// (a system's rankings) and qrels (judgments).
//
// [ScanRun] is the way for scoring: one streaming pass that hands over each
// query's ranking and keeps nothing. [Qrels.Match] joins such a ranking with
// its judgments. [ReadRun] keeps a whole run in memory; that of package
// runfile answers queries.
//
// A run line is
//
//	qid Q0 docid rank score tag
//
// and a qrels line is
//
//	qid iter docid grade
//
// with any run of blanks or tabs between fields. The second field of qrels means
// nothing unless they are judgments by subtopic ([QrelsOptions]). Blank lines and
// lines whose first field starts with '#' are skipped, CRLF line ends are
// accepted, CR alone is an error. So are missing fields, in qrels further ones,
// and a rank that is not a whole number: a blank within an id has shifted the
// fields. Ids are opaque bytes: nothing is trimmed, folded or read as a number.
// What is wrong with a file is always said as "file:line: what, and what to do".
//
// The package does not score, and it does not know test sets in YAML.
package trec
