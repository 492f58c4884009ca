package rerank

// cohereEntry is Cohere's Rerank API, version 1, https://docs.cohere.com/v1/reference/rerank:
//
//	POST https://api.cohere.com/v1/rerank
//	{"model", "query", "documents": [text, …], "return_documents": false}
//	→ {"results": [{"index", "relevance_score"}, …]}, scores in [0, 1]
//
// It recommends at most 1,000 documents in a call. Long ones are cut into chunks, and the best chunk counts.
func cohereEntry() entry {
	return service{
		name:    "cohere",
		address: "https://api.cohere.com/v1/rerank", batch: 1000,
		needsModel: true, takesModel: true, pointwise: true,
		request: func(s Settings, query string, texts []string) any {
			return struct {
				Model           string   `json:"model"`
				Query           string   `json:"query"`
				Documents       []string `json:"documents"`
				ReturnDocuments bool     `json:"return_documents"`
			}{s.Model, query, texts, false}
		},
		results: relevanceResults,
	}.entry()
}
