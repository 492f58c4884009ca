package scorelog

import (
	"bufio"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strings"
)

// maxValue bounds one record, and what surrounds the records, in bytes of text.
const maxValue = 64 << 20

var errLarge = fmt.Errorf("a value of more than %d MiB outside lists of samples", maxValue>>20)

// A meter ends a value that is larger than maxValue.
type meter struct {
	from io.Reader
	left int
}

func (m *meter) Read(p []byte) (int, error) {
	if m.left <= 0 {
		return 0, errLarge
	}
	n, err := m.from.Read(p[:min(len(p), m.left)])
	m.left -= n
	return n, err
}

// A walker reads JSON value by value: entries of lists that may be records are
// handed on one by one, all else is kept in head.
type walker struct {
	meter *meter
	dec   *json.Decoder
	paths map[string]bool // of records, and of what is around them
	head  map[string]any
	each  func(path string, record any) error
}

func newWalker(r io.Reader, paths map[string]bool, each func(string, any) error) *walker {
	m := &meter{from: &pythonJSON{from: bufio.NewReaderSize(r, 64<<10)}, left: maxValue}
	dec := json.NewDecoder(m)
	dec.UseNumber()
	return &walker{meter: m, dec: dec, paths: paths, head: map[string]any{}, each: each}
}

// file reads the values of a file; entries of a list that is one are records too.
func (w *walker) file() error {
	for {
		w.meter.left = maxValue
		first, err := w.dec.Token()
		if errors.Is(err, io.EOF) {
			return nil
		}
		if err != nil {
			return err
		}
		switch first {
		case json.Delim('['):
			err = w.list("")
		case json.Delim('{'):
			w.head = map[string]any{}
			var streamed bool
			if streamed, err = w.object("", w.head); err == nil && !streamed {
				err = w.each("", w.head)
			}
		default:
			err = fmt.Errorf("want an object or a list, not %v", first)
		}
		if errors.Is(err, io.EOF) {
			err = errors.New("the file ends in the middle of a value: is it cut off?")
		}
		if err != nil {
			return err
		}
	}
}

// list hands on the entries of a list whose bracket was read.
func (w *walker) list(path string) error {
	for w.dec.More() {
		var record any
		if err := w.value(&record); err != nil {
			return err
		}
		if err := w.each(path, record); err != nil {
			return err
		}
	}
	_, err := w.dec.Token()
	return err
}

// object fills fields with an object whose brace was read, but for lists of records in it,
// and reports whether there was one.
func (w *walker) object(path string, fields map[string]any) (streamed bool, err error) {
	for w.dec.More() {
		key, err := w.dec.Token()
		if err != nil {
			return false, err
		}
		name := key.(string)
		at := strings.TrimPrefix(path+"."+name, ".")
		if !w.paths[at] {
			var v any
			if err := w.value(&v); err != nil {
				return false, err
			}
			fields[name] = v
			continue
		}
		within, err := w.around(at, name, fields)
		if err != nil {
			return false, err
		}
		streamed = streamed || within
	}
	_, err = w.dec.Token()
	return streamed, err
}

// around reads what may be a list of records, or an object that has one.
func (w *walker) around(path, name string, fields map[string]any) (streamed bool, err error) {
	w.meter.left = maxValue
	first, err := w.dec.Token()
	switch {
	case err != nil:
		return false, err
	case first == json.Delim('['):
		return true, w.list(path)
	case first == json.Delim('{'):
		inner := map[string]any{}
		fields[name] = inner
		return w.object(path, inner)
	}
	fields[name] = first
	return false, nil
}

func (w *walker) value(v *any) error {
	w.meter.left = maxValue
	return w.dec.Decode(v)
}
