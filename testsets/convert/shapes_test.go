package convert_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/rankduel/rankduel/testsets/convert"
)

// What records of each form say, read off them by hand: judgments, and what is left out.
func TestShapes(t *testing.T) {
	for name, c := range map[string]struct {
		text  string
		o     convert.Options
		want  []string
		notes []string
	}{
		"book": {
			`{"name": "b", "scale_with_labels": "{\"0\": \"No\"}", "query_doc_pairs": [{"query_text": "q", "doc_id": 12345678901234567890, "notes": "n",
			"judgements": [{"rating": 1, "user_email": ""}, {"rating": null}]}, {"query_text": "bare", "doc_id": "d"}]}`,
			convert.Options{},
			[]string{"q001|q||12345678901234567890=1", "q002|bare||unjudged"},
			[]string{"1 label without a grade", "1 comment for which"},
		},
		"one index": {
			`{"requests": [{"id": 1, "request": {"t": "one"}, "ratings": [{"_index": "a", "_id": 7, "rating": 3}]}]}`,
			convert.Options{QueryText: ".request.t"},
			[]string{"1|one||7=3"},
			nil,
		},
		"registry": {
			`{"b": {"task_id": "b", "benchmark": "fix", "files": ["A/x.go", 7], "confidence": "high"}, "a": {"files": ["q"]}}`,
			convert.Options{WithoutText: "keep", FilePath: strings.ToLower},
			[]string{"a|a|untyped|q=1", "b|b|fix|7=1,a/x.go=1"},
			[]string{"1 file spelled as traces"},
		},
		"label-studio": {
			`[{"data": {"query_id": 1, "query": "text", "doc_id": "d"}, "annotations": [{"completed_by": {"id": 3, "email": "e@x"},
			"result": [{"value": {"rating": 3}}, {"value": {"text": ["a comment"]}}, {"value": {"choices": ["1", "2"]}}]}]},
			{"data": {"qid": "2", "question": "more", "docid": 5}, "annotations": [{"result": [{"value": {"number": 2}}]}]}]`,
			convert.Options{Judge: "e@x"},
			[]string{"1|text||d=3", "2|more||unjudged"},
			[]string{"2 results without exactly one label", "1 label of other judges than e@x"},
		},
		"argilla": {
			`{"qid": "q", "query_text": "t", "doc_id": "d", "grade.responses": ["1", "0"], "grade.responses.users": ["u", "v"], "grade.responses.status": ["discarded", "submitted"]}`,
			convert.Options{Judge: "v", AllZero: "unjudged"},
			[]string{"q|t||unjudged"},
			[]string{"1 response not submitted"},
		},
		"ratings of groups": {
			`{"query_placeholder": "$q", "topics": [{"description": "t", "query_groups": [{"name": "one need", "relevant_documents": {"d": {"gain": 2}}, "queries": [
			{"placeholders": {"$q": "a", "$b": 1, "$a": 2}}, {"placeholders": {"$q": "b", "$b": 1}, "relevant_documents": null}]}]}],
			"queries": [{"placeholders": {"$q": "c"}, "relevant_documents": {"e": {"rating": 0}, "1": [7, "f"]}}]}`,
			convert.Options{StrataFrom: "topic"},
			[]string{"q001|a|t|d=2", "q002|b|t|d=2", "q003|c|untyped|7=1,e=0,f=1"},
			[]string{`2 placeholders of templates besides that of the query: "$a", "$b"`},
		},
		"doccano": {
			`{"text": "x", "query": "q", "doc_id": "d", "label": ["2"]}` + "\n" + `{"text": "x", "query": "q", "doc_id": "e", "label": []}`,
			convert.Options{},
			[]string{"q001|q||d=2"},
			nil,
		},
	} {
		t.Run(name, func(t *testing.T) {
			got, err := convert.Import(t.Context(), "", written(t, "x.json", c.text), c.o)
			if err != nil {
				t.Fatal(err)
			}
			if lines := short(got.Set); !slices.Equal(lines, c.want) {
				t.Errorf("set = %q, want %q", lines, c.want)
			}
			for _, want := range c.notes {
				if !slices.ContainsFunc(got.Notes, func(n convert.Note) bool { return strings.HasPrefix(n.Text, want) }) {
					t.Errorf("no note %q in %v", want, got.Notes)
				}
			}
		})
	}
}

