package runfile_test

import (
	"bytes"
	"encoding/json"
	"math/rand/v2"
	"slices"
	"strconv"
	"testing"

	"github.com/rankduel/rankduel/retrieval"
	"github.com/rankduel/rankduel/retrieval/runfile"
	"github.com/rankduel/rankduel/retrieval/trec"
)

// generated returns a run of 200 queries with 1000 hits each, as lines and as read.
func generated(tb testing.TB) ([]line, *runfile.Run) {
	tb.Helper()
	rng := rand.New(rand.NewPCG(1, 0))
	var lines []line
	for q := range 200 {
		score := 35_000_000 + rng.IntN(5_000_000) // in millionths
		for rank := range 1000 {
			lines = append(lines, line{strconv.Itoa(104_729 + q*7919), strconv.Itoa(q*40_000 + rank*37 + rng.IntN(37)), rank + 1, float64(score) / 1e6})
			score -= rng.IntN(60_000)
		}
	}
	run, _, err := runfile.Read(tb.Context(), trec.Bytes("run", encoders[runfile.TSV](lines)), runfile.Options{})
	if err != nil {
		tb.Fatal(err)
	}
	return lines, run
}

// BenchmarkRead reads 200,000 hits. TREC, in parallel elsewhere, is for scale.
func BenchmarkRead(b *testing.B) {
	lines, run := generated(b)
	files := map[runfile.Format][]byte{}
	for format, encode := range encoders {
		files[format] = encode(lines)
	}
	for _, format := range runfile.Writable() {
		var text bytes.Buffer
		if _, err := runfile.Write(&text, format, run.Results(), runfile.WriteOptions{}); err != nil {
			b.Fatal(err)
		}
		files[format] = text.Bytes()
	}
	for _, format := range runfile.Formats() {
		data, ok := files[format]
		if !ok {
			continue
		}
		b.Run(string(format), func(b *testing.B) {
			b.SetBytes(int64(len(data)))
			b.ReportAllocs()
			for b.Loop() {
				_, stats, err := runfile.Read(b.Context(), trec.Bytes("run", data), runfile.Options{})
				if err != nil || stats.Hits != len(lines) || stats.Format != format {
					b.Fatal(stats, err)
				}
			}
			b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N*len(lines)), "ns/hit")
		})
	}
}

func BenchmarkWrite(b *testing.B) {
	lines, run := generated(b)
	results := slices.Collect(run.Results())
	for _, format := range runfile.Writable() {
		b.Run(string(format), func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				var out bytes.Buffer
				if _, err := runfile.Write(&out, format, slices.Values(results), runfile.WriteOptions{}); err != nil {
					b.Fatal(err)
				}
			}
			b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N*len(lines)), "ns/hit")
		})
	}
}

// BenchmarkEncodingJSON decodes the same files by encoding/json, which checks no
// key twice and makes no ranking: the least that a reader built on it takes.
func BenchmarkEncodingJSON(b *testing.B) {
	lines, run := generated(b)
	decode := map[runfile.Format]func(*json.Decoder) (int, error){
		runfile.JSON: func(d *json.Decoder) (hits int, err error) {
			var queries map[string]map[string]float64
			err = d.Decode(&queries)
			for _, q := range queries {
				hits += len(q)
			}
			return hits, err
		},
		runfile.JSONL: func(d *json.Decoder) (hits int, err error) {
			for d.More() && err == nil {
				var q struct {
					QueryID string `json:"query_id"`
					Hits    []struct {
						ID       string           `json:"id"`
						Score    float64          `json:"score"`
						Text     string           `json:"text"`
						Document string           `json:"document"`
						Spans    []retrieval.Span `json:"spans"`
					} `json:"hits"`
				}
				err = d.Decode(&q)
				hits += len(q.Hits)
			}
			return hits, err
		},
	}
	for _, format := range []runfile.Format{runfile.JSON, runfile.JSONL} {
		var text bytes.Buffer
		if _, err := runfile.Write(&text, format, run.Results(), runfile.WriteOptions{}); err != nil {
			b.Fatal(err)
		}
		b.Run(string(format), func(b *testing.B) {
			b.SetBytes(int64(text.Len()))
			b.ReportAllocs()
			for b.Loop() {
				if hits, err := decode[format](json.NewDecoder(bytes.NewReader(text.Bytes()))); err != nil || hits != len(lines) {
					b.Fatal(hits, err)
				}
			}
			b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N*len(lines)), "ns/hit")
		})
	}
}
