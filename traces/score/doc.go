// Package score measures what documents of retrieval events say, in the stages of
// CodeScaleBench: files found against files needed, ranges of lines, use of what
// was found, and kinds of errors; then a summary of many tasks. Every measure of
// a ranking is that of package metrics under the profile csb.
//
// What cannot be computed is marked and never zero. Figures are rounded to four
// decimals, halves to even, before any mean.
package score
