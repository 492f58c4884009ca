// Package adjudicate makes one label of what several people said, by a rule that
// is declared, and keeps who decided what. Equal labels stand. No labels are
// averaged: what is is always a grade that someone gave.
//
// The table that it writes is all its state: a pair without a grade is still to
// be decided, and anyone who stops goes on there.
package adjudicate
