package runfile_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/klauspost/compress/gzip"

	"github.com/rankduel/rankduel/retrieval/runfile"
	"github.com/rankduel/rankduel/retrieval/trec"
)

func readError(t *testing.T, text string, opts runfile.Options) string {
	t.Helper()
	run, _, err := runfile.Read(t.Context(), trec.Bytes("run", []byte(text)), opts)
	if err == nil {
		t.Fatalf("no error, %d queries", len(run.Queries()))
	}
	return err.Error()
}

const loneCR = `run:1: a carriage return within the line: lines end in LF or CRLF; convert a file whose lines end in CR alone: tr '\r' '\n'`

func TestErrorsSayWhereAndWhatToDo(t *testing.T) {
	const header = "query_id\tdoc_id\tscore\n"
	for _, test := range []struct {
		name, text string
		opts       runfile.Options
		want       string
	}{
		{"empty", "", runfile.Options{}, "run: no lines to read; is this the right file?"},
		{"blanks", " \n\r\n\t", runfile.Options{}, "run: no lines to read; is this the right file?"},
		{"no query", "{}", runfile.Options{}, "run: no lines to read; is this the right file?"},
		{"header only", header, runfile.Options{}, "run: no lines to read; is this the right file?"},
		{"unknown format", "x", runfile.Options{Format: "csv"}, `format "csv": use trec, json, tsv, hits, jsonl, parquet, kebab`},
		{"snapshot of quepid", `{"id":7,"name":"monday","docs":{"12":[{"id":"a","explain":"","rated_only":false}]},"queries":[],"scores":[]}`, runfile.Options{}, "run: not a run in a format known here: this is a snapshot of Quepid; its rankings are one line of each query: jq -c '.docs | to_entries[] | {query_id: .key, hits: [.value[] | select(.rated_only | not) | {id}]}'"}, // o19s/quepid, snapshots/_snapshot.json.jbuilder
		{"json list", `[{"qid":"1"}]`, runfile.Options{}, "run: not a run in a format known here: this is a JSON list; write its items on one line each: jq -c '.[]'"},
		{"binary", "\x7fELF\x00\x00", runfile.Options{}, "run: not a run in a format known here: it is not text"},
		{"lz4", "\x04\x22\x4d\x18abc", runfile.Options{}, "run: not a run in a format known here: this is LZ4, as ranx saves it; save it as .json or .parquet, or compress it with gzip or zstd"},
		{"utf-16", "\xff\xfe{\x00", runfile.Options{}, "run: not a run in a format known here: this is UTF-16 text; convert it to UTF-8"},
		{"trec", "q Q0 d 1\n", runfile.Options{}, `run:1: 4 of 6 fields; a run line is "qid Q0 docid rank score tag"`},

		{"json: document twice", "{\"q\": {\"d\": 1,\n\"e\": 2,\n\"d\": 3}}", runfile.Options{}, `run:3: duplicate document "d" in query "q", first on line 1; remove one, or keep the better ranked with --duplicates keep-first`},
		{"json: document twice on a line", `{"q": {"d": 1, "d": 3}}`, runfile.Options{}, `run:1: duplicate document "d" in query "q", first on line 1; remove one, or keep the better ranked with --duplicates keep-first`},
		{"json: query twice", "{\"q\": {},\n\"q\": {}}", runfile.Options{}, `run:2: query "q" again, first on line 1; this format has all hits of a query in one place`},
		{"json: NaN", `{"q": {"d": NaN}}`, runfile.Options{}, `run:1: query "q", document "d": score "NaN": NaN has no place in a ranking; give the hit a number or leave it out`},
		{"json: null", "{\"q\":\n {\"d\": null}}", runfile.Options{}, `run:2: query "q", document "d": score null: NaN has no place in a ranking; give the hit a number or leave it out`},
		{"json: too large", `{"q": {"d": 1e999}}`, runfile.Options{}, `run:1: query "q", document "d": score "1e999": too large for a float64; write inf if that is meant`},
		{"json: list of documents", `{"q": ["d"]}`, runfile.Options{}, `run:1: byte 7: query "q": '[' where an object of documents and scores belongs`},
		{"json: cut", "{\"q\": {\"d\": 1},\n\"r\": {\"d\"", runfile.Options{}, "run:2: the file ends in the middle of a value; get the rest of it: unexpected end of JSON text"},
		{"json: rest", "{\"q\": {\"d\": 1}}\n{}", runfile.Options{}, `run:2: byte 1: '{' after the end of the value; leave one value in the file, or one on each line`},
		{"json: not UTF-8", "{\"q\": {\"d\xff\": 1}}", runfile.Options{}, "run:1: byte 9: this string is not UTF-8; convert the file"},
		{"json: half a character", `{"q": {"\ud83d": 1}}`, runfile.Options{}, `run:1: byte 9: \ud83d is half of a character; the text was not UTF-8 when this file was written`},
		{"json: empty id", `{"q": {"": 1}}`, runfile.Options{}, "run:1: the document id is empty; give it one"},
		{"json: empty query", `{"": {"d": 1}}`, runfile.Options{}, "run:1: the query id is empty; give it one"},
		{"json: order", `{"q": {"d": 1}}`, runfile.Options{Order: trec.OrderRank}, "run: order rank: a run in format json has no ranks; use order score or file"},

		{"hits: no query", `{"doc_id": "d", "score": 1}`, runfile.Options{}, `run:1: no query id; its key is one of ["query_id" "query-id" "qid" "q_id"]`},
		{"hits: no document", "{\"qid\":1,\"docno\":2,\"score\":1}\n{\"qid\":1,\"score\":1}", runfile.Options{}, `run:2: no document id; its key is one of ["chunk_id" "doc_id" "docno" "corpus-id" "corpus_id" "docid"]`},
		{"hits: no score", `{"qid":"1","docno":"2"}`, runfile.Options{}, `run:1: document "2" has no score; give it one, or give all hits ranks and none a score`},
		{"hits: some scores", "{\"qid\":1,\"docno\":2,\"score\":1,\"rank\":1}\n\n{\"qid\":1,\"docno\":3,\"rank\":2}", runfile.Options{}, `run:3: document "3": hits with a score (first on line 1) and without (first on line 3); give all of them one, or none`},
		{"hits: key twice", `{"qid":"1","docno":"2","score":1,"score":2}`, runfile.Options{}, `run:1: the key "score" comes twice; leave one of them out`},
		{"hits: cut", "{\"qid\":1,\"docno\":2,\"score\":1}\n{\"qid\":1,\"do", runfile.Options{}, "run:2: the line ends in the middle of a value; write each object on one line, or get the rest of a file cut short: unexpected end of JSON text"},
		{"hits: pretty", "{\n\"qid\":1,\"docno\":2,\"score\":1}\n", runfile.Options{}, "run:1: the line ends in the middle of a value; write each object on one line, or get the rest of a file cut short: unexpected end of JSON text"},
		{"hits: duplicate", "{\"qid\":1,\"docno\":2,\"score\":1}\n{\"qid\":2,\"docno\":2,\"score\":1}\n{\"qid\":1,\"docno\":2,\"score\":3}\n", runfile.Options{}, `run:3: duplicate document "2" in query "1", first on line 1; remove one, or keep the better ranked with --duplicates keep-first`},
		{"hits: id", `{"qid":true,"docno":"2","score":1}`, runfile.Options{}, "run:1: byte 8: 't' where an id belongs, which is a string or a number"},
		{"hits: rank", `{"qid":"1","docno":"2","score":1,"rank":1.5}`, runfile.Options{Order: trec.OrderRank}, `run:1: document "2": order rank needs an integer as rank; use another order`},
		{"hits: NUL", "{\"qid\":\"1\x00\",\"docno\":2,\"score\":1}", runfile.Options{Format: runfile.Hits}, `run:1: byte 10: control character '\x00' in a string; write it as \u0000`},

		{"jsonl: query twice", "{\"query_id\":\"q\",\"hits\":[]}\n{\"query_id\":\"r\",\"hits\":[]}\n{\"query_id\":\"q\",\"hits\":[]}", runfile.Options{}, `run:3: query "q" again, first on line 1; this format has all hits of a query in one place`},
		{"jsonl: no hits", `{"query_id":"q","answer":null}`, runfile.Options{}, `run:1: query "q" has no list of hits; write an empty one where nothing was found`},
		{"jsonl: hit without score", `{"query_id":"q","hits":[{"id":"a","score":1},{"id":"b"}]}`, runfile.Options{}, `run:1: query "q": document "b": hits with a score (first on line 1) and without (first on line 1); give all of them one, or none`},
		{"jsonl: duplicate", `{"query_id":"q","hits":[{"id":"a","score":1},{"id":"a","score":0}]}`, runfile.Options{}, `run:1: duplicate document "a" in query "q", first on line 1; remove one, or keep the better ranked with --duplicates keep-first`},
		{"jsonl: score", `{"query_id":"q","hits":[{"id":"a","score":"0x1p3"}]}`, runfile.Options{}, `run:1: query "q": hit 1: score "0x1p3": not a number; write it in decimal (12.5) or scientific (1.25e1) notation`},
		{"jsonl: latency", `{"query_id":"q","hits":[],"latency_ms":-1}`, runfile.Options{}, `run:1: query "q": latency "-1": want a number of milliseconds, 0 or more`},
		{"jsonl: span", `{"query_id":"q","hits":[{"id":"a","score":1,"spans":[{"start":9,"end":3}]}]}`, runfile.Options{}, `run:1: query "q": hit 1: byte 73: span: start and end have to be lines, the first at least 1 and the second not before it`},
		{"jsonl: answer", `{"query_id":"q","hits":[],"answer":{"text":"x"}}`, runfile.Options{}, `run:1: query "q": the answer lacks the key grounded: true if it claims evidence, false if it refuses to answer`},
		{"jsonl: deep", `{"query_id":"q","x":` + strings.Repeat("[", 2000), runfile.Options{Format: runfile.JSONL}, `run:1: query "q": byte 1020: more than 1000 values in one another; nest them less`},

		{"tsv: fields", header + "q\td\t1\t2\n", runfile.Options{}, "run:2: 4 fields, the header line has 3; put a field that holds the separator in quotation marks"},
		{"tsv: no header", "q\td\t1\nq\te\n", runfile.Options{}, "run:2: 2 fields; want query, document and score separated by tabs, or a header line that names the columns"},
		{"tsv: nothing ranks", "qid\tdocno\tquery\n", runfile.Options{}, `run:1: no column for the score (score) or rank (rank); the columns are ["qid" "docno" "query"]`},
		{"tsv: NaN", header + "q\td\tnan\n", runfile.Options{}, `run:2: query "q", document "d": score "nan": NaN has no place in a ranking; give the hit a number or leave it out`},
		{"tsv: no score", header + "q\td\t\n", runfile.Options{}, `run:2: query "q", document "d": score "": not a number; write it in decimal (12.5) or scientific (1.25e1) notation`},
		{"tsv: underscore", header + "q\td\t1_0\n", runfile.Options{}, `run:2: query "q", document "d": score "1_0": not a number; write it in decimal (12.5) or scientific (1.25e1) notation`},
		{"tsv: quote", header + "q\t\"d\t1\n", runfile.Options{}, `run:2: a field that starts with a quotation mark has to end with one, with those inside doubled ("a ""b"" c")`},
		{"tsv: ranks", "9\ta\t1\n9\tb\t2\n", runfile.Options{}, "run:1: the third column counts up by one in every query, as ranks do: use order rank if that is what they are, or name the columns in a header line: query-id, corpus-id, score"},
		{"tsv: ranks from 0", "9\ta\t0\n9\tb\t1\n8\tb\t0\n", runfile.Options{}, "run:1: the third column counts up by one in every query, as ranks do: use order rank if that is what they are, or name the columns in a header line: query-id, corpus-id, score"},
		{"tsv: no rank", "9\ta\t1.5\n", runfile.Options{Order: trec.OrderRank}, `run:1: document "a": order rank needs an integer as rank; use another order`},
		{"tsv: duplicate", header + "q\td\t1\nr\td\t1\nq\td\t1\n", runfile.Options{}, `run:4: duplicate document "d" in query "q", first on line 2; remove one, or keep the better ranked with --duplicates keep-first`},

		{"hits: CR", "{\"qid\":1,\"docno\":2,\"score\":1}\r{\"qid\":1,\"docno\":3,\"score\":1}\r", runfile.Options{}, loneCR},
		{"jsonl: CR", "{\"query_id\":\"q\",\"hits\":[]}\r{\"query_id\":\"r\",\"hits\":[]}\r", runfile.Options{}, loneCR},
		{"tsv: CR", header[:len(header)-1] + "\rq\td\t1\rq\te\t2", runfile.Options{}, loneCR},
		{"tsv without header: CR", "q\td\t1\rq\te\t2\r", runfile.Options{}, loneCR},
		{"trec: CR", "q Q0 d 1 2 t\rq Q0 e 2 1 t\r", runfile.Options{}, loneCR},

		{"parquet: cut", "PAR1abc", runfile.Options{}, "run: the Parquet file does not end as one; get the rest of it"},
		{"parquet: length", "PAR1\xff\xff\xff\x7fPAR1", runfile.Options{}, "run: the Parquet file is damaged: its description is longer than the file; get the file again"},
	} {
		t.Run(test.name, func(t *testing.T) {
			if got := readError(t, test.text, test.opts); got != test.want {
				t.Errorf("error\n%s, want\n%s", got, test.want)
			}
		})
	}
}

