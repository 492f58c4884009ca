package querylog

import (
	"bufio"
	"encoding/csv"
	"errors"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"
)

func (l *Log) table(name string, r *bufio.Reader, columns Columns) error {
	head, _ := r.Peek(1 << 12)
	in := csv.NewReader(r)
	in.Comma = separator(string(head))
	in.FieldsPerRecord = -1
	in.LazyQuotes = in.Comma == '\t'
	header, err := in.Read()
	if err != nil {
		return tableError(name, err)
	}
	at, err := columnsOf(header, columns)
	if err != nil {
		return &FormError{name, 1, err.Error()}
	}
	for {
		row, err := in.Read()
		if errors.Is(err, io.EOF) {
			return nil
		}
		if err != nil {
			return tableError(name, err)
		}
		l.Rows++
		line, _ := in.FieldPos(0)
		e, err := at.entry(row)
		switch {
		case err != nil:
			return &FormError{name, line, err.Error()}
		case !utf8.ValidString(e.text):
			return &FormError{name, line, "not UTF-8; convert the file"}
		case e.text == "":
			l.Empty++
		default:
			l.add(e)
		}
	}
}

func tableError(name string, err error) error {
	var parse *csv.ParseError
	if errors.As(err, &parse) {
		return &FormError{name, parse.Line, parse.Err.Error()}
	}
	return fmt.Errorf("query log %s: %w", name, err)
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

// positions are the columns of query, client and count, -1 for none.
type positions struct{ query, client, count int }

func columnsOf(header []string, columns Columns) (positions, error) {
	find := func(given string, usual []string) (int, error) {
		for _, want := range names(given, usual) {
			if i := slices.IndexFunc(header, func(h string) bool { return strings.EqualFold(strings.TrimSpace(h), want) }); i >= 0 {
				return i, nil
			}
		}
		if given != "" {
			return -1, fmt.Errorf("no column is called %q", given)
		}
		return -1, nil
	}
	var at positions
	var errs [3]error
	at.query, errs[0] = find(columns.Query, queryNames)
	at.client, errs[1] = find(columns.Client, clientNames)
	at.count, errs[2] = find(columns.Count, countNames)
	if err := errors.Join(errs[:]...); err != nil {
		return at, err
	}
	if at.query < 0 {
		return at, fmt.Errorf("the header names none of the columns %s; write a header, or say which column is the query", strings.Join(queryNames, ", "))
	}
	return at, nil
}

func (p positions) entry(row []string) (entry, error) {
	cell := func(i int) string {
		if i < 0 || i >= len(row) {
			return ""
		}
		return strings.TrimSpace(row[i])
	}
	e := entry{text: cell(p.query), client: cell(p.client), count: 1}
	if text := cell(p.count); text != "" {
		n, err := countOf(text)
		if err != nil {
			return e, err
		}
		e.count = n
	}
	return e, nil
}

// mostSearches bounds a count, so that sums of counts times queries fit.
const mostSearches = 1 << 40

func countOf(text string) (int, error) {
	n, err := strconv.Atoi(text)
	if err != nil || n < 1 || n > mostSearches {
		return 0, fmt.Errorf("count %q is not a number of searches", text)
	}
	return n, nil
}
