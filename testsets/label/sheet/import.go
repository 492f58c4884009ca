package sheet

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/rankduel/rankduel/internal/delimited"
	"github.com/rankduel/rankduel/internal/prose"
	"github.com/rankduel/rankduel/testsets"
	"github.com/rankduel/rankduel/testsets/label"
)

// Filled is what a sheet that came back says.
type Filled struct {
	Answers  map[int]label.Answer // by row, from 0
	Blank    int                  // rows without a grade
	Missing  int                  // rows that were exported and are not there
	Encoding string
}

// Import reads a sheet that Export wrote and people filled, in the encoding that their program saved.
func Import(name string, data []byte, rows []label.Row, scale testsets.Scale) (Filled, error) {
	t, err := delimited.Read(data)
	if err != nil {
		return Filled{}, fmt.Errorf("%s: %w", name, err)
	}
	return Fill(name, t, rows, scale)
}

// Fill takes the answers of a table that people filled. Rows may stand in any order, and columns may be
// added; what was exported must be there as it was, or the row may be about another document by now. Every
// fault is reported, with its cell, and then nothing is taken.
func Fill(name string, t delimited.Table, rows []label.Row, scale testsets.Scale) (Filled, error) {
	if len(t.Rows) == 0 {
		return Filled{}, fmt.Errorf("%s %w", name, label.ErrEmpty)
	}
	in := reading{name: name, rows: rows, scale: scale, at: map[string]int{}, seen: map[int]int{}, exported: places(rows), out: Filled{Answers: map[int]label.Answer{}, Encoding: t.Encoding}}
	if err := in.head(t.Rows[0]); err != nil {
		return Filled{}, err
	}
	for i, row := range t.Rows[1:] {
		in.line = t.Lines[i+1]
		in.row(row)
	}
	if 2*in.moved > len(in.seen) {
		return Filled{}, fmt.Errorf("%s: %d of %d rows are about what another row was exported with: the sheet is another person's, or was exported with another --seed or pool",
			name, in.moved, len(in.seen))
	}
	in.out.Missing = len(rows) - len(in.seen)
	return in.out, prose.JoinFirst(in.faults)
}

type reading struct {
	name  string
	line  int
	rows  []label.Row
	scale testsets.Scale
	at    map[string]int // column → place
	seen  map[int]int    // row → line

	exported map[[2]string]int // ids → row
	moved    int               // rows with the ids of another row, as the order of another person has
	out      Filled
	faults   []error
}

func (in *reading) head(head []string) error {
	for i, name := range head {
		name = strings.ToLower(strings.TrimSpace(name))
		if _, twice := in.at[name]; twice && slices.Contains(columns(in.rows), name) {
			return fmt.Errorf("%s: column %q is there twice", in.name, name)
		}
		in.at[name] = i
	}
	for _, name := range []string{"row", "query_id", "doc_id", "grade"} {
		if _, ok := in.at[name]; !ok {
			return fmt.Errorf("%s: the first row has no column %q; import a sheet that was exported with the same command", in.name, name)
		}
	}
	return nil
}

func (in *reading) cell(row []string, column string) string {
	at, ok := in.at[column]
	if !ok || at >= len(row) {
		return ""
	}
	return row[at]
}

func (in *reading) fault(column, format string, args ...any) {
	in.faults = append(in.faults, fmt.Errorf("%s:%d: column %s (%s): %s", in.name, in.line, delimited.Letters(in.at[column]), column, fmt.Sprintf(format, args...)))
}

func (in *reading) row(row []string) {
	number, err := parseInt(in.cell(row, "row"))
	if err != nil || number < 1 || number > len(in.rows) {
		in.fault("row", "%q is not one of the %d rows that were exported", in.cell(row, "row"), len(in.rows))
		return
	}
	if first, twice := in.seen[number]; twice {
		in.fault("row", "row %d stands in line %d already", number, first)
		return
	}
	in.seen[number] = in.line
	before := len(in.faults)
	shown := cells(number, in.rows[number-1])
	if exported, ok := in.exported[[2]string{in.cell(row, "query_id"), in.cell(row, "doc_id")}]; ok && exported != number-1 {
		in.moved++
	}
	for _, column := range []string{"query_id", "doc_id"} {
		if got, want := in.cell(row, column), shown[column]; got != want && got != delimited.GuardText(want) {
			in.fault(column, "is %q, and %q was exported; ids must stay as they are (a spreadsheet may have made a number or a date of it: format the column as text before it is opened)", got, want)
		}
	}
	answer, given := in.answer(row, shown["comment"])
	if given && len(in.faults) == before {
		in.out.Answers[number-1] = answer
	}
}

// places returns the rows by their ids, as they are and as cells show them.
func places(rows []label.Row) map[[2]string]int {
	at := make(map[[2]string]int, len(rows))
	for i, r := range rows {
		for _, query := range []string{r.Query, delimited.GuardText(r.Query)} {
			for _, doc := range []string{r.Doc, delimited.GuardText(r.Doc)} {
				at[[2]string{query, doc}] = i
			}
		}
	}
	return at
}

// answer reads grade and comment of a row.
func (in *reading) answer(row []string, exported string) (label.Answer, bool) {
	grade := strings.TrimSpace(in.cell(row, "grade"))
	comment := in.comment(row, exported)
	switch {
	case grade == "" && comment == exported:
		in.out.Blank++
		return label.Answer{}, false
	case grade == "":
		in.out.Blank++
		in.fault("comment", "has a comment and no grade; write %s as the grade if it cannot be judged", cannotJudge)
		return label.Answer{}, false
	case strings.EqualFold(grade, cannotJudge):
		if comment == "" {
			in.fault("comment", "is empty; say why it cannot be judged")
		}
		return label.Answer{State: label.CannotJudge, Comment: comment}, true
	}
	g, err := parseInt(grade)
	if err != nil {
		in.fault("grade", "%q is neither a grade nor %s", grade, cannotJudge)
	} else if !in.scale.Has(g) {
		in.fault("grade", "%d is not on the scale (%s)", g, in.scale)
	}
	return label.Answer{State: label.Graded, Grade: g, Comment: comment}, true
}

// comment returns what was written. The apostrophe before one that was exported comes
// off; one that someone typed stays.
func (in *reading) comment(row []string, exported string) string {
	c := in.cell(row, "comment")
	if c == delimited.GuardText(exported) {
		return exported
	}
	return strings.TrimSpace(c)
}

// parseInt reads a number as spreadsheets write it: 3, 3.0 or 3,0.
func parseInt(s string) (int, error) {
	s = strings.TrimSpace(s)
	if i := strings.IndexAny(s, ".,"); i > 0 && strings.Trim(s[i+1:], "0") == "" {
		s = s[:i]
	}
	return strconv.Atoi(s)
}
