package run_test

import (
	"context"
	"errors"
	"maps"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/rankduel/rankduel/experiment/internal/wingtest"
	"github.com/rankduel/rankduel/experiment/run"
)

// What was prepared is run under the ids of the inputs that it had then. An
// input that has changed since is an error that names it, and nothing is kept:
// else the old inputs, once restored, would have the scores of the new ones.
func TestInputsThatChangeAfterPrepare(t *testing.T) {
	const (
		set    = "name: two\nversion: v1\nstrata: []\nqueries:\n- {query_id: q1, query_text: ship, relevant_docs: [{doc_id: d1, grade: 1}]}\n- {query_id: q2, query_text: sail, relevant_docs: [{doc_id: d2, grade: 1}]}\n"
		corpus = `{"_id": "d1", "text": "ship ship"}` + "\n" + `{"_id": "d2", "text": "sail ship"}` + "\n"
		good   = "q1 Q0 d1 1 2 a\nq2 Q0 d2 1 2 a\n"
	)
	base := map[string]string{"set.yaml": set, "corpus.jsonl": corpus, "texts.jsonl": corpus, "words.txt": "the\n", "a.trec": good}
	for name, test := range map[string]struct{ components, rerank, file, content, says string }{
		"run file":  {"a: {run: a.trec}", "", "a.trec", "q1 Q0 x 1 2 a\nq2 Q0 x 1 2 a\n", "run file"},
		"JSON run":  {"a: {run: a.jsonl}", "", "a.jsonl", `{"query_id": "q1", "hits": [{"id": "x"}]}` + "\n", "run file"},
		"corpus":    {"a: {embedded: {corpus: corpus.jsonl}}", "", "corpus.jsonl", `{"_id": "x", "text": "ship"}` + "\n", `component "a"`},
		"words":     {"a: {embedded: {corpus: corpus.jsonl, stop_words: words.txt}}", "", "words.txt", "ship\n", `component "a"`},
		"inputs":    {`a: {command: {argv: [echo, '[{"id": "d1"}]'], mode: once, inputs: [words.txt]}}`, "", "words.txt", "ship\n", `component "a"`},
		"reranking": {"a: {run: a.trec}", ", rerank: {method: lexical, corpus: texts.jsonl}", "texts.jsonl", strings.ReplaceAll(corpus, "ship", "boat"), "corpus"},
	} {
		t.Run(name, func(t *testing.T) {
			files := map[string]string{
				"a.jsonl":         `{"query_id": "q1", "hits": [{"id": "d1"}]}` + "\n" + `{"query_id": "q2", "hits": [{"id": "d2"}]}` + "\n",
				"experiment.yaml": "test_set: set.yaml\nmeasures: [RR]\ncomponents: {" + test.components + "}\nconfigs: {x: {top_k: 9" + test.rerank + "}, y: {top_k: 8" + test.rerank + "}}\n",
			}
			maps.Copy(files, base)
			dir := wingtest.WriteFiles(t, files)
			p, store := wingtest.Prepared(t, dir, run.Options{}), wingtest.NewMemory()
			path := filepath.Join(dir, test.file)
			if err := os.WriteFile(path, []byte(test.content), 0o666); err != nil {
				t.Fatal(err)
			}
			_, err := p.Run(t.Context(), store)
			if !errors.Is(err, run.ErrChanged) || !strings.Contains(err.Error(), test.says) {
				t.Errorf("Run = %v, want ErrChanged and %q", err, test.says)
			}
			if len(store.Runs) > 0 || len(store.Answers) > 0 {
				t.Errorf("%d runs and %d recordings were kept under the names of the old inputs", len(store.Runs), len(store.Answers))
			}

			if err := os.WriteFile(path, []byte(files[test.file]), 0o666); err != nil {
				t.Fatal(err)
			}
			if _, err := p.Run(t.Context(), store); err != nil {
				t.Errorf("the inputs are what they were: Run = %v", err)
			}
		})
	}
}

// Hashing a large input ends with the context, whatever the input is.
func TestPrepareEndsWithTheContext(t *testing.T) {
	const set = "name: one\nversion: v1\nstrata: []\nqueries:\n- {query_id: q1, query_text: ship, relevant_docs: [{doc_id: d1, grade: 1}]}\n"
	for name, components := range map[string]string{
		"run file": "{a: {run: a.trec}}",
		"corpus":   "{a: {embedded: {corpus: corpus.jsonl}}}",
		"folder":   "{a: {embedded: {corpus: .}}}",
		"inputs":   "{a: {command: {argv: [nosuch], inputs: [a.trec]}}}",
		"rerank":   "{b: {http: {url: 'http://localhost:1/?q={{urlquery .Query}}', hits: '.results[] | {id: .doc}'}}}",
	} {
		t.Run(name, func(t *testing.T) {
			rerank := ""
			if name == "rerank" {
				rerank = ", rerank: {method: lexical, corpus: corpus.jsonl}"
			}
			dir := wingtest.WriteFiles(t, map[string]string{
				"set.yaml": set, "a.trec": "q1 Q0 d1 1 1 a\n", "corpus.jsonl": `{"_id": "d1", "text": "ship"}` + "\n", "d1.md": "ship",
				"experiment.yaml": "test_set: set.yaml\nmeasures: [RR]\ncomponents: " + components + "\nconfigs: {x: {top_k: 9" + rerank + "}, y: {top_k: 8}}\n",
			})
			planned := wingtest.Prepared(t, dir, run.Options{}).Plan()
			ctx, cancel := context.WithCancel(t.Context())
			cancel()
			if _, err := run.Prepare(ctx, planned, run.Options{}); !errors.Is(err, context.Canceled) {
				t.Errorf("Prepare = %v, want that it was canceled", err)
			}
		})
	}
}
