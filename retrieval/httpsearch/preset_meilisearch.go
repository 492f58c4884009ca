package httpsearch

// meilisearch returns the search API of Meilisearch: https://www.meilisearch.com/docs/reference/api/search/search-with-post.
//
// Params: index; text, the attribute that is the text of a hit, none by default; id, the primary key; score, which is
// _rankingScore, or "" where a custom ranking rule orders hits otherwise than by it. An index gives no more than its
// pagination.maxTotalHits, 1000 at first.
func meilisearch() Settings {
	return Settings{
		URL:    "/indexes/{{path .Params.index}}/search",
		Body:   `{"q": {{json .Query}}, "limit": {{.K}}, "showRankingScore": true}`,
		Params: map[string]any{"index": nil, "text": "", "id": "id", "score": "_rankingScore"},
		Hits: `.hits[] | {
			id: .[$params.id], score: (if $params.score == "" then null else .[$params.score] end),
			text: (if $params.text == "" then null else .[$params.text] end)}`,
	}
}
