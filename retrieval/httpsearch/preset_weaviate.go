package httpsearch

// weaviate returns keyword search by the REST Search API of Weaviate, on by default from version 1.39.7:
// https://docs.weaviate.io/weaviate/api/rest. Older servers have weaviate-graphql only.
//
// Params: collection; text, the property that is the text of a hit; id, the property that is the id of a hit, the UUID
// of the object when it is empty. Weaviate refuses an empty query.
func weaviate() Settings {
	return Settings{
		URL: "/v1/search/{{path .Params.collection}}/bm25",
		Body: `{"query": {{json .Query}}, "limit": {{.K}}, "returnMetadata": ["score"], "returnProperties": ` +
			`[{{json .Params.text}}{{if .Params.id}}, {{json .Params.id}}{{end}}]}`,
		Params: map[string]any{"collection": nil, "text": nil, "id": ""},
		Hits: `.results[] | {
			id: (if $params.id == "" then .id else .properties[$params.id] end), score: .metadata.score,
			text: .properties[$params.text]}`,
	}
}

// weaviateGraphQL returns keyword search by Weaviate's GraphQL API, deprecated since October 2026:
// https://docs.weaviate.io/weaviate/api/graphql/search-operators. The params are those of weaviate. GraphQL reports
// errors with status 200.
func weaviateGraphQL() Settings {
	return Settings{
		URL: "/v1/graphql",
		Body: `{"query": {{json (printf "{ Get { %s(limit: %d, bm25: {query: %s}) { %s %s _additional { id score } } } }" ` +
			`.Params.collection .K (json .Query) .Params.text .Params.id)}}}`,
		Params: map[string]any{"collection": nil, "text": nil, "id": ""},
		Hits: `.data.Get[$params.collection][] | {
			id: (if $params.id == "" then ._additional.id else .[$params.id] end), score: (._additional.score | tonumber),
			text: .[$params.text]}`,
		Failed: `[.errors[]?.message] | join("; ")`,
	}
}
