package document

import (
	"fmt"
	"strings"
	"testing"
)

// A table of more columns than a screen has is in parts that fit, each with the
// texts that its rows begin with, and every number in one of them.
func TestWideTable(t *testing.T) {
	wide := Table{Columns: []Column{{Head: "query", Elastic: true}}}
	row := []string{"query-17"}
	for i := range 20 {
		wide.Columns = append(wide.Columns, Column{Head: fmt.Sprintf("measure%d", i), Right: true})
		row = append(row, fmt.Sprintf("0.%04d", i))
	}
	wide.Add(row...)
	for _, limit := range []int{40, 80, 100} {
		d := New(Text, Screen{Width: limit})
		d.Table("", wide)
		text, err := d.Finish()
		if err != nil {
			t.Fatal(err)
		}
		parts := strings.Split(strings.TrimSpace(text), "\n\n")
		if len(parts) < 2 {
			t.Errorf("%d columns: one part, want several", limit)
		}
		for _, part := range parts {
			if !strings.Contains(part, "\nquery-17 ") {
				t.Errorf("%d columns: a part does not say whose numbers these are:\n%s", limit, part)
			}
			for line := range strings.Lines(part) {
				if Width(strings.TrimSuffix(line, "\n")) > limit {
					t.Errorf("%d columns: %q is wider", limit, line)
				}
			}
		}
		for _, number := range row[1:] {
			if strings.Count(text, number) != 1 {
				t.Errorf("%d columns: %s stands %d times, want once", limit, number, strings.Count(text, number))
			}
		}
	}
	d := New(Text, Screen{})
	d.Table("", wide)
	if text, _ := d.Finish(); strings.Contains(strings.TrimSpace(text), "\n\n") {
		t.Error("without a limit: several parts, want one")
	}
}
