package convert

import (
	"context"
	"slices"
	"strings"
)

// tableRecords reads rows as records. Lists stand in cells as Python writes
// them, or joined by semicolons.
func (d *draft) tableRecords(ctx context.Context, f *file) ([]record, error) {
	t, err := d.table(ctx, f)
	if err != nil {
		return nil, err
	}
	var list []record
	for _, r := range t.Rows {
		m := map[string]any{}
		for i, name := range t.Header {
			if r.Cells[i] == "" {
				continue
			}
			m[name] = r.Cells[i]
			if (&field{name: name, word: true}).namesDocuments() || name == d.opts.DocField || slices.Contains(passageKeys(), name) {
				m[name] = cellList(r.Cells[i])
			}
		}
		list = append(list, record{m, place{file: f.path, line: r.Line}})
	}
	return list, nil
}

// cellList reads ['a', "b", 9], or a;b.
func cellList(cell string) []any {
	inner, ok := strings.CutPrefix(strings.TrimSpace(cell), "[")
	if !ok {
		var out []any
		for part := range strings.SplitSeq(cell, ";") {
			out = append(out, strings.TrimSpace(part))
		}
		return out
	}
	inner = strings.TrimSuffix(inner, "]")
	var out []any
	for inner = strings.TrimLeft(inner, " ,\n"); inner != ""; inner = strings.TrimLeft(inner, " ,\n") {
		var item string
		item, inner = pythonItem(inner)
		out = append(out, item)
	}
	return out
}

// pythonItem cuts the first item off a list: a string in either quotes, or a
// word.
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
