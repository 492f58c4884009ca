package testsets

import (
	"bytes"
	"fmt"
	"path/filepath"
	"strings"
	"unicode/utf8"

	"gopkg.in/yaml.v3"
)

// MaxBytes is the largest file that is read, after decompression, and
// MaxTreeBytes the largest in YAML or JSON: their tree takes some twenty times
// the memory of the text, while JSON lines are read one at a time.
const (
	MaxBytes     = 256 << 20
	MaxTreeBytes = 64 << 20
)

// Parse reads a test set. The name is in messages and, without its folder
// and ending, names a set that does not name itself; its ending tells JSON
// (.json) and JSON lines (.jsonl, .ndjson) apart from YAML, and without such an
// ending the content does.
//
// The error is an [Errors] with every fault of the set. Parse keeps nothing of
// data.
func Parse(name string, data []byte) (*TestSet, error) {
	t, _, err := parse(name, data)
	return t, err
}

// byteOrderMark is what some editors begin a file with.
var byteOrderMark = []byte("\ufeff")

// parse also returns where things stand, counted without a byte order mark.
func parse(name string, data []byte) (*TestSet, *places, error) {
	r := &reader{file: name}
	if f := checkBytes(name, data); f != nil {
		return nil, nil, Errors{*f}
	}
	data = bytes.TrimPrefix(data, byteOrderMark)
	t := &TestSet{}
	switch syntax := syntaxOf(name, data); {
	case syntax == jsonLines:
		r.lines(data, t)
	case len(data) > MaxTreeBytes:
		r.fault(&yaml.Node{}, CodeSize, "write it as JSON lines", "larger than %d MiB in YAML or JSON", MaxTreeBytes>>20)
	case syntax == jsonSyntax:
		r.json(data, t)
	default:
		r.yaml(data, t)
	}
	if len(r.faults) > 0 && len(t.Queries) == 0 {
		return nil, nil, r.faults.sorted()
	}
	if t.Name == "" {
		t.Name = baseName(name)
	}
	t.File, t.Skipped = name, r.skips
	r.faults = append(r.faults, t.check(name, &r.at)...)
	if err := r.faults.sorted(); err != nil {
		return nil, nil, err
	}
	return t, &r.at, nil
}

// checkBytes finds what makes reading pointless.
func checkBytes(name string, data []byte) *Fault {
	switch {
	case len(data) > MaxBytes:
		return &Fault{Code: CodeSize, File: name, Text: fmt.Sprintf("larger than %d MiB", MaxBytes>>20), Remedy: "split the set"}
	case len(bytes.TrimSpace(data)) == 0:
		return &Fault{Code: CodeEmpty, File: name, Text: "the file is empty", Remedy: "write version and queries, or start from testset init"}
	case !utf8.Valid(data):
		return &Fault{Code: CodeEncoding, File: name, Line: badLine(data), Text: "not UTF-8", Remedy: "save the file as UTF-8"}
	}
	return nil
}

// badLine returns the line of the first byte that is not UTF-8.
func badLine(data []byte) int {
	line := 1
	for len(data) > 0 {
		c, size := utf8.DecodeRune(data)
		if c == utf8.RuneError && size == 1 {
			break
		}
		if c == '\n' {
			line++
		}
		data = data[size:]
	}
	return line
}

// tree reads a whole document: a set, or a bare list of queries.
func (r *reader) tree(n *yaml.Node, t *TestSet) {
	if n == nil {
		return
	}
	n = follow(n)
	switch {
	case n.Kind == yaml.MappingNode && !isHeader(n) && valueOf(n, "queries") == nil:
		// JSON lines of one query, under a name that does not say so.
		r.bareFormat(n, t)
		r.readQuery(n, t)
		t.Strata = bareStrata(t)
	case n.Kind == yaml.MappingNode:
		r.header(n, t, keysOf[TestSet]())
		r.noQueries(n, t)
	case n.Kind == yaml.SequenceNode:
		r.bare(n, t)
	default:
		r.fault(n, CodeKind, "write version and queries, or start from testset init", "the file is %s, not a test set", kindOf(n))
	}
}

// header reads the keys of a set and sets what they leave to the default.
func (r *reader) header(n *yaml.Node, t *TestSet, m *mapping) {
	r.at.headerSpot = spotIn(n, "version")
	r.at.header = map[string]int{"": n.Line}
	for i := 0; i+1 < len(n.Content); i += 2 {
		r.at.header[n.Content[i].Value] = n.Content[i].Line
	}
	r.decode(r.mapping(n, m), t)
	if t.Format == "native" {
		t.Format = Native
	}
	r.format = t.Format
	if list := valueOf(n, "queries"); list != nil && m.find("queries") >= 0 {
		r.key = "queries"
		r.queries(list, t)
		r.key = ""
	}
	t.Scale = t.scale()
	if t.Strata == nil && t.Format != Golden {
		t.Strata = DefaultStrata()
	}
	t.Strata = none(t.Strata)
}

// bare reads a list of queries without a header. Entries with an id make it a
// golden list. Others have the default strata, or no types at all.
func (r *reader) bare(n *yaml.Node, t *TestSet) {
	for first := range r.children(n) {
		r.bareFormat(follow(first), t)
		break
	}
	r.key = "the list"
	r.queries(n, t)
	r.key = ""
	r.noQueries(n, t)
	t.Strata = bareStrata(t)
}

// bareFormat recognizes the format by the first entry's keys.
func (r *reader) bareFormat(first *yaml.Node, t *TestSet) {
	if valueOf(first, "id") != nil && valueOf(first, "query_id") == nil {
		r.format, t.Format = Golden, Golden
	}
	t.Scale = t.scale()
}

func (r *reader) noQueries(n *yaml.Node, t *TestSet) {
	if len(t.Queries) == 0 && len(r.faults) == 0 {
		r.fault(n, CodeEmpty, "add some", "the set has no queries")
	}
}

// baseName returns what a file is called as a set: clinical for
// testsets/clinical@v2.yaml.gz.
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

// stemOf cuts the ending off the name of a test set's file; false for other
// files.
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
