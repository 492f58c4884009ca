package runfile

import (
	"bytes"
	"errors"
	"fmt"
	"slices"
)

// A scanner reads JSON text (RFC 8259) from the start to the end. encoding/json can make two ids one:
// of equal keys it keeps the last in silence, and it replaces text that is not UTF-8 and halves of
// surrogate pairs. Beyond the standard it reads NaN, Infinity and -Infinity as numbers, because Python
// writes them. Byte slices it returns belong to the text or are not used again.
type scanner struct {
	text  []byte
	pos   int
	depth int

	// trusts says that what is skipped is JSON and need not be looked at.
	trusts bool
}

// maxDepth bounds how deep values may be nested.
const maxDepth = 1000

// A syntaxError is what is wrong with the JSON text.
type syntaxError struct {
	pos int // in bytes
	msg string
}

func (e *syntaxError) Error() string { return fmt.Sprintf("byte %d: %s", e.pos+1, e.msg) }

// errCut is in every error about a text that ends too early.
var errCut = errors.New("unexpected end of JSON text")

func (s *scanner) errorf(format string, args ...any) error {
	if s.pos >= len(s.text) {
		return errCut
	}
	return &syntaxError{s.pos, fmt.Sprintf(format, args...)}
}

// next returns the first byte of what comes next, which is not read yet; 0 at the end.
func (s *scanner) next() byte {
	for ; s.pos < len(s.text); s.pos++ {
		switch c := s.text[s.pos]; c {
		case ' ', '\t', '\n', '\r':
		default:
			return c
		}
	}
	return 0
}

func (s *scanner) end() error {
	if s.next() == 0 && s.pos == len(s.text) {
		return nil
	}
	return s.errorf("%q after the end of the value; leave one value in the file, or one on each line", s.text[s.pos])
}

// object reads an object. field is called for each key and has to read the value.
func (s *scanner) object(field func(key []byte) error) error {
	return s.list('{', '}', func() error {
		if s.next() != '"' {
			return s.errorf("%s where a key in quotes belongs", s.seen())
		}
		key, err := s.quoted()
		if err != nil {
			return err
		}
		if s.next() != ':' {
			return s.errorf("%s where a colon belongs", s.seen())
		}
		s.pos++
		return field(key)
	})
}

// array reads an array. item is called for each value and has to read it.
func (s *scanner) array(item func() error) error { return s.list('[', ']', item) }

func (s *scanner) list(open, end byte, item func() error) error {
	if s.next() != open {
		return s.errorf("%s where %q belongs", s.seen(), open)
	}
	if s.depth++; s.depth > maxDepth {
		return s.errorf("more than %d values in one another; nest them less", maxDepth)
	}
	s.pos++
	if s.next() == end {
		s.pos++
		s.depth--
		return nil
	}
	for {
		if err := item(); err != nil {
			return err
		}
		switch s.next() {
		case ',':
			s.pos++
		case end:
			s.pos++
			s.depth--
			return nil
		default:
			return s.errorf("%s where a comma or %q belongs", s.seen(), end)
		}
	}
}

// seen names the next byte.
func (s *scanner) seen() string {
	if s.next() == 0 && s.pos >= len(s.text) {
		return "the end"
	}
	return fmt.Sprintf("%q", s.text[s.pos])
}

// skip reads any value and forgets it.
func (s *scanner) skip() error {
	if s.trusts {
		return s.leap()
	}
	switch s.next() {
	case '{':
		return s.object(func([]byte) error { return s.skip() })
	case '[':
		return s.array(s.skip)
	case '"':
		_, err := s.quoted()
		return err
	case 't':
		return s.literal("true")
	case 'f':
		return s.literal("false")
	case 'n':
		return s.literal("null")
	}
	_, err := s.number()
	return err
}

func (s *scanner) literal(word string) error {
	s.next()
	for i := range len(word) {
		if s.pos >= len(s.text) || s.text[s.pos] != word[i] {
			return s.errorf("%s where a value belongs", s.seen())
		}
		s.pos++
	}
	return nil
}

// null reads a null if there is one.
func (s *scanner) null() bool {
	if s.next() != 'n' {
		return false
	}
	start := s.pos
	if s.literal("null") != nil {
		s.pos = start
		return false
	}
	return true
}

// leap goes behind a value that is trusted to be JSON: only its end is looked for.
func (s *scanner) leap() error {
	switch s.next() {
	case '"':
		return s.leapString()
	case '{', '[':
	default:
		for s.pos < len(s.text) && !ends[s.text[s.pos]] {
			s.pos++
		}
		return nil
	}
	for depth := 0; s.pos < len(s.text); {
		switch c := s.text[s.pos]; c {
		case '"':
			if err := s.leapString(); err != nil {
				return err
			}
			continue
		case '{', '[':
			depth++
		case '}', ']':
			if depth--; depth == 0 {
				s.pos++
				return nil
			}
		}
		s.pos++
	}
	return errCut
}

// leapFields goes to the end of an object all of whose fields of names have been
// read: of the others only their keys are looked at.
func (s *scanner) leapFields(names []string) error {
	for depth := 0; s.pos < len(s.text); {
		switch s.text[s.pos] {
		case '"':
			start := s.pos + 1
			if err := s.leapString(); err != nil {
				return err
			}
			if text := s.text[start : s.pos-1]; depth == 0 && s.next() == ':' && slices.Contains(names, string(text)) {
				return twice(text)
			}
			continue
		case '{', '[':
			depth++
		case '}', ']':
			if depth == 0 {
				return nil
			}
			depth--
		}
		s.pos++
	}
	return errCut
}

// leapString goes behind the string that begins here.
func (s *scanner) leapString() error {
	s.pos++
	for {
		i := bytes.IndexByte(s.text[s.pos:], '"')
		if i < 0 {
			s.pos = len(s.text)
			return errCut
		}
		end := s.pos + i
		s.pos = end + 1
		before := end - 1
		for s.text[before] == '\\' { // a string begins with a quotation mark, which ends this
			before--
		}
		if (end-1-before)%2 == 0 {
			return nil
		}
	}
}

// ends are what a number or a word ends before.
var ends = [256]bool{',': true, '}': true, ']': true, ' ': true, '\t': true, '\n': true, '\r': true}
