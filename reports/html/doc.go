// Package html writes a comparison as one page that explains itself: a file that
// works from a folder, offline, without scripts, and that loads nothing.
//
// Go writes everything that has to be read: the verdict, what is wrong with the
// inputs, tables, and every figure as SVG in two layouts, one for wide and one
// for narrow screens. The script, which is part of the file, adds a table of all
// queries with their ranked lists side by side. It never computes statistics: a
// filter shows other queries, and no other p value.
//
// The page computes nothing either. Numbers are those of the comparison, and of
// the single queries behind it; what is not known is said to be unknown.
//
// Ids, texts and names are data, never markup: the templates escape them by where
// they are, and the drawings in one place. The policy of the page allows the one
// script and the one style sheet by their hashes, and nothing else, so that no query
// can load, run or send anything.
//
//	err := html.Write(f, &reports.Data{Comparison: c, Systems: details}, html.Options{})
package html
