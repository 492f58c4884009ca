package read

import "iter"

// All are the calls in their order, for tests from outside.
func (l *Calls) All() iter.Seq2[int, Call] { return l.all() }

// At is one call, for tests from outside.
func (l *Calls) At(i int) Call { return l.at(i) }
