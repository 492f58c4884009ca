package corpus

import (
	"errors"
	"fmt"
	"strings"
)

// maxNamed is how many repeated ids an error names, as for run files and judgments.
const maxNamed = 10

// A repeat is an id that a document has taken before.
type repeat struct {
	id        string
	first, at place
}

func (r repeat) String() string {
	return fmt.Sprintf("%v: document id %q is taken by %v", r.at, r.id, r.first)
}

// repeats are those of a corpus, in its order.
type repeats struct {
	count int
	named []repeat // the first maxNamed
}

func (r *repeats) add(one repeat) {
	r.count++
	if len(r.named) < maxNamed {
		r.named = append(r.named, one)
	}
}

// err returns nil when every id is there once.
func (r *repeats) err(path string) error {
	switch r.count {
	case 0:
		return nil
	case 1:
		return fmt.Errorf("%v; rename or remove one of them", r.named[0])
	}
	var b strings.Builder
	fmt.Fprintf(&b, "%s: %d documents have an id that is taken; rename or remove one of each", path, r.count)
	for _, one := range r.named {
		fmt.Fprintf(&b, "\n%v", one)
	}
	if more := r.count - len(r.named); more > 0 {
		fmt.Fprintf(&b, "\nand %d more", more)
	}
	return errors.New(b.String())
}
