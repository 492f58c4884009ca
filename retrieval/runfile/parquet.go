package runfile

import (
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"strings"

	"github.com/parquet-go/parquet-go"
	"github.com/parquet-go/parquet-go/encoding/thrift"
	"github.com/parquet-go/parquet-go/format"
)

// readParquet reads a table with a row for each hit, as DataFrame.to_parquet
// writes it for ranx and PyTerrier. Columns that are not needed are not read.
func (c *collector) readParquet(in io.Reader) (err error) {
	data, err := io.ReadAll(in) // the description of the columns is at the end
	if err != nil {
		return err
	}
	defer func() {
		// The library indexes into pages by what damaged pages say.
		if fault := recover(); fault != nil {
			err = fmt.Errorf("the Parquet file is damaged: %v; get the file again", fault)
		}
	}()
	file, err := openParquet(data)
	if err != nil {
		return err
	}
	layout, err := newParquetLayout(file.Schema())
	if err != nil {
		return err
	}
	for i, group := range file.RowGroups() {
		for _, column := range layout.columns {
			if err := checkPages(data, file.Metadata().RowGroups[i].Columns[column.leaf].MetaData); err != nil {
				return err
			}
		}
		if err := c.rowGroup(layout, group); err != nil {
			return err
		}
	}
	return nil
}

// openParquet checks the length of the description before the library makes
// room for it.
func openParquet(data []byte) (*parquet.File, error) {
	const frame = 4 + 4 + 4 // magic number, length of the description, magic number
	if len(data) < frame || !bytes.HasSuffix(data, []byte("PAR1")) {
		return nil, errors.New("the Parquet file does not end as one; get the rest of it")
	}
	if n := binary.LittleEndian.Uint32(data[len(data)-8:]); int64(n) > int64(len(data)-frame) {
		return nil, errors.New("the Parquet file is damaged: its description is longer than the file; get the file again")
	}
	file, err := parquet.OpenFile(bytes.NewReader(data), int64(len(data)), parquet.SkipPageIndex(true), parquet.SkipBloomFilters(true))
	if err != nil {
		return nil, fmt.Errorf("reading the Parquet file: %w: damaged; get the file again", err)
	}
	return file, nil
}

// maxPage is how much a page of a column may unpack to. Writers end pages and dictionaries
// at about a megabyte. Tests lower it: such pages take long to write.
var maxPage int32 = 256 << 20

// checkPages refuses a column with a page that is too large, before the library makes room
// for it. What is damaged is left to the library.
func checkPages(data []byte, column format.ColumnMetaData) error {
	at := column.DataPageOffset
	if d := column.DictionaryPageOffset; d > 0 && d < at {
		at = d
	}
	for end := min(at+column.TotalCompressedSize, int64(len(data))); 0 <= at && at < end; {
		r := bytes.NewReader(data[at:end])
		var page format.PageHeader
		if err := thrift.NewDecoder(new(thrift.CompactProtocol).NewReader(r)).Decode(&page); err != nil || page.CompressedPageSize < 0 {
			return nil
		}
		if page.UncompressedPageSize > maxPage {
			return fmt.Errorf("a page of column %q unpacks to %d MB, and at most %d are read; are these ids?", strings.Join(column.PathInSchema, "."), page.UncompressedPageSize>>20, maxPage>>20)
		}
		at += end - at - int64(r.Len()) + int64(page.CompressedPageSize)
	}
	return nil
}

// rowGroup reads the rows that are stored together.
func (c *collector) rowGroup(l *parquetLayout, group parquet.RowGroup) error {
	chunks := group.ColumnChunks()
	for i := range l.columns {
		cursor := &l.columns[i]
		cursor.open(chunks[cursor.leaf])
		defer cursor.in.Close() // gives back memory; what was read stays right
	}
	for range group.NumRows() {
		c.stats.Lines++
		p := place(c.stats.Lines)
		query, h, err := l.row()
		if err == nil {
			err = c.add(p, query, h)
		}
		if err != nil {
			return placed(p, err)
		}
	}
	return nil
}

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

func (w *parquetWriter) write(r Result) error {
	w.rows = w.rows[:0]
	for i, h := range r.Hits {
		w.rows = append(w.rows, parquetRow{r.QueryID, h.ID, int32(i + 1), h.Score + 0, h.Text, h.Document})
	}
	_, err := w.out.Write(w.rows)
	return err
}
