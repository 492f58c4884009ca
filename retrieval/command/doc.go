// Package command asks a program: whatever can be started and speaks JSON is a retriever.
//
// # Lines
//
// In mode lines, the default, the program is started once and kept. It reads one request per line from its standard
// input and writes one response per line to its standard output, flushed:
//
//	→ {"id":1,"query_id":"q7","query":"sleeping cats","k":10}
//	← {"id":1,"hits":[{"id":"doc3","score":7.5},{"id":"doc1","score":2.25}]}
//
// Where an experiment repeats its queries, "repeat" is how often this one was asked before, from 0, which is left out: a
// seed, for a program that wants one.
//
// The id is a number of the request; the response repeats it, so that responses may come in any order. A hit is
//
//	{"id", "score", "text", "document", "spans": [{"start", "end"}]}
//
// of which only its id is needed, a text or a number that keeps its digits; a bare id stands for a hit that has nothing
// else. Scores are needed for all hits or for none, and must not rise. Without scores the hits of a ranking of n
// get n, n−1, …, 1, which says nothing but their order. An id that comes twice is passed on: an experiment keeps the
// first and warns. No match is "hits": []. A system that writes answers adds
// "answer": {"text", "grounded", "citations": [{"path"}]}; without grounded, an answer with citations is grounded. A query
// that fails gets {"id", "error": "why"}. Keys that are not listed here are refused, because they are more likely a
// typing error than a wish. Logs belong to the standard error, whose last lines are quoted when the program dies.
//
// A judge (rankduel labels ask) also gets "doc_id", "document" and "guideline", and writes
//
//	← {"id":1,"grade":2}
//
// A program that takes its time to load writes {"ready":true} first, and start_timeout says how long to wait for it;
// so the loading is in no one's latency. One that does not is asked a query first that counts for nothing. At the end its standard input is closed, and it should end by itself.
//
// A minimal program:
//
//	import json, sys
//	for line in sys.stdin:
//	    request = json.loads(line)
//	    hits = [{"id": d, "score": s} for d, s in search(request["query"], request["k"])]
//	    print(json.dumps({"id": request["id"], "hits": hits}), flush=True)
//
// # When something goes wrong
//
// A program that dies, or writes what is not a response, is started again. The queries that it had not answered are asked
// once more, each of them alone, so that one that kills the program does not take others with it; what fails then too
// is an error. After three starts in a row without a single answer errors wrap [retrieval.ErrUnavailable].
//
// When the context of a query ends, its caller learns so at once. The program does not: its answer is waited for, for
// no longer than the grace, and then dropped. It can never be taken for the answer of another query.
//
// # Once
//
// In mode once each query starts the program again: for tools that cannot stay. The request comes on the standard input,
// without an id; or {query}, {k}, {id} (that of the query) and {repeat} in the arguments are replaced, and the standard input is
// empty. There is no shell in between, so nothing in a query is special, except that one which begins with a dash may be
// taken for an option: write "--" before {query} if the program knows that. The standard output is a response as above,
// or the list of its hits. The exit status has to be 0.
//
// With hits, a jq expression, the output may be any JSON, also one value per line. The expression gives the hits of each
// value, one by one or as a list. A tool with a JSON output needs nothing else:
//
//	mode: once
//	argv: [kebab, search, --json, --limit, "{k}", --, "{query}"]
//	hits: .hits[] | {id: .chunk_id, score, text, document: .doc_id}
//
// If a pipe is needed, a shell gets the query as an argument and never as a part of its script:
//
//	argv: [sh, -c, 'kebab search --json -- "$1" | head -n "$2"', sh, "{query}", "{k}"]
//
// # Text
//
// JSON is UTF-8, and arguments have no NUL byte: invalid bytes of a query, and NUL bytes in an argument, are sent as
// U+FFFD, the replacement character.
package command
