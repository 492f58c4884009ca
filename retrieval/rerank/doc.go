// Package rerank puts the first hits of a ranking into a better order, by a model that reads the query and the text of each
// hit. It retrieves nothing; a document that is not among the first hits cannot be saved by it.
//
// The models are services over HTTP (cohere, cohere_v2, jina, vllm, tei), and lexical, which runs in this process and needs
// nothing. The usual path: [Settings] from a configuration file, [Settings.Validate] before anything runs, [Open] once,
// [Step.Score] for each query, and [Apply], which makes the new ranking. Scores are kept apart from the ranking's, so that they
// can be stored, and applied again to fewer hits without asking the model again.
//
// The hits of a reranked ranking of n have the scores n, n-1, …, 1: they say nothing but the order. docs/fusion.md has the order,
// and when the size of batches counts.
package rerank
