package rerank

import (
	"errors"

	"github.com/rankduel/rankduel/internal/ordered"
	"github.com/rankduel/rankduel/internal/plainjson"
)

// tei returns /rerank of Hugging Face's Text Embeddings Inference,
// https://huggingface.github.io/text-embeddings-inference (its OpenAPI description):
//
//	{"query", "texts": [text, …], "truncate"}
//	→ [{"index", "score"}, …], or {"error", "error_type"} with status 413, 422, 424 or 429
//
// The response is a bare array. A server takes 32 texts in a call unless its --max-client-batch-size says otherwise,
// which is why that is the default here.
func tei() service {
	return service{
		name:  "tei",
		batch: 32, takesTruncate: true, eachAlone: true,
		remedies: map[int]string{
			413: "lower batch_size to the server's --max-client-batch-size, or set truncate: true if a text is too long for the model",
			424: "is the model a reranker?",
		},
		request: func(s Settings, query string, texts []string) any {
			return plainjson.Object{{"query", query}, {"texts", texts}, {"truncate", s.Truncate}}
		},
		results: teiResults,
	}
}

func teiResults(body []byte) ([]result, error) {
	type scored struct {
		Index *int     `json:"index"`
		Score *float64 `json:"score"`
	}
	var response []scored
	if err := decode(body, &response); err != nil {
		return nil, err
	}
	if response == nil {
		return nil, errors.New("the response has no results")
	}
	return ordered.Each(response, func(r scored) result { return result(r) }), nil
}
