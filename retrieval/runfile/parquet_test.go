package runfile_test

import (
	"bytes"
	"errors"
	"math"
	"os"
	"strings"
	"testing"

	"github.com/parquet-go/parquet-go"

	"github.com/rankduel/rankduel/retrieval/runfile"
	"github.com/rankduel/rankduel/retrieval/trec"
)

func parquetFile[T any](t *testing.T, rows ...T) trec.Source {
	t.Helper()
	var b bytes.Buffer
	if err := parquet.Write(&b, rows); err != nil {
		t.Fatal(err)
	}
	return trec.Bytes("run.parquet", b.Bytes())
}

func TestParquetErrors(t *testing.T) {
	type row struct {
		Query string   `parquet:"qid,optional"`
		Doc   string   `parquet:"docno,optional"`
		Score *float64 `parquet:"score,optional"`
	}
	score := func(s float64) *float64 { return &s }
	type decimal struct {
		Query int64   `parquet:"query_id"`
		Doc   bool    `parquet:"doc_id"`
		Score int64   `parquet:"score,decimal(2:18)"`
		Rank  string  `parquet:"rank"`
		Text  float32 `parquet:"text"`
	}
	type listed struct {
		Query string    `parquet:"query_id"`
		Doc   []string  `parquet:"doc_id"`
		Score []float64 `parquet:"score"`
	}
	for _, test := range []struct {
		name string
		src  trec.Source
		want string
	}{
		{"no rows", parquetFile[row](t), "run.parquet: no lines to read; is this the right file?"},
		{"null score", parquetFile(t, row{"q", "d", score(1)}, row{"q", "e", nil}), `run.parquet: row 2: query "q", document "e": score: null: NaN has no place in a ranking; give the hit a number or leave it out`},
		{"NaN", parquetFile(t, row{"q", "d", score(math.NaN())}), `run.parquet: row 1: query "q", document "d": score: NaN has no place in a ranking; give the hit a number or leave it out`},
		{"null id", parquetFile(t, row{"q", "", score(1)}), `run.parquet: row 1: query "q": document id: the value is null; fill it in or leave the row out`},
		{"null query", parquetFile(t, row{"", "d", score(1)}), `run.parquet: row 1: query id: the value is null; fill it in or leave the row out`},
		{"duplicate", parquetFile(t, row{"q", "d", score(1)}, row{"r", "d", score(1)}, row{"q", "d", score(2)}), `run.parquet: row 3: duplicate document "d" in query "q", first in row 1; remove one, or keep the better ranked with --duplicates keep-first`},
		{"types", parquetFile(t, decimal{}), "run.parquet: column \"doc_id\" is of type BOOLEAN; store it as a string or an integer\n" +
			"column \"score\" is of type DECIMAL(18,2); store it as an integer or a double\n" +
			"column \"rank\" is of type STRING; store it as an integer or a double\n" +
			"column \"text\" is of type FLOAT; store it as a string"},
		{"lists", parquetFile(t, listed{}), `run.parquet: no column for the document (chunk_id, doc_id, docno, corpus-id, corpus_id, docid) and the score (score) or rank (rank); the columns are ["query_id"]`},
	} {
		_, _, err := runfile.Read(t.Context(), test.src, runfile.Options{})
		if err == nil || err.Error() != test.want {
			t.Errorf("%s: error\n%v, want\n%s", test.name, err, test.want)
		}
	}
	_, _, err := runfile.Read(t.Context(), parquetFile(t, row{"q", "d", nil}), runfile.Options{})
	var at *runfile.RowError
	if !errors.As(err, &at) || at.Row != 1 || at.Name != "run.parquet" {
		t.Errorf("error %v, want a RowError of row 1", err)
	}
}

