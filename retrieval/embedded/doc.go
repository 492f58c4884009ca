// Package embedded retrieves from an index that it builds in this process from a corpus on disk: no
// service, no network, no model to download. It exists so that an A/B of retrieval settings can be run
// anywhere, with two retrievers that differ in kind:
//
//   - bm25: an inverted index and the BM25 formula, with every constant set per configuration;
//   - lsa: latent semantic analysis, a dense vector per document from a truncated singular value
//     decomposition of the term weights, searched exactly by cosine.
//
// It is not a search engine: an index is built once, never updated, and held in memory. It is meant for
// corpora of up to some hundred thousand short documents.
//
// The usual path is [Open], which reads the corpus that [Settings] name, builds the index or takes it
// from the cache, and returns a [Retriever]. Package corpus reads a corpus alone.
//
// # Order
//
// Score descending, ties by document id descending, as everywhere in this project. The order of documents
// in the corpus file has no influence on any ranking. The same corpus and settings give the same bits
// with any number of processors, built or loaded from the cache. Another processor architecture may round
// differently in the last place.
package embedded
