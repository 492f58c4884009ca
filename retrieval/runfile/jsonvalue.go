package runfile

import (
	"bytes"
	"errors"
	"fmt"
	"math"
	"strconv"
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

// flag reads true or false.
func (s *scanner) flag() (bool, error) {
	if s.next() == 't' {
		return true, s.literal("true")
	}
	return false, s.literal("false")
}

var (
	errNaN      = errors.New("NaN has no place in a ranking; give the hit a number or leave it out")
	errNotScore = errors.New("not a number; write it in decimal (12.5) or scientific (1.25e1) notation")
	errTooLarge = errors.New("too large for a float64; write inf if that is meant")
)

// parseScore reads a score as a TREC run has it: decimal or scientific
// notation, or ±inf; no NaN, no hexadecimal, no underscores.
func parseScore(text []byte) (float64, error) {
	score, err := strconv.ParseFloat(string(text), 64)
	switch {
	case errors.Is(err, strconv.ErrRange) && math.IsInf(score, 0):
		err = errTooLarge
	case err != nil || bytes.ContainsAny(text, "xX_"):
		err = errNotScore
	case math.IsNaN(score):
		err = errNaN
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
