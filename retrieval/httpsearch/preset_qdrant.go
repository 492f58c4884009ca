package httpsearch

// qdrant returns the query API of Qdrant, https://api.qdrant.tech/api-reference/search/query-points, with a text that Qdrant
// itself turns into a vector: https://qdrant.tech/documentation/inference/inference-api/.
//
// Params: collection; model, qdrant/bm25 by default, which the server has built in; vector, the name of the vector that
// is searched, "" for the unnamed one; text, the key of the payload that is the text of a hit, none by default; id, the
// key of the payload that is the id of a hit, the id of the point when it is empty. For vectors of another model
// replace the body.
func qdrant() Settings {
	return Settings{
		URL: "/collections/{{path .Params.collection}}/points/query",
		Body: `{"query": {"text": {{json .Query}}, "model": {{json .Params.model}}}, "limit": {{.K}}, "with_payload": true` +
			`{{if .Params.vector}}, "using": {{json .Params.vector}}{{end}}}`,
		Params: map[string]any{"collection": nil, "model": "qdrant/bm25", "vector": "", "text": "", "id": ""},
		Hits: `.result.points[] | {
			id: (if $params.id == "" then .id else .payload[$params.id] end), score,
			text: (if $params.text == "" then null else .payload[$params.text] end)}`,
		Failed: `if .status == "ok" then null else "status \(.status)" end`,
	}
}
