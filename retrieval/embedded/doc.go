// Package embedded retrieves from an index that it builds in this process from a corpus on disk, by BM25 or by latent semantic
// analysis: no service, no network, no model to download. It is not a search engine: an index is built once, never updated, and
// held in memory, for some hundred thousand short documents; docs/adr/0010-embedded-retrievers.md has the reasons. [Open] reads
// the corpus that [Settings] name, builds the index or takes it from the cache, and returns a [Retriever].
//
// Hits are ordered by score descending, ties by document id descending; the order of documents in the corpus has no influence. The
// same corpus and settings give the same bits with any number of processors, built or loaded from the cache. Another
// processor architecture may round differently in the last place.
package embedded
