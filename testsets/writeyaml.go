package testsets

import (
	"bytes"
	"strconv"
	"strings"

	"gopkg.in/yaml.v3"
)

// A yamlWriter writes as YAML what is written as JSON: a block mapping with a line for each key, or for each element of
// a list of mappings. The YAML library's writer takes six times as long, indents lists below their keys, and leaves
// texts without quotes that other tools then read as something else.
type yamlWriter struct{ bytes.Buffer }

func (w *yamlWriter) write(indent string, write func(*jsonWriter)) {
	json := newJSONWriter()
	write(json)
	n := (&jsonReader{data: json.Bytes()}).node("")
	for i := 0; i < len(n.Content); i += 2 {
		key, value := n.Content[i].Value, n.Content[i+1]
		w.WriteString(indent + key + ":")
		indent = strings.Repeat(" ", len(indent))
		switch {
		case key == "scale":
			for g := 0; g < len(value.Content); g += 2 {
				w.WriteString("\n  " + value.Content[g].Value + ": ")
				w.value(value.Content[g+1])
			}
		case len(value.Content) > 0 && value.Content[0].Kind == yaml.MappingNode:
			for _, item := range value.Content {
				w.WriteString("\n" + indent + "- ")
				w.value(item)
			}
		default:
			w.WriteByte(' ')
			w.value(value)
		}
		w.WriteByte('\n')
	}
}

// value writes a value on one line. What strconv quotes reads back in YAML too.
func (w *yamlWriter) value(n *yaml.Node) {
	brackets := "[]"
	switch {
	case n.Tag == "!!str" && !isPlain(n.Value):
		w.WriteString(strconv.Quote(n.Value))
		return
	case n.Kind == yaml.ScalarNode:
		w.WriteString(n.Value)
		return
	case n.Kind == yaml.MappingNode:
		brackets = "{}"
	}
	w.WriteByte(brackets[0])
	for i, c := range n.Content {
		switch {
		case i == 0:
		case n.Kind == yaml.MappingNode && i%2 == 1:
			w.WriteString(": ")
		default:
			w.WriteString(", ")
		}
		w.value(c)
	}
	w.WriteByte(brackets[1])
}

// isPlain reports whether s is written without quotes: it starts with an ASCII letter, goes on with
// letters, digits, single blanks and harmless punctuation, and is not a reserved word in any version of
// YAML. No number or date starts with a letter.
func isPlain(s string) bool {
	if s == "" || !isLetter(s[0]) || s[len(s)-1] == ' ' {
		return false
	}
	for i := range len(s) {
		if c := s[i]; !isLetter(c) && (c < '0' || c > '9') && !strings.ContainsRune(" _-./+()'", rune(c)) {
			return false
		}
	}
	switch strings.ToLower(s) {
	case "null", "true", "false", "yes", "no", "on", "off", "y", "n":
		return false
	}
	return true
}
