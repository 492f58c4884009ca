package shards

import (
	"crypto/sha256"
	"errors"
	"fmt"
	"io"
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/parquet-go/parquet-go"

	"github.com/rankduel/rankduel/experiment/result"
	"github.com/rankduel/rankduel/experiment/scoring"
)

// texts and numbers are the columns of a part before those of the measures: ranking is the
// hash of the whole ranking, relevant_ranks has a rank for each relevant document.
var (
	texts   = []string{"query_id", "stratum", "group", "status", "error", "rel_string", "ranking", "relevant_ranks"}
	numbers = []string{"latency_ms", "judged_ratio"}
)

// cells returns a row as it is stored, where an empty text and NaN are null.
func cells(r *scoring.ShareRow) (text []string, number []float64) {
	var ranks strings.Builder
	for _, d := range r.Relevant {
		fmt.Fprintf(&ranks, "%d ", d.Rank)
	}
	return []string{r.QueryID, r.Stratum, r.Group, string(r.Status), r.Error, r.RelString, strconv.FormatUint(r.Ranking, 16), ranks.String()},
		append([]float64{result.OrNaN(r.LatencyMS), result.OrNaN(r.Judged)}, r.Values...)
}

// rowOf reads what cells returned, at these places. What was not written here is caught by its hash.
func rowOf(values parquet.Row, at []int) (r scoring.ShareRow) {
	text, number := make([]string, len(texts)), make([]float64, len(at)-len(texts))
	for i, place := range at {
		if v, n := values[place], i-len(texts); n < 0 {
			text[i] = string(v.ByteArray())
		} else if number[n] = math.NaN(); !v.IsNull() {
			number[n] = v.Double()
		}
	}
	r.QueryID, r.Stratum, r.Group, r.Status, r.Error, r.RelString = text[0], text[1], text[2], result.Status(text[3]), text[4], text[5]
	r.LatencyMS, r.Judged, r.Values = result.Number(number[0]), result.Number(number[1]), number[len(numbers):]
	r.Ranking, _ = strconv.ParseUint(text[6], 16, 64)
	for word := range strings.FieldsSeq(text[7]) {
		rank, _ := strconv.Atoi(word)
		r.Relevant = append(r.Relevant, result.RankedRelevant{Rank: rank})
	}
	return r
}

// hashOf returns a hash of rows, in which every bit of a number shows.
func hashOf(rows []scoring.ShareRow) string {
	sum := sha256.New()
	for i := range rows {
		text, number := cells(&rows[i])
		fmt.Fprintf(sum, "%q %v\n", text, number)
	}
	return fmt.Sprintf("%x", sum.Sum(nil))
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

// readRows returns the rows of a part.
func readRows(file *parquet.File, measures []string) (rows []scoring.ShareRow, err error) {
	_, at := schemaOf(measures)
	buf := make([]parquet.Row, 256)
	for _, group := range file.RowGroups() { // a Reader of the file would link conversions of schemas
		in := group.Rows()
		defer in.Close()
		for n, err := 0, error(nil); err == nil; {
			if n, err = in.ReadRows(buf); err != nil && !errors.Is(err, io.EOF) {
				return nil, err
			}
			for _, values := range buf[:n] {
				rows = append(rows, rowOf(values, at))
			}
		}
	}
	return rows, nil
}

// writeRows writes the rows of a part.
func writeRows(out parquet.RowWriter, rows []scoring.ShareRow, at []int) error {
	for i := range rows {
		text, number := cells(&rows[i])
		values := make(parquet.Row, len(at))
		for i, place := range at {
			values[place] = parquet.NullValue().Level(0, 0, place)
			if n := i - len(texts); n < 0 && text[i] != "" {
				values[place] = parquet.ByteArrayValue([]byte(text[i])).Level(0, 1, place)
			} else if n >= 0 && !math.IsNaN(number[n]) {
				values[place] = parquet.DoubleValue(number[n]).Level(0, 1, place)
			}
		}
		if _, err := out.WriteRows([]parquet.Row{values}); err != nil {
			return err
		}
	}
	return nil
}