// All duplicates of a file come at once, and before a fault that is further on.
func TestAllDuplicates(t *testing.T) {
	for name, text := range map[string]string{
		"json":  "{\"q\": {\"d\": 1,\n\"d\": 2, \"e\": 3},\n\"r\": {\"d\": 1,\n\"e\": 2, \"d\": 3, \"d\": 4}}\n",
		"jsonl": "\n{\"qid\":\"q\",\"hits\":[{\"id\":\"d\"},{\"id\":\"d\"}]}\n\n{\"qid\":\"r\",\"hits\":[{\"id\":\"d\"},{\"id\":\"d\"},{\"id\":\"d\"}]}\n",
		"hits":  "{\"qid\":\"q\",\"docno\":\"d\",\"score\":1}\n{\"qid\":\"q\",\"docno\":\"d\",\"score\":2}\n{\"qid\":\"r\",\"docno\":\"d\",\"score\":1}\n{\"qid\":\"r\",\"docno\":\"d\",\"score\":2}\n{\"qid\":\"r\",\"docno\":\"d\",\"score\":3}\n",
		"tsv":   "qid\tdocno\tscore\nq\td\t1\nr\td\t1\nq\td\t1\nr\td\t1\nr\td\t1\n",
		"trec":  "q Q0 d 1 3 t\nq Q0 d 2 2 t\nr Q0 d 1 3 t\nr Q0 d 2 2 t\nr Q0 d 3 1 t\n",
	} {
		where := map[string]string{
			"json": "q 2 1,r 4 3,r 4 3", "jsonl": "q 2 2,r 4 4,r 4 4", "hits": "q 2 1,r 4 3,r 5 3", "tsv": "q 4 2,r 5 3,r 6 3", "trec": "q 2 1,r 4 3,r 5 3",
		}[name]
		want := "run: 3 duplicate documents; remove one of each, or keep the better ranked with --duplicates keep-first"
		for _, one := range strings.Split(where, ",") {
			var query string
			var again, first int
			if _, err := fmt.Sscan(one, &query, &again, &first); err != nil {
				t.Fatal(err)
			}
			want += fmt.Sprintf("\nrun:%d: duplicate document \"d\" in query %q, first on line %d", again, query, first)
		}
		if got := readError(t, text, runfile.Options{}); got != want {
			t.Errorf("%s: error\n%s\nwant\n%s", name, got, want)
		}
		if name == "json" || name == "jsonl" || name == "trec" { // read query by query
			if got := readError(t, text+"x\n", runfile.Options{Format: runfile.Format(name)}); got != want {
				t.Errorf("%s, with another fault: error\n%s\nwant\n%s", name, got, want)
			}
		}
	}
	var many strings.Builder
	for i := range 40 {
		fmt.Fprintf(&many, "{\"qid\":\"q\",\"docno\":\"d%d\",\"score\":%d}\n", i%20, i)
	}
	got := readError(t, many.String(), runfile.Options{})
	if !strings.HasPrefix(got, "run: 20 duplicate documents; ") || !strings.HasSuffix(got, "\nrun:30: duplicate document \"d9\" in query \"q\", first on line 10\nand 10 more") {
		t.Errorf("error\n%s\nwant 20 duplicates, of which ten are named", got)
	}
}

