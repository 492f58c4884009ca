package querylog

import (
	"bufio"
	"bytes"
	"encoding/json"
	"fmt"
	"io"

	"github.com/rankduel/rankduel/internal/textfaults"
)

// lines reads JSON lines. In UBI a search is in the index of queries and once
// more as an event: what has an action_name is an event and not counted. The
// actions of a bulk request, {"index": {…}}, are not records.
func (l *Log) lines(name string, r io.Reader, columns Columns) error {
	scanner := bufio.NewScanner(r)
	scanner.Buffer(nil, longest)
	line := 0
	for scanner.Scan() {
		line++
		text := bytes.TrimSpace(scanner.Bytes())
		if len(text) == 0 {
			continue
		}
		if _, err := textfaults.CheckJSON(text, line); err != nil {
			return &FormError{name, line, err.Error()}
		}
		record := map[string]json.RawMessage{}
		if err := json.Unmarshal(text, &record); err != nil {
			return &FormError{name, line, "not a JSON object, one a line"}
		}
		if isAction(record) {
			continue
		}
		l.Rows++
		if _, event := record["action_name"]; event {
			l.Events++
			continue
		}
		e, err := entryOf(record, columns)
		if err != nil {
			return &FormError{name, line, err.Error()}
		}
		if e.text == "" {
			l.Empty++
			continue
		}
		l.add(e)
	}
	if err := textfaults.OfScanner(scanner.Err()); err != nil {
		return fmt.Errorf("query log %s:%d: %w", name, line+1, err)
	}
	return nil
}

// isAction reports whether a line says what to do with the next one.
func isAction(record map[string]json.RawMessage) bool {
	if len(record) != 1 {
		return false
	}
	for _, action := range []string{"index", "create", "update"} {
		var of map[string]json.RawMessage
		if raw, ok := record[action]; ok && json.Unmarshal(raw, &of) == nil {
			return true
		}
	}
	return false
}

func entryOf(record map[string]json.RawMessage, columns Columns) (entry, error) {
	e := entry{count: 1}
	var err error
	if e.text, err = textOf(record, names(columns.Query, queryNames)); err != nil {
		return e, err
	}
	if e.client, err = textOf(record, names(columns.Client, clientNames)); err != nil {
		return e, err
	}
	count, err := textOf(record, names(columns.Count, countNames))
	if err != nil || count == "" {
		return e, err
	}
	e.count, err = countOf(count)
	return e, err
}

// textOf returns the first of these keys that is there, as text: ids come as numbers
// too.
func textOf(record map[string]json.RawMessage, keys []string) (string, error) {
	for _, key := range keys {
		raw, ok := record[key]
		if !ok || string(raw) == "null" {
			continue
		}
		var text string
		if json.Unmarshal(raw, &text) == nil {
			return text, nil
		}
		var number json.Number
		if json.Unmarshal(raw, &number) == nil {
			return number.String(), nil
		}
		return "", fmt.Errorf("%s is neither text nor a number", key)
	}
	return "", nil
}
