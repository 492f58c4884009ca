package convert

import (
	"cmp"
	"context"
	"strconv"
	"strings"

	"github.com/rankduel/rankduel/internal/ordered"
	"github.com/rankduel/rankduel/internal/plainjson"
	"github.com/rankduel/rankduel/testsets"
)

func readOpenSearch(ctx context.Context, in *input, d *draft) error {
	for _, form := range []string{"opensearch-queries", "opensearch-judgments"} { // query sets first: they have the order
		for _, f := range in.files {
			if err := d.shaped(ctx, f, form, nil); err != nil {
				return err
			}
		}
	}
	return nil
}

// answer keeps a reference answer as a text that answers contain, if asked to.
func (d *draft) answer(q *query, answers ...string) {
	n := 0
	for _, a := range answers {
		if strings.TrimSpace(a) == "" {
			continue
		}
		n++
		if d.opts.Answers == mustContain {
			d.expects(&q.MustContain, a)
			d.format = testsets.Golden
		}
	}
	if d.opts.Answers != mustContain {
		d.count(Dropped, "answers", n, "reference answer", "for which a test set has no place; --answers must-contain makes texts of them that an answer has to contain word for word")
	}
}

func (d *draft) expects(to *[]string, text string) {
	*to = ordered.With(*to, text)
}

// writeOpenSearch writes ratings as strings: an integer makes the importer fail.
func writeOpenSearch(set *testsets.TestSet, _ ExportOptions) ([]File, error) {
	queries, judgments := []map[string]string{}, []map[string]any{}
	for _, q := range set.Queries {
		queries = append(queries, map[string]string{"queryText": q.Text})
		if len(q.Relevant) == 0 {
			continue
		}
		ratings := ordered.Each(q.Relevant, func(j testsets.Judgment) any {
			return map[string]string{"docId": j.Doc, "rating": strconv.FormatFloat(float64(j.Grade), 'f', 1, 64)}
		})
		judgments = append(judgments, map[string]any{"query": q.Text, "ratings": ratings})
	}
	about := cmp.Or(set.Description, "exported test set "+strings.TrimSpace(set.Name+" "+set.Version))
	const most = 2000 // characters that it takes
	if r := []rune(about); len(r) > most {
		about = string(r[:most])
	}
	document := func(more ...[2]any) ([]byte, error) {
		return plainjson.Document(append(plainjson.Object{{"name", set.Name}, {"description", about}}, more...))
	}
	a, err := document([2]any{"sampling", "manual"}, [2]any{"querySetQueries", queries})
	if err != nil {
		return nil, err
	}
	b, err := document([2]any{"type", "IMPORT_JUDGMENT"}, [2]any{"judgmentRatings", judgments})
	return []File{{"queryset.json", a}, {"judgments.json", b}}, err
}
