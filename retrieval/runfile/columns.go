package runfile

import (
	"fmt"
	"slices"
	"strings"
)

// The names of a column, the one to prefer first. The package comment has them
// too.
var (
	queryNames    = []string{"query_id", "query-id", "qid", "q_id"}
	idNames       = []string{"doc_id", "docno", "corpus-id", "corpus_id", "docid"}
	scoreNames    = []string{"score"}
	rankNames     = []string{"rank"}
	textNames     = []string{"text"}
	documentNames = []string{"document"}
)

// columns are the positions of the columns of a table; -1 where it lacks one.
type columns struct{ query, id, score, rank, text, document int }

// findColumns looks for the columns in a list of names.
func findColumns(header []string) columns {
	find := func(names []string) int {
		for _, name := range names {
			if i := slices.Index(header, name); i >= 0 {
				return i
			}
		}
		return -1
	}
	return columns{
		query: find(queryNames), id: find(idNames), score: find(scoreNames),
		rank: find(rankNames), text: find(textNames), document: find(documentNames),
	}
}

// hasIDs tells whether query and document have a column, without which a list
// of names is not a header of a run.
func (c columns) hasIDs() bool { return c.query >= 0 && c.id >= 0 }

// check says what is missing.
func (c columns) check(header []string) error {
	var missing []string
	if c.query < 0 {
		missing = append(missing, "the query ("+strings.Join(queryNames, ", ")+")")
	}
	if c.id < 0 {
		missing = append(missing, "the document ("+strings.Join(idNames, ", ")+")")
	}
	if c.score < 0 && c.rank < 0 {
		missing = append(missing, "the score (score) or rank (rank)")
	}
	if len(missing) == 0 {
		return nil
	}
	return fmt.Errorf("no column for %s; the columns are %q", strings.Join(missing, " and "), header)
}
