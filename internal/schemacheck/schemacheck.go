// Package schemacheck holds the JSON documents that this program writes to the schemas of package schemas, for tests.
package schemacheck

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io/fs"
	"strings"
	"sync"
	"testing"

	"github.com/santhosh-tekuri/jsonschema/v6"

	"github.com/rankduel/rankduel/schemas"
)

// Document checks a document by the schema that its member "schema" names, such
// as rankduel/evaluation/v1, and tells whether there is one for it.
func Document(data []byte) (checked bool, err error) {
	var named struct {
		Schema string `json:"schema"`
	}
	if json.Unmarshal(data, &named) != nil {
		return false, nil // a list, or no document of ours
	}
	compiled, err := all()
	if err != nil {
		return false, err
	}
	schema, ok := compiled[named.Schema]
	if !ok {
		return false, nil
	}
	doc, err := jsonschema.UnmarshalJSON(bytes.NewReader(data))
	if err != nil {
		return true, err
	}
	if err := schema.Validate(doc); err != nil {
		return true, fmt.Errorf("%s: %w", named.Schema, err)
	}
	return true, nil
}

// Strict fails a test whose document, called what, does not fit its schema, or whose
// schema takes a field that it does not know. It reports whether there is one.
func Strict(t testing.TB, what string, data []byte) (checked bool) {
	t.Helper()
	checked, err := Document(data)
	if err != nil {
		t.Errorf("%s: %v", what, err)
	}
	if checked {
		if _, err := Document(append([]byte(`{"unheard_of": 1,`), data[1:]...)); err == nil {
			t.Errorf("%s: a field that the schema does not know is taken", what)
		}
	}
	return checked
}

// all are the schemas of documents, by the name that a document gives itself.
var all = sync.OnceValues(func() (map[string]*jsonschema.Schema, error) {
	found := map[string]*jsonschema.Schema{}
	paths, err := fs.Glob(schemas.Files(), "*.schema.json")
	if err != nil {
		return nil, err
	}
	for _, path := range paths {
		data, err := fs.ReadFile(schemas.Files(), path)
		if err != nil {
			return nil, err
		}
		var head struct {
			Properties struct {
				Schema struct {
					Const string `json:"const"`
				} `json:"schema"`
			} `json:"properties"`
		}
		if err := json.Unmarshal(data, &head); err != nil {
			return nil, fmt.Errorf("%s: %w", path, err)
		}
		if !strings.HasPrefix(head.Properties.Schema.Const, "rankduel/") {
			continue // of a file that people write
		}
		if found[head.Properties.Schema.Const], err = compile(path, data); err != nil {
			return nil, fmt.Errorf("%s: %w", path, err)
		}
	}
	return found, nil
})

func compile(path string, data []byte) (*jsonschema.Schema, error) {
	doc, err := jsonschema.UnmarshalJSON(bytes.NewReader(data))
	if err != nil {
		return nil, err
	}
	c := jsonschema.NewCompiler()
	if err := c.AddResource(path, doc); err != nil {
		return nil, err
	}
	return c.Compile(path)
}
