package testsets

import "fmt"

// Sent says what is taken of a set that another program sends.
type Sent struct {
	Most   int      // queries beyond are counted and not kept, and the error is a [LimitError]; 0 for any number
	Beside []string // keys of a request that may be among those of the set, and are not read

	Name, Version string // where the set has none; "" is that of the file, and none
}

// A LimitError says that a set has more queries than are taken.
type LimitError struct{ Queries, Most int }

func (e *LimitError) Error() string {
	return fmt.Sprintf("the test set has %d queries, more than %d; take a part of it", e.Queries, e.Most)
}
