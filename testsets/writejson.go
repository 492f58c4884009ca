package testsets

import (
	"bytes"
	"encoding/json"
	"strconv"
	"strings"

	"github.com/rankduel/rankduel/internal/plainjson"
)

// A jsonWriter writes values by encoding/json, one a line. Strings are escaped as little as JSON allows: quotes,
// backslashes and control characters.
type jsonWriter struct {
	bytes.Buffer
	enc *json.Encoder
}

func newJSONWriter() *jsonWriter {
	w := &jsonWriter{}
	w.enc = plainjson.NewEncoder(&w.Buffer)
	return w
}

func (w *jsonWriter) write(value any) {
	from := w.Len()
	_ = w.enc.Encode(value) // texts, numbers and lists of them
	if line := w.Bytes()[from:]; bytes.Contains(line, []byte(`\u202`)) {
		line = []byte(separators.Replace(string(line)))
		w.Truncate(from)
		w.Write(line)
	}
}

// separators undoes two escapes of encoding/json. A backslash that is escaped comes first, as it escapes nothing.
var separators = strings.NewReplacer(`\\`, `\\`, `\u2028`, "\u2028", `\u2029`, "\u2029")

func (w *jsonWriter) query(format Format, q *Query) {
	if format != Golden {
		w.write(q)
		return
	}
	g := goldenEntry{ID: q.ID, Text: q.Text, Query: *q}
	g.Query.ID, g.Query.Text, g.Type, g.Relevant, g.RelevantChunks = "", "", "", nil, nil
	w.write(g)
}

// MarshalJSON writes the grades in ascending order.
func (s Scale) MarshalJSON() ([]byte, error) {
	w := newJSONWriter()
	for i, l := range s {
		w.WriteString(map[bool]string{true: `{"`, false: `,"`}[i == 0] + strconv.Itoa(l.Grade) + `":`)
		w.write(l.Word)
	}
	w.WriteByte('}')
	return w.Bytes(), nil
}
