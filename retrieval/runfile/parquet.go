//go:build !js

package runfile

import (
	"bytes"
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"os"
	"strings"

	"github.com/parquet-go/parquet-go"
	"github.com/parquet-go/parquet-go/encoding/thrift"
	"github.com/parquet-go/parquet-go/format"

	"github.com/rankduel/rankduel/internal/interrupt"
)

// readParquet reads a table with a row for each hit, as DataFrame.to_parquet
// writes it for ranx and PyTerrier. Columns that are not needed are not read.
func (c *collector) readParquet(ctx context.Context, in io.Reader) (err error) {
	data, size, err := anywhere(ctx, in) // the description of the columns is at the end
	if err != nil {
		return err
	}
	defer func() {
		// The library indexes into pages by what damaged pages say.
		if fault := recover(); fault != nil {
			err = fmt.Errorf("the Parquet file is damaged: %v; get the file again", fault)
		}
	}()
	file, err := OpenParquet(data, size, 256<<10)
	if err != nil {
		return err
	}
	layout, err := newParquetLayout(file.Schema())
	if err != nil {
		return err
	}
	for i, group := range file.RowGroups() {
		if err := ctx.Err(); err != nil {
			return err
		}
		for _, column := range layout.columns {
			if err := checkPages(data, size, file.Metadata().RowGroups[i].Columns[column.leaf].MetaData); err != nil {
				return err
			}
		}
		if err := c.rowGroup(layout, group); err != nil {
			return err
		}
	}
	return nil
}

// anywhere returns what can be read at any place: a file as it is on the disk, what is
// packed or comes from a pipe in memory.
func anywhere(ctx context.Context, in io.Reader) (at io.ReaderAt, size int64, err error) {
	if file, ok := in.(interface{ Plain() (*os.File, int64) }); ok {
		if f, size := file.Plain(); f != nil {
			return f, size, nil
		}
	}
	data, err := io.ReadAll(interrupt.Reader(ctx, in))
	return bytes.NewReader(data), int64(len(data)), err
}

// OpenParquet checks the length of the description before the library makes room for it. Each column that is
// read has a buffer.
func OpenParquet(data io.ReaderAt, size int64, buffer int) (*parquet.File, error) {
	const frame = 4 + 4 + 4 // magic number, length of the description, magic number
	var end [8]byte
	if size >= frame {
		if _, err := data.ReadAt(end[:], size-8); err != nil {
			return nil, err
		}
	}
	if string(end[4:]) != "PAR1" {
		return nil, errors.New("the Parquet file does not end as one; get the rest of it")
	}
	if n := binary.LittleEndian.Uint32(end[:]); int64(n) > size-frame {
		return nil, errors.New("the Parquet file is damaged: its description is longer than the file; get the file again")
	}
	file, err := parquet.OpenFile(data, size, parquet.SkipPageIndex(true), parquet.SkipBloomFilters(true), parquet.ReadBufferSize(buffer))
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
func checkPages(data io.ReaderAt, size int64, column format.ColumnMetaData) error {
	at := column.DataPageOffset
	if d := column.DictionaryPageOffset; d > 0 && d < at {
		at = d
	}
	for end := min(at+column.TotalCompressedSize, size); 0 <= at && at < end; {
		page, length, ok := pageHeader(io.NewSectionReader(data, at, end-at))
		if !ok || page.CompressedPageSize < 0 {
			return nil
		}
		if page.UncompressedPageSize > maxPage {
			return fmt.Errorf("a page of column %q unpacks to %d MB, and at most %d are read; are these ids?", strings.Join(column.PathInSchema, "."), page.UncompressedPageSize>>20, maxPage>>20)
		}
		at += length + int64(page.CompressedPageSize)
	}
	return nil
}

// pageHeader reads the header that a page begins with. It is short, unless values in it are long.
func pageHeader(in *io.SectionReader) (page format.PageHeader, length int64, ok bool) {
	for room := min(int64(512), in.Size()); ; room = min(16*room, in.Size()) {
		head := make([]byte, room)
		n, _ := in.ReadAt(head, 0)
		r := bytes.NewReader(head[:n])
		page = format.PageHeader{}
		if err := thrift.NewDecoder(new(thrift.CompactProtocol).NewReader(r)).Decode(&page); err == nil {
			return page, int64(n - r.Len()), true
		}
		if room == in.Size() {
			return page, 0, false
		}
	}
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

// groupRows is how many rows are stored together, and held in memory until they are written.
const groupRows = 1 << 17

// A parquetRow is one hit. The names of the first columns are those of ir_measures; for ranx say
// Run.from_parquet(path, q_id_col="query_id"). An empty text or document is stored as null.
type parquetRow struct {
	QueryID  string  `parquet:"query_id,dict"`
	DocID    string  `parquet:"doc_id"`
	Rank     int32   `parquet:"rank"`
	Score    float64 `parquet:"score"`
	Text     string  `parquet:"text,optional"`
	Document string  `parquet:"document,optional"`
}

// A parquetWriter writes a row for each hit. Snappy is the compression that every reader knows.
type parquetWriter struct {
	out  *parquet.GenericWriter[parquetRow]
	rows []parquetRow
}

func parquetSink(out io.Writer) sink {
	w := parquetWriter{out: parquet.NewGenericWriter[parquetRow](out,
		parquet.Compression(&parquet.Snappy), parquet.MaxRowsPerRowGroup(groupRows), parquet.CreatedBy("rankduel", "", ""))}
	return sink{holds{texts: true, documents: true}, w.write, w.out.Close}
}

func (w *parquetWriter) write(r Result) error {
	w.rows = w.rows[:0]
	for i, h := range r.Hits {
		w.rows = append(w.rows, parquetRow{r.QueryID, h.ID, int32(i + 1), h.Score + 0, h.Text, h.Document})
	}
	_, err := w.out.Write(w.rows)
	return err
}
