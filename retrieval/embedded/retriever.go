package embedded

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/rankduel/rankduel/internal/ordered"
	"github.com/rankduel/rankduel/retrieval"
	"github.com/rankduel/rankduel/retrieval/corpus"
	"github.com/rankduel/rankduel/retrieval/internal/terms"
)

// A Retriever answers queries from its index. It is safe for concurrent use.
type Retriever struct {
	fingerprint string
	analyzer    terms.Analyzer
	index       *index
	model       model
	cacheErr    error
}

var _ retrieval.Texter = (*Retriever)(nil)

// A model scores documents for a query whose terms ascend and come once each.
type model interface {
	search(ctx context.Context, query []weightedTerm, k int) ([]scored, error)
}

type weightedTerm struct {
	term  int
	count float64 // how often the query has it
}

// An index is what is built once and kept in the cache. Documents ascend by id.
type index struct {
	IDs, Texts []string
	Terms      []string // ascending

	Postings *sparse   // bm25: terms × documents
	Length   []float64 // bm25: of each document

	IDF, TermVectors, DocumentVectors []float64 // lsa; the vectors are rows of Dimensions
	Dimensions                        int

	EmptyRecords int // at the end of the corpus, which hold nothing and are not documents
}

// Open reads the corpus, builds the index and returns its retriever. With a cache folder an index that was built before from the same bytes and settings is loaded in place of that,
// and a new one is kept; an empty cacheDir means no cache. A relative corpus path is taken from the
// working directory. Faults of the settings are reported all at once, see [Settings.Validate].
func Open(ctx context.Context, s Settings, cacheDir string) (*Retriever, error) {
	s, err := s.fixed()
	if err != nil {
		return nil, err
	}
	a, err := terms.New(s.Stemming, s.StopWords.Words)
	if err != nil {
		return nil, err
	}
	r := &Retriever{analyzer: a}
	corpusHash, err := r.loadOrBuild(ctx, s, cacheDir)
	if err != nil {
		return nil, err
	}
	r.fingerprint = fingerprint(s, corpusHash)
	r.model = r.index.model(s)
	return r, nil
}

// Fingerprint identifies what the retriever answers from: 64 hexadecimal digits that change with any byte of
// the corpus or the stop words and with any setting, but not with the path of the corpus.
func (r *Retriever) Fingerprint() string { return r.fingerprint }

// CacheErr says why the index could not be kept in the cache folder. It is not an error of [Open], because the
// retriever works; the next Open will have to build the index again.
func (r *Retriever) CacheErr() error { return r.cacheErr }

// Empty returns how many documents have no text, so that no query finds them, and how many records at the end of the
// corpus hold nothing and are not documents.
func (r *Retriever) Empty() (documents, records int) {
	for _, text := range r.index.Texts {
		if strings.TrimSpace(text) == "" {
			documents++
		}
	}
	return documents, r.index.EmptyRecords
}

// Retrieve implements [retrieval.Retriever]. The text of a hit is the title and the text of the document.
// A query without a term that the corpus knows has no hits.
func (r *Retriever) Retrieve(ctx context.Context, q retrieval.Query, k int) ([]retrieval.Hit, error) {
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	ranked, err := r.model.search(ctx, r.parse(q.Text), k)
	if err != nil {
		return nil, err
	}
	return ordered.Each(ranked, func(s scored) retrieval.Hit {
		return retrieval.Hit{ID: r.index.IDs[s.doc], Score: s.score, Text: r.index.Texts[s.doc]}
	}), nil
}

// Text implements [retrieval.Texter]: the title and the text of a document.
func (r *Retriever) Text(id string) (text string, ok bool) {
	at, ok := slices.BinarySearch(r.index.IDs, id)
	if !ok {
		return "", false
	}
	return r.index.Texts[at], true
}

// parse returns the known terms of a query, ascending, each once.
func (r *Retriever) parse(text string) []weightedTerm {
	var query []weightedTerm
	for term := range r.analyzer.Terms(text) {
		if t, known := slices.BinarySearch(r.index.Terms, term); known {
			query = append(query, weightedTerm{t, 1})
		}
	}
	ordered.Stable(query, func(a, b weightedTerm) int { return cmp.Compare(a.term, b.term) })
	merged := query[:0]
	for _, q := range query {
		if n := len(merged); n > 0 && merged[n-1].term == q.term {
			merged[n-1].count++
			continue
		}
		merged = append(merged, q)
	}
	return merged
}

// loadOrBuild fills in the index and returns the hash of the corpus.
func (r *Retriever) loadOrBuild(ctx context.Context, s Settings, cacheDir string) (corpusHash string, err error) {
	if cacheDir != "" {
		corpusHash, err = corpus.Hash(ctx, s.Corpus)
		if err != nil {
			return "", err
		}
		x, ok := readCache(cacheDir, indexKey(s, corpusHash))
		if ok {
			r.index = x
			return corpusHash, nil
		}
	}
	read, err := corpus.Read(ctx, s.Corpus)
	if err != nil {
		return "", err
	}
	r.index, err = build(ctx, read.Documents, s, r.analyzer)
	if err != nil {
		return "", fmt.Errorf("index %s: %w", s.Corpus, err)
	}
	r.index.EmptyRecords = read.Empty
	if cacheDir != "" {
		r.cacheErr = writeCache(cacheDir, indexKey(s, read.SHA256), r.index)
	}
	return read.SHA256, nil
}

func build(ctx context.Context, documents []corpus.Document, s Settings, a terms.Analyzer) (*index, error) {
	if err := s.checkFields(documents); err != nil {
		return nil, err
	}
	ordered.Stable(documents, func(a, b corpus.Document) int { return strings.Compare(a.ID, b.ID) })
	b, err := newBag(ctx, documents, s.Fields, a)
	if err != nil {
		return nil, err
	}
	if len(b.terms) == 0 {
		return nil, errors.New("no document has a term to index")
	}
	x := &index{Terms: b.terms}
	for _, d := range documents {
		x.IDs = append(x.IDs, d.ID)
		x.Texts = append(x.Texts, d.Text())
	}
	if s.Model == BM25 {
		x.Postings, x.Length = b.counts.transpose(), b.length
		return x, nil
	}
	d, err := newDenseIndex(ctx, b.counts, s.Dimensions, s.Seed)
	if err != nil {
		return nil, err
	}
	x.IDF, x.TermVectors, x.DocumentVectors, x.Dimensions = d.idf, d.terms.Data, d.vectors.Data, d.terms.Cols
	return x, nil
}

// model makes the index ready for the settings that it does not depend on.
func (x *index) model(s Settings) model {
	if s.Model == BM25 {
		return newLexical(x.Postings, x.Length, *s.K1, *s.B)
	}
	d := &dense{idf: x.IDF, terms: newDense(len(x.Terms), x.Dimensions), vectors: newDense(len(x.IDs), x.Dimensions)}
	d.terms.Data, d.vectors.Data = x.TermVectors, x.DocumentVectors
	return d
}
