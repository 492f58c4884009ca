package compare_test

import (
	"context"
	"fmt"

	"github.com/rankduel/rankduel/experiment/compare"
	"github.com/rankduel/rankduel/experiment/judgments"
	"github.com/rankduel/rankduel/experiment/scoring"
	"github.com/rankduel/rankduel/metrics"
	"github.com/rankduel/rankduel/retrieval/trec"
)

// Which of two searches brought the relevant documents of their fusion, and
// what a perfect reranker of its two hits could add.
func ExampleAttribute() {
	ctx := context.Background()
	judgments, err := judgments.Read(ctx, trec.Bytes("qrels", []byte("q 0 a 1\nq 0 b 1\nq 0 c 1\n")), trec.QrelsOptions{})
	if err != nil {
		fmt.Println(err)
		return
	}
	profile := metrics.Profiles()[0]
	score := func(name, first, second string) *scoring.Table {
		run := fmt.Sprintf("q Q0 %s 1 2 t\nq Q0 %s 2 1 t\n", first, second)
		s, err := scoring.RunFile(ctx, trec.Bytes(name, []byte(run)), judgments, []metrics.Measure{metrics.Precision{Top: metrics.Top{K: 1}}}, profile,
			scoring.Options{KeepRanks: true})
		if err != nil {
			fmt.Println(err)
		}
		return s
	}
	fused := compare.Fused{
		Config:     score("rrf", "x", "a"),
		Components: []*scoring.Table{score("words", "x", "a"), score("vectors", "x", "b")},
		TopK:       2,
		Primary:    scoring.Named("P@1"),
	}
	a, err := compare.Attribute(fused)
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, only := range a.Only {
		fmt.Printf("%s alone: %d of %d\n", only.Component, only.Documents, a.RelevantDocuments)
	}
	fmt.Printf("not found: %d, lost in fusion: %d\n", a.None.Documents, a.LostInFusion.Documents)
	c, err := compare.CeilingOf(fused)
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Printf("recall ceiling %.2f, P@1 %.0f, in the best order %.0f\n", *c.Recall, *c.Mean, *c.Oracle)
	// Output:
	// words alone: 1 of 3
	// vectors alone: 1 of 3
	// not found: 1, lost in fusion: 1
	// recall ceiling 0.33, P@1 0, in the best order 1
}
