package convert

import (
	"context"
	"fmt"
	"maps"
	"slices"
	"strings"
)

// labelStudioFormat returns tasks with annotations; skipped ones are exported too.
func labelStudioFormat() Format {
	return Format{
		Name: "label-studio", Title: "tasks of Label Studio as JSON",
		looks: only(func(f *file) bool {
			return strings.Contains(f.head(), `"annotations"`) && strings.Contains(f.head(), `"data"`)
		}),
		read: perRecord(readLabelStudio),
	}
}

// argillaFormat returns flat records, in which drafts stand next to what was submitted.
func argillaFormat() Format {
	return Format{
		Name: "argilla", Title: "flat records of Argilla as JSON lines",
		looks: only(func(f *file) bool { return strings.Contains(f.head(), `.responses"`) }),
		read:  perRecord(readArgilla),
	}
}

// doccanoFormat loses who labelled, unless every person is exported alone.
func doccanoFormat() Format {
	return Format{
		Name: "doccano", Title: "documents of doccano as JSON lines",
		looks: only(func(f *file) bool {
			h := f.head()
			return strings.HasPrefix(strings.TrimSpace(h), "{") && strings.Contains(h, `"label"`) && strings.Contains(h, `"text"`) && strings.Contains(h, `"doc_id"`)
		}),
		read: perRecord(readDoccano),
	}
}

func perRecord(one func(d *draft, v map[string]any, at place)) func(context.Context, *input, *draft) error {
	return ofOneFile(func(ctx context.Context, f *file, d *draft) error {
		list, err := d.records(ctx, f)
		if err != nil {
			return err
		}
		for _, r := range list {
			v, ok := r.value.(map[string]any)
			if !ok {
				d.fault(r.at, "want an object")
				continue
			}
			one(d, v, r.at)
		}
		return nil
	})
}

// pair returns the query and the document of a record.
func (d *draft) pair(v map[string]any, at place) (*query, string) {
	pick := func(names ...string) string {
		for _, n := range names {
			if s := textOf(v[n]); s != "" {
				return s
			}
		}
		return ""
	}
	id, text, doc := pick("query_id", "qid"), pick("query_text", "query", "question"), pick("doc_id", "docid", "document_id")
	if id == "" && text == "" || doc == "" {
		d.fault(at, "a record needs query_id or query_text, and doc_id; it has %s", strings.Join(slices.Sorted(maps.Keys(v)), ", "))
		return nil, ""
	}
	return d.named(id, text, at), doc
}

func readLabelStudio(d *draft, v map[string]any, at place) {
	data, _ := v["data"].(map[string]any)
	q, doc := d.pair(data, at)
	if q == nil {
		return
	}
	annotations, _ := v["annotations"].([]any)
	for _, a := range annotations {
		one, _ := a.(map[string]any)
		if one["was_cancelled"] == true {
			d.count(Dropped, "skipped", 1, "annotation", "skipped by the annotator")
			continue
		}
		results, _ := one["result"].([]any)
		for _, r := range results {
			result, _ := r.(map[string]any)
			value, _ := result["value"].(map[string]any)
			labels := append(textsOf(value["choices"]), append(textsOf(value["rating"]), textsOf(value["number"])...)...)
			if len(labels) != 1 {
				d.count(Dropped, "no_labels", 1, "result", "without exactly one label, such as a comment")
				continue
			}
			q.judge(mark{doc: doc, label: labels[0], judge: userOf(one["completed_by"]), at: at})
		}
	}
}

// userOf returns a person by number, or as an object with an address.
func userOf(v any) string {
	if m, ok := v.(map[string]any); ok {
		for _, k := range []string{"email", "username", "id"} {
			if s := textOf(m[k]); s != "" {
				return s
			}
		}
	}
	return textOf(v)
}

func readArgilla(d *draft, v map[string]any, at place) {
	q, doc := d.pair(v, at)
	if q == nil {
		return
	}
	for _, key := range slices.Sorted(maps.Keys(v)) {
		name, ok := strings.CutSuffix(key, ".responses")
		if !ok {
			continue
		}
		labels, users, states := textsOf(v[key]), textsOf(v[key+".users"]), textsOf(v[key+".status"])
		if len(users) != len(labels) || len(states) != len(labels) {
			d.fault(at, "%s: %d responses, %d users, %d states", name, len(labels), len(users), len(states))
			continue
		}
		for i, label := range labels {
			if states[i] != "submitted" {
				d.count(Dropped, "not_submitted", 1, "response", "not submitted: a draft, or discarded")
				continue
			}
			q.judge(mark{doc: doc, label: label, judge: users[i], at: at})
		}
	}
}

func readDoccano(d *draft, v map[string]any, at place) {
	q, doc := d.pair(v, at)
	if q == nil {
		return
	}
	labels := textsOf(v["label"])
	if len(labels) > 1 {
		d.fault(at, "%d labels, %s, and nothing says whose; export every person alone", len(labels), fmt.Sprint(labels))
		return
	}
	for _, label := range labels {
		q.judge(mark{doc: doc, label: label, at: at})
	}
}
