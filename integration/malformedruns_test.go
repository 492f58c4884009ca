package integration_test

import (
	"math"
	"strings"
	"testing"

	"github.com/rankduel/rankduel/retrieval/runfile"
	"github.com/rankduel/rankduel/retrieval/trec"
)

const (
	cr        = "a carriage return within the line"
	mendCR    = "convert a file whose lines end in CR alone"
	keep      = "remove one, or keep the better ranked with --duplicates keep-first"
	giveScore = "give the hit a number or leave"
	notation  = "write it in decimal (12.5) or scientific (1.25e1) notation"
	noLines   = "no lines to read"
	rightFile = "is this the right file?"
	damaged   = "get the file again"
)

func TestMalformedTRECRuns(t *testing.T) {
	refuse(t, readRun(runfile.Options{Format: runfile.TREC}), []malformed{
		{"empty", "", "FILE", noLines, rightFile},
		{"comments only", "# a\n\n# b\n", "FILE", noLines, rightFile},
		{"one field", "q1\n", "FILE:1", "1 of 6 fields", `a run line is "qid Q0 docid rank score tag"`},
		{"two fields", "\nq1 Q0\n", "FILE:2", "2 of 6 fields", "a run line is"},
		{"qrels as a run", "q1 0 d1 1\n", "FILE:1", "4 of 6 fields", "a run line is"},
		{"no tag", "q1 Q0 d1 1 2.5 t\nq1 Q0 d2 2 1.5\n", "FILE:2", "5 of 6 fields", "a run line is"},
		{"header line", "qid iter docid rank score tag\nq1 Q0 d1 1 2.5 t\n", "FILE:1", `rank "rank": not a whole number`, "number the hits"},
		{"blank in the document", "q1 Q0 my doc 1 2.5 t\n", "FILE:1", `rank "doc"`, "replace the blank in the id"},
		{"blank in the query", "my q Q0 d1 1 2.5 t\n", "FILE:1", `rank "d1"`, "replace the blank in the id"},
		{"fraction as rank", "q1 Q0 d1 1.0 2.5 t\n", "FILE:1", `rank "1.0"`, "number the hits 1, 2, 3"},
		{"no rank", "q1 Q0 d1 - 2.5 t\n", "FILE:1", `rank "-"`, "number the hits 1, 2, 3"},
		{"score is a word", "q1 Q0 d1 1 high t\n", "FILE:1", `score "high": not a number`, notation},
		{"decimal comma", "q1 Q0 d1 1 2,5 t\n", "FILE:1", `score "2,5": not a number`, notation},
		{"NaN", "q1 Q0 d1 1 NaN t\n", "FILE:1", "NaN has no place in a ranking", giveScore},
		{"minus nan", "q1 Q0 d1 1 -nan t\n", "FILE:1", "NaN has no place in a ranking", giveScore},
		{"hexadecimal score", "q1 Q0 d1 1 0x1p3 t\n", "FILE:1", `score "0x1p3": not a number`, notation},
		{"underscores", "q1 Q0 d1 1 1_000 t\n", "FILE:1", `score "1_000": not a number`, notation},
		{"score beyond float64", "q1 Q0 d1 1 1e999 t\n", "FILE:1", "too large for a float64", "write inf if that is meant"},
		{"document twice", "q1 Q0 d1 1 2 t\nq1 Q0 d1 2 1 t\n", "FILE:2", `duplicate document "d1" in query "q1", first on line 1`, keep},
		{"document twice, queries interleaved", "q1 Q0 d1 1 2 t\nq2 Q0 d1 1 2 t\nq1 Q0 d1 2 1 t\n", "FILE:3", `duplicate document "d1" in query "q1", first on line 1`, keep},
		{"many duplicates", strings.Repeat("q1 Q0 d1 1 2 t\n", 30), "FILE", "29 duplicate documents", "remove one of each, or keep the better ranked"},
		{"lines that end in CR", "q1 Q0 d1 1 2 t\rq1 Q0 d2 2 1 t\r", "FILE:1", cr, mendCR},
		{"CR in front of CRLF", "q1 Q0 d1 1 2 t\r\r\n", "FILE:1", cr, mendCR},
		{"gzip cut short", gzipped(strings.Repeat("q1 Q0 d1 1 2 t\n", 99))[:30], "FILE", "gzip: ", damaged},
		{"gzip of something damaged", "\x1f\x8b\x08\x00xxxxxxxxxxxxxxxxx", "FILE", "gzip: ", damaged},
		{"zstd cut short", zstandard(strings.Repeat("q1 Q0 d1 1 2 t\n", 99))[:20], "FILE", "zstd: ", damaged},
		{"gzip that grows beyond measure", gzipped(strings.Repeat("\n", 70<<20)), "FILE", "it unpacks to more than 64 MiB and 200 times its size", "unpack it and give the plain file"},
	})
	refuse(t, readRun(runfile.Options{Format: runfile.TREC, Order: trec.OrderRank}), []malformed{
		{"rank beyond 32 bits", "q1 Q0 d1 1 2 t\nq1 Q0 d2 99999999999 1 t\n", "FILE:2", "order rank needs ranks that fit into 32 bits", "use another order"},
	})
}

