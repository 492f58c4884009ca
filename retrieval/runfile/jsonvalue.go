package runfile

import (
	"errors"
	"fmt"
	"math"
	"slices"
	"strconv"

	"github.com/rankduel/rankduel/retrieval"
	"github.com/rankduel/rankduel/retrieval/trec"
)

// The values that runs are made of. Each takes a null for missing where that
// makes sense, and names what it wanted otherwise.

// id reads an id: a string, or a number, which is taken as it is written.
func (s *scanner) id() ([]byte, error) {
	switch c := s.next(); {
	case c == '"':
		return s.quoted()
	case c == '-' || c >= '0' && c <= '9':
		return s.number()
	}
	return nil, s.errorf("%s where an id belongs, which is a string or a number", s.seen())
}

// score reads a score: a number, or a string that is one, as infinity has to
// be written. A null is the NaN of writers that cannot write it.
func (s *scanner) score() (float64, error) {
	if s.null() {
		return 0, fmt.Errorf("score null: %w", errNaN)
	}
	var (
		text []byte
		err  error
	)
	if s.next() == '"' {
		text, err = s.quoted()
	} else {
		text, err = s.number()
	}
	if err != nil {
		return 0, err
	}
	return parseScore(text)
}

// rank reads a rank; noRank if it is not an integer.
func (s *scanner) rank() (int32, error) {
	if s.next() != '-' && (s.next() < '0' || s.next() > '9') {
		return noRank, s.skip()
	}
	text, err := s.number()
	if err != nil {
		return noRank, err
	}
	return parseRank(text), nil
}

// optional reads a string or null, which is "".
func (s *scanner) optional() (string, error) {
	if s.null() {
		return "", nil
	}
	text, err := s.quoted()
	return string(text), err
}

func (s *scanner) flag() (bool, error) {
	if s.next() == 't' {
		return true, s.literal("true")
	}
	return false, s.literal("false")
}

var errNaN = errors.New("NaN has no place in a ranking; give the hit a number or leave it out")

// parseScore reads a score as a TREC run has it.
func parseScore(text []byte) (float64, error) {
	score, err := trec.ParseScore(text)
	if errors.Is(err, trec.ErrNaN) {
		err = errNaN // a hit need not have a line
	}
	if err != nil {
		return 0, fmt.Errorf("score %.60q: %w", text, err)
	}
	return score, nil
}

// parseRank reads a rank; noRank if it is not an integer of 32 bits.
func parseRank(text []byte) int32 {
	rank, err := strconv.ParseInt(string(text), 10, 32)
	if err != nil {
		return noRank
	}
	return int32(rank)
}

// milliseconds checks a time.
func milliseconds(text []byte) (*float64, error) {
	ms, err := strconv.ParseFloat(string(text), 64)
	if err != nil || !(ms >= 0) || math.IsInf(ms, 0) {
		return nil, fmt.Errorf("latency %.60q: want a number of milliseconds, 0 or more", text)
	}
	return &ms, nil
}

// answer reads an answer; nil for a null. text is the key of its text.
func (s *scanner) answer(text string) (*retrieval.Answer, error) {
	if s.null() {
		return nil, nil
	}
	var a retrieval.Answer
	claims := false
	err := s.fields([]string{text, "grounded", "citations"}, func(name string) (err error) {
		switch name {
		case text:
			a.Text, err = s.optional()
		case "grounded":
			a.Grounded, err = s.flag()
			claims = true
		case "citations":
			err = s.arrayOrNull(func() error {
				c, err := s.citation()
				a.Citations = append(a.Citations, c)
				return err
			})
		}
		return err
	})
	if err == nil && !claims {
		err = errors.New("the answer lacks the key grounded: true if it claims evidence, false if it refuses to answer")
	}
	return &a, err
}

// citation reads a citation: a path, or as kebab has it, a path one level deeper. A citation without a path
// counts as one: it is evidence that leads nowhere, which measures want to know.
func (s *scanner) citation() (c retrieval.Citation, err error) {
	path := func(string) (err error) {
		c.Path, err = s.optional()
		return err
	}
	err = s.fieldsOrNull([]string{"path", "citation"}, func(name string) error {
		if name == "path" {
			return path(name)
		}
		return s.fieldsOrNull([]string{"path"}, path)
	})
	return c, err
}

// fields reads an object: read is called for each key that is one of names and has to read the value. Other
// keys are skipped, so that files of later versions can be read. A name that comes twice is an error.
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

func twice(key []byte) error { return fmt.Errorf("the key %q comes twice; leave one of them out", key) }

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
