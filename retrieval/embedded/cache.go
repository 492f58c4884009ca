package embedded

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"

	"github.com/rankduel/rankduel/internal/outfile"
	"github.com/rankduel/rankduel/retrieval"
	"github.com/rankduel/rankduel/retrieval/corpus"
)

// indexFormat is part of every key: raise it when analysis or weights change; the stored form has its
// own number in cacheMagic, because rankings do not depend on it.
const indexFormat = 1

// cacheMagic starts a cache file; the SHA-256 of the rest and the rest, the stored form of the index, follow.
const cacheMagic = "rankduel index 5\n"

// cacheFile is named by content: it never expires and may be deleted at any time.
func cacheFile(dir, key string) string { return filepath.Join(dir, key+".index") }

// readCache returns the index of a key. A file that is missing, unreadable, damaged or cut off is not an index: it
// is built again and replaced.
func readCache(dir, key string) (*index, bool) {
	content, err := os.ReadFile(cacheFile(dir, key))
	if err != nil {
		return nil, false
	}
	rest, ok := bytes.CutPrefix(content, []byte(cacheMagic))
	if !ok || len(rest) < sha256.Size {
		return nil, false
	}
	sum, payload := rest[:sha256.Size], rest[sha256.Size:]
	if want := sha256.Sum256(payload); !bytes.Equal(sum, want[:]) {
		return nil, false
	}
	return parseIndex(payload)
}

// writeCache keeps an index. The file appears whole or not at all, also when several processes write it.
func writeCache(dir, key string, x *index) error {
	var head [len(cacheMagic) + sha256.Size]byte
	content := x.append(head[:])
	sum := sha256.Sum256(content[len(head):])
	copy(content[copy(content, cacheMagic):], sum[:])
	err := os.MkdirAll(dir, 0o755)
	if err == nil {
		outfile.Clear(dir, "") // of any index
		err = outfile.WriteMode(cacheFile(dir, key), content, 0o600)
	}
	if err != nil {
		return fmt.Errorf("index cache: %w", err)
	}
	return nil
}

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
