// Package examples holds the example that rankduel demo writes out: a small corpus, a stratified test set
// and an experiment over them, compiled into the binary so that the demo needs neither network nor files.
//
// It is data only. It does not read, check or run what it holds; packages testsets and experiment do. The
// documents are illustrative text and not medical advice.
package examples

import (
	"embed"
	"fmt"
	"io/fs"
)

//go:embed clinical/README.md clinical/corpus.jsonl clinical/experiment.yaml clinical/hybrid.yaml clinical/rerank.yaml clinical/sweep.yaml clinical/testset.yaml
var files embed.FS

// Clinical returns the clinical example as a flat, read-only folder:
//
//	README.md        what the files are and how to make your own
//	corpus.jsonl     documents in BEIR form: _id, title, text
//	hybrid.yaml      word matching alone against word matching fused with topics
//	experiment.yaml  two fusion configurations over two embedded retrievers
//	rerank.yaml      the same fusion with and without a reranker
//	sweep.yaml       fusion settings to try
//	testset.yaml     50 queries in three strata, graded 0 to 3
//
// The experiments name the other files relative to themselves, so all belong in one folder.
func Clinical() fs.FS {
	sub, err := fs.Sub(files, "clinical")
	if err != nil {
		// fs.Sub refuses only an invalid path, and this one is a constant.
		panic(fmt.Sprintf("examples: %v", err))
	}
	return sub
}
