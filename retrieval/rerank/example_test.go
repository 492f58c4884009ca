package rerank_test

import (
	"context"
	"fmt"

	"github.com/rankduel/rankduel/retrieval"
	"github.com/rankduel/rankduel/retrieval/rerank"
)

// The first three of four hits are reranked; the last stays where it is.
func Example() {
	settings := rerank.Settings{Method: "lexical", TopN: new(3)}
	if err := settings.Validate(); err != nil {
		fmt.Println(err)
		return
	}
	step, err := rerank.Open(context.Background(), settings, nil)
	if err != nil {
		fmt.Println(err)
		return
	}
	hits := []retrieval.Hit{
		{ID: "wing", Score: 9.1, Text: "the boundary layer of a wing at low speed"},
		{ID: "ice", Score: 8.7, Text: "a layer of ice at the boundary of a lake"},
		{ID: "jet", Score: 8.6, Text: "supersonic flow in the boundary layer of a thin wing"},
		{ID: "rest", Score: 2.0, Text: "supersonic flow"},
	}
	query := retrieval.Query{ID: "1", Text: "What is the boundary layer of a wing in supersonic flow?"}
	scores, err := step.Score(context.Background(), query, hits, nil)
	if err != nil {
		fmt.Println(err)
		return
	}
	reranked, err := rerank.Apply(hits, scores.Values, step.TopN())
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, h := range reranked {
		fmt.Println(h.ID, h.Score)
	}
	// Output:
	// wing 4
	// jet 3
	// ice 2
	// rest 1
}

// Scores of many hits serve for any number of them.
func ExampleApply() {
	hits := []retrieval.Hit{{ID: "a"}, {ID: "b"}, {ID: "c"}}
	scores := []float64{0.1, 0.2, 0.9}
	for topN := 1; topN <= 3; topN++ {
		reranked, err := rerank.Apply(hits, scores, topN)
		if err != nil {
			fmt.Println(err)
			return
		}
		fmt.Println(topN, reranked[0].ID, reranked[1].ID, reranked[2].ID)
	}
	// Output:
	// 1 a b c
	// 2 b a c
	// 3 c b a
}

func ExampleSettings_Validate() {
	settings := rerank.Settings{Method: "cohere_v2", TopN: new(0), APIKey: "not from the environment"}
	fmt.Println(settings.Validate())
	// Output:
	// top_n is 0: want at least 1
	// model is missing: method cohere_v2 needs its name
	// api_key is in plain text: write ${NAME} and set that environment variable
}

// shortest prefers short texts.
func shortest(_ context.Context, _ retrieval.Query, passages []rerank.Passage) (rerank.Scores, error) {
	var s rerank.Scores
	for _, p := range passages {
		s.Values = append(s.Values, -float64(len(p.Text)))
	}
	return s, nil
}

// Any function can rerank.
func ExampleNewStep() {
	step, err := rerank.NewStep(rerank.Func(shortest), 2)
	if err != nil {
		fmt.Println(err)
		return
	}
	hits := []retrieval.Hit{{ID: "a", Text: "one two"}, {ID: "b", Text: "one"}, {ID: "c", Text: "1"}}
	reranked, _, err := step.Rerank(context.Background(), retrieval.Query{ID: "1", Text: "one"}, hits, nil)
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(reranked[0].ID, reranked[1].ID, reranked[2].ID)
	// Output: b a c
}
