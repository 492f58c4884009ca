// Package judgments holds what is known about the documents of the queries that
// count: grades, gains and subtopics, of documents and of chunks, what an answer
// was expected to say, and which paths it may cite. They come from test sets and
// from qrels, and look the same afterwards. No ranking is known here.
package judgments
