package hitblob_test

import (
	"bytes"
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"runtime"
	"slices"
	"strings"
	"testing"

	"github.com/rankduel/rankduel/retrieval"
	"github.com/rankduel/rankduel/store/internal/hitblob"
)

func newCodec(t testing.TB) *hitblob.Codec {
	t.Helper()
	c, err := hitblob.NewCodec()
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := c.Close(); err != nil {
			t.Error(err)
		}
	})
	return c
}

// same compares scores by their bits: -0 is not 0 here, and NaN equals itself.
func same(a, b []retrieval.Hit) bool {
	if len(a) != len(b) {
		return false
	}
	for i := range a {
		if a[i].ID != b[i].ID || a[i].Text != b[i].Text || a[i].Document != b[i].Document ||
			math.Float64bits(a[i].Score) != math.Float64bits(b[i].Score) ||
			!slices.Equal(a[i].Spans, b[i].Spans) {
			return false
		}
	}
	return true
}

func TestRoundTrip(t *testing.T) {
	tests := []struct {
		name string
		hits []retrieval.Hit
	}{
		{"nil", nil},
		{"one", []retrieval.Hit{{ID: "d1", Score: 0.5, Text: "a text"}}},
		{"empty id", []retrieval.Hit{{}}},
		{"opaque ids", []retrieval.Hit{{ID: "007"}, {ID: "7"}, {ID: "\x00\xff"}, {ID: "é"}, {ID: " d "}}},
		{"text without ids", []retrieval.Hit{{Text: "x"}, {Text: ""}, {Text: strings.Repeat("long ", 5000)}}},
		{"floats", []retrieval.Hit{
			{ID: "a", Score: math.Inf(1)},
			{ID: "b", Score: math.MaxFloat64},
			{ID: "c", Score: 0.1 + 0.2},
			{ID: "d", Score: 1.0 / 3},
			{ID: "e", Score: math.SmallestNonzeroFloat64},
			{ID: "f", Score: 0},
			{ID: "g", Score: math.Copysign(0, -1)},
			{ID: "h", Score: math.Inf(-1)},
			{ID: "i", Score: math.Float64frombits(0x7ff8dead0000beef)},
		}},
		{"many", ranking(5000)},
		{"documents", []retrieval.Hit{{ID: "a#1", Document: "a", Text: "x"}, {ID: "b"}, {ID: "a#2", Document: "a"}, {Document: "\xff\x00"}}},
		{"spans", []retrieval.Hit{
			{ID: "a", Spans: []retrieval.Span{{Start: 1, End: 40}, {Start: 90, End: 90}}},
			{ID: "b"},
			{ID: "c", Spans: []retrieval.Span{{Start: 1_000_000, End: 1_000_120}}},
		}},
		{"spans of no lines", []retrieval.Hit{{ID: "a", Spans: []retrieval.Span{
			{}, {Start: 7, End: 3}, {Start: -1, End: -5}, {Start: math.MinInt, End: math.MaxInt}, {Start: math.MaxInt, End: math.MinInt},
		}}}},
		{"many chunks", chunked(5000)},
	}
	c := newCodec(t)
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			got, err := c.Decode(c.Encode(tt.hits))
			if err != nil {
				t.Fatal(err)
			}
			if !same(got, tt.hits) {
				t.Errorf("Decode(Encode(hits)) = %v, want %v", got, tt.hits)
			}
		})
	}
}

// TestDecodesOldBlobs reads bytes that were written when there was format 1
// only, and looks for the hits that they were written from.
func TestDecodesOldBlobs(t *testing.T) {
	c := newCodec(t)
	for _, tt := range []struct {
		name, blob string
		want       []retrieval.Hit
	}{
		{
			"hits",
			"\x01(\xb5/\xfd\x04\x00-\x02\x00t\x03\x03\b\b\x020\x00\x02doc-00178\xff\x00first text, and the  again:é" +
				"@?\x80)\xd3\x00\x003\x04\x00:\x84j\x1a\xf3\xe6n\x96\x95:\x88\xf1\x89\x1d",
			[]retrieval.Hit{
				{ID: "doc-0017", Score: 12.5, Text: "first text, and the first text again: first text"},
				{ID: "doc-0018", Score: 0.1 + 0.2},
				{ID: "\xff\x00", Score: math.Copysign(0, -1), Text: "é"},
			},
		},
		{"no hits", "\x01(\xb5/\xfd\x04\x00\t\x00\x00\x00h'\x05\xdb", nil},
	} {
		t.Run(tt.name, func(t *testing.T) {
			got, err := c.Decode([]byte(tt.blob))
			if err != nil || !same(got, tt.want) {
				t.Errorf("Decode = %v, %v; want %v", got, err, tt.want)
			}
		})
	}
}

