// Package sets writes what was found about test sets: what they hold, what changed
// between versions, how they are split, reviewed, refreshed and labelled.
package sets
