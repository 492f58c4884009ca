package verify_test

import (
	"context"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"

	"github.com/rankduel/rankduel/experiment/result"
	"github.com/rankduel/rankduel/experiment/verify"
)

// A program of one's own notes what its evaluation came from, and checks it later.
func Example() {
	folder, err := os.MkdirTemp("", "")
	if err != nil {
		fmt.Println(err)
		return
	}
	defer func() { _ = os.RemoveAll(folder) }()
	path := filepath.Join(folder, "scores.txt")
	if err := os.WriteFile(path, []byte("0.5"), 0o600); err != nil {
		fmt.Println(err)
		return
	}
	// evaluate stands for a program that reads its input.
	evaluate := func(input string) ([]byte, error) {
		score, err := os.ReadFile(input)
		if err != nil {
			return nil, err
		}
		in, err := verify.InputOf(context.Background(), result.Input{Role: result.InputScores, Path: input})
		if err != nil {
			return nil, err
		}
		return json.Marshal(map[string]any{
			"schema": result.EvaluationSchema, "runs": []any{map[string]any{"name": "a", "mean": json.Number(score)}},
			"provenance": result.Provenance{Program: "mine 1.0", Command: "mine", Inputs: []result.Input{in}},
		})
	}
	report, err := evaluate(path)
	if err != nil {
		fmt.Println(err)
		return
	}

	for _, score := range []string{"0.5", "0.6"} {
		if err := os.WriteFile(path, []byte(score), 0o600); err != nil {
			fmt.Println(err)
			return
		}
		doc, err := verify.Read("report.json", report)
		if err != nil {
			fmt.Println(err)
			return
		}
		v, err := verify.Check(context.Background(), doc, verify.Options{
			Program: "mine 1.1", Roots: []string{folder},
			Compute: func(_ context.Context, at []string) ([]byte, []result.Input, error) {
				again, err := evaluate(at[0])
				return again, nil, err
			},
		})
		if err != nil {
			fmt.Println(err)
			return
		}
		fmt.Println(v.Outcome, v.Inputs[0].State)
		for _, d := range v.Differences {
			fmt.Println(d.Path, d.Report, d.Computed)
		}
	}
	// Output:
	// equal_values same
	// differs changed
	// runs[a].mean 0.5 0.6
}
