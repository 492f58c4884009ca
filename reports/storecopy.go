package reports

import (
	"fmt"
	"io"
	"strings"

	"github.com/rankduel/rankduel/experiment/result"
)

// StoreCopy writes what was copied from one store to another.
func StoreCopy(w io.Writer, c *result.StoreCopy, f Format, o Options) error {
	return write(w, f, map[Format]builder{
		Text: func() (string, error) {
			d := textDocument{o: o}
			d.sentences(printable(c.From) + " to " + printable(c.To))
			d.table("", copiedTables(c))
			d.sentences(copyCheck(c)...)
			return d.finish()
		},
		JSON: func() (string, error) { return indented(c) },
	})
}

func copiedTables(c *result.StoreCopy) table {
	t := table{columns: []column{
		{head: ""},
		{head: "found", right: true},
		{head: "copied", right: true},
		{head: "already there", right: true},
		{head: "other there", right: true},
		{head: "replaced", right: true},
		{head: "not copied", right: true},
	}}
	for _, r := range c.Tables {
		t.add(r.Name, fmt.Sprint(r.Found), fmt.Sprint(r.Copied), fmt.Sprint(r.There), fmt.Sprint(r.Differing), fmt.Sprint(r.Replaced), fmt.Sprint(r.Left))
	}
	return t
}

// copyCheck says what both stores came to when they were read again.
func copyCheck(c *result.StoreCopy) []string {
	var found, left []string
	kept, differing := 0, 0
	for _, t := range c.Tables {
		found = append(found, fmt.Sprintf("%d %s", t.Found, t.Name))
		kept += t.Differing
		differing += t.Unequal
		if t.Left > 0 {
			left = append(left, fmt.Sprintf("%d %s are not done and stay where they are worked off", t.Left, t.Name))
		}
	}
	lines := []string{"checked: " + strings.Join(found, ", ") + " read again from both, all equal"}
	switch {
	case differing > kept:
		lines = []string{fmt.Sprintf("checked: %d are not equal in both; somebody else writes to one of them: copy again", differing)}
	case differing > 0:
		lines = []string{fmt.Sprintf("checked: all equal but %d, which the second store keeps as it had them; --differing replace takes those of the first", kept)}
	}
	return append(lines, left...)
}
