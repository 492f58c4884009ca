package rerank

// jina returns Jina's Reranker API, https://jina.ai/reranker and https://api.jina.ai/redoc#tag/rerank:
//
//	POST https://api.jina.ai/v1/rerank
//	{"model", "query", "documents": [text, …], "return_documents": false}
//	→ {"model", "usage", "results": [{"index", "relevance_score"}, …]}
//
// It does not count as pointwise: jina-reranker-v3 reads up to 64 documents as one list, so that scores depend on
// the company (Wang, Li and Xiao (2025), arXiv:2509.25085). Therefore leave batch_size alone with such a model, and
// top_n at 64 or less; its siblings v2, m0 and colbert do not mind.
func jina() service {
	return service{
		name:    "jina",
		address: "https://api.jina.ai/v1/rerank", batch: 1000,
		needsModel: true, takesModel: true,
		request: relevanceRequest,
		results: relevanceResults,
	}
}
