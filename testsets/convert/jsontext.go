package convert

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"strings"
)

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

// unique refuses a key that an object has twice, of which package json keeps the last.
func (d *draft) unique(ctx context.Context, f *file) error {
	text, err := d.text(ctx, f)
	if err != nil || !json.Valid([]byte(text)) { // the reader says what is wrong with it
		return err
	}
	dec := json.NewDecoder(strings.NewReader(text))
	if key, again := repeatedKey(dec); again {
		return fmt.Errorf("%s:%d: the key %q again; leave one out", f.path, lineOf(text, int(dec.InputOffset())), key)
	}
	return nil
}

// repeatedKey returns the first one in a value of valid JSON.
func repeatedKey(dec *json.Decoder) (key string, again bool) {
	begin, _ := dec.Token()
	if begin != json.Delim('{') && begin != json.Delim('[') {
		return "", false
	}
	seen := map[json.Token]bool{}
	for dec.More() {
		if begin == json.Delim('{') {
			name, _ := dec.Token()
			if seen[name] {
				return fmt.Sprint(name), true
			}
			seen[name] = true
		}
		if key, again = repeatedKey(dec); again {
			return key, true
		}
	}
	_, _ = dec.Token()
	return "", false
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
	line, counted := 1, 0
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
		begin := len(text) - len(strings.TrimLeft(text[from:], " \t\r\n"))
		line += strings.Count(text[counted:begin], "\n")
		counted = begin
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
