package embedded

import (
	"context"

	"github.com/rankduel/rankduel/retrieval"
)

// Kind lets experiments declare such indexes, under the key embedded.
func Kind() retrieval.Kind {
	k := retrieval.KindOf("embedded", func(s Settings) retrieval.Engine { return engine{s} })
	k.Texts = true
	return k
}

type engine struct{ Settings }

// Inputs returns the corpus, and the stop words where they are in a file.
func (e engine) Inputs() []string {
	if e.StopWords.isPath() {
		return []string{e.Corpus, e.StopWords.Name}
	}
	return []string{e.Corpus}
}

func (e engine) at(p retrieval.Place) Settings {
	s := e.Settings
	s.Corpus, s.StopWords = p.Resolve(s.Corpus), s.StopWords.Rebased(p.Resolve)
	return s
}

// Identity returns the fingerprint with paths from the working folder.
func (e engine) Identity(ctx context.Context, p retrieval.Place) (string, error) {
	return e.at(p).identity(ctx, p)
}

// Open builds the index, or takes it from the cache.
func (e engine) Open(ctx context.Context, p retrieval.Place) (retrieval.Retriever, error) {
	return Open(ctx, e.at(p), p.CacheDir)
}
