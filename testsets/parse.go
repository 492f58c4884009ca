package testsets

import (
	"bytes"
	"cmp"
	"fmt"
	"unicode/utf8"

	"gopkg.in/yaml.v3"
)

// MaxBytes is the largest file that is read, after decompression, and MaxTreeBytes the largest in YAML or
// JSON: their tree takes some twenty times the memory of the text, while JSON lines are read one at a time.
const (
	MaxBytes     = 256 << 20
	MaxTreeBytes = 64 << 20
)

// Parse reads a test set. The name is in messages and, without its folder and ending, names a set that
// does not name itself; its ending (.json, .jsonl, .ndjson) or else the content tells JSON and JSON
// lines from YAML. The error is an [Errors] with every fault of the set. Parse keeps nothing of data.
func Parse(name string, data []byte) (*TestSet, error) {
	t, _, err := parse(name, data, nil)
	return t, err
}

// ParseSent does what Parse does for sets that others send. Such a set needs no version,
// and without one the query types of a bare list.
func ParseSent(name string, data []byte, sent Sent) (*TestSet, error) {
	t, _, err := parse(name, data, &sent)
	return t, err
}

// parse also returns where things stand, counted without a byte order mark.
func parse(name string, data []byte, sent *Sent) (*TestSet, *places, error) {
	r := &reader{file: name, sent: sent}
	if sent != nil {
		r.most = sent.Most
	}
	if f := checkBytes(name, data); f != nil {
		return nil, nil, Errors{*f}
	}
	data = bytes.TrimPrefix(data, byteOrderMark)
	t := &TestSet{}
	switch syntax := syntaxOf(name, data); {
	case syntax == jsonLines:
		r.lines(data, t)
	case tooDense(data):
		r.fault(&yaml.Node{Line: 1}, CodeSize, denseRemedy, "%s", denseText)
	case len(data) > MaxTreeBytes:
		r.fault(&yaml.Node{}, CodeSize, "write it as JSON lines", "larger than %d MiB in YAML or JSON", MaxTreeBytes>>20)
	case syntax == jsonSyntax:
		r.json(data, t)
	default:
		r.yaml(data, t)
	}
	switch {
	case r.extra > 0:
		return nil, nil, &LimitError{r.most + r.extra, r.most}
	case r.faults.count() > 0 && len(t.Queries) == 0:
		return nil, nil, r.faults.err()
	}
	if sent != nil {
		t.Name, t.Version = cmp.Or(t.Name, sent.Name), cmp.Or(t.Version, sent.Version)
	}
	t.Name = cmp.Or(t.Name, baseName(name))
	t.File, t.Skipped = name, r.skips.list("unknown key")
	t.check(name, &r.at, &r.faults)
	if err := r.faults.err(); err != nil {
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
	line := 0
	for text := range bytes.Lines(data) {
		if line++; !utf8.Valid(text) {
			break
		}
	}
	return line
}
