package hitblob

import (
	"encoding/binary"
	"math"

	"github.com/rankduel/rankduel/retrieval"
)

// layout writes the columns that the package comment describes.
func layout(format byte, hits []retrieval.Hit) []byte {
	b := make([]byte, 0, maxSize(format, hits))
	b = binary.AppendUvarint(b, uint64(len(hits)))
	for _, h := range hits {
		b = binary.AppendUvarint(b, uint64(len(h.ID)))
	}
	for _, h := range hits {
		b = binary.AppendUvarint(b, uint64(len(h.Text)))
	}
	if format >= chunks {
		for _, h := range hits {
			b = binary.AppendUvarint(b, uint64(len(h.Document)))
		}
		b = appendSpans(b, hits)
	}
	for _, h := range hits {
		if format == placed {
			b = binary.AppendUvarint(binary.AppendUvarint(binary.AppendUvarint(b, uint64(h.Start)), uint64(h.End)), uint64(h.Tokens))
		}
	}
	for _, h := range hits {
		b = append(b, h.ID...)
	}
	for _, h := range hits {
		b = append(b, h.Text...)
	}
	for _, h := range hits {
		b = append(b, h.Document...) // in format 1 nothing
	}
	for shift := 56; shift >= 0; shift -= 8 {
		for _, h := range hits {
			b = append(b, byte(math.Float64bits(h.Score)>>shift))
		}
	}
	return b
}

// maxSize returns room enough for the columns of hits.
func maxSize(format byte, hits []retrieval.Hit) int {
	numbers := 2 // a hit
	if format >= chunks {
		numbers = 7
	}
	size := binary.MaxVarintLen32 + len(hits)*(numbers*binary.MaxVarintLen32+8)
	for _, h := range hits {
		size += len(h.ID) + len(h.Text) + len(h.Document) + 2*binary.MaxVarintLen64*len(h.Spans)
	}
	return size
}

// appendSpans writes any two numbers, whatever they mean as lines: a
// difference that overflows comes back by overflowing again.
func appendSpans(b []byte, hits []retrieval.Hit) []byte {
	for _, h := range hits {
		b = binary.AppendUvarint(b, uint64(len(h.Spans)))
	}
	for _, h := range hits {
		for _, s := range h.Spans {
			b = binary.AppendVarint(b, int64(s.Start))
		}
	}
	for _, h := range hits {
		for _, s := range h.Spans {
			b = binary.AppendVarint(b, int64(s.End-s.Start))
		}
	}
	return b
}