func TestMalformedRunsOfAnyFormat(t *testing.T) {
	refuse(t, readRun(runfile.Options{}), []malformed{
		{"empty", "", "FILE", noLines, rightFile},
		{"blanks", " \r\n\t\n", "FILE", noLines, rightFile},
		{"a JSON list", `[{"qid": "q1"}]`, "FILE", "this is a JSON list", "write its items on one line each"},
		{"a program", "\x7fELF\x02\x01\x01\x00\x00", "FILE", "not a run in a format known here", "it is not text"},
		{"UTF-16", "\xff\xfeq\x001\x00", "FILE", "this is UTF-16 text", "convert it to UTF-8"},
		{"LZ4", "\x04\x22\x4d\x18abcd", "FILE", "this is LZ4", "compress it with gzip or zstd"},
		{"bzip2", "BZh91AY", "FILE", "this is bzip2", "compress it with gzip or zstd"},
		{"xz", "\xfd7zXZ\x00", "FILE", "this is xz", "compress it with gzip or zstd"},
		{"a ZIP archive", "PK\x03\x04\x14", "FILE", "this is a ZIP archive", "unpack it"},
		{"a database", "SQLite format 3\x00", "FILE", "this is an SQLite database", "give the per_query.jsonl"},
		{"encrypted Parquet", "PARE1234PARE", "FILE", "this is encrypted Parquet", "decrypt it"},
	})
}

func TestMalformedJSONRuns(t *testing.T) {
	refuse(t, readRun(runfile.Options{Format: runfile.JSON}), []malformed{
		{"no query", "{}", "FILE", noLines, rightFile},
		{"cut short", "{\"q1\": {\"d1\": 1},\n\"q2\": {\"d1\"", "FILE:2", "the file ends in the middle of a value", "get the rest of it"},
		{"more behind it", "{\"q1\": {\"d1\": 1}}\n{}", "FILE:2", "byte 1: '{' after the end of the value", "leave one value in the file"},
		{"query twice", "{\"q1\": {\"d1\": 1},\n\"q1\": {}}", "FILE:2", `query "q1" again, first on line 1`, "this format has all hits of a query in one place"},
		{"document twice", "{\"q1\": {\"d1\": 1,\n\"d1\": 2}}", "FILE:2", `duplicate document "d1" in query "q1", first on line 1`, keep},
		{"many duplicates", `{"q1": {"a": 1, "a": 2, "b": 1, "b": 2}}`, "FILE", "2 duplicate documents", "remove one of each"},
		{"null score", "{\"q1\":\n{\"d1\": null}}", "FILE:2", `query "q1", document "d1": score null`, giveScore},
		{"NaN", `{"q1": {"d1": NaN}}`, "FILE:1", "NaN has no place in a ranking", giveScore},
		{"score is a word", `{"q1": {"d1": "high"}}`, "FILE:1", `score "high": not a number`, notation},
		{"score beyond float64", `{"q1": {"d1": -1e999}}`, "FILE:1", "too large for a float64", "write inf if that is meant"},
		{"a list of documents", `{"q1": ["d1"]}`, "FILE:1", "byte 8: ", "where an object of documents and scores belongs"},
		{"a number for a query", `{"q1": 7}`, "FILE:1", "byte 8: ", "where an object of documents and scores belongs"},
		{"key without quotes", `{q1: {}}`, "FILE:1", "byte 2: 'q'", "where a key in quotes belongs"},
		{"no colon", `{"q1" {}}`, "FILE:1", "byte 7: '{'", "where a colon belongs"},
		{"no comma", `{"q1": {"d1": 1 "d2": 2}}`, "FILE:1", `byte 17: '"'`, "where a comma or '}' belongs"},
		{"empty query", `{"": {"d1": 1}}`, "FILE:1", "the query id is empty", "give it one"},
		{"empty document", `{"q1": {"": 1}}`, "FILE:1", "the document id is empty", "give it one"},
		{"not UTF-8", "{\"q1\": {\"d\xff\": 1}}", "FILE:1", "byte 10: this string is not UTF-8", "convert the file"},
		{"half a character", `{"q1": {"\ud83d": 1}}`, "FILE:1", `byte 10: \ud83d is half of a character`, "the text was not UTF-8 when this file was written"},
		{"control character", "{\"q\x01\": {}}", "FILE:1", `byte 4: control character '\x01' in a string`, `write it as \u0001`},
		{"unknown escape", `{"q\x": {}}`, "FILE:1", "byte 5: 'x' after a backslash", `write \\ for a backslash`},
		{"deep", `{"q1": {"d1": ` + strings.Repeat("[", 2000), "FILE:1", "byte 15: ", "where a value belongs"},
	})
	refuse(t, readRun(runfile.Options{Format: runfile.JSON, Order: trec.OrderRank}), []malformed{
		{"order rank", `{"q1": {"d1": 1}}`, "order rank", "a run in format json has no ranks", "use order score or file"},
	})
}