// Records that cannot be read are faults, each with its place.
func TestShapeFaults(t *testing.T) {
	texts := convert.Options{QueryText: ".request.t"}
	for name, c := range map[string]struct {
		text string
		o    convert.Options
		want string
	}{
		"pair":           {`{"query_doc_pairs": [{"query_text": "", "doc_id": "a"}]}`, convert.Options{}, "query_doc_pairs[0]: a pair needs query_text and doc_id"},
		"no list":        {"{\n\"query_doc_pairs\": 5}", convert.Options{}, "x.json:2: query_doc_pairs is not a list here"},
		"places":         {`{"requests": [{"id": 1, "request": {"t": "x"}, "ratings": []}, {"params": {"a b": ["y"]}, "ratings": []}]}`, convert.Options{}, `--query-text '.request.t // .params["a b"][0]'`},
		"request":        {`{"requests": [{"request": {"t": "x"}, "ratings": []}]}`, texts, "requests[0]: a request without an id"},
		"no text":        {`{"requests": [{"id": 1, "request": {"u": "x"}, "ratings": []}]}`, texts, `no text for request "1"; it holds text at .request.u`},
		"number as text": {`{"requests": [{"id": 1, "request": {"t": 5}, "ratings": []}]}`, texts, "requests[0]: --query-text gives no text"},
		"request again":  {`{"requests": [{"id": 1, "request": {"t": "x"}, "ratings": []}, {"id": "1", "request": {"t": "x"}, "ratings": []}]}`, texts, `requests[1]: request "1" again`},
		"rating":         {`{"requests": [{"id": 1, "request": {"t": "x"}, "ratings": [{"_index": "a", "rating": 1}]}]}`, texts, "requests[0]: a rating needs _id and rating"},
		"no queries":     {`{"topics": [], "x": "placeholders"}`, convert.Options{}, "x.json: no queries"},
		"placeholder":    {`{"name": "n", "queries": [{"placeholders": {"q": "x"}}]}`, convert.Options{}, `x.json: query 1 of group "n": no placeholder "$query" with the text`},
		"document again": {"{\"queries\": [{\"placeholders\": {\"$query\": \"x\"}, \"relevant_documents\": {\"d\": {\"gain\": 1},\n\"d\": {\"gain\": 2}}}]}", convert.Options{}, `x.json:2: the key "d" again; leave one out`},
		"no gain":        {`{"queries": [{"placeholders": {"$query": "x"}, "relevant_documents": {"d": {}}}]}`, convert.Options{}, `"d" has neither gain nor rating`},
		"no ids":         {`{"queries": [{"placeholders": {"$query": "x"}, "relevant_documents": {"1": [{"id": "d"}]}}]}`, convert.Options{}, `"1" has neither gain nor rating, nor a list of ids`},
		"listed":         {`{"queries": [{"placeholders": {"$query": "x"}, "relevant_documents": ["d"]}]}`, convert.Options{}, "relevant_documents is no object"},
		"query of a set": {`{"querySetQueries": [{"queryText": " "}]}`, convert.Options{}, "querySetQueries[0]: a query without a text"},
		"judgments":      {`{"judgmentRatings": [{"ratings": []}]}`, convert.Options{}, "judgmentRatings[0]: judgments without a query"},
		"task":           {`{"a": {"task_id": "b", "files": []}}`, convert.Options{}, `task "a": task_id is "b"`},
		"no object":      {`{"a": {"task_id": "a", "files": []}, "b": 5}`, convert.Options{}, `task "b": want an object`},
		"no document":    {`[{"data": {"query": "q", "x": 1}, "annotations": []}]`, convert.Options{}, "item 1: a record needs query_id or query_text, and doc_id; it has query, x"},
		"states":         {`{"qid": "q", "doc_id": "d", "b.responses": [1, 2], "b.responses.users": ["u"], "b.responses.status": []}`, convert.Options{}, "x.json:1: b: 2 responses, 1 users, 0 states"},
		"labels":         {`{"text": "x", "qid": "q", "doc_id": "d", "label": ["2", "3"]}`, convert.Options{}, "2 labels, [2 3], and nothing says whose"},
	} {
		t.Run(name, func(t *testing.T) {
			_, err := convert.Import(t.Context(), "", written(t, "x.json", c.text), c.o)
			if err == nil || !strings.Contains(err.Error(), c.want) {
				t.Errorf("error %v, want %q in it", err, c.want)
			}
		})
	}
}
