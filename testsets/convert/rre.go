package convert

import (
	"cmp"
	"strconv"

	"github.com/rankduel/rankduel/internal/plainjson"
	"github.com/rankduel/rankduel/testsets"
)

// writeRRE writes {gain: [ids]}, the one form that all its readers take, with a group for each group of the set.
func writeRRE(set *testsets.TestSet, o ExportOptions) ([]File, error) {
	type outGroup struct {
		Name    string              `json:"name"`
		Queries []any               `json:"queries"`
		Ratings map[string][]string `json:"relevant_documents,omitempty"`
	}
	var groups []*outGroup
	byName := map[string]*outGroup{}
	for _, q := range set.Queries {
		g := byName[q.Group]
		if g == nil || q.Group == "" {
			g = &outGroup{Name: cmp.Or(q.Group, q.ID), Ratings: map[string][]string{}}
			byName[q.Group] = g
			for _, j := range q.Relevant {
				grade := strconv.Itoa(j.Grade)
				g.Ratings[grade] = append(g.Ratings[grade], j.Doc)
			}
			groups = append(groups, g)
		}
		g.Queries = append(g.Queries, map[string]any{"placeholders": map[string]string{"$query": q.Text}})
	}
	data, err := plainjson.Document(map[string]any{
		"id_field": "id", "index": o.Index,
		"topics": []map[string]any{{"description": set.Name, "query_groups": groups}},
	})
	return []File{{"", data}}, err
}
