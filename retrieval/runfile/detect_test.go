package runfile_test

import (
	"bytes"
	"strings"
	"testing"

	"github.com/klauspost/compress/gzip"

	"github.com/rankduel/rankduel/retrieval/runfile"
	"github.com/rankduel/rankduel/retrieval/trec"
)

func TestDetect(t *testing.T) {
	long := strings.Repeat("a long text ", 50_000)
	for _, test := range []struct {
		name, text string
		want       runfile.Format
	}{
		{"run", "q1 Q0 d1 1 2.5 tag\n", runfile.TREC},
		{"run.tsv", "q1\tQ0\td1\t1\t2.5\ttag\n", runfile.TREC},
		{"run.txt", "# a comment\n\n  q1 Q0 d1 1 2.5 tag\n", runfile.TREC},
		{"run", "q1 Q0 d1\n", runfile.TREC}, // whose reader says what is wrong
		{"run.tsv", "q1 Q0 d1\n", runfile.TSV},
		{"run", "q1\td1\t2.5\n", runfile.TSV},
		{"run", "query-id\tcorpus-id\tscore\n", runfile.TSV},
		{"run", "query_id,doc_id,score\nq,d,1\n", runfile.TSV},
		{"run", "\tqid\tdocid\tdocno\trank\tscore\tquery\n", runfile.TSV},
		{"run", "\"qid\"\t\"docno\"\tscore\n", runfile.TSV},
		{"run.trec", "a query\tthe doc 1 of 3\t2.5\n", runfile.TREC}, // could be both: "1" is where TREC has the score
		{"run.tsv", "a query\tthe doc 1 of 3\t2.5\n", runfile.TSV},
		{"run.tsv.gz", "a query\tthe doc 1 of 3\t2.5\n", runfile.TSV},
		{"run", `{"q1": {"d1": 1.5}}`, runfile.JSON},
		{"run.jsonl", `{"hits": {"d1": 1.5}}`, runfile.JSON}, // a query of that name
		{"run", `{"q1": {}}`, runfile.JSON},
		{"run", "  \n{\n}", runfile.JSON},
		{"run", `{"query_id": "q1", "doc_id": "d1", "score": 1.5}`, runfile.Hits},
		{"run.json", `{"docno": "d1", "qid": 7, "score": 1.5}`, runfile.Hits},
		{"run", `{"query_id": "q1", "hits": [{"id": "d1"}]}`, runfile.JSONL},
		{"run", `{"hits": [], "query_id": "q1"}`, runfile.JSONL},
		{"run", `{"query_id": "q1", "error": "timed out"}`, runfile.JSONL},
		{"run", `{"query_id": "q1", "answer": {"text": "` + long, runfile.JSONL}, // more than is looked at
		{"run", `{"query_id": "q1", "query": "x", "hits_top_k": []}`, runfile.Kebab},
		{"run", `{"q1": {"` + long, runfile.JSON},
		{"run", "PAR1", runfile.Parquet},
	} {
		for _, packed := range []bool{false, true} {
			data := []byte(test.text)
			if packed {
				data = gzipped(t, data)
			}
			got, err := runfile.Detect(trec.Bytes(test.name, data))
			if err != nil || got != test.want {
				t.Errorf("%s %.60q (gzip %v): %q, error %v, want %q", test.name, test.text, packed, got, err, test.want)
			}
		}
	}
}

func gzipped(t *testing.T, data []byte) []byte {
	t.Helper()
	var b bytes.Buffer
	w := gzip.NewWriter(&b)
	if _, err := w.Write(data); err != nil {
		t.Fatal(err)
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

// A byte order mark is not part of the first id, in any text format.
func TestByteOrderMark(t *testing.T) {
	for _, text := range []string{
		"q Q0 d 1 1 t", "q\td\t1", "qid\tdocno\tscore\r\nq\td\t1\r\n", `{"q":{"d":1}}`,
		`{"qid":"q","docno":"d","score":1}` + "\r\n\r\n", `{"query_id":"q","hits":[{"id":"d","score":1}]}`,
	} {
		run, _ := read(t, trec.Bytes("run", []byte("\xef\xbb\xbf"+text)), runfile.Options{})
		if hits := run.Hits("q"); len(hits) != 1 || hits[0].ID != "d" {
			t.Errorf("%q: %v, want d", text, hits)
		}
	}
}
