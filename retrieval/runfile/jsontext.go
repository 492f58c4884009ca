package runfile

import (
	"bytes"
	"strconv"
	"unicode/utf16"
	"unicode/utf8"
)

func (s *scanner) quoted() ([]byte, error) {
	if s.next() != '"' {
		return nil, s.errorf("%s where a string belongs", s.seen())
	}
	s.pos++
	start := s.pos
	ascii := true
	for i, c := range s.text[start:] {
		if plain[c] {
			continue
		}
		s.pos = start + i
		switch {
		case c == '"':
			return s.ended(start, s.text[start:s.pos], ascii)
		case c == '\\':
			return s.escaped(start)
		case c < 0x20:
			return nil, s.errorf("control character %q in a string; write it as \\u%04x", c, c)
		}
		ascii = false
	}
	s.pos = len(s.text)
	return nil, errCut
}

// ended returns a string whose end has come; that it is ASCII need not be looked at again.
func (s *scanner) ended(start int, text []byte, ascii bool) ([]byte, error) {
	if !ascii && !utf8.Valid(text) {
		s.pos = start
		return nil, s.errorf("this string is not UTF-8; convert the file")
	}
	s.pos++
	return text, nil
}

// plain are the bytes of a string that nothing has to be done about.
var plain = func() (t [256]bool) {
	for c := 0x20; c < utf8.RuneSelf; c++ {
		t[c] = c != '"' && c != '\\'
	}
	return t
}()

// escaped reads the string that starts at start, up to its first backslash at the position, into memory of its own.
func (s *scanner) escaped(start int) ([]byte, error) {
	text := bytes.Clone(s.text[start:s.pos])
	for s.pos < len(s.text) {
		c := s.text[s.pos]
		switch {
		case c == '"':
			return s.ended(start, text, false)
		case c == '\\':
			r, err := s.escape()
			if err != nil {
				return nil, err
			}
			text = utf8.AppendRune(text, r)
			continue
		case c < 0x20:
			return nil, s.errorf("control character %q in a string; write it as \\u%04x", c, c)
		}
		text = append(text, c)
		s.pos++
	}
	return nil, errCut
}

// escape reads a backslash and what belongs to it.
func (s *scanner) escape() (rune, error) {
	if s.pos+1 >= len(s.text) {
		return 0, errCut
	}
	c := s.text[s.pos+1]
	if c == 'u' {
		return s.unicode()
	}
	i := bytes.IndexByte([]byte(`"\/bfnrt`), c)
	if i < 0 {
		s.pos++
		return 0, s.errorf("%q after a backslash; write \\\\ for a backslash", c)
	}
	s.pos += 2
	return rune("\"\\/\b\f\n\r\t"[i]), nil
}

// unicode reads \uXXXX, or two of them that make a character together.
func (s *scanner) unicode() (rune, error) {
	r, err := s.hex()
	if err != nil || !utf16.IsSurrogate(r) {
		return r, err
	}
	if bytes.HasPrefix(s.text[s.pos:], []byte(`\u`)) {
		second, err := s.hex()
		if err != nil {
			return 0, err
		}
		if both := utf16.DecodeRune(r, second); both != utf8.RuneError {
			return both, nil
		}
		s.pos -= 6
	}
	s.pos -= 6
	return 0, s.errorf("\\u%04x is half of a character; the text was not UTF-8 when this file was written", r)
}

// hex reads \uXXXX.
func (s *scanner) hex() (rune, error) {
	if s.pos+6 > len(s.text) {
		s.pos = len(s.text)
		return 0, errCut
	}
	r, err := strconv.ParseUint(string(s.text[s.pos+2:s.pos+6]), 16, 16)
	if err != nil {
		return 0, s.errorf("\\u needs four hexadecimal digits")
	}
	s.pos += 6
	return rune(r), nil
}

func (s *scanner) number() ([]byte, error) {
	s.next()
	start := s.pos
	s.accept("-")
	if s.pos < len(s.text) && s.text[s.pos] > '9' { // at once: a space after - is not a number
		for _, word := range []string{"NaN", "Infinity"} {
			if bytes.HasPrefix(s.text[s.pos:], []byte(word)) {
				s.pos += len(word)
				return s.text[start:s.pos], nil
			}
		}
	}
	if !s.accept("0") && !s.digits() {
		return nil, s.errorf("%s where a value belongs", s.seen())
	}
	if s.accept(".") && !s.digits() {
		return nil, s.errorf("%s where a digit belongs", s.seen())
	}
	if s.accept("eE") {
		s.accept("+-")
		if !s.digits() {
			return nil, s.errorf("%s where a digit belongs", s.seen())
		}
	}
	return s.text[start:s.pos], nil
}

// accept reads one byte if it is one of set.
func (s *scanner) accept(set string) bool {
	if s.pos < len(s.text) {
		for i := range len(set) {
			if set[i] == s.text[s.pos] {
				s.pos++
				return true
			}
		}
	}
	return false
}

// digits reads digits and tells whether there were any.
func (s *scanner) digits() bool {
	start := s.pos
	for s.pos < len(s.text) && s.text[s.pos] >= '0' && s.text[s.pos] <= '9' {
		s.pos++
	}
	return s.pos > start
}