func TestCausesCanBeTold(t *testing.T) {
	for text, want := range map[string]error{
		"":                           trec.ErrEmpty,
		`{"q": {"d": 1, "d": 1}}`:    trec.ErrDuplicate,
		"q Q0 d 1 1 t\nq Q0 d 2 0 t": trec.ErrDuplicate,
		"\x00":                       runfile.ErrUnknown,
	} {
		if _, _, err := runfile.Read(t.Context(), trec.Bytes("run", []byte(text)), runfile.Options{}); !errors.Is(err, want) {
			t.Errorf("%q: error %v, want %v", text, err, want)
		}
	}
	_, _, err := runfile.Read(t.Context(), trec.Bytes("run", []byte("qid\tdocno\tscore\nq\td\tx")), runfile.Options{})
	var at *trec.LineError
	if !errors.As(err, &at) || at.Line != 2 || at.Name != "run" {
		t.Errorf("error %v, want a LineError on line 2 of run", err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	for _, file := range []string{"ranx.json", "ranx.parquet", "beir.tsv", "kebab.jsonl", "ir_measures.jsonl"} {
		if _, _, err := runfile.Read(ctx, trec.File("testdata/"+file), runfile.Options{}); !errors.Is(err, context.Canceled) {
			t.Errorf("%s: error %v, want context.Canceled", file, err)
		}
	}
}

// The hits of a query are in memory together.
func TestLongQuery(t *testing.T) {
	if testing.Short() {
		t.Skip("needs 800 MiB")
	}
	row := "q\td%d\t1\t" + strings.Repeat("x", 8<<20) + "\n"
	var b bytes.Buffer
	b.WriteString("qid\tdocno\tscore\ttext\n")
	for i := range 33 {
		fmt.Fprintf(&b, row, i)
	}
	_, _, err := runfile.Read(t.Context(), trec.Bytes("run", b.Bytes()), runfile.Options{})
	want := "run:33: the hits of this query are more than 256 MiB; is the query id in its column?"
	if err == nil || err.Error() != want {
		t.Errorf("error %v, want %s", err, want)
	}
}

// A compressed file cut short is an error, not a shorter run.
func TestTruncatedGzip(t *testing.T) {
	var b bytes.Buffer
	w := gzip.NewWriter(&b)
	for i := range 20_000 {
		if _, err := fmt.Fprintf(w, "{\"query_id\":%d,\"doc_id\":%d,\"score\":1}\n", i, i*7919%20011); err != nil {
			t.Fatal(err)
		}
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	for _, format := range []runfile.Format{runfile.Hits, runfile.JSON} {
		_, _, err := runfile.Read(t.Context(), trec.Bytes("run.gz", b.Bytes()[:b.Len()/2]), runfile.Options{Format: format})
		if want := "run.gz: gzip: unexpected EOF: damaged or cut short; get the file again"; err == nil || err.Error() != want {
			t.Errorf("%s: error %v, want %s", format, err, want)
		}
	}
}
