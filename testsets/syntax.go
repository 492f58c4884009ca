package testsets

import (
	"bytes"
	"encoding/json"
	"path/filepath"
	"strings"
)

// A syntax is how a file is written, whatever it says.
type syntax int

const (
	yamlSyntax syntax = iota
	jsonSyntax
	jsonLines
)

// syntaxOf decides by the file's ending and, without one that helps, by the content. JSON is not read by the YAML
// parser, although it could be: escaped surrogate pairs, as most JSON writers emit them, are not YAML.
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

// byteOrderMark is what some editors begin a file with.
var byteOrderMark = []byte("\ufeff")

// baseName returns what a file is called as a set: clinical for testsets/clinical@v2.yaml.gz.
func baseName(path string) string {
	if path == "" {
		return ""
	}
	base := filepath.Base(path)
	if stem, ok := stemOf(base); ok {
		base = stem
	}
	base, _, _ = strings.Cut(base, "@")
	return base
}

// stemOf cuts the ending off the name of a test set's file; false for other files.
func stemOf(file string) (string, bool) {
	stem := strings.TrimSuffix(strings.TrimSuffix(file, ".gz"), ".zst")
	for _, ending := range endings() {
		if cut, ok := strings.CutSuffix(stem, ending); ok {
			return cut, cut != ""
		}
	}
	return "", false
}

func endings() []string { return []string{".yaml", ".yml", ".jsonl", ".ndjson", ".json"} }
