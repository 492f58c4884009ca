// Package setting describes the settings of a struct as a table, a row for each.
// Flags, keys of files, query parameters, JSON and schemas are made from the rows.
package setting

import (
	"errors"
	"fmt"
	"math"
	"reflect"
	"slices"
	"strconv"
	"strings"

	"github.com/rankduel/rankduel/internal/prose"
)

// A Field is one setting of S: a row of its table.
type Field[S any] struct {
	Key     string // in files, JSON and addresses
	Flag    string // the flag's name; "": the key with hyphens; "-": it has no flag
	Letter  string // the flag's short form
	Commas  bool   // a list whose entries commas may part
	Default any    // nil: the zero value
	Help    string

	// At returns where the value is: a pointer to a float64, int, uint64, bool, text or list of texts, or to a pointer
	// to one of them, nil for the default. Where it is not a pointer, the zero value is the default too.
	At func(*S) any

	Min, Max, Above, Below *float64        // bounds of a number
	Want                   string          // what a number has to be, in words
	Ref                    string          // the definition in a schema of what a text, or each of a list, is
	OneOf                  func() []string // the words that a text, or each of a list, may be
	Named                  bool            // words are looked up where they are used, which says what is near one that is not among them
	For                    uint            // the kinds of requests that it changes, as bits of the caller's
}

// Lift turns the rows of a part into rows of the whole.
func Lift[Part, Whole any](fields []Field[Part], part func(*Whole) *Part) []Field[Whole] {
	lifted := make([]Field[Whole], len(fields))
	for i, f := range fields {
		lifted[i] = Field[Whole]{
			Key: f.Key, Flag: f.Flag, Letter: f.Letter, Commas: f.Commas, Default: f.Default, Help: f.Help,
			At:  func(w *Whole) any { return f.At(part(w)) },
			Min: f.Min, Max: f.Max, Above: f.Above, Below: f.Below, Want: f.Want, Ref: f.Ref, OneOf: f.OneOf, Named: f.Named, For: f.For,
		}
	}
	return lifted
}

// Name returns the name of the flag.
func (f Field[S]) Name() string {
	if f.Flag != "" {
		return f.Flag
	}
	return strings.ReplaceAll(f.Key, "_", "-")
}

// at returns the value's place in s, which may be a pointer.
func (f Field[S]) at(s *S) reflect.Value { return reflect.ValueOf(f.At(s)).Elem() }

// Type returns the type of the values.
func (f Field[S]) Type() reflect.Type {
	t := f.at(new(S)).Type()
	if t.Kind() == reflect.Pointer {
		t = t.Elem()
	}
	return t
}

// Get returns the value in s, or the default where s leaves it open.
func (f Field[S]) Get(s *S) any {
	v := f.at(s)
	if v.IsZero() && f.Default != nil {
		return reflect.ValueOf(f.Default).Convert(f.Type()).Interface()
	}
	return reflect.Indirect(v).Interface()
}

// Zero reports whether s has the zero value itself, which stands for the default unless it was given.
func (f Field[S]) Zero(s *S) bool { return f.at(s).IsZero() }

// Put sets the value in s. It does not check it.
func (f Field[S]) Put(s *S, value any) {
	v, to := reflect.ValueOf(value).Convert(f.Type()), f.at(s)
	if to.Kind() == reflect.Pointer {
		to.Set(reflect.New(f.Type()))
		to = to.Elem()
	}
	to.Set(v)
}

// Copy sets the value in to as it is in from.
func (f Field[S]) Copy(to, from *S) { f.at(to).Set(f.at(from)) }

// Usual reports whether the value in s is the default.
func (f Field[S]) Usual(s *S) bool {
	v := f.at(s)
	return v.IsZero() || v.Kind() == reflect.Slice && v.Len() == 0 || reflect.DeepEqual(f.Get(s), f.Get(new(S)))
}

// Check says what is wrong with a value that was given; name is what the caller calls
// the setting. Where the zero value stands for the default, its row refuses it.
func (f Field[S]) Check(name string, value any) error {
	v := reflect.ValueOf(value)
	switch v.Kind() {
	case reflect.Float64:
		return f.checkNumber(name, value, v.Float())
	case reflect.Int:
		return f.checkNumber(name, value, float64(v.Int()))
	case reflect.String:
		return f.checkWord(name, v.String())
	case reflect.Slice:
		for i := range v.Len() {
			if err := f.checkWord(name, v.Index(i).String()); err != nil {
				return err
			}
		}
	}
	return nil
}

func (f Field[S]) checkNumber(name string, value any, x float64) error {
	inside := !math.IsInf(x, 0) && !math.IsNaN(x) &&
		(f.Min == nil || x >= *f.Min) && (f.Max == nil || x <= *f.Max) &&
		(f.Above == nil || x > *f.Above) && (f.Below == nil || x < *f.Below)
	if !inside {
		return fmt.Errorf("%s %v, want %s", name, value, f.Want)
	}
	return nil
}

func (f Field[S]) checkWord(name, word string) error {
	if f.OneOf == nil || f.Named {
		return nil
	}
	if words := f.OneOf(); !slices.Contains(words, word) {
		return fmt.Errorf("%s %q: want one of %s", name, word, prose.Quoted(words))
	}
	return nil
}

// Parse reads a value from its text.
func (f Field[S]) Parse(text string) (any, error) {
	value, err := f.parse(text)
	switch {
	case errors.Is(err, strconv.ErrRange):
		err = strconv.ErrRange
	case err != nil:
		err = fmt.Errorf("want %s", f.kind())
	}
	return value, err
}

func (f Field[S]) parse(text string) (value any, err error) {
	switch f.Type().Kind() {
	case reflect.Float64:
		return strconv.ParseFloat(text, 64)
	case reflect.Int:
		return strconv.Atoi(text)
	case reflect.Uint64:
		return strconv.ParseUint(text, 0, 64)
	case reflect.Bool:
		return strconv.ParseBool(text)
	case reflect.Slice:
		if f.Commas {
			return strings.Split(text, ","), nil
		}
		return []string{text}, nil
	}
	return text, nil
}

// Text returns the text of a value, which Parse reads.
func (f Field[S]) Text(value any) string {
	if list, ok := value.([]string); ok {
		return strings.Join(list, ",")
	}
	if x, ok := value.(float64); ok {
		return strconv.FormatFloat(x, 'g', -1, 64)
	}
	return fmt.Sprint(value)
}

// Explained returns the rows with the help that a text has for their keys, a line
// "key: help" each. Help that a row has already stays.
func Explained[S any](fields []Field[S], text string) []Field[S] {
	for line := range strings.Lines(text) {
		key, help, _ := strings.Cut(strings.TrimSuffix(line, "\n"), ": ")
		for i := range fields {
			if fields[i].Key == key && fields[i].Help == "" {
				fields[i].Help = help
			}
		}
	}
	return fields
}

// Find returns the row of a key.
func Find[S any](fields []Field[S], key string) (Field[S], bool) {
	i := slices.IndexFunc(fields, func(f Field[S]) bool { return f.Key == key })
	if i < 0 {
		return Field[S]{}, false
	}
	return fields[i], true
}