func TestMalformedTables(t *testing.T) {
	const header = "query_id\tdoc_id\tscore\n"
	refuse(t, readRun(runfile.Options{Format: runfile.TSV}), []malformed{
		{"header only", header, "FILE", noLines, rightFile},
		{"a field too many", header + "q1\td1\t1\t2\n", "FILE:2", "4 fields, the header line has 3", "put a field that holds the separator in quotation marks"},
		{"a field too few", header + "q1\td1\n", "FILE:2", "2 fields, the header line has 3", "put a field that holds the separator in quotation marks"},
		{"blanks for tabs", "q1 d1 1\n", "FILE:1", "1 fields", "want query, document and score separated by tabs"},
		{"nothing ranks", "qid\tdocno\tquery\n", "FILE:1", "no column for the score (score) or rank (rank)", `the columns are ["qid" "docno" "query"]`},
		{"score is a word", header + "q1\td1\thigh\n", "FILE:2", `query "q1", document "d1": score "high": not a number`, notation},
		{"no score", header + "q1\td1\t\n", "FILE:2", `score "": not a number`, notation},
		{"NaN", header + "q1\td1\tnan\n", "FILE:2", "NaN has no place in a ranking", giveScore},
		{"open quotation mark", header + "q1\t\"d1\t1\n", "FILE:2", "a field that starts with a quotation mark has to end with one", `with those inside doubled`},
		{"ranks for scores", "q1\ta\t1\nq1\tb\t2\n", "FILE:1", "the third column counts up by one in every query", "use order rank if that is what they are"},
		{"document twice", header + "q1\td1\t1\nq2\td1\t1\nq1\td1\t1\n", "FILE:4", `duplicate document "d1" in query "q1", first on line 2`, keep},
		{"empty query", header + "\td1\t1\n", "FILE:2", "the query id is empty", "give it one"},
		{"empty document", header + "q1\t\t1\n", "FILE:2", "the document id is empty", "give it one"},
		{"lines that end in CR", "q1\td1\t1\rq1\td2\t2\r", "FILE:1", cr, mendCR},
		{"some without a rank", "qid,docno,rank\nq1,d1,1\nq1,d2,x\n", "FILE:3", `document "d2" has no score`, "give all hits ranks and none a score"},
	})
	refuse(t, readRun(runfile.Options{Format: runfile.TSV, Order: trec.OrderRank}), []malformed{
		{"rank is a fraction", "q1\td1\t1.5\n", "FILE:1", `document "d1": order rank needs an integer as rank`, "use another order"},
	})
}

