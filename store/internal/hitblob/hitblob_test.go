package hitblob_test

import (
	"bytes"
	"errors"
	"math"
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
			!slices.Equal(a[i].Spans, b[i].Spans) || a[i].Extent != b[i].Extent {
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
		{"characters", []retrieval.Hit{
			{ID: "a", Document: "d", Extent: retrieval.Extent{Start: 3, End: math.MaxInt32}},
			{ID: "b", Spans: []retrieval.Span{{Start: 1, End: 2}}},
			{ID: "c", Extent: retrieval.Extent{Tokens: 300}},
		}},
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
