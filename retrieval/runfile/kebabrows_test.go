package runfile_test

import (
	"encoding/json"
	"iter"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/rankduel/rankduel/retrieval/runfile"
)

// A storedRow is what encoding/json finds in a row of kebab.
type storedRow struct {
	QueryID string      `json:"query_id"`
	Hits    []storedHit `json:"hits_top_k"`
	Error   string      `json:"error"`
}

type storedHit struct {
	ChunkID string `json:"chunk_id"`
	DocID   string `json:"doc_id"`
}

func documents(rows ...string) iter.Seq2[runfile.Document, error] {
	return func(yield func(runfile.Document, error) bool) {
		for _, row := range rows {
			var id struct {
				QueryID string `json:"query_id"`
			}
			_ = json.Unmarshal([]byte(row), &id) // one that is damaged has none
			if !yield(runfile.Document{QueryID: id.QueryID, JSON: []byte(row)}, nil) {
				return
			}
		}
	}
}

// scanned reads rows as those of a store are read.
func scanned(rows ...string) (list []storedRow, err error) {
	_, err = runfile.ScanDocuments("store", documents(rows...), runfile.Options{Format: runfile.Kebab, RanksOnly: true}, func(r runfile.Result) error {
		row := storedRow{QueryID: r.QueryID, Error: r.Error}
		for _, h := range r.Hits {
			row.Hits = append(row.Hits, storedHit{h.ID, h.Document})
		}
		list = append(list, row)
		return nil
	})
	return list, err
}

// What is passed over may hold whatever JSON can: quotation marks, braces, the
// names of keys that are read, deeper and as values.
var storedHits = []string{
	`{"rank": 1, "chunk_id": "c", "doc_id": "d"}`,
	`{"rank":1,"chunk_id":"c","doc_id":"d","doc_path":"a}b]\".md","heading_path":["{","\\","}"],"section_label":null,"snippet":"\"chunk_id\": \"x\"","citation":{"kind":"line","chunk_id":"x","path":"\\"},"retrieval":{"rank":9,"a":[[{}]]},"stale":false}`,
	`{"snippet":"\\\\\"","heading_path":[[["]"]]],"doc_id":"d","k":"rank","rank":1,"n":-1.5e-10,"chunk_id":"c","t":true}`,
	"{ \"doc_id\" :\t\"d\" , \"chunk_id\"\n:\"c\" , \"rank\" : 1 , \"x\" : \"doc_id\" , \"y\" : { \"doc_id\" : \"x\" } }",
	`{"rank":1,"chunk_id":"\u00e9\"c","doc_id":"문서","snippet":"한국어 {","last":"}"}`,
	`{"rank":1,"chunk_id":"c","doc_id":null,"snippet":""}`,
	`{"rank":1,"chunk_id":"c","snippet":"without a document"}`,
}

func TestStoredRowsAreReadAsEncodingJSONReadsThem(t *testing.T) {
	for _, hit := range storedHits {
		row := `{"query_id":"q","query":"{\"","hits_top_k":[` + hit + `,` + strings.Replace(hit, `"c"`, `"c2"`, 1) + `],"answer":null,"elapsed_ms":1,"error":null}`
		if strings.Contains(hit, "\\\"c\"") { // its second would be the first again
			row = `{"hits_top_k":[` + hit + `],"query_id":"q"}`
		}
		var want storedRow
		if err := json.Unmarshal([]byte(row), &want); err != nil {
			t.Fatal(err)
		}
		got, err := scanned(row)
		if err != nil && strings.Contains(hit, `"doc_id":null`) {
			continue // an id that is none is refused
		}
		if diff := cmp.Diff([]storedRow{want}, got); err != nil || diff != "" {
			t.Errorf("%s: %v, - encoding/json, + scanned\n%s", hit, err, diff)
		}
		for end := range len(row) {
			if _, err := scanned(row[:end]); err == nil {
				t.Errorf("a row that is cut to %q is read without an error", row[:end])
			}
		}
	}
}

// A key that comes twice could mean either, wherever the second one is.
func TestStoredRowsWithAKeyTwice(t *testing.T) {
	for _, hit := range []string{
		`{"rank":1,"rank":1,"chunk_id":"c","doc_id":"d"}`,
		`{"rank":1,"chunk_id":"c","doc_id":"d","snippet":"s","chunk_id":"e"}`,
		`{"rank":1,"chunk_id":"c","doc_id":"d","citation":{"path":"\\"}, "doc_id" : "e"}`,
	} {
		if _, err := scanned(`{"query_id":"q","hits_top_k":[` + hit + `]}`); err == nil || !strings.Contains(err.Error(), "comes twice") {
			t.Errorf("%s: error %v, want one about a key that comes twice", hit, err)
		}
	}
}

// The documents of a row are its own, also when one before had more of them, or
// some hits none.
func TestStoredDocumentsStayWithTheirHits(t *testing.T) {
	got, err := scanned(
		`{"query_id":"q1","hits_top_k":[{"rank":1,"chunk_id":"a","doc_id":"long-document"},{"rank":2,"chunk_id":"b","doc_id":"d2"},{"rank":3,"chunk_id":"a","doc_id":"again"}]}`,
		`{"query_id":"q2","hits_top_k":[{"rank":1,"chunk_id":"a"},{"rank":2,"chunk_id":"b","doc_id":"x"},{"rank":3,"chunk_id":"c"},{"rank":4,"chunk_id":"d","doc_id":"y"}]}`,
		`{"query_id":"q3","hits_top_k":[],"error":"boom"}`,
	)
	want := []storedRow{
		{QueryID: "q1", Hits: []storedHit{{"a", "long-document"}, {"b", "d2"}}},
		{QueryID: "q2", Hits: []storedHit{{"a", ""}, {"b", "x"}, {"c", ""}, {"d", "y"}}},
		{QueryID: "q3", Error: "boom"},
	}
	if diff := cmp.Diff(want, got); err != nil || diff != "" {
		t.Errorf("%v, - as written, + scanned\n%s", err, diff)
	}
}

func FuzzStoredRows(f *testing.F) {
	for _, hit := range storedHits {
		f.Add(hit)
	}
	f.Fuzz(func(t *testing.T, hit string) {
		row := `{"query_id":"q","hits_top_k":[` + hit + `]}`
		got, err := scanned(row)
		var want storedRow
		if err != nil || !json.Valid([]byte(row)) || json.Unmarshal([]byte(row), &want) != nil || len(want.Hits) != 1 || len(got) != 1 {
			return // what is not JSON is trusted to be some; it must not panic
		}
		if strings.ContainsAny(row, "\\\ufffd") || !strings.Contains(row, `"chunk_id"`) || strings.Count(strings.ToLower(row), "chunk_id") != 1 {
			return // other spellings of a key, which encoding/json takes for it
		}
		if len(got[0].Hits) != 1 || got[0].Hits[0].ChunkID != want.Hits[0].ChunkID {
			t.Errorf("%s: %+v, want %+v (encoding/json)", row, got, want)
		}
	})
}
