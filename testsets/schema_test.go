package testsets_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/santhosh-tekuri/jsonschema/v6"
	"gopkg.in/yaml.v3"

	"github.com/rankduel/rankduel/testsets"
)

const schemaFile = "../schemas/testset.schema.json"

func compileSchema(t *testing.T) *jsonschema.Schema {
	t.Helper()
	data, err := os.ReadFile(schemaFile)
	if err != nil {
		t.Fatal(err)
	}
	doc, err := jsonschema.UnmarshalJSON(bytes.NewReader(data))
	if err != nil {
		t.Fatal(err)
	}
	c := jsonschema.NewCompiler()
	if err := c.AddResource("testset.schema.json", doc); err != nil {
		t.Fatal(err)
	}
	s, err := c.Compile("testset.schema.json")
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// instance reads YAML as an editor does: keys are strings, and plain dates are
// too, as YAML 1.2 has it.
func instance(t *testing.T, text []byte) any {
	t.Helper()
	var n yaml.Node
	if err := yaml.Unmarshal(text, &n); err != nil {
		t.Fatal(err)
	}
	return valueOf(t, n.Content[0])
}

func valueOf(t *testing.T, n *yaml.Node) any {
	t.Helper()
	switch n.Kind {
	case yaml.MappingNode:
		out := map[string]any{}
		for i := 0; i < len(n.Content); i += 2 {
			out[n.Content[i].Value] = valueOf(t, n.Content[i+1])
		}
		return out
	case yaml.AliasNode:
		return valueOf(t, n.Alias)
	case yaml.SequenceNode:
		out := []any{}
		for _, c := range n.Content {
			out = append(out, valueOf(t, c))
		}
		return out
	}
	switch n.Tag {
	case "!!int", "!!float":
		return json.Number(n.Value)
	case "!!bool":
		return n.Value == "true"
	case "!!null":
		return nil
	}
	return n.Value
}

func TestSchemaAccepts(t *testing.T) {
	schema := compileSchema(t)
	files := []string{"testdata/test_set_v1.yaml", "testdata/kebab_store_golden.yaml", "template/native.yaml", "template/golden.yaml"}
	valid, err := filepath.Glob("testdata/valid/*.yaml")
	if err != nil || len(valid) == 0 {
		t.Fatalf("no valid files: %v", err)
	}
	for _, file := range append(files, valid...) {
		t.Run(filepath.Base(file), func(t *testing.T) {
			text, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			if _, err := testsets.Parse(file, text); err != nil {
				t.Errorf("the loader refuses what should pass: %v", err)
			}
			if err := schema.Validate(instance(t, text)); err != nil {
				t.Errorf("the schema refuses what the loader takes: %v", err)
			}
		})
	}
}

// TestSchemaRefuses holds the schema to every structural fault.
func TestSchemaRefuses(t *testing.T) {
	schema := compileSchema(t)
	const query = "{query_id: q1, query_text: t, query_type: exact_term, relevant_docs: [{doc_id: a, grade: 1}]}"
	for name, text := range map[string]string{
		"no version":         "queries: [" + query + "]",
		"no queries":         "version: v1",
		"empty queries":      "{version: v1, queries: []}",
		"unknown header key": "{version: v1, versionn: v2, queries: [" + query + "]}",
		"null version":       "{version: null, queries: [" + query + "]}",
		"text for queries":   "{version: v1, queries: all}",
		"no query_id":        "{version: v1, queries: [{query_text: t, relevant_docs: []}]}",
		"no judgments":       "{version: v1, queries: [{query_id: q1, query_text: t}]}",
		"unknown query key":  "{version: v1, queries: [{query_id: q1, query_text: t, relevant_docs: [], note: x}]}",
		"text for grade":     `{version: v1, queries: [{query_id: q1, query_text: t, relevant_docs: [{doc_id: a, grade: "1"}]}]}`,
		"fraction for grade": "{version: v1, queries: [{query_id: q1, query_text: t, relevant_docs: [{doc_id: a, grade: 1.5}]}]}",
		"null doc_id":        "{version: v1, queries: [{query_id: q1, query_text: t, relevant_docs: [{doc_id: null, grade: 1}]}]}",
		"mapping for doc_id": "{version: v1, queries: [{query_id: q1, query_text: t, relevant_docs: [{doc_id: {}, grade: 1}]}]}",
		"unknown split":      "{version: v1, queries: [{query_id: q1, query_text: t, split: test, relevant_docs: []}]}",
		"scale without 0":    "{version: v1, scale: {1: a, 2: b}, queries: [" + query + "]}",
		"scale of words":     "{version: v1, scale: {0: a, high: b}, queries: [" + query + "]}",
		"golden without id":  "[{query: t}]",
		"name with @":        "{version: v1, name: a@b, queries: [" + query + "]}",
		"created in words":   "{version: v1, created: yesterday, queries: [" + query + "]}",
		"short parent hash":  "{version: v1, parent: {version: v0, sha256: abc}, queries: [" + query + "]}",
		"no provenance hash": "{version: v1, provenance: {file: p.jsonl}, queries: [" + query + "]}",
		"negative seed":      "{version: v1, split: {seed: -1, ratio: 0.2}, queries: [" + query + "]}",
		"all held out":       "{version: v1, split: {seed: 1, ratio: 1}, queries: [" + query + "]}",
		"drawn by chance":    "{version: v1, split: {seed: 1, ratio: 0.2, by: chance}, queries: [" + query + "]}",
		"judged, unjudged":   "{version: v1, queries: [{query_id: q1, query_text: t, query_type: exact_term, unjudged: true, relevant_docs: [{doc_id: a, grade: 0}]}]}",
		"unjudged, refused":  "{version: v1, queries: [{query_id: q1, query_text: t, query_type: exact_term, unjudged: true, expected_refusal: false}]}",
		"unjudged is a word": "{version: v1, queries: [{query_id: q1, query_text: t, query_type: exact_term, unjudged: yes}]}",
		"no place":           "{version: v1, queries: [{query_id: q1, query_text: t, query_type: exact_term, passages: [{doc_id: a, grade: 1}]}]}",
		"before a document":  "{version: v1, queries: [{query_id: q1, query_text: t, query_type: exact_term, passages: [{doc_id: a, start: -1, end: 3, grade: 1}]}]}",
		"more than a whole":  "{version: v1, passage_share: 1.5, queries: [" + query + "]}",
		"unjudged passages":  "{version: v1, queries: [{query_id: q1, query_text: t, query_type: exact_term, unjudged: true, passages: [{doc_id: a, end: 3, grade: 1}]}]}",
		"empty scale":        "{version: v1, scale: {}, queries: [" + query + "]}",
		"a word":             "hello",
	} {
		t.Run(name, func(t *testing.T) {
			if err := schema.Validate(instance(t, []byte(text))); err == nil {
				t.Error("the schema takes it")
			}
			if _, err := testsets.Parse("set.yaml", []byte(text)); err == nil {
				t.Error("the loader takes it")
			}
		})
	}
}

// TestSchemaKeys holds the keys of the schema file and those of the loader to
// each other: every property of the file is one the loader knows, and a name
// that the loader suggests as known is a property.
func TestSchemaKeys(t *testing.T) {
	data, err := os.ReadFile(schemaFile)
	if err != nil {
		t.Fatal(err)
	}
	var schema struct {
		Defs map[string]struct {
			Properties map[string]any
		} `json:"$defs"`
	}
	if err := json.Unmarshal(data, &schema); err != nil {
		t.Fatal(err)
	}
	// Where a mapping of each kind is in a set: %s is its content.
	places := map[string]string{
		"set":             "{%s}",
		"parent":          "{parent: {%s}}",
		"provenance":      "{provenance: {%s}}",
		"split":           "{split: {%s}}",
		"query":           "{queries: [{%s}]}",
		"golden_entry":    "{version: v1, format: golden, queries: [{id: a, query: b, %s}]}",
		"judged_document": "{queries: [{relevant_docs: [{%s}]}]}",
		"judged_chunk":    "{queries: [{relevant_chunks: [{%s}]}]}",
		"passage":         "{queries: [{passages: [{%s}]}]}",
		"span":            "{queries: [{expected_spans: [{%s}]}]}",
	}
	for def, place := range places {
		known := loaderKeys(t, fmt.Sprintf(place, "zzzzzzzzzzzz: 1"))
		if len(known) != len(schema.Defs[def].Properties) {
			t.Errorf("%s: loader has %v, schema %d properties", def, known, len(schema.Defs[def].Properties))
		}
		for _, k := range known {
			if _, ok := schema.Defs[def].Properties[k]; !ok {
				t.Errorf("%s: the schema lacks %s", def, k)
			}
		}
	}
	if len(schema.Defs) != len(places) {
		t.Errorf("schema has %d definitions, the test %d", len(schema.Defs), len(places))
	}
}

// loaderKeys provokes the message about an unknown key, which lists all known.
func loaderKeys(t *testing.T, text string) []string {
	t.Helper()
	set, err := testsets.Parse("set.yaml", []byte(text))
	var faults testsets.Errors
	if set != nil {
		faults = set.Skipped
	} else {
		faults = asErrors(t, err)
	}
	for _, f := range faults {
		if list, ok := strings.CutPrefix(f.Remedy, "known are "); ok {
			return strings.Split(list, ", ")
		}
	}
	t.Fatalf("no unknown key in %v", err)
	return nil
}
