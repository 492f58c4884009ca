package httpsearch

// vespa returns the query API of Vespa: https://docs.vespa.ai/en/reference/api/query.html, with the result format of
// https://docs.vespa.ai/en/reference/querying/default-result-format.html.
//
// Params: yql, which has to use userQuery(); ranking, the rank profile; grammar, how the text becomes a query; text, the
// field that is the text of a hit, none by default; id, the field that is the id of a hit, the full document id
// ("id:namespace:type::name") when it is empty. Incomplete coverage and errors next to hits fail the query.
func vespa() Settings {
	return Settings{
		URL: "/search/",
		Body: `{"yql": {{json .Params.yql}}, "query": {{json .Query}}, "hits": {{.K}}, "ranking": {{json .Params.ranking}}, ` +
			`"model.type": {{json .Params.grammar}}}`,
		Params: map[string]any{
			"yql": "select * from sources * where userQuery()", "ranking": "default", "grammar": "weakAnd", "text": "", "id": "",
		},
		Hits: `.root | if .fields.totalCount == 0 then empty else .children[] end | {
			id: (if $params.id == "" then .id else .fields[$params.id] end),
			score: (if .relevance == "-Infinity" then -infinite else .relevance end),
			text: (if $params.text == "" then null else .fields[$params.text] end)}`,
		Failed: `[
			(.root.errors[]? | "\(.summary): \(.message)"),
			(.root.coverage | objects | select(.full == false) | "degraded: \(.coverage) % of the documents were searched")
		] | join("; ")`,
	}
}
