package runfile_test

import (
	"bytes"
	"slices"
	"testing"

	"github.com/rankduel/rankduel/internal/rungen"
	"github.com/rankduel/rankduel/retrieval/runfile"
	"github.com/rankduel/rankduel/retrieval/trec"
)

// generated is a run of 200 queries with 1000 hits each, as lines and as read.
func generated(tb testing.TB) ([]line, *runfile.Run) {
	tb.Helper()
	g := rungen.Generator{Shape: rungen.Shape{Queries: 200, Depth: 1000, Judged: 1}, Seed: 1}
	var b bytes.Buffer
	if err := g.WriteRun(&b, 0); err != nil {
		tb.Fatal(err)
	}
	run, _, err := runfile.Read(tb.Context(), trec.Bytes("run", b.Bytes()), runfile.Options{})
	if err != nil {
		tb.Fatal(err)
	}
	var lines []line
	for r := range run.Results() {
		for i, h := range r.Hits {
			lines = append(lines, line{r.QueryID, h.ID, i + 1, h.Score})
		}
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
