package querylog

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"

	"github.com/rankduel/rankduel/internal/textfaults"
)

// lines reads JSON lines. In UBI a search is in the index of queries and once more as an event: what has an
// action_name is an event and not counted. The actions of a bulk request, {"index": {…}}, are not records.
func (l *Log) lines(r io.Reader, columns Columns) error {
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
			return l.fault(line, err)
		}
		keys := map[string]json.RawMessage{}
		if err := json.Unmarshal(text, &keys); err != nil {
			return l.fault(line, errors.New("not a JSON object, one a line"))
		}
		if isAction(keys) {
			continue
		}
		if _, event := keys["action_name"]; event {
			l.Rows++
			l.Events++
			continue
		}
		if err := l.record(line, columns, func(names []string) (string, error) { return textOf(keys, names) }); err != nil {
			return err
		}
	}
	if err := textfaults.OfScanner(scanner.Err()); err != nil {
		return fmt.Errorf("query log %s:%d: %w", l.name, line+1, err)
	}
	return nil
}

// isAction reports whether a line says what to do with the next one.
func isAction(keys map[string]json.RawMessage) bool {
	if len(keys) != 1 {
		return false
	}
	for _, action := range []string{"index", "create", "update"} {
		var of map[string]json.RawMessage
		if raw, ok := keys[action]; ok && json.Unmarshal(raw, &of) == nil {
			return true
		}
	}
	return false
}

// textOf returns the first of these keys that is there, as text: ids come as numbers too.
func textOf(keys map[string]json.RawMessage, names []string) (string, error) {
	for _, name := range names {
		raw, ok := keys[name]
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
		return "", fmt.Errorf("%s is neither text nor a number", name)
	}
	return "", nil
}
