package hitblob_test

import (
	"fmt"
	"math/rand/v2"
	"testing"

	"github.com/rankduel/rankduel/retrieval"
)

// ranking makes n hits with the scores of a typical dense retriever.
func ranking(n int) []retrieval.Hit {
	r := rand.New(rand.NewPCG(1, uint64(n)))
	hits := make([]retrieval.Hit, n)
	score := 0.95
	for i := range hits {
		score -= r.Float64() * 0.01
		hits[i] = retrieval.Hit{ID: fmt.Sprintf("doc-%07d", r.IntN(8_841_823)), Score: score}
	}
	return hits
}

// chunked makes n hits that are parts of documents, a few of each.
func chunked(n int) []retrieval.Hit {
	r := rand.New(rand.NewPCG(2, uint64(n)))
	hits := ranking(n)
	for i := range hits {
		start := 1 + 40*r.IntN(30)
		hits[i].Document = fmt.Sprintf("src/part%02d/file%d.go", r.IntN(20), r.IntN(4))
		hits[i].ID = fmt.Sprintf("%s#%d", hits[i].Document, start)
		hits[i].Spans = []retrieval.Span{{Start: start, End: start + 20 + r.IntN(40)}}
	}
	return hits
}

func BenchmarkEncode(b *testing.B)       { benchmarkEncode(b, ranking(100)) }
func BenchmarkEncodeChunks(b *testing.B) { benchmarkEncode(b, chunked(100)) }
func BenchmarkDecode(b *testing.B)       { benchmarkDecode(b, ranking(100)) }
func BenchmarkDecodeChunks(b *testing.B) { benchmarkDecode(b, chunked(100)) }

func benchmarkEncode(b *testing.B, hits []retrieval.Hit) {
	c := newCodec(b)
	b.ReportAllocs()
	var blob []byte
	for b.Loop() {
		blob = c.Encode(hits)
	}
	b.ReportMetric(float64(len(blob)), "bytes/query")
}

func benchmarkDecode(b *testing.B, hits []retrieval.Hit) {
	c := newCodec(b)
	blob := c.Encode(hits)
	b.ReportAllocs()
	for b.Loop() {
		if _, err := c.Decode(blob); err != nil {
			b.Fatal(err)
		}
	}
}
