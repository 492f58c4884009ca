package httpsearch

// elasticsearch returns the _search API of Elasticsearch and OpenSearch:
// https://www.elastic.co/docs/api/doc/elasticsearch/operation/operation-search and
// https://docs.opensearch.org/latest/api-reference/search-apis/search/.
//
// Params: index; fields that are searched, with boosts such as title^2; text, the fields of _source that make up the
// text of a hit, none by default. A search that timed out, failed or skipped shards or clusters has hits all the same,
// and status 200: that is not a ranking of the index, and fails the query.
func elasticsearch() Settings {
	return Settings{
		URL: "/{{path .Params.index}}/_search",
		Body: `{"size": {{.K}}, "_source": {{if .Params.text}}{{json .Params.text}}{{else}}false{{end}}, "query": ` +
			`{"multi_match": {"query": {{json .Query}}, "fields": {{json .Params.fields}}}}}`,
		Params: map[string]any{"index": nil, "fields": nil, "text": []any{}},
		Hits: `.hits.hits[] | {id: ._id, score: ._score, text: [
			$params.text[] as $field | ._source | (try getpath($field | split(".")) catch null) // .[$field]? | strings, arrays[]?, numbers | tostring]}`,
		Failed: `[
			(if .timed_out then "the search timed out" else empty end),
			(._shards | if .failed > 0 then "\(.failed) of \(.total) shards failed" + ((.failures[0].reason.reason | ": " + .)? // "") else empty end),
			(._clusters | objects | (.skipped // 0) + (.partial // 0) + (.failed // 0) | if . > 0 then "\(.) clusters did not answer in full" else empty end)
		] | join("; ") | if . == "" then null else "degraded: " + . end`,
	}
}
