package querylog

import (
	"bufio"
	"encoding/csv"
	"errors"
	"fmt"
	"io"
	"strings"
)

// table reads rows below a header.
func (l *Log) table(r *bufio.Reader, columns Columns) error {
	head, _ := r.Peek(1 << 12)
	in := csv.NewReader(r)
	in.Comma = separator(string(head))
	in.FieldsPerRecord = -1
	in.LazyQuotes = in.Comma == '\t'
	header, err := in.Read()
	if err != nil {
		return l.tableError(err)
	}
	at, err := columnsOf(header, columns)
	if err != nil {
		return l.fault(1, err)
	}
	for {
		row, err := in.Read()
		if errors.Is(err, io.EOF) {
			return nil
		}
		if err != nil {
			return l.tableError(err)
		}
		line, _ := in.FieldPos(0)
		if err := l.record(line, columns, func(names []string) (string, error) {
			if i := place(at, names); i >= 0 && i < len(row) {
				return strings.TrimSpace(row[i]), nil
			}
			return "", nil
		}); err != nil {
			return err
		}
	}
}

func (l *Log) tableError(err error) error {
	var parse *csv.ParseError
	if errors.As(err, &parse) {
		return l.fault(parse.Line, parse.Err)
	}
	return fmt.Errorf("query log %s: %w", l.name, err)
}

// separator returns the one that the header has most of.
func separator(head string) rune {
	header, _, _ := strings.Cut(head, "\n")
	best := ','
	for _, c := range []rune{';', '\t'} {
		if strings.Count(header, string(c)) > strings.Count(header, string(best)) {
			best = c
		}
	}
	return best
}

// columnsOf returns the places of columns by their names in lower case, where those that are asked for are among them.
func columnsOf(header []string, columns Columns) (map[string]int, error) {
	at := map[string]int{}
	for i, name := range header {
		name = strings.ToLower(strings.TrimSpace(name))
		if _, twice := at[name]; !twice {
			at[name] = i
		}
	}
	var errs []error
	for _, given := range []string{columns.Query, columns.Client, columns.Count} {
		if given != "" && place(at, []string{given}) < 0 {
			errs = append(errs, fmt.Errorf("no column is called %q", given))
		}
	}
	if columns.Query == "" && place(at, queryNames) < 0 {
		errs = append(errs, fmt.Errorf("the header names none of the columns %s; write a header, or say which column is the query", strings.Join(queryNames, ", ")))
	}
	return at, errors.Join(errs...)
}

// place returns that of the first of these columns that is there, -1 for none.
func place(at map[string]int, names []string) int {
	for _, name := range names {
		if i, ok := at[strings.ToLower(name)]; ok {
			return i
		}
	}
	return -1
}
