package runfile_test

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
	"github.com/parquet-go/parquet-go"
	"pgregory.net/rapid"

	"github.com/rankduel/rankduel/retrieval/runfile"
	"github.com/rankduel/rankduel/retrieval/trec"
)

// A line is a line of a TREC run.
type line struct {
	query, doc string
	rank       int
	score      float64
}

// drawRun draws a run with ties, ranks that contradict the scores and
// interleaved queries. Ids have no blanks, which TREC could not hold.
func drawRun(t *rapid.T) []line {
	id := rapid.SampledFrom([]string{"1", "01", "007", "7", "d", "D", "é", "東京", `"q"`, `a"b`, `\`, "#", "a,b", "{", "😀", "NaN"})
	lines := rapid.SliceOfN(rapid.Custom(func(t *rapid.T) line {
		score := rapid.OneOf(rapid.SampledFrom([]float64{0, 1, 2.5, 1e-7, -3, 1e300}), rapid.Float64()).Draw(t, "score")
		return line{"q" + id.Draw(t, "query"), id.Draw(t, "document"), rapid.IntRange(-2, 9).Draw(t, "rank"), score}
	}), 1, 30).Draw(t, "lines")
	if rapid.Bool().Draw(t, "distinct") {
		seen := map[[2]string]bool{}
		lines = slices.DeleteFunc(lines, func(l line) bool {
			twice := seen[[2]string{l.query, l.doc}]
			seen[[2]string{l.query, l.doc}] = true
			return twice
		})
	}
	return lines
}

// grouped returns the lines by query, queries in the order of their first line.
func grouped(lines []line) (groups [][]line) {
	at := map[string]int{}
	for _, l := range lines {
		i, ok := at[l.query]
		if !ok {
			i = len(groups)
			at[l.query] = i
			groups = append(groups, nil)
		}
		groups[i] = append(groups[i], l)
	}
	return groups
}

func quoted(text string) string {
	b, err := json.Marshal(text)
	if err != nil {
		panic(err)
	}
	return string(b)
}

func number(score float64) string { return strconv.FormatFloat(score, 'g', -1, 64) }

// csvCell quotes as Python's csv module does by default.
func csvCell(text string) string {
	if strings.ContainsAny(text, "\"\t\r\n") {
		return `"` + strings.ReplaceAll(text, `"`, `""`) + `"`
	}
	return text
}

// encoders write a run in each format, in a way that has nothing to do with
// Write. Formats without ranks are not compared under the order of ranks.
var encoders = map[runfile.Format]func([]line) []byte{
	runfile.TSV: func(lines []line) []byte {
		var text bytes.Buffer
		text.WriteString("rank\tquery-id\tcorpus-id\textra\tscore\r\n")
		for _, l := range lines {
			fmt.Fprintf(&text, "%d\t%s\t%s\t\"x\ty\"\t%s\r\n", l.rank, csvCell(l.query), csvCell(l.doc), number(l.score))
		}
		return text.Bytes()
	},
	runfile.Hits: func(lines []line) []byte {
		var text bytes.Buffer
		for _, l := range lines {
			fmt.Fprintf(&text, `{"extra": [{}], "score": %s, "docno": %s, "rank": %d, "qid": %s}`+"\n", number(l.score), quoted(l.doc), l.rank, quoted(l.query))
		}
		return text.Bytes()
	},
	runfile.JSON: func(lines []line) []byte {
		var queries []string
		for _, group := range grouped(lines) {
			var docs []string
			for _, l := range group {
				docs = append(docs, quoted(l.doc)+": "+number(l.score))
			}
			queries = append(queries, quoted(group[0].query)+": {\n"+strings.Join(docs, ",")+"}")
		}
		return []byte("{" + strings.Join(queries, ",\n") + "}")
	},
	runfile.JSONL: func(lines []line) []byte {
		var text bytes.Buffer
		for _, group := range grouped(lines) {
			var hits []string
			for _, l := range group {
				hits = append(hits, fmt.Sprintf(`{"id": %s, "score": %s}`, quoted(l.doc), number(l.score)))
			}
			fmt.Fprintf(&text, `{"query_id": %s, "hits": [%s]}`+"\n", quoted(group[0].query), strings.Join(hits, ", "))
		}
		return text.Bytes()
	},
	runfile.Parquet: func(lines []line) []byte {
		type row struct {
			Query []byte   `parquet:"q_id,dict"`
			Doc   string   `parquet:"doc_id,optional"`
			Score *float64 `parquet:"score,optional"`
			Rank  int64    `parquet:"rank,delta"`
			Extra []int32  `parquet:"extra,list"`
		}
		var b bytes.Buffer
		w := parquet.NewGenericWriter[row](&b, parquet.MaxRowsPerRowGroup(7))
		for _, l := range lines {
			if _, err := w.Write([]row{{[]byte(l.query), l.doc, &l.score, int64(l.rank), []int32{1, 2}}}); err != nil {
				panic(err)
			}
		}
		if err := w.Close(); err != nil {
			panic(err)
		}
		return b.Bytes()
	},
}

// The same rankings in any format rank as the TREC run does, with the same
// counts, under each order that the format has.
func TestFormatsRankAsTREC(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		lines := drawRun(rt)
		var text bytes.Buffer
		for _, l := range lines {
			fmt.Fprintf(&text, "%s Q0 %s %d %s tag\n", l.query, l.doc, l.rank, number(l.score))
		}
		for _, order := range []trec.Order{trec.OrderScore, trec.OrderRank, trec.OrderFile} {
			duplicates := rapid.SampledFrom([]trec.Duplicates{trec.DuplicatesError, trec.DuplicatesKeepFirst}).Draw(rt, "duplicates")
			want, stats, wantErr := trec.ReadRun(t.Context(), trec.Bytes("run", text.Bytes()), trec.RunOptions{Order: order, Duplicates: duplicates})
			for format, encode := range encoders {
				ranks := format != runfile.JSON && format != runfile.JSONL
				if order == trec.OrderRank && !ranks {
					continue
				}
				data := encode(lines)
				got, gotStats, err := runfile.Read(t.Context(), trec.Bytes("run", data), runfile.Options{Order: order, Duplicates: duplicates})
				if wantErr != nil {
					if !errors.Is(wantErr, trec.ErrDuplicate) || !errors.Is(err, trec.ErrDuplicate) {
						rt.Fatalf("%s, order %s: error %v, want %v", format, order, err, wantErr)
					}
					continue
				}
				if err != nil {
					rt.Fatalf("%s, order %s: %v", format, order, err)
				}
				if gotStats.Format != format {
					rt.Fatalf("%s taken for %s:\n%s", format, gotStats.Format, data)
				}
				var wantRankings []ranking
				for _, r := range want {
					wantRankings = append(wantRankings, ranking{r.Query, r.Hits(nil)})
				}
				if diff := cmp.Diff(wantRankings, rankings(got)); diff != "" {
					rt.Fatalf("%s, order %s (-trec +got):\n%s", format, order, diff)
				}
				wantStats := stats
				wantStats.Lines, wantStats.Tag = gotStats.Lines, ""
				if !ranks {
					wantStats.RankContradictions, wantStats.Interleaved = gotStats.RankContradictions, false
				}
				if wantStats != gotStats.RunStats {
					rt.Fatalf("%s, order %s: %+v, want %+v", format, order, gotStats.RunStats, wantStats)
				}
			}
		}
	})
}

