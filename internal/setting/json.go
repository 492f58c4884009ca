package setting

import (
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"reflect"
	"slices"
	"strings"

	"github.com/rankduel/rankduel/internal/ordered"
)

// A Fault is what is wrong with the setting of a key.
type Fault struct{ Key, Text string }

// Join returns faults as one error, nil where there is none.
func Join(faults []Fault) error {
	return errors.Join(ordered.Each(faults, func(f Fault) error { return errors.New(f.Text) })...)
}

// Write returns all settings of s by their keys, with defaults where s leaves them
// open. A text, a number and a list that are empty and have no default are left out.
func Write[S any](fields []Field[S], s *S) (map[string]json.RawMessage, error) {
	values := map[string]json.RawMessage{}
	for _, f := range fields {
		value := f.Get(s)
		if v := reflect.ValueOf(value); v.Kind() != reflect.Bool && v.IsZero() && f.Default == nil {
			continue
		}
		text, err := json.Marshal(value)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", f.Key, err)
		}
		values[f.Key] = text
	}
	return values, nil
}

// Read puts the values of JSON keys into s and returns the keys in the order of the
// rows. A key without a row, and a value that its row does not allow, is a fault.
func Read[S any](fields []Field[S], given map[string]json.RawMessage, s *S) (keys []string, faults []Fault) {
	for _, f := range fields {
		text, ok := given[f.Key]
		if !ok {
			continue
		}
		value, err := f.readJSON(text)
		if err == nil {
			err = f.Check(f.Key, value)
		}
		if err != nil {
			faults = append(faults, Fault{f.Key, err.Error()})
			continue
		}
		f.Put(s, value)
		keys = append(keys, f.Key)
	}
	for _, key := range slices.Sorted(maps.Keys(given)) {
		if _, ok := Find(fields, key); !ok {
			faults = append(faults, Fault{key, fmt.Sprintf("unknown field %q: want some of %s", key, strings.Join(keysOf(fields), ", "))})
		}
	}
	return keys, faults
}

func (f Field[S]) readJSON(text json.RawMessage) (any, error) {
	value := reflect.New(f.Type())
	if err := json.Unmarshal(text, value.Interface()); err != nil || string(text) == "null" {
		return nil, fmt.Errorf("%s: want %s, not %.40s", f.Key, f.kind(), text)
	}
	return value.Elem().Interface(), nil
}

func keysOf[S any](fields []Field[S]) []string {
	return ordered.Each(fields, func(f Field[S]) string { return f.Key })
}

// kind returns in words what values are.
func (f Field[S]) kind() string {
	return map[reflect.Kind]string{
		reflect.Float64: "a number", reflect.Int: "an integer", reflect.Uint64: "an integer from 0 up",
		reflect.Bool: "true or false", reflect.String: "a text", reflect.Slice: "a list of texts",
	}[f.Type().Kind()]
}

// A Schema is a part of JSON Schema, as editors and OpenAPI read it.
type Schema struct {
	About   string   `json:"description,omitempty"`
	Type    string   `json:"type,omitempty"`
	Ref     string   `json:"$ref,omitempty"`
	Min     *float64 `json:"minimum,omitempty"`
	Max     *float64 `json:"maximum,omitempty"`
	Above   *float64 `json:"exclusiveMinimum,omitempty"`
	Below   *float64 `json:"exclusiveMaximum,omitempty"`
	Enum    []string `json:"enum,omitempty"`
	Items   *Schema  `json:"items,omitempty"`
	Default any      `json:"default,omitempty"`
}

// Schema describes the values of a setting.
func (f Field[S]) Schema() Schema {
	s := Schema{About: f.Help, Min: f.Min, Max: f.Max, Above: f.Above, Below: f.Below, Default: f.Default}
	word := Schema{Type: "string", Ref: f.Ref}
	if f.OneOf != nil {
		word.Enum = f.OneOf()
	}
	switch f.Type().Kind() {
	case reflect.Float64:
		s.Type = "number"
	case reflect.Int:
		s.Type = "integer"
	case reflect.Uint64:
		s.Type, s.Min = "integer", new(0.0)
	case reflect.Bool:
		s.Type = "boolean"
	case reflect.Slice:
		s.Type, s.Items = "array", &word
	default:
		s.Type, s.Ref, s.Enum = word.Type, word.Ref, word.Enum
	}
	return s
}
