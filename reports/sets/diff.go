package sets

import (
	"cmp"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"

	"github.com/rankduel/rankduel/internal/ordered"
	"github.com/rankduel/rankduel/internal/prose"
	"github.com/rankduel/rankduel/reports"
	"github.com/rankduel/rankduel/reports/document"
	"github.com/rankduel/rankduel/testsets/history"
)

// WriteDiff writes what changed from one version of a test set to another.
func WriteDiff(w io.Writer, d *history.Diff, f reports.Format, o reports.Options) error {
	return reports.Write(w, f, o, reports.Forms{JSON: d, Document: func(doc *document.Document) {
		if doc.Form == document.Text {
			doc.Lines(diffTitle(d, doc.Safe), linkLine(d, doc.Safe))
			doc.Table("", diffStrata(d), diffCounts(d)...)
			writeDiffLists(doc, diffLists(d, o.Long()))
			doc.Lines(diffMeans(d)...)
			return
		}
		doc.Heading(diffTitle(d, doc.Safe))
		doc.Lines(linkLine(d, doc.Safe))
		doc.Table("", diffStrata(d), diffCounts(d)...)
		doc.Lines(diffMeans(d)...)
		writeDiffLists(doc, diffLists(d, true))
	}})
}

func writeDiffLists(doc *document.Document, lists []diffList) {
	for _, list := range lists {
		doc.Folded(doc.Capital(list.title), list.table, list.more)
	}
}

// named returns a version as it is spoken of: v2, or the set's name where it has none.
func named(v history.Version, safe func(string) string) string {
	if v.Version == "" {
		return safe(v.Name)
	}
	return safe(v.Version)
}

func diffTitle(d *history.Diff, safe func(string) string) string {
	from, to := named(d.From, safe), named(d.To, safe)
	name := safe(d.To.Name)
	if d.From.Version == "" {
		name, from, to = "", safe(d.From.Name), safe(d.To.Name)
	}
	if name != "" {
		name += " "
	}
	if d.Same() {
		return fmt.Sprintf("%s%s and %s are the same, %s", name, from, to, document.Plural(d.Kept, "query", "queries"))
	}
	return fmt.Sprintf("%s%s → %s: %s kept, %d added, %d removed", name, from, to, document.Plural(d.Kept, "query", "queries"), len(d.Added), len(d.Gone))
}

func linkLine(d *history.Diff, safe func(string) string) string {
	from, to := named(d.From, safe), named(d.To, safe)
	switch d.Link {
	case history.Sibling:
		return "one content, sha256 " + document.Short(d.To.SHA256)
	case history.Whole:
		return fmt.Sprintf("%s names this content of %s as its parent, sha256 %s", to, from, document.Short(d.From.SHA256))
	case history.Back:
		return fmt.Sprintf("%s was made from %s: the newer one is first", from, to)
	case history.Changed:
		return fmt.Sprintf("! %s was made from %s, but not from this content, sha256 %s: the file was changed since, restore it from version control", to, from, document.Short(d.From.SHA256))
	case history.Other:
		return fmt.Sprintf("! %s was made from another version than %s", to, from)
	}
	if d.From.Version == d.To.Version && d.To.Version != "" {
		return fmt.Sprintf("! both say that they are %s, and their content differs: naming %s@%s gives either; give one another version", to, safe(d.To.Name), to)
	}
	return fmt.Sprintf("%s names no parent: nothing says that it was made from %s", to, from)
}

func diffStrata(d *history.Diff) document.Table {
	t := document.NewTable(document.Names("stratum"), document.Numbers("old", "new", "kept", "added", "removed", "reworded", "regraded"))
	for _, s := range d.Strata {
		counts := []int{s.Old, s.New, s.Kept, s.Added, s.Gone, s.Reworded, s.Regraded}
		t.Add(slices.Insert(ordered.Each(counts, strconv.Itoa), 0, cmp.Or(s.Stratum, noStrata))...)
	}
	return t
}

// diffCounts returns the changes that the table by strata does not have.
func diffCounts(d *history.Diff) []string {
	var lines []string
	say := func(what string, counts ...string) {
		some := ordered.Where(counts, func(c string) bool { return !strings.HasPrefix(c, "0 ") })
		if len(some) > 0 {
			lines = append(lines, what+strings.Join(some, ", "))
		}
	}
	say("judgments of kept queries: ", fmt.Sprintf("%d with another grade", len(d.Grades)), fmt.Sprintf("%d new", len(d.Judged)), fmt.Sprintf("%d gone", len(d.Lost)))
	say("kept queries: ", fmt.Sprintf("%d of another type", len(d.Retype)), fmt.Sprintf("%d in another part", len(d.Split)), document.Plural(len(d.Other), "other key", "other keys")+" changed")
	say("", document.Plural(len(d.Rename), "added query", "added queries")+" with the text of a removed one: the id changed")
	keys := ordered.Each(d.Header, func(c history.Change) string { return c.Key })
	if len(keys) > 0 {
		lines = append(lines, "header: "+strings.Join(keys, ", "))
	}
	return lines
}

