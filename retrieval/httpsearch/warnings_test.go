package httpsearch_test

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/rankduel/rankduel/retrieval/httpsearch"
)

// Each warning names its place; the secret, always hunter2-hunter2, is in none.
func TestWarnings(t *testing.T) {
	const get, hits = "http://e/find?q={{urlquery .Query}}", ".hits"
	for name, test := range map[string]struct {
		settings httpsearch.Settings
		want     []string
	}{
		"none":             {httpsearch.Settings{URL: get + "&key=${KEY}&token={{urlquery .ID}}&k=7", Hits: hits}, nil},
		"key in the url":   {httpsearch.Settings{URL: get + "&api_key=hunter2-hunter2", Hits: hits}, []string{"url: the parameter api_key"}},
		"plain key":        {httpsearch.Settings{URL: get + "&key=hunter2-hunter2#x", Hits: hits}, []string{"url: the parameter key"}},
		"key that is none": {httpsearch.Settings{URL: get + "&key=title&sortkey=date", Hits: hits}, nil},
		"server":           {httpsearch.Settings{Server: "http://e?access_token=hunter2-hunter2", URL: "/find?q={{urlquery .Query}}", Hits: hits}, []string{"server: the parameter access_token"}},
		"body": {httpsearch.Settings{
			URL: "http://e/find", Hits: hits,
			Body: `{"auth": [{"password": "hunter2-hunter2", "tokenizer": "standard"}], "token": {{json .Query}}, "api_key": "", "apiKey": "hunter2-hunter2", "max_tokens": 7}`,
		}, []string{"body: apiKey", "body: password"}},
		"form": {httpsearch.Settings{
			URL: "http://e/find", Hits: hits, Body: `q={{urlquery .Query}}&api_key=hunter2-hunter2`, Headers: map[string]string{"Content-Type": "application/x-www-form-urlencoded"},
		}, []string{"body: api_key"}},
		"params": {httpsearch.Settings{
			URL: "http://e/find", Hits: hits, Body: `{"q": {{json .Query}}, "secret": {{json .Params.secret}}}`, Params: map[string]any{"secret": "hunter2-hunter2"},
		}, []string{"params: secret"}},
		"preset": {httpsearch.Settings{Preset: "solr", Server: "http://e", Params: map[string]any{"collection": "docs", "fields": "body"}}, nil},
	} {
		t.Run(name, func(t *testing.T) {
			if err := test.settings.Validate(); err != nil {
				t.Fatal(err)
			}
			var got []string
			for _, w := range test.settings.Warnings() {
				place, _, ok := strings.Cut(w, " seems to be a secret in plain text, which is stored and shared with the experiment: ")
				if !ok || strings.Contains(w, "hunter2") {
					t.Errorf("warning %q", w)
				}
				got = append(got, place)
			}
			if diff := cmp.Diff(test.want, got); diff != "" {
				t.Errorf("(-want +got):\n%s", diff)
			}
		})
	}
}
