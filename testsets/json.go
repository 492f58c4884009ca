package testsets

import (
	"bytes"
	"encoding/json"
	"errors"
	"strings"

	"gopkg.in/yaml.v3"
)

// A syntax is how a file is written, whatever it says.
type syntax int

const (
	yamlSyntax syntax = iota
	jsonSyntax
	jsonLines
)

// syntaxOf decides by the file's ending and, without one that helps, by the
// content. JSON is not read by the YAML parser, although it could be: escaped
// surrogate pairs, as most JSON writers emit them, are no YAML.
func syntaxOf(name string, data []byte) syntax {
	name = strings.TrimSuffix(strings.TrimSuffix(strings.ToLower(name), ".gz"), ".zst")
	switch {
	case strings.HasSuffix(name, ".jsonl"), strings.HasSuffix(name, ".ndjson"):
		return jsonLines
	case strings.HasSuffix(name, ".json"):
		return jsonSyntax
	}
	data = bytes.TrimSpace(data)
	if len(data) == 0 || (data[0] != '{' && data[0] != '[') {
		return yamlSyntax
	}
	if json.Valid(data) {
		return jsonSyntax
	}
	first, _, _ := bytes.Cut(data, []byte("\n"))
	if data[0] == '{' && json.Valid(first) {
		return jsonLines
	}
	return yamlSyntax
}

// parseJSON returns the root of a JSON document as the same tree that YAML
// gives, or nil after noting what is wrong.
func parseJSON(r *reader, data []byte) *yaml.Node {
	return r.jsonTree(data, 1)
}

// jsonTree builds the tree of one JSON value that starts on the given line.
func (r *reader) jsonTree(data []byte, line int) *yaml.Node {
	var raw json.RawMessage
	if err := json.Unmarshal(data, &raw); err != nil {
		at := len(data)
		var bad *json.SyntaxError
		if errors.As(err, &bad) {
			at = int(min(bad.Offset, int64(len(data))))
		}
		line += bytes.Count(data[:at], []byte("\n"))
		r.fault(&yaml.Node{Line: line}, CodeSyntax, "check commas, quotes and brackets", "not valid JSON: %v", err)
		return nil
	}
	s := jsonScanner{data: data, line: line}
	return s.value()
}

// A jsonScanner turns JSON that is known to be valid into nodes with lines.
// encoding/json reports neither lines nor repeated keys.
type jsonScanner struct {
	data []byte
	pos  int
	line int
	from int // where the line begins
}

func (s *jsonScanner) value() *yaml.Node {
	s.space()
	n := &yaml.Node{Kind: yaml.ScalarNode, Line: s.line, Column: s.pos - s.from + 1}
	switch c := s.data[s.pos]; c {
	case '{', '[':
		n.Kind, n.Tag, n.Style = yaml.SequenceNode, "!!seq", yaml.FlowStyle
		if c == '{' {
			n.Kind, n.Tag = yaml.MappingNode, "!!map"
		}
		s.children(n)
	case '"':
		n.Tag, n.Value = "!!str", s.text()
	default:
		n.Value = s.word()
		n.Tag = tagOf(n.Value)
	}
	return n
}

// children reads up to the closing bracket. In an object keys and values
// alternate, as they do in a mapping node.
func (s *jsonScanner) children(n *yaml.Node) {
	s.pos++
	for {
		s.space()
		switch s.data[s.pos] {
		case '}', ']':
			s.pos++
			return
		case ',', ':':
			s.pos++
		default:
			n.Content = append(n.Content, s.value())
		}
	}
}

func (s *jsonScanner) space() {
	for ; s.pos < len(s.data); s.pos++ {
		switch s.data[s.pos] {
		case '\n':
			s.line++
			s.from = s.pos + 1
		case ' ', '\t', '\r':
		default:
			return
		}
	}
}

func (s *jsonScanner) text() string {
	start, escaped := s.pos, false
	for s.pos++; s.data[s.pos] != '"'; s.pos++ {
		if s.data[s.pos] == '\\' {
			escaped = true
			s.pos++
		}
	}
	s.pos++
	quoted := s.data[start:s.pos]
	if !escaped {
		return string(quoted[1 : len(quoted)-1])
	}
	var out string
	if err := json.Unmarshal(quoted, &out); err != nil {
		return string(quoted) // cannot happen: the document is valid
	}
	return out
}

func (s *jsonScanner) word() string {
	start := s.pos
	for s.pos < len(s.data) && !bytes.ContainsRune([]byte(" \t\r\n,:]}"), rune(s.data[s.pos])) {
		s.pos++
	}
	return string(s.data[start:s.pos])
}

func tagOf(word string) string {
	switch {
	case word == "null":
		return "!!null"
	case word == "true", word == "false":
		return "!!bool"
	case strings.ContainsAny(word, ".eE"):
		return "!!float"
	default:
		return "!!int"
	}
}