// Query by query and gathered, a run is the same, be its queries together or not, and so
// are its counts and its errors.
func TestScanAgreesWithRead(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		lines := drawRun(t)
		if rapid.Bool().Draw(t, "together") {
			lines = slices.Concat(grouped(lines)...)
		}
		for format, encode := range encoders {
			src := trec.Bytes("run", encode(lines))
			opts := runfile.Options{Format: format, Duplicates: rapid.SampledFrom([]trec.Duplicates{trec.DuplicatesError, trec.DuplicatesKeepFirst}).Draw(t, "duplicates")}
			run, want, wantErr := runfile.Read(t.Context(), src, opts)
			var got []runfile.Result
			resets := 0
			stats, err := runfile.Scan(t.Context(), src, opts, func(r runfile.Result) error {
				r.Hits = slices.Clone(r.Hits) // the list is used again
				got = append(got, r)
				return nil
			}, func() { got, resets = nil, resets+1 })
			if fmt.Sprint(err) != fmt.Sprint(wantErr) {
				t.Fatalf("%s: error %v, want %v", format, err, wantErr)
			}
			if err != nil {
				continue
			}
			if diff := cmp.Diff(slices.Collect(run.Results()), got, cmpopts.EquateEmpty()); diff != "" || stats != want {
				t.Fatalf("%s: %+v, want %+v; results (-want +got):\n%s", format, stats, want, diff)
			}
			if want.Interleaved != (resets == 1) {
				t.Fatalf("%s: %d resets of a run that is interleaved: %v", format, resets, want.Interleaved)
			}
		}
	})
}
