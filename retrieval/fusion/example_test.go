package fusion_test

import (
	"fmt"

	"github.com/rankduel/rankduel/retrieval"
	"github.com/rankduel/rankduel/retrieval/fusion"
)

// The scenario of the medical retrieval service: three components, three documents each.
func Example() {
	settings := fusion.Settings{Method: "rrf"}
	if err := settings.Validate([]string{"bm25", "splade", "dense"}); err != nil {
		fmt.Println(err)
		return
	}
	method, err := fusion.New(settings)
	if err != nil {
		fmt.Println(err)
		return
	}
	hits, err := method.Fuse([]fusion.List{
		{Component: "bm25", Hits: []retrieval.Hit{{ID: "doc1"}, {ID: "doc2"}, {ID: "doc3"}}},
		{Component: "splade", Hits: []retrieval.Hit{{ID: "doc2"}, {ID: "doc1"}, {ID: "doc4"}}},
		{Component: "dense", Hits: []retrieval.Hit{{ID: "doc1"}, {ID: "doc4"}, {ID: "doc2"}}},
	}, 10)
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, h := range hits {
		fmt.Printf("%s %.4f\n", h.ID, h.Score)
	}
	// Output:
	// doc1 0.0489
	// doc2 0.0484
	// doc4 0.0320
	// doc3 0.0159
}

func ExampleSettings_Validate() {
	settings := fusion.Settings{Method: "weighted", Weights: map[string]float64{"bm25": 0.3, "splad": 0.4}}
	fmt.Println(settings.Validate([]string{"bm25", "splade"}))
	// Output:
	// component "splade" has no weight
	// weight of unknown component "splad": the components are bm25, splade
}
