package embedded

import (
	"encoding/binary"
	"slices"
)

// The stored form of an index is its fields in their order, little endian; every list begins with its length.
// encoding/gob would do, but what it prepares when a program starts takes longer than the start of a small
// program, whether an index is read or not.

func (x *index) append(b []byte) []byte {
	for _, texts := range [][]string{x.IDs, x.Texts, x.Terms} {
		b = appendTexts(b, texts)
	}
	postings := x.Postings
	if postings == nil {
		postings = &sparse{}
	}
	b = binary.AppendUvarint(b, uint64(postings.Cols))
	b = binary.AppendUvarint(b, uint64(len(postings.Start)))
	for _, at := range postings.Start {
		b = binary.AppendUvarint(b, uint64(at))
	}
	b = appendList(b, postings.Column)
	for _, values := range [][]float64{postings.Value, x.Length, x.IDF, x.TermVectors, x.DocumentVectors} {
		b = appendList(b, values)
	}
	b = binary.AppendUvarint(b, uint64(x.Dimensions))
	return binary.AppendUvarint(b, uint64(x.EmptyRecords))
}

func appendTexts(b []byte, texts []string) []byte {
	b = binary.AppendUvarint(b, uint64(len(texts)))
	for _, text := range texts {
		b = binary.AppendUvarint(b, uint64(len(text)))
		b = append(b, text...)
	}
	return b
}

func appendList[T uint32 | float64](b []byte, values []T) []byte {
	b = binary.AppendUvarint(b, uint64(len(values)))
	b = slices.Grow(b, binary.Size(values))
	b, _ = binary.Append(b, binary.LittleEndian, values) // numbers of a fixed size cannot fail
	return b
}

// parseIndex reads what append wrote; ok is false for anything else.
func parseIndex(b []byte) (x *index, ok bool) {
	f := form{rest: b}
	x = &index{Postings: &sparse{}}
	for _, texts := range []*[]string{&x.IDs, &x.Texts, &x.Terms} {
		*texts = f.texts()
	}
	x.Postings.Cols = f.number()
	x.Postings.Start = make([]int, f.length(1))
	for i := range x.Postings.Start {
		x.Postings.Start[i] = f.number()
	}
	x.Postings.Column = list[uint32](&f)
	for _, values := range []*[]float64{&x.Postings.Value, &x.Length, &x.IDF, &x.TermVectors, &x.DocumentVectors} {
		*values = list[float64](&f)
	}
	x.Dimensions = f.number()
	x.EmptyRecords = f.number()
	if len(x.Postings.Start) == 0 {
		x.Postings = nil
	}
	return x, !f.broken && len(f.rest) == 0
}

// A form is read from the front; once broken it gives zeros.
type form struct {
	rest   []byte
	broken bool
}

func (f *form) number() int {
	n, size := binary.Uvarint(f.rest)
	if size <= 0 || int(n) < 0 {
		f.rest, f.broken = nil, true
		return 0
	}
	f.rest = f.rest[size:]
	return int(n)
}

// length returns that of a list of items of at least size bytes, which has to be there.
func (f *form) length(size int) int {
	n := f.number()
	if n > len(f.rest)/size {
		f.rest, f.broken = nil, true
		return 0
	}
	return n
}

func (f *form) texts() []string {
	texts := make([]string, f.length(1))
	for i := range texts {
		n := f.length(1)
		texts[i] = string(f.rest[:n])
		f.rest = f.rest[n:]
	}
	return texts
}

func list[T uint32 | float64](f *form) []T {
	var one T
	values := make([]T, f.length(binary.Size(one)))
	size, err := binary.Decode(f.rest, binary.LittleEndian, values)
	f.broken = f.broken || err != nil
	f.rest = f.rest[size:]
	return values
}