func TestMalformedHitLines(t *testing.T) {
	refuse(t, readRun(runfile.Options{Format: runfile.Hits}), []malformed{
		{"no query", `{"doc_id": "d1", "score": 1}`, "FILE:1", "no query id", `its key is one of ["query_id"`},
		{"no document", "{\"qid\":1,\"docno\":2,\"score\":1}\n{\"qid\":1,\"score\":1}", "FILE:2", "no document id", `its key is one of ["chunk_id" "doc_id"`},
		{"no score", `{"qid":"q1","docno":"d1"}`, "FILE:1", `document "d1" has no score`, "give it one"},
		{"some scores", "{\"qid\":1,\"docno\":2,\"score\":1,\"rank\":1}\n{\"qid\":1,\"docno\":3,\"rank\":2}", "FILE:2", "hits with a score (first on line 1) and without (first on line 2)", "give all of them one, or none"},
		{"key twice", `{"qid":"q1","docno":"d1","score":1,"score":2}`, "FILE:1", `the key "score" comes twice`, "leave one of them out"},
		{"id is a truth value", `{"qid":true,"docno":"d1","score":1}`, "FILE:1", "byte 8: 't'", "where an id belongs, which is a string or a number"},
		{"id is an object", `{"qid":"q1","docno":{},"score":1}`, "FILE:1", "byte 21: '{'", "where an id belongs, which is a string or a number"},
		{"score is a list", `{"qid":"q1","docno":"d1","score":[1]}`, "FILE:1", "byte 34: '['", "where a value belongs"},
		{"over several lines", "{\n\"qid\":1,\"docno\":2,\"score\":1}\n", "FILE:1", "the line ends in the middle of a value", "write each object on one line"},
		{"no object", "7\n", "FILE:1", "byte 1: '7'", "where '{' belongs"},
		{"lines that end in CR", "{\"qid\":1,\"docno\":2,\"score\":1}\r{\"qid\":1,\"docno\":3,\"score\":1}\r", "FILE:1", cr, mendCR},
	})
}

func TestMalformedResultLines(t *testing.T) {
	refuse(t, readRun(runfile.Options{Format: runfile.JSONL}), []malformed{
		{"no id", `{"hits": []}`, "FILE:1", "no query id", `its key is one of ["query_id"`},
		{"no hits", `{"query_id": "q1"}`, "FILE:1", `query "q1" has no list of hits`, "write an empty one where nothing was found"},
		{"hits are null", `{"query_id": "q1", "hits": null}`, "FILE:1", "byte 28: 'n'", "where the list of hits belongs"},
		{"query twice", "{\"query_id\":\"q1\",\"hits\":[]}\n{\"query_id\":\"q1\",\"hits\":[]}", "FILE:2", `query "q1" again, first on line 1`, "this format has all hits of a query in one place"},
		{"hit without id", `{"query_id":"q1","hits":[{"score":1}]}`, "FILE:1", `query "q1": hit 1: no document id`, `its key is one of ["chunk_id" "doc_id"`},
		{"document twice", `{"query_id":"q1","hits":[{"id":"a"},{"id":"a"}]}`, "FILE:1", `duplicate document "a" in query "q1"`, keep},
		{"score is a word", `{"query_id":"q1","hits":[{"id":"a","score":"high"}]}`, "FILE:1", `query "q1": hit 1: score "high": not a number`, notation},
		{"negative latency", `{"query_id":"q1","hits":[],"latency_ms":-1}`, "FILE:1", `latency "-1"`, "want a number of milliseconds, 0 or more"},
		{"span backwards", `{"query_id":"q1","hits":[{"id":"a","spans":[{"start":9,"end":3}]}]}`, "FILE:1", "span: start and end have to be lines", "the second not before it"},
		{"answer without claim", `{"query_id":"q1","hits":[],"answer":{"text":"x"}}`, "FILE:1", "the answer lacks the key grounded", "true if it claims evidence"},
		{"answer is a text", `{"query_id":"q1","hits":[],"answer":"x"}`, "FILE:1", `byte 37: '"'`, "where '{' belongs"},
		{"grounded is a word", `{"query_id":"q1","hits":[],"answer":{"grounded":"yes"}}`, "FILE:1", "byte 49: ", "where a value belongs"},
		{"cut short", `{"query_id":"q1","hits":[{"id":"a"`, "FILE:1", "the line ends in the middle of a value", "get the rest of a file cut short"},
		{"key twice", `{"query_id":"q1","hits":[],"hits":[]}`, "FILE:1", `the key "hits" comes twice`, "leave one of them out"},
		{"nested beyond reason", `{"query_id":"q1","x":` + strings.Repeat("[", 2000), "FILE:1", "more than 1000 values in one another", "nest them less"},
	})
}

