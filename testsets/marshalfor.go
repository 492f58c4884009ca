package testsets

import "fmt"

// MarshalFor returns the set in the syntax that the ending of the name asks for:
// JSON lines for .jsonl and .ndjson, JSON for .json, YAML for any other. What it
// returns is not compressed, whatever the ending says.
func (t *TestSet) MarshalFor(name string) ([]byte, error) {
	switch syntaxOf(name, []byte("-")) {
	case jsonLines:
		return t.MarshalLines()
	case jsonSyntax:
		return t.marshalJSON()
	}
	return t.Marshal()
}

// marshalJSON returns the set as one JSON document with a query on each line.
func (t *TestSet) marshalJSON() ([]byte, error) {
	if err := t.Validate(); err != nil {
		return nil, fmt.Errorf("write test set: %w", err)
	}
	var e jsonEmitter
	end := "]\n"
	if t.hasHeader() {
		e.open()
		emitHeader(&e, t)
		e.key("queries")
		end = "]}\n"
	}
	buf := append(e.buf, '[')
	for i := range t.Queries {
		if i > 0 {
			buf = append(buf, ',')
		}
		buf = appendQuery(append(buf, '\n'), t.Format, &t.Queries[i])
	}
	return append(append(buf, '\n'), end...), nil
}
