package convert

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/rankduel/rankduel/testsets"
)

// openSearchFormat returns query sets and judgments of Search Relevance, in files of
// their own.
func openSearchFormat() Format {
	looks := func(f *file) bool {
		return strings.Contains(f.head(), `"judgmentRatings"`) || strings.Contains(f.head(), `"querySetQueries"`)
	}
	return Format{
		Name: "opensearch", Title: "query sets and judgments of OpenSearch Search Relevance",
		Holds: Holds{Grades: true, Zero: true, Unjudged: true},
		takes: []string{"answers"},
		looks: func(in *input) bool { return !in.any(func(f *file) bool { return !looks(f) }) },
		read:  readOpenSearch, write: writeOpenSearch,
	}
}

type openSearchFile struct {
	Name    string `json:"name"`
	Queries []struct {
		Text   string `json:"queryText"`
		Answer string `json:"referenceAnswer"`
	} `json:"querySetQueries"`
	Judgments []struct {
		Query   string `json:"query"`
		Ratings []struct {
			Doc    anyText `json:"docId"`
			Rating anyText `json:"rating"`
		} `json:"ratings"`
	} `json:"judgmentRatings"`
}

func readOpenSearch(ctx context.Context, in *input, d *draft) error {
	var read []openSearchFile
	for _, f := range in.files {
		var one openSearchFile
		if err := d.decodeJSON(ctx, f, &one); err != nil {
			return err
		}
		d.name = cmp.Or(d.name, one.Name)
		read = append(read, one)
	}
	for i, f := range in.files { // query sets first: they have the order
		for k, q := range read[i].Queries {
			at := place{file: f.path, path: fmt.Sprintf("querySetQueries[%d]", k)}
			if strings.TrimSpace(q.Text) == "" {
				d.fault(at, "a query without a text")
				continue
			}
			d.answer(d.byText(q.Text, at), q.Answer)
		}
	}
	for i, f := range in.files {
		for k, j := range read[i].Judgments {
			at := place{file: f.path, path: fmt.Sprintf("judgmentRatings[%d]", k)}
			if strings.TrimSpace(j.Query) == "" {
				d.fault(at, "judgments without a query")
				continue
			}
			q := d.byText(j.Query, at)
			for n, r := range j.Ratings {
				at.path = fmt.Sprintf("judgmentRatings[%d].ratings[%d]", k, n)
				q.judge(mark{doc: string(r.Doc), label: string(r.Rating), at: at})
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
	a, err := document(struct {
		head
		Sampling string              `json:"sampling"`
		Queries  []map[string]string `json:"querySetQueries"`
	}{head{set.Name, about}, "manual", queries})
	if err != nil {
		return nil, err
	}
	b, err := document(struct {
		head
		Type      string   `json:"type"`
		Judgments []judged `json:"judgmentRatings"`
	}{head{set.Name, about}, "IMPORT_JUDGMENT", judgments})
	return []File{{"queryset.json", a}, {"judgments.json", b}}, err
}
