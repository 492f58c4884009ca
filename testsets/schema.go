package testsets

import (
	"encoding/json"
	"fmt"
)

// Schema returns the JSON Schema (draft 2020-12) of test set files, made from
// the tables that the loader reads by. Editors complete and check keys with it;
// [Parse] says more, since a schema cannot compare ids or know the scale. It is
// the content of schemas/testset.schema.json.
func Schema() ([]byte, error) {
	schema := object{
		{"$schema", "https://json-schema.org/draft/2020-12/schema"},
		{"title", "Test set"},
		{"description", "Queries with relevance judgments: a set with a header, or a bare list of queries or of golden entries."},
		{"anyOf", []object{
			{{"$ref", "#/$defs/set"}},
			listOf("query"),
			listOf("golden_entry"),
		}},
		{"$defs", object{
			{"set", setSchema()},
			{"query", judged(queryKeys.schema())},
			{"golden_entry", goldenKeys.schema()},
			{"judged_document", docKeys.schema()},
			{"judged_chunk", chunkKeys.schema()},
			{"span", spanKeys.schema()},
			{"parent", parentKeys.schema()},
			{"provenance", provenanceKeys.schema()},
			{"split", drawKeys.schema()},
		}},
	}
	text, err := json.MarshalIndent(schema, "", "  ")
	if err != nil {
		return nil, fmt.Errorf("write schema: %w", err)
	}
	return append(text, '\n'), nil
}

// schema describes the mapping with all its keys.
func (m *mapping[T]) schema() object {
	var properties object
	for i := range m.keys {
		k := &m.keys[i]
		value := append(object{{"description", k.help}}, k.shape.schema()...)
		if m.tolerant && !k.required {
			value = object{{"description", k.help}, {"anyOf", []object{k.shape.schema(), {{"type", "null"}}}}}
		}
		properties = append(properties, member{k.name, value})
	}
	return object{
		{"type", "object"},
		{"required", m.names(true)},
		{"properties", properties},
		{"additionalProperties", m.tolerant},
	}
}

// setSchema is the schema of a header. Its queries are golden entries when the
// format says so.
func setSchema() object {
	queriesOf := func(query string) object {
		return object{{"properties", object{{"queries", listOf(query)}}}}
	}
	return append(headerKeys.schema(),
		member{"if", object{
			{"required", []string{"format"}},
			{"properties", object{{"format", object{{"const", Golden}}}}},
		}},
		member{"then", queriesOf("golden_entry")},
		member{"else", queriesOf("query")},
	)
}

// judged demands that a query has judgments, is one to refuse, or says that it
// has none.
func judged(query object) object {
	var ways []object
	for _, k := range []string{"relevant_docs", "relevant_chunks", "expected_doc_ids", "expected_chunk_ids", "expected_refusal", "unjudged"} {
		ways = append(ways, object{{"required", []string{k}}})
	}
	none := object{}
	for _, k := range []string{"relevant_docs", "relevant_chunks", "expected_doc_ids", "expected_chunk_ids", "expected_spans", "must_contain", "forbidden"} {
		none = append(none, member{k, object{{"maxItems", 0}}})
	}
	return append(query,
		member{"anyOf", ways},
		member{"if", object{{"required", []string{"unjudged"}}, {"properties", object{{"unjudged", object{{"const", true}}}}}}},
		member{"then", object{{"properties", none}, {"not", object{{"required", []string{"expected_refusal"}}}}}},
	)
}
