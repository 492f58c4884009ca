package convert

import (
	"cmp"
	"context"
	"fmt"
	"strings"

	"github.com/rankduel/rankduel/internal/jq"
	"github.com/rankduel/rankduel/internal/ordered"
	"github.com/rankduel/rankduel/internal/plainjson"
	"github.com/rankduel/rankduel/internal/prose"
	"github.com/rankduel/rankduel/testsets"
)

func readElastic(ctx context.Context, f *file, d *draft) error {
	if d.opts.QueryText == "" {
		return d.needsQueryText(ctx, f)
	}
	expression, err := jq.Compile("--query-text", d.opts.QueryText)
	if err != nil {
		return err
	}
	return d.shaped(ctx, f, "elasticsearch", func(request any) ([]any, error) { return expression.List(ctx, 2, request) })
}

// mostPlaces bounds the places of texts that an error names.
const mostPlaces = 100

// needsQueryText says where the requests hold text.
func (d *draft) needsQueryText(ctx context.Context, f *file) error {
	var root map[string]any
	if err := d.decodeJSON(ctx, f, &root); err != nil {
		return err
	}
	find, err := shapeJQ("elasticsearch-texts", shapes().Shapes["elasticsearch-texts"].Read)
	if err != nil {
		return err
	}
	where, err := find.List(ctx, mostPlaces, any(root), nil, nil, nil)
	if err != nil || len(where) == 0 {
		return fmt.Errorf("%s: requests have no field for the text of the query, and these hold none", f.path)
	}
	return fmt.Errorf("%s: requests have no field for the text of the query; say where it stands, as a jq expression: --query-text '%s'", f.path, strings.Join(textsOf(where), " // "))
}

func writeElastic(set *testsets.TestSet, o ExportOptions) ([]File, error) {
	if o.Index == "" {
		return nil, fmt.Errorf("ratings name the index of each document: give it with --index; %s wait for it", prose.Plural(len(set.Queries), "query"))
	}
	requests := []plainjson.Object{}
	for _, q := range set.Queries {
		ratings := ordered.Each(q.Relevant, func(j testsets.Judgment) any {
			return plainjson.Object{{"_index", o.Index}, {"_id", j.Doc}, {"rating", j.Grade}}
		})
		match := map[string]any{"query": map[string]any{"match": map[string]string{cmp.Or(o.Field, "text"): q.Text}}}
		requests = append(requests, plainjson.Object{{"id", q.ID}, {"request", match}, {"ratings", ratings}})
	}
	data, err := plainjson.Document(map[string]any{"requests": requests, "metric": map[string]any{"dcg": map[string]any{"k": 10, "normalize": true}}})
	return []File{{"", data}}, err
}
