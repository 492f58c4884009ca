package testsets

import (
	"fmt"
	"strconv"

	"gopkg.in/yaml.v3"

	"github.com/rankduel/rankduel/internal/pattern"
)

// A Span is lines of a document, first and last included, from 1.
type Span struct {
	Doc         string // "" is each of the expected documents
	First, Last int
}

// String returns how a span is written: d7:3-12, or 3-12.
func (s Span) String() string {
	lines := fmt.Sprintf("%d-%d", s.First, s.Last)
	if s.Doc == "" {
		return lines
	}
	return s.Doc + ":" + lines
}

var spanText = pattern.Lazy(`^(?:(.+):)?([1-9][0-9]{0,8})-([1-9][0-9]{0,8})$`)

// MarshalText writes a span as String does.
func (s Span) MarshalText() ([]byte, error) { return []byte(s.String()), nil }

// spanKeys are those of a span that is written as a mapping, as kebab has them.
type spanKeys struct {
	Doc   string `yaml:"doc_id"`
	Kind  string `yaml:"kind" set:"blank"`
	First int    `yaml:"start" set:"required"`
	Last  int    `yaml:"end" set:"required"`
}

// UnmarshalYAML reads a text like d7:3-12 or a mapping.
func (s *Span) UnmarshalYAML(n *yaml.Node) error {
	if n.Kind == yaml.MappingNode {
		var keys spanKeys
		err := n.Decode(&keys)
		*s = Span{keys.Doc, keys.First, keys.Last}
		return err
	}
	parts := spanText().FindStringSubmatch(n.Value)
	if parts == nil {
		return fmt.Errorf("%q names no lines", n.Value)
	}
	s.Doc = parts[1]
	s.First, _ = strconv.Atoi(parts[2]) // nine digits are a number
	s.Last, _ = strconv.Atoi(parts[3])
	return nil
}
