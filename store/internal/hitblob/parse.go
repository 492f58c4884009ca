package hitblob

import (
	"encoding/binary"
	"errors"
	"fmt"
	"math"
	"slices"

	"github.com/rankduel/rankduel/internal/ordered"
	"github.com/rankduel/rankduel/retrieval"
)

// The fewest bytes that a hit takes: a length for each of its strings, a
// number of spans if the format has them, and its score.
const (
	leastWhole  = 2 + 8
	leastChunks = 3 + 1 + 8
)

// parse reads the columns back and accepts nothing else. It allocates no more
// than a small multiple of b, whatever b says.
func parse(format byte, b []byte) ([]retrieval.Hit, error) {
	n, b, err := uvarint(b)
	if err != nil {
		return nil, err
	}
	strings, least := 2, leastWhole
	if format >= chunks {
		strings, least = 3, leastChunks
	}
	if n > len(b)/least {
		return nil, fmt.Errorf("%d hits do not fit into %d bytes", n, len(b))
	}
	if n == 0 && len(b) == 0 {
		return nil, nil
	}
	lengths, total, b, err := readSizes(b, strings*n)
	if err != nil {
		return nil, err
	}
	hits := make([]retrieval.Hit, n)
	if format >= chunks {
		if b, err = readSpans(b, hits); err != nil {
			return nil, err
		}
	}
	for i := 0; i < n && format == placed; i++ {
		for _, to := range []*int32{&hits[i].Start, &hits[i].End, &hits[i].Tokens} {
			var n int
			if n, b, err = uvarint(b); err != nil {
				return nil, err
			}
			*to = int32(n)
		}
	}
	if len(b) != total+8*n {
		return nil, fmt.Errorf("%d bytes for strings and scores, want %d", len(b), total+8*n)
	}
	b = readStrings(b, hits, lengths[:n], func(h *retrieval.Hit) *string { return &h.ID })
	b = readStrings(b, hits, lengths[n:2*n], func(h *retrieval.Hit) *string { return &h.Text })
	b = readStrings(b, hits, lengths[2*n:], func(h *retrieval.Hit) *string { return &h.Document })
	readScores(b, hits)
	return hits, nil
}

// readSizes reads n sizes, of things that take a byte each at least, and gives their sum and what follows them.
func readSizes(b []byte, n int) (sizes []int, total int, rest []byte, err error) {
	sizes = make([]int, n)
	for i := range sizes {
		if sizes[i], b, err = uvarint(b); err != nil {
			return nil, 0, nil, err
		}
		if sizes[i] > len(b)-total {
			return nil, 0, nil, errors.New("a length exceeds the blob")
		}
		total += sizes[i]
	}
	return sizes, total, b, nil
}

// readSpans reads the three columns of spans. All spans of a query share one array.
func readSpans(b []byte, hits []retrieval.Hit) ([]byte, error) {
	counts, total, b, err := readSizes(b, len(hits))
	if err != nil {
		return nil, err
	}
	if total > len(b)/2 { // a span takes two numbers
		return nil, fmt.Errorf("%d spans do not fit into %d bytes", total, len(b))
	}
	spans := make([]retrieval.Span, total)
	for i := range spans {
		if spans[i].Start, b, err = varint(b); err != nil {
			return nil, err
		}
	}
	for i := range spans {
		var lines int
		if lines, b, err = varint(b); err != nil {
			return nil, err
		}
		spans[i].End = spans[i].Start + lines
	}
	for i, count := range counts {
		if count > 0 { // else nil, which says that no one knows
			hits[i].Spans, spans = slices.Clip(spans[:count]), spans[count:]
		}
	}
	return b, nil
}

// readStrings cuts one column of strings into the field of each hit. They share their memory, which saves
// an allocation each, but not with another column: anyone who keeps an id does not keep all texts alive.
func readStrings(b []byte, hits []retrieval.Hit, lengths []int, field func(h *retrieval.Hit) *string) []byte {
	total := ordered.Sum(lengths)
	column := string(b[:total])
	for i, length := range lengths {
		*field(&hits[i]), column = column[:length], column[length:]
	}
	return b[total:]
}

func readScores(planes []byte, hits []retrieval.Hit) {
	for i := range hits {
		var bits uint64
		for p := range 8 {
			bits = bits<<8 | uint64(planes[p*len(hits)+i])
		}
		hits[i].Score = math.Float64frombits(bits)
	}
}

// uvarint reads one number that fits an int32, which every length does.
func uvarint(b []byte) (int, []byte, error) {
	v, width := binary.Uvarint(b)
	if width <= 0 || v > math.MaxInt32 {
		return 0, nil, errors.New("a length is cut off or too large")
	}
	return int(v), b[width:], nil
}

func varint(b []byte) (int, []byte, error) {
	v, width := binary.Varint(b)
	if width <= 0 || int64(int(v)) != v { // the latter where an int has 32 bits
		return 0, nil, errors.New("a line is cut off or too large")
	}
	return int(v), b[width:], nil
}
