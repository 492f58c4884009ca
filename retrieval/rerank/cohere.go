package rerank

import "github.com/rankduel/rankduel/internal/plainjson"

// cohere returns Cohere's Rerank API, version 1, https://docs.cohere.com/v1/reference/rerank:
//
//	POST https://api.cohere.com/v1/rerank
//	{"model", "query", "documents": [text, …], "return_documents": false}
//	→ {"results": [{"index", "relevance_score"}, …]}, scores in [0, 1]
//
// It recommends at most 1,000 documents in a call. Long ones are cut into chunks, and the best chunk counts.
func cohere() service {
	return service{
		name:    "cohere",
		address: "https://api.cohere.com/v1/rerank", batch: 1000,
		needsModel: true, takesModel: true, eachAlone: true,
		request: relevanceRequest,
		results: relevanceResults,
	}
}

// cohereV2 returns Cohere's Rerank API, version 2, https://docs.cohere.com/reference/rerank:
//
//	POST https://api.cohere.com/v2/rerank
//	{"model", "query", "documents": [text, …]}
//	→ {"results": [{"index", "relevance_score"}, …]}, scores in [0, 1]
//
// It recommends at most 1,000 documents in a call. Each is cut at 4,096 tokens, the default of max_tokens_per_doc.
func cohereV2() service {
	return service{
		name:    "cohere_v2",
		address: "https://api.cohere.com/v2/rerank", batch: 1000,
		needsModel: true, takesModel: true, eachAlone: true,
		request: func(s Settings, query string, texts []string) any {
			return plainjson.Object{{"model", s.Model}, {"query", query}, {"documents", texts}}
		},
		results: relevanceResults,
	}
}
