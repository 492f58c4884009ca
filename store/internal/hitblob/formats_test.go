package hitblob_test

import (
	"math"
	"runtime"
	"strings"
	"testing"

	"github.com/rankduel/rankduel/retrieval"
)

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
		{"characters", []retrieval.Hit{{ID: "a", Document: "d"}, {ID: "b", Extent: retrieval.Extent{End: 1}}}, 3},
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

// heap returns what is alive, in bytes.
func heap() int64 {
	runtime.GC()
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	return int64(m.HeapAlloc)
}
