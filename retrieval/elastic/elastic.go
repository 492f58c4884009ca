// Package elastic asks Elasticsearch and OpenSearch by their _search API, with a query as the engine's own query DSL has it.
// In it %SearchText% is the text of the query wherever it is, and "%K%" as a whole value the number of hits; docs/components.md
// has an example. An answer that the engine itself calls incomplete (timed_out, failed shards, clusters that did not answer)
// fails the query with [httpsearch.ErrDegraded], because half an index gives a ranking that looks whole.
//
// The package translates [Settings] into a declaration for package httpsearch, which says what else there is to know:
// of secrets, of errors, and of the order of hits.
package elastic

import (
	"cmp"
	"errors"
	"fmt"
	"maps"
	"net/url"
	"slices"
	"strings"

	"github.com/rankduel/rankduel/internal/httpclient"
	"github.com/rankduel/rankduel/internal/plainjson"
	"github.com/rankduel/rankduel/internal/prose"
	"github.com/rankduel/rankduel/retrieval/httpsearch"
)

// The placeholders of [Settings.Query] and [Settings.Body].
const (
	SearchText = "%SearchText%"
	K          = "%K%"
)

// NoState is the [Settings.State] of an index whose state no one reads.
const NoState = "none"

// The request that tells one state of an index from another: a document that was added, changed or deleted has a
// sequence number of its own, and an index that was made again another uuid.
const (
	statistics      = "/_stats/docs?level=shards"
	statisticsValue = `[.indices | to_entries[] | [.key, .value.uuid, ([.value.shards | to_entries[] | .key as $shard | .value[] | select(.routing.primary) | [$shard, .seq_no.max_seq_no]] | sort)]] | sort`
)

// Settings say what is searched and how. URL and Index are needed, and one of Query, Fields and a Body that searches.
type Settings struct {
	// URL is the address of the server, such as http://localhost:9200 or ${ES_URL}.
	URL string `yaml:"url" json:"url"`

	// Index is the index that is searched, or several, or a pattern: "a,b-*".
	Index string `yaml:"index" json:"index"`

	// Query is a query of the query DSL with [SearchText] in it. Nil means a match query over one field, or a
	// multi_match over several.
	Query map[string]any `yaml:"query,omitempty" json:"query,omitempty"`

	// Fields are searched by the query that is in for none, with boosts such as title^2.
	Fields []string `yaml:"fields,omitempty" json:"fields,omitempty"`

	// Body has further keys of the search body: knn, rescore, retriever, sort. With query, knn or retriever in it,
	// none of Query and Fields is needed.
	Body map[string]any `yaml:"body,omitempty" json:"body,omitempty"`

	// Text are the fields of _source that make up the text of a hit, a line each; none means no text.
	Text []string `yaml:"text,omitempty" json:"text,omitempty"`

	// APIKey, or Username and Password, are the credentials, written as ${NAME}.
	APIKey   string `yaml:"api_key,omitempty" json:"api_key,omitempty"`
	Username string `yaml:"username,omitempty" json:"username,omitempty"`
	Password string `yaml:"password,omitempty" json:"password,omitempty"`

	Headers map[string]string `yaml:"headers,omitempty" json:"headers,omitempty"`

	// State says how the state of the index is read. Nothing means by its statistics: the ids of the indices and the
	// sequence numbers of their primary shards, which every change of a document raises. "none" turns that off.
	State string `yaml:"state,omitempty" json:"-"`

	httpclient.Policy `yaml:",inline"`
}

// Open makes the retriever of valid settings, see [httpsearch.Open].
func Open(s Settings, pool *httpclient.Pool) (*httpsearch.Retriever, error) {
	d, err := s.valid()
	if err != nil {
		return nil, err
	}
	return httpsearch.Open(d, pool)
}

// Fingerprint returns [httpsearch.Settings.Fingerprint] of the declaration: the variables of the address have to be set.
func (s Settings) Fingerprint() (string, error) {
	d, err := s.valid()
	if err != nil {
		return "", err
	}
	return d.Fingerprint()
}

// valid returns the declaration of settings without faults.
func (s Settings) valid() (httpsearch.Settings, error) {
	if err := s.Validate(); err != nil {
		return httpsearch.Settings{}, err
	}
	return s.Declaration()
}

