package delimited

import (
	"bytes"
	"cmp"
	"encoding/csv"
	"io"
	"strconv"
	"strings"
	"unicode/utf8"
)

// Write writes the rows as CSV (RFC 4180, lines ending in LF), with the separator of the table, or a comma
// if it has none. Cells keep their bytes: an id that begins with =, +, - or @ would otherwise not be found
// again where it came from. Guarded changes them for people who open the file in a spreadsheet.
func (t Table) Write(w io.Writer) error {
	out := csv.NewWriter(w)
	out.Comma = cmp.Or(t.Separator, ',')
	return out.WriteAll(t.Rows)
}

// Bytes returns what Write writes.
func (t Table) Bytes() ([]byte, error) {
	var b bytes.Buffer
	err := t.Write(&b)
	return b.Bytes(), err
}

// Guarded returns the table with every cell guarded.
func (t Table) Guarded() Table {
	rows := make([][]string, len(t.Rows))
	for i, row := range t.Rows {
		for _, cell := range row {
			rows[i] = append(rows[i], guard(cell))
		}
	}
	t.Rows = rows
	return t
}

// WriteGuarded copies a file that Write wrote with commas, its cells guarded.
func WriteGuarded(w io.Writer, written io.Reader) error {
	in := csv.NewReader(written)
	in.FieldsPerRecord = -1
	rows, err := in.ReadAll()
	if err != nil {
		return err
	}
	return Table{Rows: rows}.Guarded().Write(w)
}

// guard returns a cell of which a spreadsheet computes nothing: one that begins as a formula does gets an
// apostrophe in front, and so does one that has apostrophes there already, so that Unguard returns what was
// there. A number stays as it is.
func guard(cell string) string {
	if _, err := strconv.ParseFloat(cell, 64); err == nil {
		return cell
	}
	return GuardText(cell)
}

// GuardText guards a cell that is text also where it looks like a number with a sign, as ids may.
func GuardText(cell string) string {
	if StartsFormula(strings.TrimLeft(cell, "'")) {
		return "'" + cell
	}
	return cell
}

// Unguard returns the cell that Guarded or GuardText was given.
func Unguard(cell string) string {
	if rest, guarded := strings.CutPrefix(cell, "'"); guarded && StartsFormula(strings.TrimLeft(rest, "'")) {
		return rest
	}
	return cell
}

// StartsFormula reports whether a cell begins as a formula does in one of the
// spreadsheets in use. Full-width signs count too.
func StartsFormula(cell string) bool {
	first, _ := utf8.DecodeRuneInString(cell)
	return cell != "" && strings.ContainsRune("=+-@\t\r\n＝＋－＠", first)
}

// Letters names a column, from 0, as spreadsheets do: A, B, … Z, AA.
func Letters(at int) string {
	name := ""
	for at++; at > 0; at = (at - 1) / 26 {
		name = string(rune('A'+(at-1)%26)) + name
	}
	return name
}
