package rerank

import (
	"github.com/rankduel/rankduel/internal/fingerprint"
	"github.com/rankduel/rankduel/internal/httpclient"
	"github.com/rankduel/rankduel/retrieval/embedded"
)

// Fingerprint is a SHA-256, in hexadecimal, of everything in the settings that a reranked ranking depends on, the
// content of the corpus included. Secrets count by the names of their variables; the API key and the policy do not
// count, nor does the batch size where a model reads one text at a time.
func (s Settings) Fingerprint() (string, error) {
	return s.hash(s.topN())
}

// ScoreKey is [Settings.Fingerprint] without top_n: what a score depends on, given the passages that were scored. It
// is the key under which scores can be stored and used again with another top_n, see [Step.Pointwise].
func (s Settings) ScoreKey() (string, error) {
	return s.hash(0)
}

func (s Settings) hash(topN int) (string, error) {
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
	s.TopN, s.Corpus, s.APIKey, s.Policy = nil, "", "", httpclient.Policy{}
	return fingerprint.Of(struct {
		Format   int
		TopN     int
		Corpus   string
		Settings Settings
	}{1, topN, corpus, s})
}