// Warnings returns [httpsearch.Settings.Warnings] of the declaration.
func (s Settings) Warnings() []string {
	d, err := s.Declaration()
	if err != nil {
		return nil
	}
	return d.Warnings()
}

// Declaration returns what the settings say, in the words of package httpsearch.
func (s Settings) Declaration() (httpsearch.Settings, error) {
	body, err := s.body()
	if err != nil {
		return httpsearch.Settings{}, err
	}
	d := httpsearch.Settings{
		Preset: "elasticsearch", Server: s.URL, Body: body, Headers: s.Headers, Username: s.Username, Password: s.Password,
		Params: map[string]any{"index": s.Index, "text": append([]string{}, s.Text...)}, Policy: s.Policy,
	}
	if s.State != NoState {
		d.State = &httpsearch.State{URL: "/" + url.PathEscape(s.Index) + statistics, Value: statisticsValue, Unasked: true}
	}
	if s.APIKey != "" {
		d.Headers = map[string]string{}
		maps.Copy(d.Headers, s.Headers)
		d.Headers["Authorization"] = "ApiKey " + s.APIKey
	}
	return d, nil
}

// body returns the template of the search body. What is put into a template as text must not look like an action.
func (s Settings) body() (string, error) {
	search := map[string]any{}
	maps.Copy(search, s.Body)
	if query := s.query(); query != nil {
		search["query"] = query
	}
	search["size"] = K
	search["_source"] = false
	if len(s.Text) > 0 {
		search["_source"] = s.Text
	}
	content, err := plainjson.Line(search)
	if err != nil {
		return "", fmt.Errorf("query and body have to be JSON: %w", err)
	}
	return strings.NewReplacer(
		"{{", `{{"{{"}}`, SearchText, "{{jsonpart .Query}}", `"`+K+`"`, "{{.K}}",
	).Replace(string(content)), nil
}

// query returns Query or what is in for it; nil when the body searches by itself.
func (s Settings) query() map[string]any {
	switch {
	case s.Query != nil:
		return s.Query
	case len(s.Fields) == 0:
		return nil
	case len(s.Fields) == 1 && !strings.ContainsAny(s.Fields[0], "^*"):
		return map[string]any{"match": map[string]any{s.Fields[0]: map[string]any{"query": SearchText}}}
	}
	return map[string]any{"multi_match": map[string]any{"query": SearchText, "fields": s.Fields}}
}

// Validate reports every fault of the settings at once, joined. It needs neither the engine nor the environment.
func (s Settings) Validate() error {
	var faults prose.Faults
	faults.If(s.URL == "", "url is missing: want the address of the server, such as http://localhost:9200")
	faults.If(s.Index == "", "index is missing: want the name of the index that is searched")
	s.URL, s.Index = cmp.Or(s.URL, "http://missing"), cmp.Or(s.Index, "missing") // so that the rest is looked at
	faults.If(s.Query != nil && s.Fields != nil, "query and fields are set: fields are for the query that stands in for none")
	faults.If(!s.searches(), "query is missing: want a query with %s in it, or fields, or a body with query, knn or retriever", SearchText)
	faults.If(s.State != "" && s.State != NoState, "state %q: want none, or nothing", s.State)
	faults.If(s.APIKey != "" && s.Username != "", "api_key and username are set: want one of them")
	for _, key := range []string{"size", "_source", "from"} {
		_, ok := s.Body[key]
		faults.If(ok, "body has %s, which is set from the depth and from text: leave it out", key)
	}
	_, ok := s.Body["query"]
	faults.If(ok && (s.Query != nil || s.Fields != nil), "body has a query in addition to query or fields: keep one")
	d, err := s.Declaration()
	if err != nil {
		return errors.Join(append(faults, err)...)
	}
	asks := strings.Contains(d.Body, "{{jsonpart .Query}}")
	faults.If(s.searches() && !asks, "query has no %s: it would be the same for every query", SearchText)
	if s.searches() && asks {
		faults = append(faults, d.Validate())
	}
	return faults.Join()
}

func (s Settings) searches() bool {
	return s.query() != nil || slices.ContainsFunc([]string{"query", "knn", "retriever"}, func(key string) bool { return s.Body[key] != nil })
}
