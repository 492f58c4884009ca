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

// A sweep: one query, its lists pooled once, and the rank of its judged document under many settings.
func ExamplePool() {
	p, err := fusion.NewPool([]fusion.List{
		{Component: "bm25", Hits: []retrieval.Hit{{ID: "a", Score: 12}, {ID: "b", Score: 11}, {ID: "c", Score: 4}}},
		{Component: "dense", Hits: []retrieval.Hit{{ID: "c", Score: .9}, {ID: "b", Score: .7}, {ID: "d", Score: .5}}},
	})
	if err != nil {
		fmt.Println(err)
		return
	}
	judged, _ := p.Index("b")
	var scores []float64
	var ranks []int
	for percent := 0; percent <= 100; percent += 25 {
		m, err := fusion.New(fusion.Settings{Method: "wsum", Weights: map[string]float64{
			"bm25": float64(percent), "dense": float64(100 - percent),
		}})
		if err != nil {
			fmt.Println(err)
			return
		}
		if scores, err = m.Scores(p, scores); err != nil {
			fmt.Println(err)
			return
		}
		ranks = p.Ranks(scores, []int{judged}, ranks)
		fmt.Printf("%3d%% bm25: rank %d\n", percent, ranks[0])
	}
	fmt.Println("the first of the last setting:", p.Hits(scores, 1)[0].ID)
	// Output:
	//   0% bm25: rank 2
	//  25% bm25: rank 2
	//  50% bm25: rank 1
	//  75% bm25: rank 1
	// 100% bm25: rank 2
	// the first of the last setting: a
}

// A method that learns, fitted so that no query is fused by a method that has seen its judgments.
func ExampleCrossFit() {
	var examples []fusion.Example
	for _, query := range []string{"q1", "q2", "q3", "q4"} {
		examples = append(examples, fusion.Example{
			Query: query,
			Lists: []fusion.List{
				{Component: "bm25", Hits: []retrieval.Hit{{ID: "wrong", Score: 9}, {ID: "right", Score: 8}}},
				{Component: "dense", Hits: []retrieval.Hit{{ID: "right", Score: 2}, {ID: "wrong", Score: 1}}},
			},
			Relevant: map[string]bool{"right": true},
		})
	}
	trainer, err := fusion.NewTrainer(fusion.Settings{Method: "mapfuse"})
	if err != nil {
		fmt.Println(err)
		return
	}
	methods, err := fusion.CrossFit(trainer, examples, 2, 1)
	if err != nil {
		fmt.Println(err)
		return
	}
	hits, err := methods[0].Fuse(examples[0].Lists, 10)
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, h := range hits {
		fmt.Printf("%s %.2f\n", h.ID, h.Score)
	}
	// Output:
	// right 1.25
	// wrong 1.00
}

// counted counts the components that returned a document.
type counted struct{}

func (counted) Name() string { return "votes" }

func (counted) Scores(p *fusion.Pool, dst []float64) ([]float64, error) {
	dst = append(dst[:0], make([]float64, p.Len())...)
	for doc := range dst {
		for c := range p.Components() {
			if p.Rank(c, doc) > 0 {
				dst[doc]++
			}
		}
	}
	return dst, nil
}

// A method of one's own is next to the others in a registry.
func ExampleRegistry_Register() {
	registry := fusion.Builtin()
	err := registry.Register(fusion.Entry{Name: "votes", Build: func(fusion.Settings) fusion.Scorer { return counted{} }})
	if err != nil {
		fmt.Println(err)
		return
	}
	method, err := registry.New(fusion.Settings{Method: "votes"})
	if err != nil {
		fmt.Println(err)
		return
	}
	hits, err := method.Fuse([]fusion.List{
		{Component: "bm25", Hits: []retrieval.Hit{{ID: "a"}, {ID: "b"}}},
		{Component: "dense", Hits: []retrieval.Hit{{ID: "b"}}},
	}, 10)
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, h := range hits {
		fmt.Println(h.ID, h.Score)
	}
	// Output:
	// b 2
	// a 1
}
