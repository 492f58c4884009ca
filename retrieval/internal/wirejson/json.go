package wirejson

import (
	"bytes"
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"iter"
	"reflect"
	"strings"
)

// Decode reads exactly one JSON value. Numbers keep their digits, and keys that a struct does not have are refused, as is
// a key that is twice in one object.
func Decode(content []byte, into any) error {
	d := decoder(content)
	if err := d.Decode(into); err != nil {
		return explained(content, err)
	}
	if _, err := d.Token(); !errors.Is(err, io.EOF) {
		return fmt.Errorf("more follows the JSON value at byte %d", d.InputOffset())
	}
	return repeatedKey(content, 0, ofStruct(into))
}

// ofStruct reports whether into has a struct in it, whose fields are found whatever the case of a key.
func ofStruct(into any) bool {
	t := reflect.TypeOf(into)
	for t.Kind() == reflect.Pointer || t.Kind() == reflect.Slice {
		t = t.Elem()
	}
	return t.Kind() == reflect.Struct
}

// Values reads JSON values that follow each other, with or without white space between them, until one is malformed.
func Values(content []byte) iter.Seq2[any, error] {
	return func(yield func(any, error) bool) {
		d := decoder(content)
		for {
			var v any
			from := d.InputOffset()
			err := d.Decode(&v)
			if errors.Is(err, io.EOF) {
				return
			}
			if err != nil {
				yield(nil, explained(content, err))
				return
			}
			if err := repeatedKey(content[from:d.InputOffset()], int(from), false); err != nil {
				yield(nil, err)
				return
			}
			if !yield(v, nil) {
				return
			}
		}
	}
}

func decoder(content []byte) *json.Decoder {
	d := json.NewDecoder(bytes.NewReader(content))
	d.UseNumber()
	d.DisallowUnknownFields()
	return d
}

// explained makes a message of package json fit for people who wrote the other side in another language.
func explained(content []byte, err error) error {
	var syntax *json.SyntaxError
	var kind *json.UnmarshalTypeError
	switch {
	case errors.Is(err, io.ErrUnexpectedEOF) || errors.Is(err, io.EOF):
		return fmt.Errorf("malformed JSON: cut off after %d bytes", len(content))
	case errors.As(err, &syntax):
		if word := notJSON(content, int(syntax.Offset)); word != "" {
			return fmt.Errorf("malformed JSON at byte %d: there is no %s: leave such a hit out, or give it a number", syntax.Offset, word)
		}
		return fmt.Errorf("malformed JSON at byte %d: %w", syntax.Offset, err)
	case errors.As(err, &kind):
		return fmt.Errorf("%s is a JSON %s: want %s", cmp.Or(kind.Field, "it"), kind.Value, wanted(kind.Type))
	}
	return errors.New(strings.TrimPrefix(err.Error(), "json: "))
}

// notJSON returns what many languages write of a number that JSON has not, where a decoder stopped in or before it.
func notJSON(content []byte, offset int) string {
	at := max(0, min(offset-1, len(content)))
	for _, from := range []int{max(0, at-1), at} {
		for _, word := range []string{"NaN", "nan", "-Infinity", "Infinity", "-inf", "inf"} {
			if bytes.HasPrefix(content[from:], []byte(word)) {
				return word
			}
		}
	}
	return ""
}

func wanted(t reflect.Type) string {
	switch t.Kind() {
	case reflect.Struct, reflect.Map:
		return "an object"
	case reflect.Slice:
		return "a list"
	case reflect.String:
		return "a text"
	case reflect.Bool:
		return "true or false"
	}
	return "a number"
}
