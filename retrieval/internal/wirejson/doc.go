// Package wirejson reads the JSON that search engines and programs answer with, and says what in it is wrong.
//
// A ranking is a list of hits, best first. A hit is an id alone, or an object of which only the id is needed:
//
//	{"id", "score", "text", "document", "spans": [{"start", "end"}]}
//
// An answer that a system wrote from its hits is
//
//	{"text", "grounded", "citations": [{"path"}]}
//
// in which a citation may be a path alone, and an answer with citations is grounded unless it says otherwise. Null is
// the same as nothing. Keys that are not listed are refused, because they are more likely a typing error than a wish.
//
//   - Ids are texts or numbers. A number is used as it is written: 1.50 and 12345678901234567890 keep their digits.
//   - Scores are for all hits of a ranking or for none. They are numbers, never NaN, and must not rise. Hits without
//     scores get n, n−1, …, 1 in a ranking of n, which says nothing but their order.
//   - Text is a text, or a list of texts that become lines.
//   - Spans are lines, 1 ≤ start ≤ end.
//   - An id that comes twice is passed on. Anyone who scores a ranking keeps the first and reports the rest, see
//     docs/semantics.md; here the ranking would only be lost, or the fault of the engine hidden.
//
// The package takes values as package encoding/json decodes them, with numbers as [json.Number] ([Decode] does that), or as
// gojq makes them. Files of runs have readers of their own in retrieval/runfile: they are read in one pass without
// values in between, and tell lines and files.
package wirejson
