// Package hitblob turns one query's hits into one compact blob and back, bit
// for bit. It knows nothing of databases or of the run the hits belong to.
//
// A blob is a format byte followed by one zstd frame. Inside, the hits are
// laid out by column, because ids resemble ids and scores resemble scores:
//
//	uvarint  number of hits n
//	uvarint  length of each id, n times
//	uvarint  length of each text, n times
//	bytes    all ids, then all texts
//	bytes    the scores' IEEE 754 bits in eight planes of n bytes, the
//	         most significant byte of every score first
//
// Descending scores share their leading bytes, so the first planes shrink to
// nearly nothing; the last ones hold the noise that makes them exact.
package hitblob

import (
	"encoding/binary"
	"errors"
	"fmt"
	"math"

	"github.com/klauspost/compress/zstd"

	"github.com/rankduel/rankduel/retrieval"
)

// Format is the first byte of every blob that Encode writes.
const Format = 1

// maxDecoded bounds what one blob may expand to, so that a damaged one cannot
// exhaust the memory. A thousand hits with a page of text each are 4 MB.
const maxDecoded = 1 << 30

// ErrFormat is wrapped by Decode's error when a blob was written in a format
// that this program does not know.
var ErrFormat = errors.New("unknown format")

// ErrDamaged is wrapped by Decode's error when a blob is not what Encode wrote.
var ErrDamaged = errors.New("damaged")

// A Codec encodes and decodes blobs. It is safe for concurrent use.
type Codec struct {
	enc *zstd.Encoder
	dec *zstd.Decoder
}

// NewCodec returns a Codec. Its tables are allocated at first use.
func NewCodec() (*Codec, error) {
	enc, err := zstd.NewWriter(nil, zstd.WithEncoderConcurrency(1))
	if err != nil {
		return nil, fmt.Errorf("zstd encoder: %w", err)
	}
	dec, err := zstd.NewReader(nil, zstd.WithDecoderConcurrency(1), zstd.WithDecoderMaxMemory(maxDecoded))
	if err != nil {
		return nil, fmt.Errorf("zstd decoder: %w", err)
	}
	return &Codec{enc: enc, dec: dec}, nil
}

// Close frees what the Codec holds.
func (c *Codec) Close() error {
	c.dec.Close()
	return c.enc.Close()
}

// Encode returns the blob of hits, in their order. No hits give a blob too.
func (c *Codec) Encode(hits []retrieval.Hit) []byte {
	return c.enc.EncodeAll(layout(hits), []byte{Format})
}

// Decode returns the hits that Encode was given; nil when there were none.
func (c *Codec) Decode(blob []byte) ([]retrieval.Hit, error) {
	if len(blob) == 0 {
		return nil, fmt.Errorf("hits: %w: empty blob", ErrDamaged)
	}
	if blob[0] != Format {
		return nil, fmt.Errorf("hits: %w %d, this program knows %d", ErrFormat, blob[0], Format)
	}
	plain, err := c.dec.DecodeAll(blob[1:], nil)
	if err != nil {
		return nil, fmt.Errorf("hits: %w: %w", ErrDamaged, err)
	}
	hits, err := parse(plain)
	if err != nil {
		return nil, fmt.Errorf("hits: %w: %w", ErrDamaged, err)
	}
	return hits, nil
}

// layout writes the columns that the package comment describes.
func layout(hits []retrieval.Hit) []byte {
	size := binary.MaxVarintLen64
	for _, h := range hits {
		size += 2*binary.MaxVarintLen32 + len(h.ID) + len(h.Text) + 8
	}
	b := binary.AppendUvarint(make([]byte, 0, size), uint64(len(hits)))
	for _, h := range hits {
		b = binary.AppendUvarint(b, uint64(len(h.ID)))
	}
	for _, h := range hits {
		b = binary.AppendUvarint(b, uint64(len(h.Text)))
	}
	for _, h := range hits {
		b = append(b, h.ID...)
	}
	for _, h := range hits {
		b = append(b, h.Text...)
	}
	for shift := 56; shift >= 0; shift -= 8 {
		for _, h := range hits {
			b = append(b, byte(math.Float64bits(h.Score)>>shift))
		}
	}
	return b
}

// parse reads the columns back and accepts nothing but what layout writes.
func parse(b []byte) ([]retrieval.Hit, error) {
	n, b, err := uvarint(b)
	if err != nil {
		return nil, err
	}
	if n > len(b)/10 { // a hit takes two lengths and eight score bytes at least
		return nil, fmt.Errorf("%d hits do not fit into %d bytes", n, len(b))
	}
	if n == 0 && len(b) == 0 {
		return nil, nil
	}
	lengths := make([]int, 2*n) // of the ids, then of the texts
	total := 0
	for i := range lengths {
		if lengths[i], b, err = uvarint(b); err != nil {
			return nil, err
		}
		if lengths[i] > len(b)-total {
			return nil, errors.New("a length exceeds the blob")
		}
		total += lengths[i]
	}
	if len(b) != total+8*n {
		return nil, fmt.Errorf("%d bytes for ids, texts and scores, want %d", len(b), total+8*n)
	}
	return assemble(n, lengths, string(b[:total]), b[total:]), nil
}

// assemble cuts the hits out of the columns. All ids and texts of a query
// share one string, which saves an allocation each.
func assemble(n int, lengths []int, text string, planes []byte) []retrieval.Hit {
	hits := make([]retrieval.Hit, n)
	for i := range hits {
		hits[i].ID, text = text[:lengths[i]], text[lengths[i]:]
	}
	for i := range hits {
		hits[i].Text, text = text[:lengths[n+i]], text[lengths[n+i]:]
	}
	for i := range hits {
		var bits uint64
		for p := range 8 {
			bits = bits<<8 | uint64(planes[p*n+i])
		}
		hits[i].Score = math.Float64frombits(bits)
	}
	return hits
}

// uvarint reads one number that fits an int32, which every length does.
func uvarint(b []byte) (int, []byte, error) {
	v, width := binary.Uvarint(b)
	if width <= 0 || v > math.MaxInt32 {
		return 0, nil, errors.New("a length is cut off or too large")
	}
	return int(v), b[width:], nil
}
