// Package rerank puts the first hits of a ranking into a better order, by a model that reads the query and the text
// of each hit: slower and better than what a search engine can do for a whole collection. It retrieves nothing; a
// document that is not among the first hits cannot be saved by it.
//
//	rerank:
//	  method: tei
//	  url: http://localhost:8080/rerank
//	  top_n: 50
//
// The models are services over HTTP (cohere, cohere_v2, jina, vllm, tei), and lexical, which runs in this process and
// needs nothing. The usual path: [Settings] from a configuration file, [Settings.Validate] before anything runs, [Open]
// once, [Step.Score] for each query, and [Apply], which makes the new ranking. Scores are kept apart from the
// ranking's, so that they can be stored, and applied again to fewer hits without asking the model again.
//
// # Order
//
// The first n hits come in descending order of the reranker's scores, ties in the order that they had. All others
// follow below, unchanged: a reranker has no opinion of what it did not read.
//
// # Scores
//
// A reranker's scores and an engine's are on different scales, and one list cannot hold both. The hits of a reranked
// ranking of n have the scores n, n-1, …, 1: they say nothing but the order, and keep it through a run file, where
// ties would be ordered by document id.
//
// # Batches
//
// Services that take few texts at once are asked several times for one query, one call after the other. That changes
// no score as long as the model reads one text at a time, as cross-encoders do. A model that reads the candidates as
// a list (jina-reranker-v3; lexical here) gives scores that depend on the others, so that the size of the batches counts.
// So does Apply for them: the scores of 100 hits are not those that the first 10 alone would get.
package rerank
