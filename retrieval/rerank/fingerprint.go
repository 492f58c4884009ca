package rerank

import (
	"fmt"

	"github.com/rankduel/rankduel/internal/fingerprint"
	"github.com/rankduel/rankduel/internal/httpclient"
	"github.com/rankduel/rankduel/retrieval/embedded"
)

// Fingerprint is a SHA-256, in hexadecimal, of everything in the settings that a reranked ranking depends on, the
// content of the corpus included. The address counts as [httpclient.Target] has it, so its variables have to be set; headers
// count by the names of their variables. The API key and the policy do not count, nor does the batch size where a model
// reads one text at a time.
func (s Settings) Fingerprint() (string, error) {
	if err := s.Validate(); err != nil {
		return "", err
	}
	methods := Builtin()
	s = methods.resolve(s)
	if methods.entries[s.Method].Pointwise {
		s.BatchSize = nil
	}
	corpus := ""
	if s.Corpus != "" {
		// The fingerprint of an index over the corpus: it changes with any byte of it, and reads without parsing.
		var err error
		corpus, err = embedded.Settings{Corpus: s.Corpus}.Fingerprint()
		if err != nil {
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
	}{1, topN, corpus, s})
}
