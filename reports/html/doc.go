// Package html writes a comparison as one page that explains itself: a file that works from a folder, offline, without scripts,
// and that loads nothing. docs/report-page.md shows it, docs/adr/0020-pages.md has the reasons.
//
// Go writes everything that has to be read; the script adds a table of all queries with their ranked lists. Neither computes
// statistics: a filter shows other queries, and no other p value. What is not known is said to be unknown.
//
// Ids, texts and names are data, never markup: the templates escape them by where they are, and the drawings in one place. The
// policy of the page allows the one script and the one style sheet by their hashes, so that no query can load, run or send anything.
//
//	err := html.Write(f, &reports.Data{Comparison: c, Systems: details}, html.Options{})
package html
