// Package reports writes results for people and programs: text for a
// terminal, Markdown for a pull request, JSON as the contract that dashboards
// read, CSV for a spreadsheet or another tool's tests, LaTeX for a paper.
//
// It computes nothing. Every number that it writes is a field of a value that
// package experiment made, and a number that is not there is written as
// undefined, never as 0: null in JSON, an empty cell in CSV, an en dash
// elsewhere. Nor does it fetch anything or decide anything.
//
// The usual path is one call:
//
//	err := reports.Comparison(os.Stdout, comparison, reports.Text, reports.Options{Width: 100})
//
// # How numbers are written
//
// Text and Markdown round to four decimals and keep the sign of a difference
// and of both ends of its interval, so that "+0.0000" is small but above 0
// and only one below 1e-12 has no sign. A p value below 0.0001 is written as
// such. JSON and CSV are not rounded: the shortest text that reads back to
// the same float64. A NaN or an infinity, which JSON has no word for, is an
// error there and in CSV, and nothing is written.
//
// # How names are written
//
// Ids and names are data. JSON and CSV carry them as they are (JSON must
// replace bytes that are not UTF-8). Text and Markdown make control
// characters visible, so that a query cannot color a terminal or break a
// table, and Markdown escapes its own syntax. Widths are counted as a
// terminal shows them, the same in every locale, so the same value gives the
// same bytes everywhere.
package reports
