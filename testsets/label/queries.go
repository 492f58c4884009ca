package label

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/rankduel/rankduel/internal/delimited"
	"github.com/rankduel/rankduel/internal/prose"
)

// A Query is what a labeller reads of a query before its documents.
type Query struct {
	Text string
	Need string
	Type string // its stratum; labellers do not see it
}

// OpenQueries reads a table of queries: CSV whose header names query_id, query_text and, if it likes, need
// and query_type, among other columns. It may come from a spreadsheet.
func OpenQueries(path string) (map[string]Query, error) {
	data, err := Content(path)
	if err != nil {
		return nil, err
	}
	t, err := delimited.Read(data)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	if len(t.Rows) == 0 {
		return nil, fmt.Errorf("%s %w", path, ErrEmpty)
	}
	at := func(column string) int { return slices.Index(t.Rows[0], column) }
	if at("query_id") < 0 || at("query_text") < 0 {
		return nil, fmt.Errorf("%s:%d: has no columns query_id and query_text", path, t.Lines[0])
	}
	list := map[string]Query{}
	var faults []error
	for i, row := range t.Rows[1:] {
		cell := func(column string) string {
			if i := at(column); i >= 0 && i < len(row) {
				return row[i]
			}
			return ""
		}
		id := cell("query_id")
		if _, twice := list[id]; twice || id == "" {
			faults = append(faults, fmt.Errorf("%s:%d: query id %q is empty or there twice", path, t.Lines[i+1], id))
			continue
		}
		list[id] = Query{Text: cell("query_text"), Need: cell("need"), Type: cell("query_type")}
	}
	return list, prose.JoinFirst(faults)
}

// Describe gives the pool's items the texts of their queries, where they have none of their own. A query
// without any text is an error: no one can grade for an id.
func (p *Pool) Describe(queries map[string]Query) error {
	var silent []string
	for i := range p.Items {
		item := &p.Items[i]
		q := queries[item.Query]
		item.QueryText = cmp.Or(item.QueryText, q.Text)
		item.Need = cmp.Or(item.Need, q.Need)
		if strings.TrimSpace(item.QueryText) == "" && !slices.Contains(silent, item.Query) {
			silent = append(silent, item.Query)
		}
	}
	if len(silent) == 0 {
		return nil
	}
	return fmt.Errorf("%s: %d of its queries have no text, the first %q; add query_text to its lines, or name a table with query_id and query_text (--queries FILE.csv)", p.Name, len(silent), silent[0])
}
