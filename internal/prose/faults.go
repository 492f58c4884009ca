package prose

import (
	"errors"
	"fmt"
)

// Faults are what is wrong with one thing, all of it: one fault does not hide another.
type Faults []error

// If adds a fault where something is wrong. What it says is made in any case.
func (f *Faults) If(wrong bool, format string, args ...any) {
	if wrong {
		*f = append(*f, fmt.Errorf(format, args...))
	}
}

// Join returns all of them as one error, nil where there is none.
func (f Faults) Join() error { return errors.Join(f...) }
