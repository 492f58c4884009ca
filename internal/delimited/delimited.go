// Package delimited reads and writes tables as spreadsheets save them: in UTF-8 with and without a mark,
// UTF-16 or the code page of western Windows, with commas, semicolons, tabs or bars between cells. What it
// made of the bytes it says. It knows no columns.
package delimited

import (
	"bytes"
	"encoding/csv"
	"errors"
	"fmt"
	"io"
	"strings"
	"unicode/utf8"

	"golang.org/x/text/encoding/unicode"

	"github.com/rankduel/rankduel/internal/ordered"
)

// A Table is what a file holds.
type Table struct {
	Rows      [][]string // the first is usually a header
	Lines     []int      // where each begins in the file, from 1
	Encoding  string     // UTF-8, UTF-16 or Windows-1252
	Separator rune
}

// ErrNUL is about bytes that are no text: a workbook under the name of a CSV file, or UTF-16 without its mark.
var ErrNUL = errors.New("holds NUL bytes, so it is no CSV in UTF-8; save it as CSV UTF-8")

// Read reads a table. Rows may differ in length; rows of nothing are left out.
func Read(data []byte) (Table, error) {
	text, encoding, err := Text(data)
	if err != nil {
		return Table{}, err
	}
	if !strings.Contains(text, "\n") { // the line ends of the first Macintosh
		text = strings.ReplaceAll(text, "\r", "\n")
	}
	t := Table{Encoding: encoding}
	skipped := 0
	text, t.Separator = declared(text)
	if t.Separator != 0 {
		skipped = 1
	} else {
		t.Separator = sniffed(text)
	}
	r := csv.NewReader(strings.NewReader(text))
	r.Comma, r.FieldsPerRecord = t.Separator, -1
	for {
		row, err := r.Read()
		if err == io.EOF {
			return t, nil
		}
		var fault *csv.ParseError
		if errors.As(err, &fault) {
			return t, fmt.Errorf("line %d: %w; a quotation mark inside a cell is written twice, and the cell is in quotation marks", fault.Line+skipped, fault.Err)
		}
		if err != nil {
			return t, err
		}
		if strings.TrimSpace(strings.Join(row, "")) == "" {
			continue
		}
		line, _ := r.FieldPos(0)
		t.Rows, t.Lines = append(t.Rows, row), append(t.Lines, line+skipped)
	}
}

// Text makes text of bytes and says what it took them for.
func Text(data []byte) (text, encoding string, err error) {
	if bytes.HasPrefix(data, []byte("\xff\xfe")) || bytes.HasPrefix(data, []byte("\xfe\xff")) {
		out, err := unicode.UTF16(unicode.LittleEndian, unicode.UseBOM).NewDecoder().Bytes(data)
		return string(out), "UTF-16", err
	}
	data = bytes.TrimPrefix(data, []byte("\ufeff"))
	if bytes.IndexByte(data, 0) >= 0 {
		return "", "", ErrNUL
	}
	if utf8.Valid(data) {
		return string(data), "UTF-8", nil
	}
	return string(ordered.Each(data, windows1252)), "Windows-1252", nil
}

// windows1252 returns a character of the code page: x/text would link the tables of all of them, 88 kB.
func windows1252(c byte) rune {
	if c < 0x80 || c > 0x9f {
		return rune(c)
	}
	return []rune("€\ufffd‚ƒ„…†‡ˆ‰Š‹Œ\ufffdŽ\ufffd\ufffd‘’“”•–—˜™š›œ\ufffdžŸ")[c-0x80]
}

// declared takes the line sep=; off, which Excel writes and reads.
func declared(text string) (rest string, separator rune) {
	line, rest, _ := strings.Cut(text, "\n")
	line = strings.Trim(line, "\" \r")
	if after, ok := strings.CutPrefix(line, "sep="); ok && utf8.RuneCountInString(after) == 1 {
		r, _ := utf8.DecodeRuneInString(after)
		return rest, r
	}
	return text, 0
}

// sniffed returns the separator that the first line has most of, outside of quotation marks.
func sniffed(text string) rune {
	count := map[rune]int{}
	quoted := false
	for _, r := range strings.TrimLeft(text, "\r\n") {
		if r == '"' {
			quoted = !quoted
		}
		if r == '\n' && !quoted {
			break
		}
		if !quoted {
			count[r]++
		}
	}
	best := ','
	for _, r := range []rune{';', '\t', '|'} {
		if count[r] > count[best] {
			best = r
		}
	}
	return best
}
