package corpus

import (
	"encoding/json"
	"errors"
	"strings"

	"github.com/rankduel/rankduel/internal/textfaults"
)

// A beirLine is a line of BEIR's corpus.jsonl; other keys, such as metadata, are ignored.
type beirLine struct {
	ID    beirID  `json:"_id"`
	Title *string `json:"title"`
	Text  *string `json:"text"`
}

// A beirID is a JSON string, or a number taken as it is written, so that 007.0 does not become 7.
type beirID string

var errID = errors.New(`_id must be a string; write "_id": "…"`)

func (id *beirID) UnmarshalJSON(b []byte) error {
	if b[0] == '"' {
		return json.Unmarshal(b, (*string)(id))
	}
	var n json.Number
	if err := json.Unmarshal(b, &n); err != nil || n == "" {
		return errID
	}
	*id = beirID(n)
	return nil
}

func parseBEIR(c *collector, lines *lineReader) error {
	for {
		text, ok, err := lines.next()
		if err != nil || !ok {
			return err
		}
		if strings.TrimSpace(text) == "" {
			continue
		}
		if _, err := textfaults.CheckJSON([]byte(text), 1); err != nil {
			return lines.errorf("%w", err)
		}
		var d beirLine
		if err := json.Unmarshal([]byte(text), &d); err != nil {
			if errors.Is(err, errID) {
				return lines.errorf("%w", errID)
			}
			return lines.errorf("%w; write each document as one JSON object on a line of its own", err)
		}
		if d.ID == "" {
			return lines.errorf(`document without an id; give it one as "_id": "…", or take the line out`)
		}
		if d.Text == nil {
			return lines.errorf("document %q has no text; write \"text\": \"\" for an empty one", string(d.ID))
		}
		doc := Document{ID: string(d.ID)}
		if d.Title != nil && *d.Title != "" {
			doc.Fields = append(doc.Fields, Field{FieldTitle, *d.Title})
		}
		doc.Fields = append(doc.Fields, Field{FieldText, *d.Text})
		if err := c.add(doc, lines.place()); err != nil {
			return err
		}
	}
}
