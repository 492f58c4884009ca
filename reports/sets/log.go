package sets

import (
	"io"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"github.com/rankduel/rankduel/internal/ordered"
	"github.com/rankduel/rankduel/internal/prose"
	"github.com/rankduel/rankduel/reports"
	"github.com/rankduel/rankduel/reports/document"
	"github.com/rankduel/rankduel/testsets/history"
)

// WriteLog writes the versions of test sets in a folder.
func WriteLog(w io.Writer, l *history.Log, f reports.Format, o reports.Options) error {
	return reports.Write(w, f, o, reports.Forms{JSON: l, Document: func(d *document.Document) {
		d.Heading(logTitle(l, d.Safe))
		d.Table("", logTable(l, o.Verbose || d.Form == document.Markdown))
		d.Lines(logNotes(l, d.Safe)...)
	}})
}

func logTitle(l *history.Log, safe func(string) string) string {
	title := document.Plural(len(l.Versions), "version", "versions") + " in " + safe(l.Folder)
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
		return document.Plural(len(sets), "test set", "test sets") + " in " + safe(l.Folder) + ", one version of each"
	case len(l.Broken) == 0 && parents == 0:
		return title + ", and none says which one it was made from"
	case len(l.Broken) == 0:
		return title + ", every parent is there unchanged"
	}
	return title + ", " + document.Plural(len(l.Broken), "broken link", "broken links")
}

// logTable has the hashes where there is room for them.
func logTable(l *history.Log, all bool) document.Table {
	several := slices.ContainsFunc(l.Versions, func(v history.Entry) bool { return v.Family != l.Versions[0].Family })
	t := document.NewTable(document.Names("set", "version"), document.Words("created"), document.Numbers("queries"), document.Words("from"), document.Numbers("added", "removed", "changed"), document.IDs("file"),
		document.Numbers("held out"), document.Words("sha256"))
	for _, v := range l.Versions {
		from, added, gone, changed := "", "", "", ""
		if v.Parent != nil && v.Link == history.Whole {
			from, added, gone, changed = v.Parent.Version, strconv.Itoa(v.Added), strconv.Itoa(v.Gone), strconv.Itoa(v.Changed)
		} else if v.Parent != nil {
			from = "! " + v.Parent.Version
		}
		t.Add(v.Family, named(v.Version, reports.Unchanged), v.Created, strconv.Itoa(v.Queries), from, added, gone, changed, filepath.Base(v.File), strconv.Itoa(v.HeldOut), v.SHA256)
	}
	t.Only(several, "set")
	t.Only(all, "held out", "sha256")
	return t
}

func logNotes(l *history.Log, safe func(string) string) []string {
	lines := prose.Notes(ordered.Each(l.Broken, func(b string) string { return "! " + safe(b) }))
	if len(l.Unread) == 1 {
		return append(lines, "not read: "+safe(l.Unread[0].Error))
	}
	unread := ordered.Each(l.Unread, func(u history.Unread) string { return safe(filepath.Base(u.File)) })
	lines.If(len(unread) > 0, "not read, for they are no test sets or have faults, which `rankduel testset validate` lists: %s", strings.Join(unread, ", "))
	return lines
}
