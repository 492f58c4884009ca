// Package sets writes what was found about test sets, what changed between versions, how
// they are split, reviewed, refreshed and labelled, and how good a judge's labels are.
package sets
