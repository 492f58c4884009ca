package runfile_test

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/rankduel/rankduel/retrieval"
	"github.com/rankduel/rankduel/retrieval/runfile"
	"github.com/rankduel/rankduel/retrieval/trec"
)

// A hit with the id of a chunk and one of a document is the chunk, whichever comes first; what says
// document by that name has the last word, and a row's own id is none of a hit.
func TestChunks(t *testing.T) {
	hit := func(id string, score float64, document string) retrieval.Hit {
		return retrieval.Hit{ID: id, Score: score, Document: document}
	}
	placed := hit("c1", 2, "d1")
	placed.Extent = retrieval.Extent{Start: 3, End: 9, Tokens: 4}
	for name, c := range map[string]struct {
		text string
		want []retrieval.Hit
	}{
		"hits": {`{"query_id": "q", "chunk_id": "c1", "doc_id": "d1", "score": 2, "start": 3, "end": 9, "tokens": 4}
{"query_id": "q", "doc_id": "d1", "chunk_id": "c2", "score": 1, "id": 7}`, []retrieval.Hit{placed, hit("c2", 1, "d1")}},
		"hits, chunks alone": {`{"qid": "q", "chunk_id": 1, "score": 2}` + "\n" + `{"qid": "q", "chunk_id": 2, "score": 1}`, []retrieval.Hit{hit("1", 2, ""), hit("2", 1, "")}},
		"hits, document":     {`{"qid": "q", "chunk_id": "c1", "docid": 5, "document": "d9", "score": 2}`, []retrieval.Hit{hit("c1", 2, "d9")}},
		"jsonl": {
			`{"query_id": "q", "hits": [{"doc_id": "d1", "chunk_id": "c1", "score": 2, "start": 3, "end": 9, "tokens": 4}, {"id": "c2", "doc_id": "d1", "score": 1}, {"doc_id": "d3", "score": 0}]}`,
			[]retrieval.Hit{placed, hit("c2", 1, "d1"), hit("d3", 0, "")},
		},
		"tsv":           {"qid\tdoc_id\tchunk_id\tscore\nq\td1\tc1\t2\nq\td1\tc2\t1\n", []retrieval.Hit{hit("c1", 2, "d1"), hit("c2", 1, "d1")}},
		"tsv, document": {"qid\tdoc_id\tchunk_id\tscore\tdocument\nq\td1\tc1\t2\td9\n", []retrieval.Hit{hit("c1", 2, "d9")}},
		"csv, chunks":   {"qid,id,chunk_id,score\nq,1,c1,2\n", []retrieval.Hit{hit("c1", 2, "")}},
	} {
		run, _, err := runfile.Read(t.Context(), trec.Bytes("run", []byte(c.text)), runfile.Options{})
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		if diff := cmp.Diff(c.want, run.Hits("q")); diff != "" {
			t.Errorf("%s (-want +got):\n%s", name, diff)
		}
	}
}
