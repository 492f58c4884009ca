package convert

import (
	"context"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"

	"github.com/rankduel/rankduel/internal/delimited"
	"github.com/rankduel/rankduel/internal/prose"
	"github.com/rankduel/rankduel/testsets"
	"github.com/rankduel/rankduel/testsets/convert/sheet"
)

// looksPromptfoo reports variables as columns, and expectations.
func looksPromptfoo(f *file) bool {
	t := headOf(f)
	return t != nil && slices.ContainsFunc(t.Header, func(c string) bool { return strings.HasPrefix(c, "__expected") })
}

func readPromptfoo(ctx context.Context, f *file, d *draft) error {
	t, err := d.table(ctx, f)
	if err != nil {
		return err
	}
	question, err := questionColumn(t, d.opts.Columns)
	if err != nil {
		return err
	}
	d.format = testsets.Golden
	kinds, kept := map[string]bool{}, 0
	for _, r := range t.Rows {
		at := place{file: f.path, line: r.Line}
		if strings.TrimSpace(r.Cells[question]) == "" {
			d.fault(at, "a row without a text in the column %q", t.Header[question])
			continue
		}
		q := d.byText(r.Cells[question], at)
		for i, name := range t.Header {
			if strings.HasPrefix(name, "__expected") && r.Cells[i] != "" {
				if kind := d.expectation(q, r.Cells[i]); kind != "" {
					kinds[kind] = true
					kept++
				}
			}
		}
	}
	names := slices.Sorted(maps.Keys(kinds))
	d.count(Dropped, "assertions", kept, "assertion", "other than contains and not-contains: "+prose.FirstFew(names))
	var columns []string
	for i, name := range t.Header {
		if i != question && !strings.HasPrefix(name, "__expected") {
			columns = append(columns, name)
		}
	}
	d.count(Dropped, "columns", len(columns), "column", "not read: "+prose.FirstFew(columns))
	return nil
}

// questionColumn returns the column of the query: declared, known by its name, or the only
// one that is not an expectation.
func questionColumn(t *sheet.Table, declared string) (int, error) {
	at, err := t.Columns(declared)
	if err != nil {
		return 0, err
	}
	if i, ok := at[sheet.Query]; ok {
		return i, nil
	}
	var free []int
	for i, name := range t.Header {
		if !strings.HasPrefix(name, "__") {
			free = append(free, i)
		}
	}
	if len(free) == 1 {
		return free[0], nil
	}
	return 0, fmt.Errorf("%s: which column is the query: %s? say --columns query=NAME", t.Path, prose.Quoted(t.Header))
}

// expectation adds one, or says what kind it is when a test set cannot hold it.
func (d *draft) expectation(q *query, cell string) string {
	kind, value, ok := strings.Cut(cell, ":")
	switch {
	case ok && kind == "contains":
		d.expects(&q.MustContain, value)
	case ok && kind == "not-contains":
		d.expects(&q.Forbidden, value)
	case ok && kind == "contains-all":
		for part := range strings.SplitSeq(value, ",") {
			d.expects(&q.MustContain, strings.TrimSpace(part))
		}
	case !ok || strings.ContainsAny(kind, " .?!"):
		return "equals"
	default:
		return kind
	}
	return ""
}

func writePromptfoo(set *testsets.TestSet, _ ExportOptions) ([]File, error) {
	most := 1
	for _, q := range set.Queries {
		most = max(most, len(q.MustContain)+len(q.Forbidden))
	}
	var t delimited.Table
	head := []string{"query"}
	for i := range most {
		head = append(head, "__expected"+strconv.Itoa(i+1))
	}
	t.Rows = append(t.Rows, head)
	for _, q := range set.Queries {
		cells := []string{q.Text}
		for _, s := range q.MustContain {
			cells = append(cells, "contains:"+s)
		}
		for _, s := range q.Forbidden {
			cells = append(cells, "not-contains:"+s)
		}
		for len(cells) < len(head) {
			cells = append(cells, "")
		}
		t.Rows = append(t.Rows, cells)
	}
	return oneTable(t)
}
