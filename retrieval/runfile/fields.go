package runfile

import (
	"fmt"
	"slices"
)

// fields reads an object: read is called for each key that is one of names and
// has to read the value. Other keys are skipped, so that files of later
// versions can be read. A name that comes twice is an error.
func (s *scanner) fields(names []string, read func(name string) error) error {
	var seen uint64
	return s.object(func(key []byte) error {
		i := slices.Index(names, string(key))
		if i < 0 {
			return s.skip()
		}
		if seen&(1<<i) != 0 {
			return twice(key)
		}
		seen |= 1 << i
		if err := read(names[i]); err != nil || !s.trusts || seen != 1<<len(names)-1 {
			return err
		}
		return s.leapFields(names)
	})
}

func twice(key []byte) error {
	return fmt.Errorf("the key %q comes twice; leave one of them out", key)
}

// fieldsOrNull returns fields for an object that may be null, which has none.
func (s *scanner) fieldsOrNull(names []string, read func(name string) error) error {
	if s.null() {
		return nil
	}
	return s.fields(names, read)
}

// arrayOrNull returns array, where a null is an empty one.
func (s *scanner) arrayOrNull(item func() error) error {
	if s.null() {
		return nil
	}
	return s.array(item)
}

// A namedID is an id that can stand under several names.
type namedID struct {
	names []string // the one to prefer first
	text  []byte
	as    string // the name it was found under, "" for nowhere yet
}

// take reads the value under a name, unless a better name has been seen.
func (n *namedID) take(s *scanner, name string) error {
	if n.as != "" && slices.Index(n.names, n.as) < slices.Index(n.names, name) {
		return s.skip()
	}
	id, err := s.id()
	n.text, n.as = id, name
	return err
}

// check says when there was none.
func (n *namedID) check(what string) error {
	if n.as == "" {
		return fmt.Errorf("no %s id; its key is one of %q", what, n.names)
	}
	return nil
}
