package embedded

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"

	"github.com/rankduel/rankduel/retrieval"
	"github.com/rankduel/rankduel/retrieval/corpus"
)

// Fingerprint returns [Retriever.Fingerprint] without building the index: it reads the corpus once, to hash it.
func (s Settings) Fingerprint(ctx context.Context) (string, error) {
	return s.identity(ctx, retrieval.Place{})
}

// identity returns the fingerprint, of a corpus that a place may know already.
func (s Settings) identity(ctx context.Context, p retrieval.Place) (string, error) {
	s, err := s.fixed()
	if err != nil {
		return "", err
	}
	content, err := p.Hash(s.Corpus, func() (string, error) { return corpus.Hash(ctx, s.Corpus) })
	if err != nil {
		return "", err
	}
	return fingerprint(s, content), nil
}

// fixed returns valid settings with their defaults written out and the stop words read: what counts is which
// words they are, not what their list is called.
func (s Settings) fixed() (Settings, error) {
	if err := s.Validate(); err != nil {
		return s, err
	}
	s = s.Resolved()
	words, err := s.StopWords.load()
	if err != nil {
		return s, err
	}
	s.StopWords = WordList{Words: append([]string{}, words...)} // not nil: none differs from the default
	return s, nil
}

// fingerprint hashes everything that a ranking depends on.
func fingerprint(s Settings, corpusHash string) string {
	s.Corpus = ""
	content, err := json.Marshal(struct {
		Format   int
		Corpus   string
		Settings Settings
	}{indexFormat, corpusHash, s})
	if err != nil {
		panic(err) // validated settings hold finite numbers and strings only
	}
	sum := sha256.Sum256(content)
	return hex.EncodeToString(sum[:])
}

// indexKey returns the fingerprint without the settings that are applied to a finished index, so that trying many
// values of them needs one index.
func indexKey(s Settings, corpusHash string) string {
	s.K1, s.B = nil, nil
	return fingerprint(s, corpusHash)
}