// TestFormats checks who pays for documents and spans: those who have them.
func TestFormats(t *testing.T) {
	c := newCodec(t)
	for _, tt := range []struct {
		name string
		hits []retrieval.Hit
		want byte
	}{
		{"none", nil, 1},
		{"plain", ranking(10), 1},
		{"an empty list of spans", []retrieval.Hit{{ID: "a", Spans: []retrieval.Span{}}}, 1},
		{"a document", []retrieval.Hit{{ID: "a"}, {ID: "b", Document: "d"}}, 2},
		{"a span", []retrieval.Hit{{ID: "a"}, {ID: "b", Spans: []retrieval.Span{{}}}}, 2},
	} {
		t.Run(tt.name, func(t *testing.T) {
			if got := c.Encode(tt.hits)[0]; got != tt.want {
				t.Errorf("format %d, want %d", got, tt.want)
			}
		})
	}
}

// TestSpansCanBeAppendedTo makes sure that hits, whose spans share an array,
// do not write over each other's.
func TestSpansCanBeAppendedTo(t *testing.T) {
	c := newCodec(t)
	hits, err := c.Decode(c.Encode([]retrieval.Hit{
		{ID: "a", Spans: []retrieval.Span{{Start: 1, End: 2}}},
		{ID: "b", Spans: []retrieval.Span{{Start: 3, End: 4}}},
	}))
	if err != nil {
		t.Fatal(err)
	}
	_ = append(hits[0].Spans, retrieval.Span{Start: 8, End: 9})
	if want := (retrieval.Span{Start: 3, End: 4}); hits[1].Spans[0] != want {
		t.Errorf("the next hit's span is now %v, want %v", hits[1].Spans[0], want)
	}
}

// TestIDsDoNotKeepTexts keeps one id of each ranking, as scoring does, and
// looks at the heap.
func TestIDsDoNotKeepTexts(t *testing.T) {
	const rankings, textSize = 20, 1 << 20
	c := newCodec(t)
	blob := c.Encode([]retrieval.Hit{{ID: "d1", Document: "d", Text: strings.Repeat("x", textSize)}, {ID: "d2"}})
	kept := make([]string, 0, 2*rankings)
	before := heap()
	for range rankings {
		hits, err := c.Decode(blob)
		if err != nil {
			t.Fatal(err)
		}
		kept = append(kept, hits[0].ID, hits[0].Document)
	}
	if grown := heap() - before; grown > rankings*textSize/2 {
		t.Errorf("%d ids keep %d bytes alive", len(kept), grown)
	}
	runtime.KeepAlive(kept)
}

// heap is what is alive, in bytes.
func heap() int64 {
	runtime.GC()
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	return int64(m.HeapAlloc)
}

func TestDecodeRefuses(t *testing.T) {
	c := newCodec(t)
	good := c.Encode(ranking(10))
	flipped := bytes.Clone(good)
	flipped[len(flipped)-6] ^= 0x40
	tests := []struct {
		name string
		blob []byte
		want error
	}{
		{"empty", nil, hitblob.ErrDamaged},
		{"another format", append([]byte{9}, good[1:]...), hitblob.ErrFormat},
		{"only the format", good[:1], hitblob.ErrDamaged},
		{"cut off", good[:len(good)-5], hitblob.ErrDamaged},
		{"a flipped bit", flipped, hitblob.ErrDamaged},
		{"bytes after it", append(bytes.Clone(good), 'x'), hitblob.ErrDamaged},
		{"two frames", append(bytes.Clone(good), good[1:]...), hitblob.ErrDamaged},
		{"chunks as documents", append([]byte{1}, c.Encode(chunked(10))[1:]...), hitblob.ErrDamaged},
		{"documents as chunks", append([]byte{2}, good[1:]...), hitblob.ErrDamaged},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			hits, err := c.Decode(tt.blob)
			if err == nil || hits != nil {
				t.Fatalf("Decode = %v, %v; want an error", hits, err)
			}
			if !errors.Is(err, tt.want) {
				t.Errorf("error %v is not %v", err, tt.want)
			}
		})
	}
}

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
