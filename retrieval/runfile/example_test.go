package runfile_test

import (
	"context"
	"fmt"
	"os"

	"github.com/rankduel/rankduel/retrieval/runfile"
	"github.com/rankduel/rankduel/retrieval/trec"
)

func Example() {
	saved := trec.Bytes("bm25.json", []byte(`{"q1": {"d7": 12.25, "d3": 13.5}, "q2": {"d3": 9}}`))
	run, stats, err := runfile.Read(context.Background(), saved, runfile.Options{})
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(stats.Format, stats.Queries, stats.Hits, run.Hits("q1")[0].ID)
	if _, err := runfile.Write(os.Stdout, runfile.TREC, run.Results(), runfile.WriteOptions{Tag: "bm25"}); err != nil {
		fmt.Println(err)
	}
	// Output:
	// json 2 3 d3
	// q1 Q0 d3 1 13.5 bm25
	// q1 Q0 d7 2 12.25 bm25
	// q2 Q0 d3 1 9 bm25
}

func ExampleWrite() {
	const answered = `{"query_id": "q1", "hits": [{"id": "d1", "score": 0.5}], "answer": {"text": "Yes.", "grounded": true}}
{"query_id": "q2", "error": "timed out"}
`
	run, _, err := runfile.Read(context.Background(), trec.Bytes("answers.jsonl", []byte(answered)), runfile.Options{})
	if err != nil {
		fmt.Println(err)
		return
	}
	loss, err := runfile.Write(os.Stdout, runfile.TREC, run.Results(), runfile.WriteOptions{})
	fmt.Println("not written:", loss.Answers, "answer,", loss.Failed, "failed query", err)
	// Output:
	// q1 Q0 d1 1 0.5 rankduel
	// not written: 1 answer, 1 failed query <nil>
}
