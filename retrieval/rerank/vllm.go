package rerank

// vllm returns the Re-rank API of a vLLM server,
// https://docs.vllm.ai/en/v0.8.4/serving/openai_compatible_server.html#re-rank-api, at /rerank, /v1/rerank or
// /v2/rerank; an API key protects the last two only:
//
//	{"model", "query", "documents": [text, …], "truncate_prompt_tokens"}
//	→ {"id", "model", "usage", "results": [{"index", "document", "relevance_score"}, …]}
//
// The model may be left out, because a server has one. A pair of query and document that is too long for it is
// refused, unless truncate is set: truncate_prompt_tokens -1 stands for what the model can take, and is refused by
// servers older than github.com/vllm-project/vllm/pull/14776. The server batches by itself, so one call is as good as
// many.
func vllm() service {
	return service{
		name:  "vllm",
		batch: 1000, takesModel: true, takesTruncate: true, eachAlone: true,
		remedies: map[int]string{400: "set truncate: true if a text is too long for the model"},
		request: func(s Settings, query string, texts []string) any {
			r := struct {
				Model     string   `json:"model,omitempty"`
				Query     string   `json:"query"`
				Documents []string `json:"documents"`
				Truncate  int      `json:"truncate_prompt_tokens,omitempty"`
			}{s.Model, query, texts, 0}
			if s.Truncate {
				r.Truncate = -1
			}
			return r
		},
		results: relevanceResults,
	}
}
