// Package flags holds the flags that several families of verbs share, and what is read by them: judgments,
// settings of a comparison, files of scores, the store, looks at held-out queries, pools that people label,
// provenance. It runs no experiment and writes no report.
package flags
