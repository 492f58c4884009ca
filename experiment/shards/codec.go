package shards

import (
	"crypto/sha256"
	"errors"
	"fmt"
	"hash"
	"io"
	"math"
	"os"
	"slices"
	"strconv"
	"strings"

	"github.com/parquet-go/parquet-go"

	"github.com/rankduel/rankduel/experiment/result"
	"github.com/rankduel/rankduel/experiment/scoring"
	"github.com/rankduel/rankduel/retrieval/runfile"
)

// texts and numbers are the columns of a part before those of the measures: ranking is the
// hash of the whole ranking, relevant_ranks has a rank for each relevant document.
var (
	texts   = []string{"query_id", "stratum", "group", "status", "error", "rel_string", "ranking", "relevant_ranks"}
	numbers = []string{"latency_ms", "judged_ratio"}
)

// cells are a row as it is stored, where an empty text and NaN are null. They are used again for the next row.
type cells struct {
	text   []string
	number []float64
	sum    hash.Hash // of all rows so far
	line   []byte
}

func newCells() *cells { return &cells{sum: sha256.New()} }

// of fills the cells with a row.
func (c *cells) of(r *scoring.ShareRow) {
	c.line = c.line[:0]
	for _, d := range r.Relevant {
		c.line = append(strconv.AppendInt(c.line, int64(d.Rank), 10), ' ')
	}
	c.text = append(c.text[:0], r.QueryID, r.Stratum, r.Group, string(r.Status), r.Error, r.RelString, strconv.FormatUint(r.Ranking, 16), string(c.line))
	c.number = append(append(c.number[:0], result.OrNaN(r.LatencyMS), result.OrNaN(r.Judged)), r.Values...)
	c.add()
}

// read fills the cells with values that have these places.
func (c *cells) read(values parquet.Row, at []int) {
	c.text, c.number = c.text[:0], c.number[:0]
	for i, place := range at {
		if v := values[place]; i < len(texts) {
			c.text = append(c.text, string(v.ByteArray()))
		} else if v.IsNull() {
			c.number = append(c.number, math.NaN())
		} else {
			c.number = append(c.number, v.Double())
		}
	}
	c.add()
}

// add adds the row to the sum, in which every bit of a number shows.
func (c *cells) add() {
	c.line = append(c.line[:0], '[')
	for i, text := range c.text {
		c.line = strconv.AppendQuote(append(c.line, " "[:min(i, 1)]...), text)
	}
	c.line = append(c.line, "] ["...)
	for i, number := range c.number {
		c.line = strconv.AppendFloat(append(c.line, " "[:min(i, 1)]...), number, 'g', -1, 64)
	}
	c.sum.Write(append(c.line, "]\n"...))
}

// row puts into a row what the cells have. What was not written here is caught by its hash.
func (c *cells) row(r *scoring.ShareRow) {
	values, relevant := append(r.Values[:0], c.number[len(numbers):]...), r.Relevant[:0]
	*r = scoring.ShareRow{Values: values}
	r.QueryID, r.Stratum, r.Group, r.Status, r.Error, r.RelString = c.text[0], c.text[1], c.text[2], result.Status(c.text[3]), c.text[4], c.text[5]
	r.LatencyMS, r.Judged = result.Number(c.number[0]), result.Number(c.number[1])
	r.Ranking, _ = strconv.ParseUint(c.text[6], 16, 64)
	for word := range strings.FieldsSeq(c.text[7]) {
		rank, _ := strconv.Atoi(word)
		relevant = append(relevant, result.RankedRelevant{Rank: rank})
	}
	if len(relevant) > 0 {
		r.Relevant = relevant
	}
}

// values returns the cells as values at these places.
func (c *cells) values(at []int) parquet.Row {
	values := make(parquet.Row, len(at))
	for i, place := range at {
		values[place] = parquet.NullValue().Level(0, 0, place)
		if n := i - len(texts); n < 0 && c.text[i] != "" {
			values[place] = parquet.ByteArrayValue([]byte(c.text[i])).Level(0, 1, place)
		} else if n >= 0 && !math.IsNaN(c.number[n]) {
			values[place] = parquet.DoubleValue(c.number[n]).Level(0, 1, place)
		}
	}
	return values
}

// schemaOf returns the schema of a part, and where in it the cells of a row are.
func schemaOf(measures []string) (schema *parquet.Schema, at []int) {
	fields := parquet.Group{}
	names := slices.Concat(texts, numbers, measures)
	for i, name := range names {
		if fields[name] = parquet.Optional(parquet.Leaf(parquet.DoubleType)); i < len(texts) {
			fields[name] = parquet.Optional(parquet.String())
		}
	}
	schema = parquet.NewSchema("part", fields)
	for _, name := range names {
		leaf, _ := schema.Lookup(name)
		at = append(at, leaf.ColumnIndex)
	}
	return schema, at
}

// stored hands over the rows of a part that was opened, each valid until the next, and at the end an error
// where they are not those that were written.
func (p *Part) stored(yield func(*scoring.ShareRow, error) bool) {
	row, c := new(scoring.ShareRow), newCells()
	_, at := schemaOf(p.Measures)
	buf := make([]parquet.Row, 256)
	err := p.withFile(func(file *parquet.File) error {
		for _, group := range file.RowGroups() { // a Reader of the file would link conversions of schemas
			in := group.Rows()
			defer in.Close()
			for n, err := 0, error(nil); err == nil; {
				if n, err = in.ReadRows(buf); err != nil && !errors.Is(err, io.EOF) {
					return err
				}
				for _, values := range buf[:n] {
					c.read(values, at)
					if c.row(row); !yield(row, nil) {
						return nil
					}
				}
			}
		}
		if fmt.Sprintf("%x", c.sum.Sum(nil)) != p.Hash {
			return errors.New("its rows are not those that were written")
		}
		return nil
	})
	if err != nil {
		yield(nil, err)
	}
}

// withFile opens the file of a part and says of what is wrong with it which part that is.
func (p *Part) withFile(do func(*parquet.File) error) (err error) {
	in, err := os.Open(p.path)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, in.Close()) }()
	defer func() {
		if fault := recover(); fault != nil { // the library indexes into pages by what damaged pages say
			err = fmt.Errorf("damaged: %v", fault)
		}
		if err != nil {
			err = fmt.Errorf("%s is not a whole part: %w; score the shard again", p.path, err)
		}
	}()
	info, err := in.Stat()
	if err != nil {
		return err
	}
	file, err := runfile.OpenParquet(in, info.Size(), 16<<10) // parts may be many, with a buffer a column
	if err != nil {
		return err
	}
	return do(file)
}
