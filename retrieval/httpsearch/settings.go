package httpsearch

import "github.com/rankduel/rankduel/internal/httpclient"

// Settings declare an engine. Url and hits are needed, by themselves or from a preset.
type Settings struct {
	// Preset is a name of [Presets]; what is set next to it replaces what it says, headers and params one by one.
	Preset string `yaml:"preset,omitempty" json:"preset,omitempty"`

	// Server is what a url that begins with "/" is put behind, such as http://localhost:9200 or ${SEARCH_SERVER}.
	Server string `yaml:"server,omitempty" json:"server,omitempty"`

	// Method of the request; empty means POST with a body and GET without.
	Method string `yaml:"method,omitempty" json:"method,omitempty"`

	// URL is a template of the address. The query belongs into it as {{urlquery .Query}}.
	URL string `yaml:"url,omitempty" json:"url,omitempty"`

	// Headers are sent as they are, ${NAME} expanded. A body is application/json unless Content-Type says otherwise.
	Headers map[string]string `yaml:"headers,omitempty" json:"headers,omitempty"`

	// Username and Password are sent as basic authentication. The password has to come from the environment.
	Username string `yaml:"username,omitempty" json:"username,omitempty"`
	Password string `yaml:"password,omitempty" json:"password,omitempty"`

	// Body is a template of the request's body; none when empty. The query belongs into JSON as {{json .Query}}.
	Body string `yaml:"body,omitempty" json:"body,omitempty"`

	// Params are values for the templates (.Params.name) and expressions ($params.name), for presets above all.
	Params map[string]any `yaml:"params,omitempty" json:"params,omitempty"`

	// Hits is a jq expression for the hits, best first: a stream or an array of ids (texts or numbers, which keep their
	// digits) or of objects
	//
	//	{id, score, text, document, spans: [{start, end}]}
	//
	// of which only id is needed. Text may be an array of texts, which become lines. Scores are needed for all hits or
	// for none; they must not rise, so a distance is written as (-.distance). Without scores the hits of a ranking of
	// n get n, n-1, …, 1, which says nothing but their order. An id that comes twice is passed on: an experiment keeps
	// the first and warns.
	Hits string `yaml:"hits,omitempty" json:"hits,omitempty"`

	// Answer is a jq expression for the answer that a system wrote from its hits, or null:
	//
	//	{text, grounded, citations: [{path}]}
	//
	// Text is needed, be it "": an answer that got lost must not pass for a refusal. Citations may be plain paths. Without
	// grounded, an answer with citations is grounded.
	Answer string `yaml:"answer,omitempty" json:"answer,omitempty"`

	// Failed is a jq expression that gives a text, or true, when a response with status 200 is not a whole answer: a
	// search that timed out, a shard that failed. Then the query fails. Nothing, null, false and "" mean all is well.
	Failed string `yaml:"failed,omitempty" json:"failed,omitempty"`

	// State is the request that says in which state the index is; nil: no one can tell. It is not part of the
	// fingerprint, because what it answers is part of the key of recordings.
	State *State `yaml:"state,omitempty" json:"-"`

	httpclient.Policy `yaml:",inline"`
}

// A State is a GET request, with the headers of the searches, whose answer is another one when the index is.
type State struct {
	// URL is an address, or a path behind server; ${NAME} is expanded.
	URL string `yaml:"url"`

	// Value is a jq expression for the part of a JSON answer that tells; empty means all of the answer.
	Value string `yaml:"value,omitempty"`

	// Unasked says that the declaration does not come from the user: a failure is not an error of theirs.
	Unasked bool `yaml:"-"`
}
