package reports

import (
	"fmt"
	"io"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"github.com/rankduel/rankduel/testsets/history"
)

// TestSetLog writes the versions of test sets in a folder.
func TestSetLog(w io.Writer, l *history.Log, f Format, o Options) error {
	return write(w, f, map[Format]builder{
		Text: func() (string, error) {
			d := textDocument{o: o}
			d.sentences(logTitle(l, printable))
			d.table("", logTable(l, o.Verbose))
			d.sentences(logNotes(l, printable)...)
			return d.finish()
		},
		Markdown: func() (string, error) {
			var d markdownDocument
			d.add("### " + logTitle(l, escape))
			d.table("", logTable(l, true))
			d.lines(logNotes(l, escape)...)
			return d.finish()
		},
		JSON: func() (string, error) { return indented(l) },
	})
}

func logTitle(l *history.Log, safe func(string) string) string {
	title := plural(len(l.Versions), "version", "versions") + " in " + safe(l.Folder)
	parents := 0
	sets := map[string]bool{}
	for _, v := range l.Versions {
		sets[v.Family] = true
		if v.Parent != nil {
			parents++
		}
	}
	switch {
	case len(l.Broken) == 0 && len(sets) == len(l.Versions) && len(sets) > 1:
		return plural(len(sets), "test set", "test sets") + " in " + safe(l.Folder) + ", one version of each"
	case len(l.Broken) == 0 && parents == 0:
		return title + ", and none says which one it was made from"
	case len(l.Broken) == 0:
		return title + ", every parent is there unchanged"
	}
	return title + ", " + plural(len(l.Broken), "broken link", "broken links")
}

// logTable has the hashes where there is room for them.
func logTable(l *history.Log, all bool) table {
	several := slices.ContainsFunc(l.Versions, func(v history.Entry) bool { return v.Family != l.Versions[0].Family })
	t := table{columns: []column{
		{head: "version", elastic: true},
		{head: "created"},
		{head: "queries", right: true},
		{head: "from"},
		{head: "added", right: true},
		{head: "removed", right: true},
		{head: "changed", right: true},
		{head: "file", elastic: true, code: true},
	}}
	if several {
		t.columns = slices.Insert(t.columns, 0, column{head: "set", elastic: true})
	}
	if all {
		t.columns = append(t.columns, column{head: "held out", right: true}, column{head: "sha256"})
	}
	for _, v := range l.Versions {
		row := []string{named(v.Version, func(s string) string { return s }), v.Created, strconv.Itoa(v.Queries), "", "", "", "", filepath.Base(v.File)}
		if v.Parent != nil && v.Link == history.Whole {
			row[3], row[4], row[5], row[6] = v.Parent.Version, strconv.Itoa(v.Added), strconv.Itoa(v.Gone), strconv.Itoa(v.Changed)
		} else if v.Parent != nil {
			row[3] = "! " + v.Parent.Version
		}
		if all {
			row = append(row, strconv.Itoa(v.HeldOut), v.SHA256)
		}
		if several {
			row = slices.Insert(row, 0, v.Family)
		}
		t.add(row...)
	}
	return t
}

func logNotes(l *history.Log, safe func(string) string) []string {
	var lines []string
	for _, b := range l.Broken {
		lines = append(lines, "! "+safe(b))
	}
	if len(l.Unread) == 1 {
		return append(lines, "not read: "+safe(l.Unread[0].Error))
	}
	var unread []string
	for _, u := range l.Unread {
		unread = append(unread, safe(filepath.Base(u.File)))
	}
	if len(unread) > 0 {
		lines = append(lines, fmt.Sprintf("not read, for they are no test sets or have faults, which `rankduel testset validate` lists: %s", strings.Join(unread, ", ")))
	}
	return lines
}
