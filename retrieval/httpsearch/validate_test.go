package httpsearch_test

import (
	"strings"
	"testing"
	"time"

	"github.com/rankduel/rankduel/internal/httpclient"
	"github.com/rankduel/rankduel/retrieval/httpsearch"
)

func TestValidate(t *testing.T) {
	good := func(change func(*httpsearch.Settings)) httpsearch.Settings {
		s := httpsearch.Settings{URL: "http://engine/find", Body: `{"q": {{json .Query}}}`, Hits: ".hits[]"}
		change(&s)
		return s
	}
	tests := []struct {
		name   string
		change func(*httpsearch.Settings)
		want   []string // none: no fault
	}{
		{"good", func(*httpsearch.Settings) {}, nil},
		{"nothing", func(s *httpsearch.Settings) { *s = httpsearch.Settings{} }, []string{"url is missing", "hits is missing"}},
		{"in the url", func(s *httpsearch.Settings) { s.URL, s.Body = "http://e/f?q={{urlquery .Query}}&k={{.K}}", "" }, nil},
		{"in the path", func(s *httpsearch.Settings) { s.URL, s.Body = "http://e/find/{{path .Query}}/{{.K}}", "" }, nil},
		{"by id", func(s *httpsearch.Settings) { s.Body = `{"id": {{json .ID}}}` }, nil},
		{"behind a server", func(s *httpsearch.Settings) { s.Server, s.URL = "http://e:1/base/", "/find" }, nil},
		{"all from the environment", func(s *httpsearch.Settings) {
			s.Server, s.URL, s.Headers = "${SERVER}", "/${INDEX}/find?key=${KEY}", map[string]string{"Authorization": "Bearer ${TOKEN}"}
			s.Username, s.Password = "me", "${PASSWORD}"
		}, nil},
		{"plain headers", func(s *httpsearch.Settings) { s.Headers = map[string]string{"X-Keyword": "a", "X-Tenant": "b"} }, nil},
		{"in parts of JSON", func(s *httpsearch.Settings) { s.Body = `{"q": "title:({{jsonpart .Query}})"}` }, nil},
		{"a form", func(s *httpsearch.Settings) {
			s.Body, s.Headers = "q={{urlquery .Query}}", map[string]string{"content-type": "application/x-www-form-urlencoded"}
		}, nil},

		{"raw in JSON", func(s *httpsearch.Settings) { s.Body = `{"q": "{{.Query}}"}` }, []string{"body: it is not JSON for the query", "{{json .Query}}"}},
		{"quoted twice", func(s *httpsearch.Settings) { s.Body = `{"q": "{{json .Query}}"}` }, []string{"without quotes around it"}},
		{"raw in the url", func(s *httpsearch.Settings) { s.URL = "http://e/find?q={{.Query}}" }, []string{"url: the query", "{{urlquery .Query}}"}},
		{"raw in the path", func(s *httpsearch.Settings) { s.URL = "http://e/{{.Query}}" }, []string{"url: the query"}},
		{"urlquery in the path", func(s *httpsearch.Settings) { s.URL = "http://{{urlquery .Query}}/" }, []string{"url"}},
		{"no query", func(s *httpsearch.Settings) { s.Body = `{"q": "x"}` }, []string{"neither url nor body has the query"}},
		{"template", func(s *httpsearch.Settings) { s.Body = `{"q": {{json .Query}` }, []string{"template: body:1"}},
		{"unknown field", func(s *httpsearch.Settings) { s.Body = `{"q": {{json .Text}}}` }, []string{"template: body:1", "Text"}},
		{"unknown function", func(s *httpsearch.Settings) { s.Body = `{"q": {{quote .Query}}}` }, []string{`function "quote" not defined`}},
		{"missing param", func(s *httpsearch.Settings) { s.URL = "http://e/{{path .Params.index}}" }, []string{`"index"`}},
		{"relative", func(s *httpsearch.Settings) { s.URL = "/find" }, []string{"server is missing"}},
		{"two servers", func(s *httpsearch.Settings) { s.Server = "http://e" }, []string{"server is set, but the url is no path"}},
		{"no scheme", func(s *httpsearch.Settings) { s.URL = "localhost:9200/x" }, []string{"want an absolute address"}},
		{"another scheme", func(s *httpsearch.Settings) { s.URL = "ftp://e/x" }, []string{"want an absolute address"}},
		{"jq does not parse", func(s *httpsearch.Settings) { s.Hits, s.Answer = ".hits[", "{" }, []string{"hits: unexpected", "answer: unexpected"}},
		{"jq does not compile", func(s *httpsearch.Settings) { s.Hits, s.Failed = ".hits | frobnicate", "$nope" }, []string{"frobnicate", "$nope"}},
		{"method", func(s *httpsearch.Settings) { s.Method = "get it" }, []string{`method "get it"`}},
		{"header", func(s *httpsearch.Settings) { s.Headers = map[string]string{"a b": "x", "C": "d\ne"} }, []string{`header name "a b"`, "header C has a line break"}},
		{"reference", func(s *httpsearch.Settings) { s.Headers = map[string]string{"X": "${}"}; s.URL += "/${1}" }, []string{"header X: ${ without a name", "url: ${ without a name"}},
		{"reference in the body", func(s *httpsearch.Settings) { s.Body = `{"q": {{json .Query}}, "key": "${KEY}"}` }, []string{"body has a ${NAME}"}},
		{"unused param", func(s *httpsearch.Settings) { s.Params = map[string]any{"colection": "x"} }, []string{"colection is set, but nothing uses it"}},
		{"policy", func(s *httpsearch.Settings) { s.Policy = httpclient.Policy{Retries: new(-1), MaxWait: 30} }, []string{"retries is -1", "max_wait is 30ns"}},
		{"plain secrets", func(s *httpsearch.Settings) {
			s.URL = "http://me:hunter2@e/find"
			s.Headers = map[string]string{"Authorization": "Bearer hunter2", "x-api-KEY": "hunter2"}
			s.Username, s.Password = "me", "hunter2"
		}, []string{"address has a password in plain text", "header Authorization holds a secret", "header x-api-KEY holds a secret", "password is in plain text"}},
		{"a password with a slash", func(s *httpsearch.Settings) { s.URL = "http://me:hun/hunter2@e/find?q={{urlquery .Query}}" }, []string{"address has a password in plain text"}},
		{"half a login", func(s *httpsearch.Settings) { s.Username = "me" }, []string{"username and password: want both"}},
		{"unknown preset", func(s *httpsearch.Settings) { s.Preset = "altavista" }, []string{`preset "altavista": want one of elasticsearch, groonga`}},
		{"preset without params", func(s *httpsearch.Settings) { *s = httpsearch.Settings{Preset: "solr", Server: "http://e"} }, []string{"params: collection is missing", "params: fields is missing"}},
		{"preset with a typing error", func(s *httpsearch.Settings) {
			*s = httpsearch.Settings{Preset: "meilisearch", Params: map[string]any{"index": "x", "txt": "y"}}
		}, []string{"server is missing", "params: txt is set, but nothing uses it"}},
		{"preset of which little is left", func(s *httpsearch.Settings) {
			*s = httpsearch.Settings{Preset: "solr", URL: "http://e/x", Body: `{{json .Query}}`, Hits: ".ids"}
		}, nil},
		{"many at once", func(s *httpsearch.Settings) {
			s.Method, s.Hits, s.Body, s.RatePerSecond = "?", "", `{"q": "{{.Query}}"}`, -1
		}, []string{"method", "hits is missing", "body:", "rate_per_second"}},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			err := good(test.change).Validate()
			if len(test.want) == 0 && err != nil {
				t.Fatalf("Validate = %v, want no fault", err)
			}
			for _, want := range test.want {
				if err == nil || !strings.Contains(err.Error(), want) {
					t.Errorf("Validate = %v\nwant it to say %q", err, want)
				}
			}
			if err != nil && strings.Contains(err.Error(), "hunter2") {
				t.Errorf("Validate shows a secret: %v", err)
			}
		})
	}
}

