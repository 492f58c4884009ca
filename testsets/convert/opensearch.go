package convert

import (
	"cmp"
	"context"
	"slices"
	"strconv"
	"strings"

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
	if !slices.Contains(*to, text) {
		*to = append(*to, text)
	}
}

// writeOpenSearch writes ratings as strings: an integer makes the importer fail.
func writeOpenSearch(set *testsets.TestSet, _ ExportOptions) ([]File, error) {
	type rating struct {
		Doc    string `json:"docId"`
		Rating string `json:"rating"`
	}
	type judged struct {
		Query   string   `json:"query"`
		Ratings []rating `json:"ratings"`
	}
	queries := []map[string]string{}
	judgments := []judged{}
	for _, q := range set.Queries {
		queries = append(queries, map[string]string{"queryText": q.Text})
		if len(q.Relevant) == 0 {
			continue
		}
		j := judged{q.Text, []rating{}}
		for _, r := range q.Relevant {
			j.Ratings = append(j.Ratings, rating{r.Doc, strconv.FormatFloat(float64(r.Grade), 'f', 1, 64)})
		}
		judgments = append(judgments, j)
	}
	about := cmp.Or(set.Description, "exported test set "+strings.TrimSpace(set.Name+" "+set.Version))
	const most = 2000 // characters that it takes
	if r := []rune(about); len(r) > most {
		about = string(r[:most])
	}
	type head struct {
		Name        string `json:"name"`
		Description string `json:"description"`
	}
	a, err := plainjson.Document(struct {
		head
		Sampling string              `json:"sampling"`
		Queries  []map[string]string `json:"querySetQueries"`
	}{head{set.Name, about}, "manual", queries})
	if err != nil {
		return nil, err
	}
	b, err := plainjson.Document(struct {
		head
		Type      string   `json:"type"`
		Judgments []judged `json:"judgmentRatings"`
	}{head{set.Name, about}, "IMPORT_JUDGMENT", judgments})
	return []File{{"queryset.json", a}, {"judgments.json", b}}, err
}