func TestMalformedKebabRuns(t *testing.T) {
	refuse(t, readRun(runfile.Options{Format: runfile.Kebab}), []malformed{
		{"no id", `{"hits_top_k": []}`, "FILE:1", "no query id", `its key is one of ["query_id"`},
		{"no hits", `{"query_id": "g1"}`, "FILE:1", `query "g1" has no list of hits`, "write an empty one where nothing was found"},
		{"hit without chunk", `{"query_id": "g1", "hits_top_k": [{"rank": 1}]}`, "FILE:1", "the document id is empty", "give it one"},
		{"score is null", `{"query_id": "g1", "hits_top_k": [{"rank": 1, "chunk_id": "c", "retrieval": {"fusion_score": null}}]}`, "FILE:1", "hit 1: score null", giveScore},
		{"citation is a text", `{"query_id": "g1", "hits_top_k": [{"chunk_id": "c", "citation": "a.md"}]}`, "FILE:1", `hit 1: byte 65: '"'`, "where '{' belongs"},
		{"lines backwards", `{"query_id": "g1", "hits_top_k": [{"chunk_id": "c", "citation": {"kind": "line", "start": 9, "end": 3}}]}`, "FILE:1", "span: start and end have to be lines", "the second not before it"},
		{"elapsed is a word", `{"query_id": "g1", "hits_top_k": [], "elapsed_ms": "fast"}`, "FILE:1", `byte 52: '"'`, "where a value belongs"},
	})
}

func TestMalformedParquetRuns(t *testing.T) {
	type row struct {
		Query string   `parquet:"qid,optional"`
		Doc   string   `parquet:"docno,optional"`
		Score *float64 `parquet:"score,optional"`
	}
	type nameless struct {
		A string  `parquet:"a"`
		B float64 `parquet:"b"`
	}
	type typed struct {
		Query string `parquet:"qid"`
		Doc   bool   `parquet:"docno"`
		Score string `parquet:"score"`
	}
	score, nan := 1.0, math.NaN()
	good := parquetOf(row{"q1", "d1", &score}, row{"q1", "d2", &score})
	broken := []byte(good)
	for i := 8; i < 40; i++ {
		broken[i] ^= 0xff
	}
	refuse(t, readRun(runfile.Options{Format: runfile.Parquet}), []malformed{
		{"no rows", parquetOf[row](), "FILE", noLines, rightFile},
		{"cut short", good[:len(good)-9], "FILE", "the Parquet file does not end as one", "get the rest of it"},
		{"impossible length", "PAR1\xff\xff\xff\x7fPAR1", "FILE", "its description is longer than the file", damaged},
		{"damaged pages", string(broken), "FILE", "Parquet file", damaged},
		{"damaged description", "PAR1" + strings.Repeat("\xff", 40) + "\x28\x00\x00\x00PAR1", "FILE", "Parquet file", damaged},
		{"other columns", parquetOf(nameless{"x", 1}), "FILE", "no column for the query", `the columns are ["a" "b"]`},
		{"other types", parquetOf(typed{"q1", true, "1"}), "FILE", `column "docno" is of type BOOLEAN`, "store it as a string or an integer"},
		{"null query", parquetOf(row{"", "d1", &score}), "FILE: row 1", "query id: the value is null", "fill it in or leave the row out"},
		{"null document", parquetOf(row{"q1", "", &score}), "FILE: row 1", "document id: the value is null", "fill it in or leave the row out"},
		{"null score", parquetOf(row{"q1", "d1", &score}, row{"q1", "d2", nil}), "FILE: row 2", `query "q1", document "d2": score: null`, giveScore},
		{"NaN", parquetOf(row{"q1", "d1", &nan}), "FILE: row 1", "NaN has no place in a ranking", giveScore},
		{"document twice", parquetOf(row{"q1", "d1", &score}, row{"q2", "d1", &score}, row{"q1", "d1", &score}), "FILE: row 3", `duplicate document "d1" in query "q1", first in row 1`, keep},
	})
}
