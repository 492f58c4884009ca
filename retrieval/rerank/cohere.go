package rerank

// cohereEntry returns Cohere's Rerank API, version 1, https://docs.cohere.com/v1/reference/rerank:
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
		request: relevanceRequest,
		results: relevanceResults,
	}.entry()
}
