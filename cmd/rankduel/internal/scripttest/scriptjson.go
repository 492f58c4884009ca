package scripttest

import (
	"encoding/json"
	"fmt"
	"io"
	"strconv"
	"strings"

	"github.com/rogpeppe/go-internal/testscript"

	"github.com/rankduel/rankduel/internal/schemacheck"
)

// jsonHas holds a JSON document to its contract:
//
//	jsonhas FILE PATH...
//
// FILE may be stdout. A PATH is keys and indexes, separated by blanks within one quoted argument, that must be there;
// 'PATH: VALUE' must have that value, and 'PATH is KIND' that kind: number, string, bool, null, array or object.
func jsonHas(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) < 2 {
		ts.Fatalf("usage: jsonhas FILE PATH...")
	}
	doc := readJSON(ts, args[0])
	for _, arg := range args[1:] {
		path, want, hasValue := strings.Cut(arg, ": ")
		path, kind, hasKind := strings.Cut(path, " is ")
		value, err := lookUp(doc, path)
		ts.Check(err)
		if got := fmt.Sprint(value); hasValue && got != want {
			ts.Fatalf("%s is %s, want %s", path, got, want)
		}
		if got := kindOf(value); hasKind && got != kind {
			ts.Fatalf("%s is of kind %s, want %s", path, got, kind)
		}
	}
}

// jsonLacks wants a document that parses and does not have the paths.
func jsonLacks(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) < 2 {
		ts.Fatalf("usage: jsonlacks FILE PATH...")
	}
	doc := readJSON(ts, args[0])
	for _, path := range args[1:] {
		if _, err := lookUp(doc, path); err == nil {
			ts.Fatalf("%s is there", path)
		}
	}
}

// readJSON wants exactly one document, which keeps to its schema if it has one.
// NaN and Inf, which JSON does not have, do not parse.
func readJSON(ts *testscript.TestScript, file string) any {
	if _, err := schemacheck.Document([]byte(ts.ReadFile(file))); err != nil {
		ts.Fatalf("%s: %v", file, err)
	}
	dec := json.NewDecoder(strings.NewReader(ts.ReadFile(file)))
	dec.UseNumber()
	var doc any
	ts.Check(dec.Decode(&doc))
	if _, err := dec.Token(); err != io.EOF {
		ts.Fatalf("%s: something follows the document", file)
	}
	return doc
}

// lookUp walks down. Keys are separated by blanks, since names of measures hold dots.
func lookUp(doc any, path string) (any, error) {
	for _, key := range strings.Fields(path) {
		switch at := doc.(type) {
		case map[string]any:
			value, ok := at[key]
			if !ok {
				return nil, fmt.Errorf("%s: there is no %q", path, key)
			}
			doc = value
		case []any:
			i, err := strconv.Atoi(key)
			if err != nil || i >= len(at) {
				return nil, fmt.Errorf("%s: there is no %q in a list of %d", path, key, len(at))
			}
			doc = at[i]
		default:
			return nil, fmt.Errorf("%s: nothing below %v", path, doc)
		}
	}
	return doc, nil
}

func kindOf(value any) string {
	switch value.(type) {
	case nil:
		return "null"
	case map[string]any:
		return "object"
	case []any:
		return "array"
	case bool:
		return "bool"
	case string:
		return "string"
	}
	return "number"
}
