// Package httpsearch asks any search engine that speaks JSON over HTTP, by declaration: a request made from templates of
// [text/template], and jq expressions that find the hits in the response, whose order they keep. See [Settings] for what
// expressions have to give; docs/retrieval.md has examples, and the names and functions of templates.
//
// A preset ([Presets]) fills in everything that is not given. Secrets are written as ${NAME} and taken from the environment when
// the engine is opened; no error, fingerprint or setting ever holds their values.
//
// Retries and rate limit are those of the embedded policy. A response that has not the declared form fails the query, as
// does an engine that says itself that its answer is not whole ([ErrDegraded]).
package httpsearch
