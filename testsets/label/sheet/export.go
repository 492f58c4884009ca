// Package sheet takes a person's questions to a spreadsheet and their answers back. Nothing in queries and documents is
// a formula there: a cell that begins as one gets an apostrophe, which is taken off only where it was put.
package sheet

import (
	"io"
	"slices"
	"strconv"

	"github.com/rankduel/rankduel/internal/delimited"
	"github.com/rankduel/rankduel/internal/ordered"
	"github.com/rankduel/rankduel/testsets"
	"github.com/rankduel/rankduel/testsets/label"
)

// columns returns those of a sheet. need and others are there when a row has one.
func columns(rows []label.Row) []string {
	list := []string{"row", "query_id", "query_text", "need", "doc_id", "title", "text", "others", "grade", "comment"}
	return slices.DeleteFunc(list, func(column string) bool {
		return column == "need" && !slices.ContainsFunc(rows, func(r label.Row) bool { return r.Need != "" }) ||
			column == "others" && !slices.ContainsFunc(rows, func(r label.Row) bool { return r.Others != "" })
	})
}

// cells returns what a row shows, by column.
func cells(number int, r label.Row) map[string]string {
	out := map[string]string{
		"row": strconv.Itoa(number), "query_id": r.Query, "query_text": r.QueryText, "need": r.Need,
		"doc_id": r.Doc, "title": r.Title, "text": r.Text, "others": r.Others,
	}
	if r.Said != nil {
		out["comment"] = r.Said.Comment
		switch r.Said.State {
		case label.Graded:
			out["grade"] = strconv.Itoa(*r.Said.Grade)
		case label.CannotJudge:
			out["grade"] = cannotJudge
		}
	}
	return out
}

// cannotJudge is what stands for a grade where there is none to give.
const cannotJudge = "x"

// Table returns questions and what was said to them, the header first, with texts as
// they are: for cells that are typed as text.
func Table(rows []label.Row) [][]string {
	head := columns(rows)
	out := [][]string{head}
	for i, r := range rows {
		shown := cells(i+1, r)
		row := ordered.Each(head, func(name string) string { return shown[name] })
		out = append(out, row)
	}
	return out
}

// Choices returns what can stand in the column of grades, whose name is Grade.
func Choices(scale testsets.Scale) []string {
	out := ordered.Each(scale, func(l testsets.Level) string { return strconv.Itoa(l.Grade) })
	return append(out, cannotJudge)
}

// Grade is the name of the column to be filled.
const Grade = "grade"

// Export writes the table as CSV that spreadsheets open as it is: UTF-8 with a
// mark, so that Excel does not guess, and with nothing that would be computed.
func Export(w io.Writer, rows []label.Row) error {
	if _, err := io.WriteString(w, "\ufeff"); err != nil {
		return err
	}
	t := delimited.Table{Rows: Table(rows)}
	for _, row := range t.Rows {
		for i, cell := range row {
			row[i] = delimited.GuardText(cell)
		}
	}
	return t.Write(w)
}
