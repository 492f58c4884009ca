package rerank

import (
	"context"
	"encoding/json"
	"fmt"

	"github.com/rankduel/rankduel/internal/fingerprint"
	"github.com/rankduel/rankduel/internal/httpclient"
	"github.com/rankduel/rankduel/retrieval/corpus"
)

// Fingerprint returns a SHA-256, in hexadecimal, of everything in the settings that a reranked ranking depends on, the
// content of the corpus included. The address counts as [httpclient.Target] has it, so its variables have to be set; headers
// count by the names of their variables. The API key and the policy do not count, nor does the batch size where a model
// reads one text at a time.
func (s Settings) Fingerprint(ctx context.Context) (string, error) {
	if err := s.Validate(); err != nil {
		return "", err
	}
	all := builtin()
	s = all.resolve(s)
	if all[s.Method].pointwise() {
		s.BatchSize = nil
	}
	texts := ""
	if s.Corpus != "" {
		var err error
		if texts, err = corpusKey(ctx, s.Corpus); err != nil {
			return "", err
		}
	}
	target, err := httpclient.Target(s.URL)
	if err != nil {
		return "", fmt.Errorf("url: %w", err)
	}
	topN := s.topN()
	s.URL = target
	s.TopN, s.Corpus, s.APIKey, s.Policy = nil, "", "", httpclient.Policy{}
	return fingerprint.Of(struct {
		Format   int
		TopN     int
		Corpus   string
		Settings Settings
	}{1, topN, texts, s})
}

// corpusKey returns a name for the bytes of a corpus. It is the fingerprint that an index with default settings had over it
// when the first scores were stored, index format 1, so that they are found under it whatever becomes of the index.
func corpusKey(ctx context.Context, path string) (string, error) {
	sum, err := corpus.Hash(ctx, path)
	if err != nil {
		return "", err
	}
	const index = `{"corpus":"","model":"bm25","k1":0.9,"b":0.4,"stop_words":["a","an","and","are","as","at","be","but","by",` +
		`"for","if","in","into","is","it","no","not","of","on","or","such","that","the","their","then","there","these","they",` +
		`"this","to","was","will","with"],"stemming":"porter","fields":{"text":1,"title":1}}`
	return fingerprint.Of(struct {
		Format   int
		Corpus   string
		Settings json.RawMessage
	}{1, sum, json.RawMessage(index)})
}
