package convert

import (
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"

	"github.com/rankduel/rankduel/internal/plainjson"
	"github.com/rankduel/rankduel/internal/prose"
	"github.com/rankduel/rankduel/testsets"
)

type rreFile struct {
	Placeholder string     `json:"query_placeholder"`
	Topics      []rreTopic `json:"topics"`
	rreTopic
}

type rreTopic struct {
	Description string     `json:"description"`
	Groups      []rreGroup `json:"query_groups"`
	rreGroup
}

type rreGroup struct {
	Name    string      `json:"name"`
	Queries []rreQuery  `json:"queries"`
	Ratings *rreRatings `json:"relevant_documents"`
}

type rreQuery struct {
	Template     string            `json:"template"`
	Placeholders map[string]ifText `json:"placeholders"`
	Ratings      *rreRatings       `json:"relevant_documents"`
}

// ifText is a value that is text; anything else is not wanted, and is none.
type ifText string

func (t *ifText) UnmarshalJSON(b []byte) error {
	_ = json.Unmarshal(b, (*string)(t))
	return nil
}

// rreRatings are documents with labels, in order.
type rreRatings struct{ doc, label []string }

// UnmarshalJSON reads both forms: {id: {gain}} and {gain: [ids]}. Objects are
// read in order, and a document twice is there twice.
func (r *rreRatings) UnmarshalJSON(b []byte) error {
	dec := json.NewDecoder(bytes.NewReader(b)) // of JSON that is valid
	if open, _ := dec.Token(); open != json.Delim('{') {
		return errors.New("relevant_documents is no object")
	}
	for dec.More() {
		name, _ := dec.Token()
		var value json.RawMessage
		_ = dec.Decode(&value)
		if err := r.add(fmt.Sprint(name), value); err != nil {
			return err
		}
	}
	return nil
}

func (r *rreRatings) add(name string, value json.RawMessage) error {
	if value[0] == '[' {
		var docs []anyText
		if err := json.Unmarshal(value, &docs); err != nil {
			return err
		}
		for _, doc := range docs {
			r.doc, r.label = append(r.doc, string(doc)), append(r.label, name)
		}
		return nil
	}
	var one struct{ Gain, Rating anyText }
	if err := json.Unmarshal(value, &one); err != nil {
		return err
	}
	label := cmp.Or(one.Gain, one.Rating)
	if label == "" {
		return fmt.Errorf("document %q has neither gain nor rating", name)
	}
	r.doc, r.label = append(r.doc, name), append(r.label, string(label))
	return nil
}

func readRRE(ctx context.Context, f *file, d *draft) error {
	var root rreFile
	if err := d.decodeJSON(ctx, f, &root); err != nil {
		return err
	}
	key := cmp.Or(root.Placeholder, "$query")
	others := map[string]bool{}
	topics := append(slices.Clone(root.Topics), root.rreTopic)
	for _, t := range topics {
		for _, g := range append(slices.Clone(t.Groups), t.rreGroup) {
			d.rreGroup(f, g, t.Description, key, others)
		}
	}
	if len(d.queries) == 0 {
		return fmt.Errorf("%s: no queries", f.path)
	}
	names := slices.Sorted(maps.Keys(others))
	d.count(Dropped, "placeholders", len(names), "placeholder", "of templates besides "+key+": "+prose.FirstFew(names))
	return nil
}

// rreGroup adds the queries of a group. A query's own ratings replace those of
// its group; where none has its own, the group asks for one thing.
func (d *draft) rreGroup(f *file, g rreGroup, topic, key string, others map[string]bool) {
	own := slices.ContainsFunc(g.Queries, func(q rreQuery) bool { return q.Ratings != nil })
	for i, q := range g.Queries {
		at := place{file: f.path, path: fmt.Sprintf("query %d of group %q", i+1, g.Name)}
		for name := range q.Placeholders {
			if name != key {
				others[name] = true
			}
		}
		text := string(q.Placeholders[key])
		if strings.TrimSpace(text) == "" {
			d.fault(at, "no placeholder %q with the text of the query; query_placeholder names another", key)
			continue
		}
		to := d.byText(text, at)
		if d.opts.StrataFrom == "topic" {
			d.once("type", &to.Type, topic, at, to)
		}
		ratings := cmp.Or(q.Ratings, g.Ratings)
		if g.Name != "" && !own && len(g.Queries) > 1 {
			d.once("group", &to.Group, g.Name, at, to)
		}
		if ratings == nil {
			continue
		}
		for k := range ratings.doc {
			to.judge(mark{doc: ratings.doc[k], label: ratings.label[k], at: at})
		}
	}
}

// writeRRE writes {gain: [ids]}, the one form that all its readers take, with a
// group for each group of the set.
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
