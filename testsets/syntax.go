package testsets

import (
	"bytes"
	"encoding/json"
	"strings"
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
// surrogate pairs, as most JSON writers emit them, are not YAML.
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
