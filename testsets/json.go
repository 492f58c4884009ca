package testsets

import (
	"bytes"
	"encoding/json"
	"errors"

	"gopkg.in/yaml.v3"

	"github.com/rankduel/rankduel/internal/textfaults"
)

func (r *reader) json(data []byte, t *TestSet) {
	if r.validJSON(data, 1) {
		j := jsonReader{data: data, line: 1}
		root := j.node("")
		r.late = j.late
		r.tree(root, t)
	}
}

// lines reads JSON lines, one at a time so that memory is for queries alone: a header object without
// queries and then one query a line, or queries from the first line on. Blank lines are passed over.
func (r *reader) lines(data []byte, t *TestSet) {
	if textfaults.Lone(data) {
		r.fault(&yaml.Node{Line: 1}, CodeSyntax, textfaults.Remedy, "a carriage return within the line")
		return
	}
	r.makeRoom(min(bytes.Count(data, []byte("\n")), len(data)/shortestQuery), t)
	first, headed := true, false
	for line := 1; len(data) > 0; line++ {
		var text []byte
		text, data, _ = bytes.Cut(data, []byte("\n"))
		if len(bytes.TrimSpace(text)) == 0 {
			continue
		}
		if tooDense(text) {
			r.fault(&yaml.Node{Line: line}, CodeSize, denseRemedy, "%s", denseText)
		} else if r.validJSON(text, line) {
			n := (&jsonReader{data: text, line: line}).node("")
			switch {
			case first && isHeader(n):
				headed = true
				m := *keysOf[TestSet]()
				m.keys = m.keys[:len(m.keys)-1] // the queries follow on lines of their own
				r.header(n, t, &m)
			case first:
				r.bareFormat(n, t)
				fallthrough
			default:
				r.readQuery(n, t)
			}
		}
		first = false
	}
	r.noQueries(&yaml.Node{Line: 1}, t)
	if !headed || r.isBare(t) {
		t.Strata = bareStrata(t)
	}
}

// validJSON notes what is wrong with a JSON value that starts on the given line.
func (r *reader) validJSON(data []byte, line int) bool {
	if json.Valid(data) {
		at, err := textfaults.CheckJSON(data, line)
		if err != nil {
			r.fault(&yaml.Node{Line: at}, CodeEncoding, "write the character that is meant", "%v", err)
		}
		return err == nil
	}
	var raw json.RawMessage
	err := json.Unmarshal(data, &raw)
	at := len(data)
	var bad *json.SyntaxError
	if errors.As(err, &bad) {
		at = int(min(bad.Offset, int64(len(data))))
	}
	line += bytes.Count(data[:at], []byte("\n"))
	r.fault(&yaml.Node{Line: line}, CodeSyntax, "check commas, quotes and brackets", "not valid JSON: %v", err)
	return false
}
