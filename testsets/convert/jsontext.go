package convert

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"strings"
)

// An anyText is a string, or a number or truth value as it is written; null is
// empty.
type anyText string

func (t *anyText) UnmarshalJSON(b []byte) error {
	switch {
	case b[0] == '"':
		return json.Unmarshal(b, (*string)(t))
	case b[0] == '{' || b[0] == '[':
		return fmt.Errorf("want text or a number, and there is %.20s", b)
	case string(b) == "null":
		*t = ""
	default:
		*t = anyText(b)
	}
	return nil
}

// decodeJSON reads one document; numbers in anything stay as they are written.
func (d *draft) decodeJSON(ctx context.Context, f *file, into any) error {
	text, err := d.text(ctx, f)
	if err != nil {
		return err
	}
	dec := json.NewDecoder(strings.NewReader(text))
	dec.UseNumber()
	if err := dec.Decode(into); err != nil {
		return jsonError(f.path, text, err, dec.InputOffset())
	}
	return nil
}

// jsonError adds the line.
func jsonError(path, text string, err error, at int64) error {
	var syntax *json.SyntaxError
	var kind *json.UnmarshalTypeError
	switch {
	case errors.As(err, &syntax):
		at = syntax.Offset
	case errors.As(err, &kind):
		at = kind.Offset
		err = fmt.Errorf("%s is %s here, which this format has not", kind.Field, kind.Value)
	}
	at = min(at, int64(len(text)))
	return fmt.Errorf("%s:%d: %w", path, lineOf(text, int(at)), err)
}

// records returns the values of a JSON or YAML document, or of JSON lines: the items of
// a list, or the values that follow each other.
func (d *draft) records(ctx context.Context, f *file) ([]record, error) {
	text, err := d.text(ctx, f)
	if err != nil {
		return nil, err
	}
	if looksYAML(f) {
		return yamlRecords(f.path, text)
	}
	dec := json.NewDecoder(strings.NewReader(text))
	dec.UseNumber()
	var out []record
	for {
		from := dec.InputOffset()
		var v any
		err := dec.Decode(&v)
		if err != nil {
			if len(bytes.TrimSpace([]byte(text[from:]))) == 0 {
				return out, nil
			}
			return nil, jsonError(f.path, text, err, from)
		}
		skip := len(text[from:]) - len(strings.TrimLeft(text[from:], " \t\r\n"))
		line := lineOf(text, int(from)+skip)
		if list, ok := v.([]any); ok {
			for i, item := range list {
				out = append(out, record{item, place{file: f.path, path: fmt.Sprintf("item %d", i+1)}})
			}
			continue
		}
		out = append(out, record{v, place{file: f.path, line: line}})
	}
}

// A record is a value and where it is.
type record struct {
	value any
	at    place
}

func textOf(v any) string {
	switch v := v.(type) {
	case string:
		return v
	case json.Number:
		return v.String()
	case bool:
		return fmt.Sprint(v)
	}
	return ""
}

// textsOf returns the scalars of a list and of the lists in it, or the one scalar.
func textsOf(v any) []string {
	list, ok := v.([]any)
	if !ok {
		if s := textOf(v); s != "" {
			return []string{s}
		}
		return nil
	}
	var out []string
	for _, item := range list {
		out = append(out, textsOf(item)...)
	}
	return out
}
