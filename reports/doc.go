// Package reports writes results for people and programs: text for a terminal, Markdown for a pull request, JSON as the
// contract that dashboards read, CSV for a spreadsheet or another tool's tests, LaTeX for a paper.
//
// It computes nothing, fetches nothing and decides nothing. Every number that it writes is a field of a value that package
// experiment made, and a number that is not there is written as undefined, never as 0. A NaN or an infinity, which JSON has no
// word for, is an error there and in CSV, and nothing is written. The usual path is one call:
//
//	err := reports.Comparison(os.Stdout, comparison, reports.Text, reports.Options{Width: 100})
//
// The same value gives the same bytes everywhere. docs/reports.md says how numbers and names are written.
package reports
