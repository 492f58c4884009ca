// Package httpsearch asks any search engine that speaks JSON over HTTP, by declaration: a request made from templates,
// and jq expressions that find the hits in the response.
//
//	server: http://localhost:8080
//	url: /find?q={{urlquery .Query}}&n={{.K}}
//	headers: {X-Api-Key: "${FIND_KEY}"}
//	hits: ".results[] | {id: .doc, score: .relevance, text: .title}"
//
// Url and body are templates of [text/template] over the data .Query, .K, .ID (of the query), .Repeat (how often it was
// asked before, from 0, where an experiment repeats its queries) and .Params; of a judge also .Document, .DocumentID and .Guideline. They have the
// functions json (any value as JSON, a string with its quotes), jsonpart (a string as it is between the quotes of
// a JSON string), path (one segment of a URL's path), urlquery, and printable (a text with its control characters
// replaced by spaces, for engines that stop at them). Bytes of a query that are not UTF-8 are sent as
// U+FFFD.
//
// The expressions hits, answer and failed are jq, run on the response with the variables $query, $k, $id and $params.
// See [Settings] for what they have to give. Hits keep the order of the response, for that is the engine's ranking.
//
// A preset ([Presets]) fills in everything that is not given; what is given replaces it. Secrets are written as
// ${NAME} in server, url, headers, username and password, and nowhere else, and are taken from the environment when
// the engine is opened. No error, fingerprint or setting ever holds their values.
//
// Manners (retries, rate limit) are those of the embedded policy. What fails the query instead of giving a ranking: a
// response that is not JSON or has not the declared form, a hit without id, a score that is not a number or rises, and an
// engine that says itself that its answer is not whole ([ErrDegraded]).
package httpsearch
