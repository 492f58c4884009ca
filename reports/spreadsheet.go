package reports

import (
	"encoding/csv"
	"io"
	"strconv"
	"strings"
)

// ForSpreadsheet copies a CSV file so that a spreadsheet that opens it computes
// nothing: cells that it would take for formulas begin with an apostrophe.
// Numbers stay as they are. Such a file is for eyes; ids in it may differ from
// those of the test set.
func ForSpreadsheet(w io.Writer, r io.Reader) error {
	in, out := csv.NewReader(r), csv.NewWriter(w)
	in.FieldsPerRecord = -1
	for {
		row, err := in.Read()
		if err == io.EOF {
			out.Flush()
			return out.Error()
		}
		if err != nil {
			return err
		}
		for i, cell := range row {
			if isFormula(cell) {
				row[i] = "'" + cell
			}
		}
		if err := out.Write(row); err != nil {
			return err
		}
	}
}

// isFormula tells whether a cell begins as a formula does in one of the
// spreadsheets in use, full-width signs among them, and is no number.
func isFormula(cell string) bool {
	if !strings.ContainsAny(firstRune(cell), "=+-@\t\r\n＝＋－＠") {
		return false
	}
	_, err := strconv.ParseFloat(cell, 64)
	return err != nil
}

func firstRune(s string) string {
	for _, r := range s {
		return string(r)
	}
	return ""
}
