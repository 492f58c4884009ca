package runfile

import (
	"bytes"
	"slices"
)

// leap goes behind a value that is trusted to be JSON: only its end is looked
// for.
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