// A dictionary, or a page, that would fill the memory is refused before it is unpacked.
func TestParquetBombs(t *testing.T) {
	type row struct {
		Query string `parquet:"query_id"`
		Doc   string `parquet:"doc_id,dict,snappy"`
		Score int32  `parquet:"score"`
	}
	type plain struct {
		Query string `parquet:"query_id"`
		Doc   string `parquet:"doc_id,plain,snappy"`
		Score int32  `parquet:"score"`
	}
	runfile.LowerMaxPage(t, 2<<20)
	id := strings.Repeat("x", 1<<20)
	for name, src := range map[string]trec.Source{
		"dictionary": parquetFile(t, row{"q", id + "a", 1}, row{"q", id + "b", 2}, row{"q", id + "c", 3}),
		"page":       parquetFile(t, plain{"q", id + "a", 1}, plain{"q", id + "b", 2}, plain{"q", id + "c", 3}),
	} {
		_, _, err := runfile.Read(t.Context(), src, runfile.Options{})
		if want := `a page of column "doc_id" unpacks to 3 MB, and at most 2 are read`; err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: error %v, want %q", name, err, want)
		}
	}
}

// Ids and scores of any integer type.
func TestParquetNumbers(t *testing.T) {
	type row struct {
		Query uint64 `parquet:"query_id"`
		Doc   int32  `parquet:"doc_id,dict"`
		Score uint32 `parquet:"score"`
		Rank  int16  `parquet:"rank"`
	}
	run, _ := read(t, parquetFile(t, row{math.MaxUint64, -7, math.MaxUint32, 1}), runfile.Options{})
	if hits := run.Hits("18446744073709551615"); len(hits) != 1 || hits[0].ID != "-7" || hits[0].Score != math.MaxUint32 {
		t.Errorf("%q: %v, want hit -7 with score %d", run.Queries(), hits, uint32(math.MaxUint32))
	}
}

// Columns whose pages end at different rows, over several groups of rows.
func TestParquetPages(t *testing.T) {
	type row struct {
		Query string  `parquet:"query_id,dict"`
		Doc   int64   `parquet:"doc_id,delta"`
		Score float32 `parquet:"score,split"`
		Text  string  `parquet:"text,optional,zstd"`
	}
	const rows = 5000
	var b bytes.Buffer
	w := parquet.NewGenericWriter[row](&b, parquet.PageBufferSize(512), parquet.MaxRowsPerRowGroup(1999), parquet.DataPageVersion(1))
	for i := range rows {
		text := ""
		if i%3 == 0 {
			text = string(bytes.Repeat([]byte{'x'}, i%50))
		}
		if _, err := w.Write([]row{{[]string{"a", "b"}[i%2], int64(i), float32(-i), text}}); err != nil {
			t.Fatal(err)
		}
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	run, stats := read(t, trec.Bytes("run", b.Bytes()), runfile.Options{})
	if stats.Lines != rows || stats.Hits != rows {
		t.Errorf("%+v, want %d rows", stats, rows)
	}
	for q, id := range []string{"a", "b"} {
		for rank, h := range run.Hits(id) {
			i := 2*rank + q
			want := 0
			if i%3 == 0 {
				want = i % 50
			}
			if h.Score != float64(-i) || len(h.Text) != want {
				t.Fatalf("query %s, rank %d: %+v, want score %d and %d bytes of text", id, rank+1, h, -i, want)
			}
		}
	}
}

// Every way to cut a file short or to change a byte of it is an error or
// another run, never a panic.
func TestDamagedParquet(t *testing.T) {
	whole, err := os.ReadFile("testdata/ranx.parquet")
	if err != nil {
		t.Fatal(err)
	}
	for n := range len(whole) {
		if _, _, err := runfile.Read(t.Context(), trec.Bytes("run", whole[:n]), runfile.Options{Format: runfile.Parquet}); err == nil {
			t.Errorf("the first %d of %d bytes are read as a run", n, len(whole))
		}
	}
	faults := 0
	for n := range len(whole) {
		damaged := bytes.Clone(whole)
		damaged[n] ^= 0xff
		if _, _, err := runfile.Read(t.Context(), trec.Bytes("run", damaged), runfile.Options{Format: runfile.Parquet}); err != nil {
			faults++
		}
	}
	if faults == 0 {
		t.Error("no changed byte was noticed")
	}
}
