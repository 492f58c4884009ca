package wirejson

import (
	"bytes"
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"
)

// A RepeatedKeyError says that a key is twice in one object. Package json keeps the last in silence, others the
// first, so it is not known what was meant.
type RepeatedKeyError struct {
	Key   string
	Byte  int // where it is again, from 1
	Depth int // of the object, from 1
}

func (e *RepeatedKeyError) Error() string {
	return fmt.Sprintf("malformed JSON at byte %d: the key %.60q comes twice in one object", e.Byte, e.Key)
}

// CheckKeys finds a key that is twice in one object of valid JSON that is read into a struct.
func CheckKeys(content []byte) error { return repeatedKey(content, 0, true) }

// A level is an object or a list that is open.
type level struct {
	object bool
	keys   [][]byte        // while they are few
	many   map[string]bool // then
}

// few is how many keys are compared one by one.
const few = 16

// repeatedKey finds the first key that is twice in one object of valid JSON, which is behind so many bytes; nil
// when there is none. With fold, keys that differ in case alone are the same, as they are for a struct.
func repeatedKey(content []byte, behind int, fold bool) error {
	var open []level
	key := false // the next string is one
	for i := 0; i < len(content); i++ {
		switch content[i] {
		case '{', '[':
			key = content[i] == '{'
			if len(open) < cap(open) { // use the lists of keys again
				open = open[:len(open)+1]
				last := &open[len(open)-1]
				*last = level{object: key, keys: last.keys[:0]}
			} else {
				open = append(open, level{object: key})
			}
		case '}', ']':
			open = open[:len(open)-1]
			key = false
		case ',':
			key = len(open) > 0 && open[len(open)-1].object
		case '"':
			start := i
			for i++; content[i] != '"'; i++ {
				if content[i] == '\\' {
					i++
				}
			}
			if !key {
				continue
			}
			key = false
			if name := keyText(content[start : i+1]); open[len(open)-1].has(name, fold) {
				return &RepeatedKeyError{string(name), behind + start + 1, len(open)}
			}
		}
	}
	return nil
}

// keyText returns what package json makes of a key.
func keyText(quoted []byte) []byte {
	text := quoted[1 : len(quoted)-1]
	if bytes.IndexByte(text, '\\') < 0 && utf8.Valid(text) {
		return text
	}
	var name string
	if err := json.Unmarshal(quoted, &name); err != nil {
		return text // cannot happen: the document is valid
	}
	return []byte(name)
}

// has adds a key and reports whether it was there.
func (l *level) has(key []byte, fold bool) bool {
	if fold {
		key = []byte(strings.ToLower(string(key)))
	}
	if l.many == nil {
		if slices.ContainsFunc(l.keys, func(k []byte) bool { return bytes.Equal(k, key) }) {
			return true
		}
		l.keys = append(l.keys, key)
		if len(l.keys) > few {
			l.many = make(map[string]bool)
			for _, k := range l.keys {
				l.many[string(k)] = true
			}
		}
		return false
	}
	if l.many[string(key)] {
		return true
	}
	l.many[string(key)] = true
	return false
}
