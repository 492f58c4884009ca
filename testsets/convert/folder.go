package convert

import (
	"fmt"
	"slices"
	"strings"

	"github.com/rankduel/rankduel/internal/ordered"

	"github.com/rankduel/rankduel/internal/prose"
)

// legible returns the files that hold text. In a folder others may stand next to
// them, such as archives of documents; a file that was given has to be read.
func (in *input) legible() []*file {
	if in.folder == "" {
		return in.files
	}
	return ordered.Where(in.files, func(f *file) bool { return f.head() != "" })
}

// namesQueries tells queries from documents, which look the same, by the name of the file.
func namesQueries(f *file) bool {
	return slices.ContainsFunc([]string{"qry", "que", "topic"}, func(word string) bool { return strings.Contains(f.base(), word) })
}

// isCollection reports a file of a folder that holds documents in the form of
// topics: another file has the name of queries, and this one has not.
func (in *input) isCollection(f *file) bool {
	return in.folder != "" && !namesQueries(f) &&
		in.any(func(other *file) bool { return other != f && namesQueries(other) && topicForm(other) != "" })
}

// one returns the file of judgments where a folder has several of them that exclude
// each other: the one of the usual name. The others are told of.
func (d *draft) one(in *input, files []*file, usual func(*file) bool) ([]*file, error) {
	if in.folder == "" || len(files) < 2 {
		return files, nil
	}
	var named []*file
	var all, others []string
	for _, f := range files {
		all = append(all, f.rel)
		if usual(f) {
			named = append(named, f)
		} else {
			others = append(others, f.rel)
		}
	}
	if len(named) != 1 {
		return nil, fmt.Errorf("%s: %s of judgments, %s; give the files of one: rankduel testset import QUERIES JUDGMENTS",
			in.folder, prose.Plural(len(files), "file"), prose.Quoted(all))
	}
	d.count(Dropped, "other_judgments", len(others), "other file", "of judgments in the folder, "+prose.FirstFew(others)+"; "+named[0].rel+" was read")
	return named, nil
}

// severalCollections returns the error for a folder whose files say different things about the same queries.
func severalCollections(folder string, n int, what string) error {
	return fmt.Errorf("%s: %s of %s that name the same ids, so they are of different collections; give the files of one: rankduel testset import TOPICS QRELS",
		folder, prose.Plural(n, "file"), what)
}

// judgedInTwoFiles reports a document of a query that more than one file judges.
func (d *draft) judgedInTwoFiles() bool {
	type pair struct{ query, doc string }
	in := map[pair]string{}
	twice := false
	d.eachMark(func(q *query, m *mark) {
		p := pair{q.ID, m.doc}
		if before, ok := in[p]; ok && before != m.at.file {
			twice = true
		}
		in[p] = m.at.file
	})
	return twice
}
