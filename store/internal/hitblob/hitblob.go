// Package hitblob turns one query's hits into one compact blob and back, bit
// for bit. It knows nothing of databases or of the run the hits belong to.
//
// A blob is a format byte followed by one zstd frame. Inside, the hits are
// laid out by column, because ids resemble ids and scores resemble scores:
//
//	uvarint  number of hits n
//	uvarint  length of each id, n times
//	uvarint  length of each text, n times
//	uvarint  length of each document's name, n times                  (format 2)
//	uvarint  number of spans of each hit, n times                     (format 2)
//	varint   first line of each span, hit by hit                      (format 2)
//	varint   last line minus first line of each span, in that order   (format 2)
//	uvarint  first character, the one after the last, and tokens, hit by hit (format 3, which has all of 2)
//	bytes    all ids, then all texts, then all documents' names (format 2)
//	bytes    the scores' IEEE 754 bits in eight planes of n bytes, the
//	         most significant byte of every score first
//
// Descending scores share their leading bytes, so the first planes shrink to nearly nothing; the last ones hold the
// noise that makes them exact. Chunks of one document share its name, and most are of similar length.
//
// Format 1 is without the marked columns. It is what hits get that name no document and no span: they pay
// nothing for the other format, and programs that know only the first go on reading them.
package hitblob

import (
	"errors"
	"fmt"
	"slices"

	"github.com/klauspost/compress/zstd"

	"github.com/rankduel/rankduel/retrieval"
)

// The formats, each the first byte of its blobs.
const (
	whole  = 1 // hits that are documents
	chunks = 2 // hits that name a document or its lines
	placed = 3 // and its characters, or their tokens
)

// maxDecoded bounds what one blob may expand to, so that a damaged one cannot
// exhaust the memory. A thousand hits with a page of text each are 4 MB.
const maxDecoded = 1 << 30

// ErrFormat is wrapped by Decode's error when a blob was written in a format that this program does not know.
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
	format := formatOf(hits)
	return c.enc.EncodeAll(layout(format, hits), []byte{format})
}

func formatOf(hits []retrieval.Hit) byte {
	if slices.ContainsFunc(hits, func(h retrieval.Hit) bool { return h.Extent != (retrieval.Extent{}) }) {
		return placed
	}
	isChunk := func(h retrieval.Hit) bool { return h.Document != "" || len(h.Spans) > 0 }
	if slices.ContainsFunc(hits, isChunk) {
		return chunks
	}
	return whole
}

// Decode returns the hits that Encode was given; nil when there were none, and nil spans where a hit had none.
func (c *Codec) Decode(blob []byte) ([]retrieval.Hit, error) {
	if len(blob) == 0 {
		return nil, fmt.Errorf("hits: %w: empty blob", ErrDamaged)
	}
	format := blob[0]
	if format < whole || format > placed {
		return nil, fmt.Errorf("hits: %w %d, this program knows %d to %d", ErrFormat, format, whole, placed)
	}
	plain, err := c.dec.DecodeAll(blob[1:], nil)
	if err != nil {
		return nil, fmt.Errorf("hits: %w: %w", ErrDamaged, err)
	}
	hits, err := parse(format, plain)
	if err != nil {
		return nil, fmt.Errorf("hits: %w: %w", ErrDamaged, err)
	}
	return hits, nil
}
