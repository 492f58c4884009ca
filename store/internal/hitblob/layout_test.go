package hitblob

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/rankduel/rankduel/retrieval"
)

// laidOut is the columns of laidOutHits, written by hand from the package
// comment: a varint of zigzag coding is 2v for v ≥ 0.
const laidOut = "\x02" + // hits
	"\x03\x02" + // lengths of ids
	"\x01\x00" + // of texts
	"\x01\x00" + // of documents
	"\x02\x00" + // spans
	"\x02\x80\x01" + "\x0e\x00" + // lines 1 and 64, and 7 and 0 more
	"a#1d2" + "T" + "a" +
	"\x3f\xc0" + "\xe0\x00" + "\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00" // 0.5 and -2

func laidOutHits() []retrieval.Hit {
	return []retrieval.Hit{
		{ID: "a#1", Text: "T", Document: "a", Score: 0.5, Spans: []retrieval.Span{{Start: 1, End: 8}, {Start: 64, End: 64}}},
		{ID: "d2", Score: -2},
	}
}

func TestLayout(t *testing.T) {
	if diff := cmp.Diff(laidOut, string(layout(chunks, laidOutHits()))); diff != "" {
		t.Errorf("layout (-want +got):\n%s", diff)
	}
	got, err := parse(chunks, []byte(laidOut))
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(laidOutHits(), got); diff != "" {
		t.Errorf("parse (-want +got):\n%s", diff)
	}
}

func TestParseRefuses(t *testing.T) {
	tests := []struct {
		name   string
		format byte
		b      string
	}{
		{"nothing", whole, ""},
		{"no hits and more", whole, "\x00\x00"},
		{"more hits than bytes", whole, "\xff\xff\xff\xff\x07"},
		{"a number of hits beyond 31 bits", whole, "\xff\xff\xff\xff\x0f"},
		{"a length beyond the blob", whole, "\x01\x09\x00" + "12345678"},
		{"lengths that overflow together", whole, "\x01\xff\xff\xff\xff\x07\xff\xff\xff\xff\x07" + "12345678"},
		{"a score too few", whole, "\x01\x01\x00" + "12345678"},
		{"a byte too many", whole, "\x01\x00\x00" + "123456789"},
		{"more spans than bytes", chunks, "\x01\x00\x00\x00\x05" + "12345678"},
		{"spans into the scores", chunks, "\x01\x00\x00\x00\x01" + "12345678"},
		{"a line cut off", chunks, "\x01\x00\x00\x00\x04" + "\x80\x80\x80\x80\x80\x80\x80\x80"},
		{"a line beyond 64 bits", chunks, "\x01\x00\x00\x00\x01" + "\xff\xff\xff\xff\xff\xff\xff\xff\xff\x7f\x00"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			if hits, err := parse(tt.format, []byte(tt.b)); err == nil {
				t.Errorf("parse = %v, want an error", hits)
			}
		})
	}
	for i := range len(laidOut) {
		if hits, err := parse(chunks, []byte(laidOut)[:i]); err == nil {
			t.Errorf("the first %d bytes parse to %v", i, hits)
		}
	}
}
