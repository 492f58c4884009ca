package near_test

import (
	"fmt"

	"github.com/rankduel/rankduel/testsets/near"
)

func ExamplePairs() {
	texts := []string{
		"treatment of hypertension",
		"Treatment of hypertension?",
		"hypertension: treatments of",
		"how to treat high blood pressure",
		"how to treat low blood pressure",
	}
	for _, p := range near.Pairs(texts, near.Options{Least: near.Listed}) {
		look := ""
		if p.Similarity >= near.Reported {
			look = "look at "
		}
		fmt.Printf("%s, %.2f: %s%q and %q\n", p.Kind, p.Similarity, look, texts[p.A], texts[p.B])
	}
	// Output:
	// same, 1.00: look at "treatment of hypertension" and "Treatment of hypertension?"
	// stems, 0.76: "treatment of hypertension" and "hypertension: treatments of"
	// similar, 0.72: "how to treat high blood pressure" and "how to treat low blood pressure"
}

func ExampleNormal() {
	fmt.Println(near.Normal("  What is Metformin?"))
	fmt.Println(near.Normal("LDL > 100 mg/dL"))
	// Output:
	// what is metformin
	// ldl > 100 mg dl
}
