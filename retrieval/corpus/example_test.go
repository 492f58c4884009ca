package corpus_test

import (
	"context"
	"fmt"
	"os"
	"path/filepath"

	"github.com/rankduel/rankduel/retrieval/corpus"
)

func ExampleRead() {
	dir, err := os.MkdirTemp("", "corpus")
	if err != nil {
		fmt.Println(err)
		return
	}
	defer func() { _ = os.RemoveAll(dir) }()
	path := filepath.Join(dir, "corpus.jsonl")
	if err := os.WriteFile(path, []byte(`{"_id": "7", "title": "On wings", "text": "A wing has lift."}`), 0o600); err != nil {
		fmt.Println(err)
		return
	}
	c, err := corpus.Read(context.Background(), path)
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(c.Format, len(c.Documents), c.Documents[0].ID)
	fmt.Println(c.Documents[0].Text())
	// Output:
	// beir 1 7
	// On wings
	// A wing has lift.
}