// A diffList is one kind of change, in full or with a few rows.
type diffList struct {
	title string
	table document.Table
	more  string
}

// fewChanges are as many rows of a kind as a screen has room for.
const fewChanges = 4

func diffLists(d *history.Diff, all bool) []diffList {
	var lists []diffList
	add := func(title string, n int, t document.Table, row func(i int) []string) {
		list := diffList{title: fmt.Sprintf("%s (%d)", title, n), table: t}
		shown := n
		if !all && n > fewChanges {
			shown, list.more = fewChanges, fmt.Sprintf("and %d more: -v", n-fewChanges)
		}
		for i := range shown {
			list.table.Add(row(i)...)
		}
		lists = append(lists, list)
	}
	query := document.Column{Head: "query", Elastic: true, Code: true}
	text := func(head string) document.Column {
		return document.Column{Head: head, Elastic: true, Prose: true, Code: true}
	}
	of := func(list []history.QueryOf) func(int) []string {
		return func(i int) []string {
			return []string{list[i].QueryID, list[i].Stratum, strconv.Itoa(list[i].Judged), list[i].Text}
		}
	}
	queries := document.NewTable([]document.Column{query}, document.Names("stratum"), document.Numbers("judged"), []document.Column{text("text")})
	add("added", len(d.Added), queries, of(d.Added))
	add("removed", len(d.Gone), queries, of(d.Gone))
	changes := document.NewTable([]document.Column{query, text("before"), text("after")})
	changed := func(list []history.QueryChange) func(int) []string {
		return func(i int) []string { return []string{list[i].QueryID, list[i].Old, list[i].New} }
	}
	add("reworded", len(d.Reword), changes, changed(d.Reword))
	add("of another type", len(d.Retype), changes, changed(d.Retype))
	add("in another part", len(d.Split), changes, changed(d.Split))
	grades := document.NewTable([]document.Column{query}, document.IDs("document"), document.Numbers("before", "after"))
	regraded := func(list []history.GradeChange) func(int) []string {
		return func(i int) []string {
			return []string{list[i].QueryID, list[i].ID, document.Count(list[i].Old, document.Undefined), document.Count(list[i].New, document.Undefined)}
		}
	}
	add("grades changed", len(d.Grades), grades, regraded(d.Grades))
	add("judgments added", len(d.Judged), grades, regraded(d.Judged))
	add("judgments removed", len(d.Lost), grades, regraded(d.Lost))
	keys := document.NewTable([]document.Column{query}, document.Words("key"), []document.Column{text("before"), text("after")})
	add("other keys", len(d.Other), keys, func(i int) []string {
		return []string{d.Other[i].QueryID, d.Other[i].Key, d.Other[i].Old, d.Other[i].New}
	})
	add("ids changed", len(d.Rename), document.NewTable(document.Codes("before", "after")), func(i int) []string {
		return []string{d.Rename[i].Old, d.Rename[i].New}
	})
	return lists
}

// diffMeans says what the changes do to means, for anyone who reads a trend across
// the versions. The figures are of docs/versions.md.
func diffMeans(d *history.Diff) []string {
	var lines prose.Notes
	if len(d.Added)+len(d.Gone) > 2*len(d.Rename) {
		lines = append(lines, swapWarning)
	}
	if p := d.Pool; p.Added != nil && p.Kept != nil && *p.Added < 0.7**p.Kept {
		lines = append(lines, fmt.Sprintf("! %.1f documents are judged for an added query and %.1f for a kept one: a shallower pool by itself raises the mean", *p.Added, *p.Kept))
	}
	others := len(d.Reword)+len(d.Grades)+len(d.Judged)+len(d.Lost)+len(d.Split) > 0 && !d.Same()
	lines.If(others, "scores of kept queries that were reworded, regraded or moved to another part are not those of before")
	return lines
}

// swapWarning is what replacing queries does to the mean of a system.
const swapWarning = "other queries move the mean of an unchanged system: by ±.05 where 20 of 50 were replaced. A mean on one version and one on the other show a true +.02 with the wrong sign in a quarter of cases; compare both systems on one version"
