package document

import (
	"errors"
	"fmt"
	"math"
	"reflect"
	"strconv"
	"strings"

	"github.com/rankduel/rankduel/internal/delimited"
	"github.com/rankduel/rankduel/internal/plainjson"
)

// A CSV is a CSV file under construction.
type CSV struct {
	table delimited.Table
	err   error
}

// NewCSV returns a file with the heads of its columns.
func NewCSV(heads ...string) *CSV {
	s := &CSV{}
	s.Row(heads...)
	return s
}

// Row adds a row.
func (s *CSV) Row(cells ...string) { s.table.Rows = append(s.table.Rows, cells) }

// Number writes the shortest text that reads back to v, or nothing for nil. NaN and ±Inf are kept as the sheet's error.
func (s *CSV) Number(v *float64) string {
	if v == nil {
		return ""
	}
	if (math.IsNaN(*v) || math.IsInf(*v, 0)) && s.err == nil {
		s.err = fmt.Errorf("unsupported value %v", *v)
	}
	return strconv.FormatFloat(*v, 'g', -1, 64)
}

// Finish returns the file.
func (s *CSV) Finish() (string, error) {
	var b strings.Builder
	err := errors.Join(s.err, s.table.Write(&b))
	return b.String(), err
}

// Indented writes a value as indented JSON, see complete. A NaN or an infinity is an error.
func Indented(v any) (string, error) {
	text, err := plainjson.Document(complete(reflect.ValueOf(v)).Interface())
	return string(text), err
}
