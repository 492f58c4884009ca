package convert

import (
	"context"
	"slices"
	"strconv"
	"strings"

	"github.com/rankduel/rankduel/internal/ordered"
	"github.com/rankduel/rankduel/testsets/convert/sheet"
)

func (d *draft) tableRecords(ctx context.Context, f *file) ([]record, error) {
	t, err := d.table(ctx, f)
	if err != nil {
		return nil, err
	}
	lists := make([]*cellLists, len(t.Header))
	for i, name := range t.Header {
		switch named := slices.Contains(strings.FieldsFunc(d.opts.DocField, isListMark), name); {
		case named, name == d.opts.GradeField, namesDocuments(name):
			of := d.listsIn(t, i)
			lists[i] = &of
		case slices.Contains(passageKeys(), name):
			lists[i] = &cellLists{} // as Python writes lists alone: texts have any marks
		}
	}
	var list []record
	for _, r := range t.Rows {
		m := map[string]any{}
		for i, name := range t.Header {
			switch {
			case r.Cells[i] == "":
			case lists[i] == nil:
				m[name] = r.Cells[i]
			default:
				entries := ordered.Each(lists[i].entries(r.Cells[i]), func(entry string) any { return entry })
				m[name] = entries
			}
		}
		list = append(list, record{m, place{file: f.path, line: r.Line}})
	}
	return list, nil
}

// isListMark reports what is between names in --doc-field A=2,B+C=1.
func isListMark(r rune) bool { return strings.ContainsRune(",+=", r) }

// wholeCells keeps cells as they are.
const wholeCells = "none"

// cellLists reads the cells of a column: ['a', "b", 9], or entries with what is between them.
type cellLists struct{ between string }

// listsIn finds what is between the entries of a column's cells: what was said, or the
// mark that occurs. Where the name of the column is that of one document it has to be said.
func (d *draft) listsIn(t *sheet.Table, column int) cellLists {
	if d.opts.Lists != "" {
		return cellLists{strings.TrimSuffix(d.opts.Lists, wholeCells)}
	}
	whole := ordered.Set(ordered.Each(t.Rows, func(r sheet.Row) string { return strings.TrimSpace(r.Cells[column]) }))
	var found []string
	var first sheet.Row
	for _, mark := range []string{";", "|", ",", " "} {
		i := slices.IndexFunc(t.Rows, func(r sheet.Row) bool { return separates(mark, r.Cells[column], whole) })
		if i >= 0 && (mark != " " || len(found) == 0) {
			found = append(found, mark)
			first = t.Rows[i]
		}
	}
	name := snake(t.Header[column])
	switch {
	case len(found) == 0:
		return cellLists{}
	case len(found) > 1 || !strings.HasSuffix(name, "s") && name != "relevant":
		d.fault(place{file: t.Path, line: first.Line}, "%q in the column %q may be a list: --list-separator '%s' reads it so, and --list-separator %s as one id",
			cut(first.Cells[column]), t.Header[column], found[0], wholeCells)
	}
	d.count(Told, "lists", 1, "column", "with lists in its cells, read with "+strconv.Quote(found[0])+" between their entries: --list-separator says otherwise")
	return cellLists{found[0]}
}

// separates reports a cell with a mark between entries. Names have spaces too, so they
// count where all that they separate are whole cells elsewhere.
func separates(mark, cell string, whole map[string]bool) bool {
	cell = strings.TrimSpace(cell)
	switch parts := strings.Fields(cell); {
	case strings.HasPrefix(cell, "["):
		return false
	case mark == " ":
		return len(parts) > 1 && !slices.ContainsFunc(parts, func(part string) bool { return !whole[part] })
	}
	return strings.Contains(cell, mark)
}

func (l cellLists) entries(cell string) []string {
	inner, ok := strings.CutPrefix(strings.TrimSpace(cell), "[")
	var out []string
	switch {
	case ok:
		inner = strings.TrimSuffix(inner, "]")
		for inner = strings.TrimLeft(inner, " ,\n"); inner != ""; inner = strings.TrimLeft(inner, " ,\n") {
			var item string
			item, inner = pythonItem(inner)
			out = append(out, item)
		}
	case l.between == "":
		return []string{cell}
	case l.between == " ":
		return strings.Fields(cell)
	default:
		for part := range strings.SplitSeq(cell, l.between) {
			if part = strings.TrimSpace(part); part != "" {
				out = append(out, part)
			}
		}
	}
	return out
}

// pythonItem cuts the first item off a list: a string in either quotes, or a word.
func pythonItem(s string) (item, rest string) {
	quote := s[0]
	if quote != '\'' && quote != '"' {
		item, rest, _ = strings.Cut(s, ",")
		return strings.TrimSpace(item), rest
	}
	var b strings.Builder
	for i := 1; i < len(s); i++ {
		switch {
		case s[i] == '\\' && i+1 < len(s):
			i++
			if s[i] == 'n' {
				b.WriteByte('\n')
			} else {
				b.WriteByte(s[i])
			}
		case s[i] == quote:
			return b.String(), s[i+1:]
		default:
			b.WriteByte(s[i])
		}
	}
	return b.String(), ""
}
