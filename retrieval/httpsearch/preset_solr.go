package httpsearch

// solr returns the JSON Request API of Solr with the extended DisMax parser, which makes something of any text that a user
// types: https://solr.apache.org/guide/solr/latest/query-guide/json-request-api.html and edismax-query-parser.html.
//
// Params: collection (or core); fields that are searched, with boosts such as "title^2 body"; text, the stored field
// that is the text of a hit, none by default; id, the field of the unique key.
func solr() Settings {
	return Settings{
		URL: "/solr/{{path .Params.collection}}/query",
		Body: `{"query": {{json .Query}}, "limit": {{.K}}, "fields": {{if .Params.text}}[{{json .Params.id}}, "score", {{json .Params.text}}]` +
			`{{else}}[{{json .Params.id}}, "score"]{{end}}, "params": {"defType": "edismax", "qf": {{json .Params.fields}}, "wt": "json"}}`,
		Params: map[string]any{"collection": nil, "fields": nil, "text": "", "id": "id"},
		Hits:   `.response.docs[] | {id: .[$params.id], score, text: (if $params.text == "" then null else .[$params.text] end)}`,
		Failed: `.error.msg // (if .responseHeader.partialResults then "degraded: partial results" else null end)`,
	}
}
