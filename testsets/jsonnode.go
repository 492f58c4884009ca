package testsets

import (
	"bytes"
	"encoding/json"
	"strings"

	"gopkg.in/yaml.v3"
)

// A jsonReader makes of JSON that is known to be valid the tree that YAML gives. encoding/json reports neither lines
// nor repeated keys; with its tokens 100,000 queries took twice the CPU time to load (2.6 s instead of 1.3).
type jsonReader struct {
	data    []byte
	at      int // up to here data has been read
	line    int
	newline int       // where the line begins
	depth   int       // of brackets
	late    *lateList // the first list that is the document, or its queries
}

// node reads the next value, which a key has in an object.
func (j *jsonReader) node(key string) *yaml.Node {
	j.space()
	n := &yaml.Node{Kind: yaml.ScalarNode, Line: j.line, Column: j.at - j.newline + 1}
	switch c := j.data[j.at]; c {
	case '{':
		n.Kind, n.Tag, n.Style = yaml.MappingNode, "!!map", yaml.FlowStyle
		j.children(n)
	case '[':
		n.Kind, n.Tag, n.Style = yaml.SequenceNode, "!!seq", yaml.FlowStyle
		if j.late == nil && (j.depth == 0 || j.depth == 1 && key == "queries") {
			j.late = j.lateList(n)
		} else {
			j.children(n)
		}
	case '"':
		n.Tag, n.Value = "!!str", j.text()
	default:
		start := j.at
		for j.at < len(j.data) && strings.IndexByte(" \t\r\n,:]}", j.data[j.at]) < 0 {
			j.at++
		}
		n.Value = string(j.data[start:j.at])
		n.Tag = tagOf(n.Value)
	}
	return n
}

// children reads up to the closing bracket. In an object keys and values alternate, as they do in a mapping node.
func (j *jsonReader) children(n *yaml.Node) {
	key := ""
	for j.open(); !j.closed(); {
		c := j.node(key)
		n.Content = append(n.Content, c)
		key = c.Value
	}
}

// lateList passes over a list whose elements are to be read when they are reached.
func (j *jsonReader) lateList(n *yaml.Node) *lateList {
	late := &lateList{list: n}
	in := *j
	in.late = late
	late.items = func(yield func(*yaml.Node) bool) {
		in := in
		for in.open(); !in.closed() && yield(in.node("")); {
		}
	}
	depth := 0
	for {
		switch j.data[j.at] {
		case '[', '{':
			depth++
			if depth == 2 {
				late.room++
			}
		case ']', '}':
			depth--
		case '"':
			j.skipText()
			continue
		case '\n':
			j.line++
			j.newline = j.at + 1
		}
		if j.at++; depth == 0 {
			return late
		}
	}
}

func (j *jsonReader) open() {
	j.at++
	j.depth++
}

// closed passes over what is between values, and reports whether a bracket closes.
func (j *jsonReader) closed() bool {
	for j.space(); j.data[j.at] == ',' || j.data[j.at] == ':'; j.space() {
		j.at++
	}
	if j.data[j.at] != ']' && j.data[j.at] != '}' {
		return false
	}
	j.at++
	j.depth--
	return true
}

func (j *jsonReader) space() {
	for ; j.at < len(j.data) && strings.IndexByte(" \t\r\n", j.data[j.at]) >= 0; j.at++ {
		if j.data[j.at] == '\n' {
			j.line++
			j.newline = j.at + 1
		}
	}
}

func (j *jsonReader) text() string {
	start := j.at
	j.skipText()
	quoted := j.data[start:j.at]
	if bytes.IndexByte(quoted, '\\') < 0 {
		return string(quoted[1 : len(quoted)-1])
	}
	var out string
	_ = json.Unmarshal(quoted, &out) // valid
	return out
}

func (j *jsonReader) skipText() {
	for j.at++; j.data[j.at] != '"'; j.at++ {
		if j.data[j.at] == '\\' {
			j.at++
		}
	}
	j.at++
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
