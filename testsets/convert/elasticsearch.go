package convert

import (
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/rankduel/rankduel/internal/jq"
	"github.com/rankduel/rankduel/internal/prose"
	"github.com/rankduel/rankduel/testsets"
)

// elasticFormat returns the body of a _rank_eval request.
func elasticFormat() Format {
	return Format{
		Name: "elasticsearch", Title: "_rank_eval requests of Elasticsearch",
		Holds: Holds{IDs: true, Grades: true, Zero: true, Unjudged: true},
		takes: []string{"query-text", "index", "field"},
		looks: only(func(f *file) bool {
			h := f.head()
			return strings.HasPrefix(strings.TrimSpace(h), "{") && strings.Contains(h, `"requests"`) && strings.Contains(h, `"ratings"`)
		}),
		read: ofOneFile(readElastic), write: writeElastic,
	}
}

type elasticRating struct {
	Index  string  `json:"_index"`
	ID     anyText `json:"_id"`
	Rating anyText `json:"rating"`
}

func readElastic(ctx context.Context, f *file, d *draft) error {
	var root struct {
		Requests []json.RawMessage `json:"requests"`
	}
	if err := d.decodeJSON(ctx, f, &root); err != nil {
		return err
	}
	if d.opts.QueryText == "" {
		return needsQueryText(f, root.Requests)
	}
	expression, err := jq.Compile("--query-text", d.opts.QueryText)
	if err != nil {
		return err
	}
	indexes := map[string]bool{}
	var judged []elasticJudged
	for i, raw := range root.Requests {
		at := place{file: f.path, path: fmt.Sprintf("requests[%d]", i)}
		j := d.elasticRequest(ctx, raw, expression, at)
		for _, r := range j.ratings {
			indexes[r.Index] = true
		}
		if j.query != nil {
			judged = append(judged, j)
		}
	}
	for _, j := range judged {
		d.elasticRatings(j, len(indexes) > 1)
	}
	if len(indexes) > 1 {
		d.count(Changed, "indexes", len(indexes), "index", "of judged documents: ids are written index/id, since one id in two of them is two documents")
	}
	return nil
}

// An elasticJudged is a query with its ratings, before it is known how many indexes
// there are. One with a fault has neither.
type elasticJudged struct {
	*query
	ratings []elasticRating
	at      place
}

// elasticRequest reads one request but for its ratings.
func (d *draft) elasticRequest(ctx context.Context, raw json.RawMessage, expression *jq.Expression, at place) (j elasticJudged) {
	var r struct {
		ID      anyText         `json:"id"`
		Ratings []elasticRating `json:"ratings"`
	}
	if err := json.Unmarshal(raw, &r); err != nil {
		d.fault(at, "%w", err)
		return j
	}
	var value any
	_ = json.Unmarshal(raw, &value) // it was read just now
	found, err := expression.List(ctx, 2, value)
	switch {
	case r.ID == "":
		d.fault(at, "a request without an id")
	case err != nil:
		d.fault(at, "%w", err)
	case len(found) != 1 || textOf(found[0]) == "":
		d.fault(at, "--query-text gives no text for request %q; it holds text at %s", string(r.ID), strings.Join(paths(raw), ", "))
	case d.ids[string(r.ID)] != nil:
		d.fault(at, "request %q again; give one of them another id", string(r.ID))
	default:
		return elasticJudged{d.named(string(r.ID), textOf(found[0]), at), r.Ratings, at}
	}
	return j
}

func (d *draft) elasticRatings(j elasticJudged, several bool) {
	for _, rating := range j.ratings {
		doc := string(rating.ID)
		if several {
			doc = rating.Index + "/" + doc
		}
		if rating.ID == "" || rating.Rating == "" {
			d.fault(j.at, "a rating needs _id and rating")
			continue
		}
		j.judge(mark{doc: doc, label: string(rating.Rating), at: j.at})
	}
}

// needsQueryText says where the requests hold text.
func needsQueryText(f *file, requests []json.RawMessage) error {
	var where []string
	for _, raw := range requests {
		list := paths(raw)
		if len(list) > 0 && !slices.ContainsFunc(list, func(p string) bool { return slices.Contains(where, p) }) {
			where = append(where, list[0])
		}
	}
	if len(where) == 0 {
		return fmt.Errorf("%s: requests have no field for the text of the query, and these hold none", f.path)
	}
	return fmt.Errorf("%s: requests have no field for the text of the query; say where it stands, as a jq expression: --query-text '%s'", f.path, strings.Join(where, " // "))
}

// paths returns where a request holds text, as jq writes paths.
func paths(raw json.RawMessage) []string {
	var v map[string]any
	if json.Unmarshal(raw, &v) != nil {
		return nil
	}
	var out []string
	var walk func(at string, v any)
	walk = func(at string, v any) {
		switch v := v.(type) {
		case string:
			out = append(out, at)
		case []any:
			for i, item := range v {
				walk(fmt.Sprintf("%s[%d]", at, i), item)
			}
		case map[string]any:
			for _, key := range slices.Sorted(maps.Keys(v)) {
				step := "." + key
				if strings.Trim(key, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_") != "" {
					step = "[" + quoted(key) + "]"
				}
				walk(at+step, v[key])
			}
		}
	}
	for _, key := range []string{"params", "request"} {
		walk("."+key, v[key])
	}
	return out
}

func writeElastic(set *testsets.TestSet, o ExportOptions) ([]File, error) {
	if o.Index == "" {
		return nil, fmt.Errorf("ratings name the index of each document: give it with --index; %s wait for it", prose.Plural(len(set.Queries), "query"))
	}
	type rating struct {
		Index  string `json:"_index"`
		ID     string `json:"_id"`
		Rating int    `json:"rating"`
	}
	type request struct {
		ID      string   `json:"id"`
		Request any      `json:"request"`
		Ratings []rating `json:"ratings"`
	}
	requests := []request{}
	for _, q := range set.Queries {
		r := request{q.ID, map[string]any{"query": map[string]any{"match": map[string]string{cmp.Or(o.Field, "text"): q.Text}}}, []rating{}}
		for _, j := range q.Relevant {
			r.Ratings = append(r.Ratings, rating{o.Index, j.Doc, j.Grade})
		}
		requests = append(requests, r)
	}
	data, err := document(map[string]any{"requests": requests, "metric": map[string]any{"dcg": map[string]any{"k": 10, "normalize": true}}})
	return []File{{"", data}}, err
}
