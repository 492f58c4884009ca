// Package adjudicate makes one label of what several people said, by a rule that
// is declared, and keeps who decided what. Equal labels stand. No labels are
// averaged: what stands is always a grade that somebody gave.
//
// The table that it writes is all its state: a pair without a grade is still to
// be decided, and whoever stops goes on there.
package adjudicate
