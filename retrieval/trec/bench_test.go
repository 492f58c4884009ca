package trec

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"
)

// writtenRun returns a run of 200 queries x 1000 lines. One score in two hundred
// ties with the one before.
func writtenRun() []byte {
	rng, out := rand.New(rand.NewPCG(1, 0)), []byte(nil)
	for q := range 200 {
		score, step := 35_000_000+rng.IntN(5_000_000), 1+rng.IntN(8_000_000)
		for rank := range 1000 {
			out = fmt.Appendf(out, "%d Q0 %d %d %.6f sysA\n", queryID(q), rank*step%8_841_817, rank+1, float64(score)/1e6)
			score -= min(rng.IntN(400), 1) * rng.IntN(60_000)
		}
	}
	return out
}

func queryID(i int) int { return 1 + (i*7919+104_729)%1_199_999 }

// writtenQrels returns judgments of some documents of each query.
func writtenQrels(queries, judged, grades int) []byte {
	rng, out := rand.New(rand.NewPCG(2, 0)), []byte(nil)
	for q := range queries {
		document := rng.IntN(8_000_000)
		for range judged {
			document += 1 + rng.IntN(800)
			out = fmt.Appendf(out, "%d 0 %d %d\n", queryID(q), document, 1+rng.IntN(grades))
		}
	}
	return out
}

func BenchmarkScanRun(b *testing.B) {
	run := writtenRun()
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
	run := writtenRun()
	qrels, err := ReadQrels(b.Context(), Bytes("qrels", writtenQrels(200, 1, 1)), QrelsOptions{})
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
	for _, shape := range []struct{ queries, judged, grades int }{{50_000, 1, 1}, {50, 1000, 3}} {
		b.Run(fmt.Sprintf("%dx%d", shape.queries, shape.judged), func(b *testing.B) {
			text := writtenQrels(shape.queries, shape.judged, shape.grades)
			lines := bytes.Count(text, []byte("\n"))
			b.SetBytes(int64(len(text)))
			b.ReportAllocs()
			for b.Loop() {
				if q, err := ReadQrels(b.Context(), Bytes("qrels", text), QrelsOptions{}); err != nil || q.Size() != lines {
					b.Fatal(q, err)
				}
			}
			b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N*lines), "ns/line")
		})
	}
}