func TestFingerprint(t *testing.T) {
	base := httpsearch.Settings{Preset: "solr", Server: "${SOLR}", Params: map[string]any{"collection": "docs", "fields": "title^2 body"}}
	of := func(s httpsearch.Settings) string {
		t.Helper()
		print, err := s.Fingerprint()
		if err != nil || len(print) != 64 {
			t.Fatalf("Fingerprint = %q, %v, want 64 digits", print, err)
		}
		return print
	}
	if print, err := base.Fingerprint(); err == nil || !strings.Contains(err.Error(), "server: environment variable SOLR is not set") {
		t.Errorf("Fingerprint = %q, %v, want an error that names the variable", print, err)
	}
	t.Setenv("SOLR", "http://one")
	want := of(base)
	t.Setenv("SOLR", "http://me:hunter2@one")
	if got := of(base); got != want {
		t.Error("it depends on user and password of the address")
	}
	t.Setenv("SOLR", "http://two")
	if got := of(base); got == want {
		t.Error("another engine behind the same variable does not change it")
	}
	t.Setenv("SOLR", "http://one")
	written := base
	written.Server = "http://one"
	if got := of(written); got != want {
		t.Error("an address that is written out changes it")
	}
	polite := base
	polite.Policy = httpclient.Policy{Retries: new(9), RatePerSecond: 1, MaxWait: time.Second, MaxBody: 1}
	if got := of(polite); got != want {
		t.Error("it depends on the policy, which fixes no ranking")
	}
	explicit := base
	explicit.Method, explicit.Params = "POST", map[string]any{"collection": "docs", "fields": "title^2 body", "id": "id"}
	if got := of(explicit); got != want {
		t.Error("defaults that are written out change it")
	}
	for name, change := range map[string]func(*httpsearch.Settings){
		"server": func(s *httpsearch.Settings) { s.Server = "http://other" },
		"url":    func(s *httpsearch.Settings) { s.URL = "/other/{{path .Params.collection}}" },
		"method": func(s *httpsearch.Settings) { s.Method = "PUT" },
		"body":   func(s *httpsearch.Settings) { s.Body = `{"query": {{json .Query}}, "qf": {{json .Params.fields}}}` },
		"header": func(s *httpsearch.Settings) { s.Headers = map[string]string{"X-Tenant": "b"} },
		"secret": func(s *httpsearch.Settings) { s.Headers = map[string]string{"Authorization": "${OTHER}"} },
		"login":  func(s *httpsearch.Settings) { s.Username, s.Password = "u", "${P}" },
		"params": func(s *httpsearch.Settings) { s.Params = map[string]any{"collection": "docs", "fields": "body"} },
		"hits":   func(s *httpsearch.Settings) { s.Hits = ".response.docs[].id" },
		"answer": func(s *httpsearch.Settings) { s.Answer = "null" },
		"failed": func(s *httpsearch.Settings) { s.Failed = "null" },
		"preset": func(s *httpsearch.Settings) { s.Preset, s.Params = "vespa", nil },
	} {
		changed := base
		change(&changed)
		if got := of(changed); got == want {
			t.Errorf("another %s does not change it", name)
		}
	}
	if _, err := (httpsearch.Settings{}).Fingerprint(); err == nil {
		t.Error("settings with faults have a fingerprint")
	}
}
