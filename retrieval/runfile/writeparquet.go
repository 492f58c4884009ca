package runfile

import (
	"io"

	"github.com/parquet-go/parquet-go"
)

// groupRows is how many rows are stored together, and held in memory until
// they are written.
const groupRows = 1 << 17

// A parquetRow is one hit. The names of the first columns are those of
// ir_measures; for ranx say Run.from_parquet(path, q_id_col="query_id"). An
// empty text or document is stored as null.
type parquetRow struct {
	QueryID  string  `parquet:"query_id,dict"`
	DocID    string  `parquet:"doc_id"`
	Rank     int32   `parquet:"rank"`
	Score    float64 `parquet:"score"`
	Text     string  `parquet:"text,optional"`
	Document string  `parquet:"document,optional"`
}

// A parquetWriter writes a row for each hit. Snappy is the compression that
// every reader knows.
type parquetWriter struct {
	out  *parquet.GenericWriter[parquetRow]
	rows []parquetRow
}

func newParquetWriter(out io.Writer) *parquetWriter {
	return &parquetWriter{out: parquet.NewGenericWriter[parquetRow](out,
		parquet.Compression(&parquet.Snappy), parquet.MaxRowsPerRowGroup(groupRows), parquet.CreatedBy("rankduel", "", ""))}
}

func (w *parquetWriter) holds() holds { return holds{texts: true, documents: true} }

func (w *parquetWriter) write(r Result) error {
	w.rows = w.rows[:0]
	for i, h := range r.Hits {
		w.rows = append(w.rows, parquetRow{r.QueryID, h.ID, int32(i + 1), h.Score + 0, h.Text, h.Document})
	}
	_, err := w.out.Write(w.rows)
	return err
}

func (w *parquetWriter) end() error { return w.out.Close() }
