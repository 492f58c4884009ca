package trec

import (
	"bytes"
	"fmt"
	"strings"
	"testing"

	"github.com/rankduel/rankduel/internal/rungen"
)

// generated is a run of 200 queries x 1000 lines and its qrels.
func generated(tb testing.TB) (run, qrels []byte) {
	tb.Helper()
	g := rungen.Generator{Shape: rungen.Shape{Queries: 200, Depth: 1000, Judged: 1.07}, Seed: 1}
	var r, q bytes.Buffer
	if err := g.WriteRun(&r, 0); err != nil {
		tb.Fatal(err)
	}
	if err := g.WriteQrels(&q); err != nil {
		tb.Fatal(err)
	}
	return r.Bytes(), q.Bytes()
}

func BenchmarkScanRun(b *testing.B) {
	run, _ := generated(b)
	shuffled := shuffledLines(run)
	for _, bench := range []struct {
		name string
		text []byte
	}{
		{"plain", run},
		{"tabs", bytes.ReplaceAll(run, []byte(" "), []byte("\t"))},
		{"crlf", bytes.ReplaceAll(run, []byte("\n"), []byte("\r\n"))},
		{"longids", bytes.ReplaceAll(run, []byte(" Q0 "), []byte(" Q0 clueweb22-en0000-"))},
		{"longscores", bytes.ReplaceAll(run, []byte(" sys"), []byte("40863037 sys"))},
		{"unsorted", shuffled},
		{"twoblanks", bytes.ReplaceAll(run, []byte(" "), []byte("  "))},
	} {
		b.Run(bench.name, func(b *testing.B) {
			lines := bytes.Count(bench.text, []byte("\n"))
			b.SetBytes(int64(len(bench.text)))
			b.ReportAllocs()
			for b.Loop() {
				stats, err := ScanRun(b.Context(), Bytes("run", bench.text), RunOptions{Workers: 1}, func(*Ranking) error { return nil }, func() {})
				if err != nil || stats.Hits != lines {
					b.Fatal(stats, err)
				}
			}
			b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N*lines), "ns/line")
		})
	}
}

// shuffledLines reverses the lines of each query by halves.
func shuffledLines(run []byte) []byte {
	lines := strings.SplitAfter(strings.TrimSuffix(string(run), "\n")+"\n", "\n")
	lines = lines[:len(lines)-1]
	for from := 0; from < len(lines); from += 1000 {
		for i := range 500 {
			if j := (i * 617) % 1000; j != i {
				lines[from+i], lines[from+j] = lines[from+j], lines[from+i]
			}
		}
	}
	return []byte(strings.Join(lines, ""))
}

func BenchmarkMatch(b *testing.B) {
	run, judgments := generated(b)
	qrels, err := ReadQrels(b.Context(), Bytes("qrels", judgments), QrelsOptions{})
	if err != nil {
		b.Fatal(err)
	}
	var matches []Match
	b.ReportAllocs()
	for b.Loop() {
		_, err := ScanRun(b.Context(), Bytes("run", run), RunOptions{Workers: 1}, func(r *Ranking) error {
			if i, ok := qrels.Index(r.Query); ok {
				matches = qrels.Match(i, r, matches[:0])
			}
			return nil
		}, func() {})
		if err != nil {
			b.Fatal(err)
		}
	}
	b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N*200_000), "ns/line")
}

func BenchmarkReadQrels(b *testing.B) {
	for _, shape := range []rungen.Shape{{Queries: 50_000, Depth: 100, Judged: 1.07}, {Queries: 50, Depth: 1000, Judged: 1000, Graded: true}} {
		b.Run(fmt.Sprintf("%dx%g", shape.Queries, shape.Judged), func(b *testing.B) {
			var text bytes.Buffer
			if err := (rungen.Generator{Shape: shape, Seed: 1}).WriteQrels(&text); err != nil {
				b.Fatal(err)
			}
			lines := bytes.Count(text.Bytes(), []byte("\n"))
			b.SetBytes(int64(text.Len()))
			b.ReportAllocs()
			for b.Loop() {
				if q, err := ReadQrels(b.Context(), Bytes("qrels", text.Bytes()), QrelsOptions{}); err != nil || q.Size() != lines {
					b.Fatal(q, err)
				}
			}
			b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N*lines), "ns/line")
		})
	}
}
