package trec

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"hash"
	"io"
	"math"
	"os"
	"sync"
	"sync/atomic"

	"github.com/rankduel/rankduel/internal/interrupt"
	"github.com/rankduel/rankduel/internal/unpack"
)

// A Source is something to read a run or qrels from. A file can be read more than
// once; see [File] for standard input and pipes. Make it with [File] or [Bytes].
type Source struct {
	Name string // for messages: a path, or "standard input"

	open func() (io.ReadCloser, error) // the bytes as stored
	sum  *atomic.Pointer[string]       // the hash once it is known; nil unless Hashing
}

// File returns the file at path; "-" is standard input. Gzip and Zstandard are recognized by content, never by name.
// Nothing is opened yet. Of a pipe the first 32 MiB are kept in memory; reading a longer one again fails with an error
// that wraps [ErrOnce], and so does [ScanRun] of a run found to be interleaved after that much.
func File(path string) Source {
	f := &file{path: path}
	if path == "-" {
		return Source{Name: "standard input", open: f.open}
	}
	return Source{Name: path, open: f.open}
}

// Bytes returns a file in memory; name is for messages.
func Bytes(name string, data []byte) Source {
	return Source{Name: name, open: func() (io.ReadCloser, error) {
		return io.NopCloser(bytes.NewReader(data)), nil
	}}
}

// Hashing returns the same source, which takes its hash along when it is read to its
// end, by whichever function. SHA256 then need not read it once more.
func (s Source) Hashing() Source {
	if s.sum == nil {
		s.sum = new(atomic.Pointer[string])
	}
	return s
}

// SHA256 returns the hash of the bytes as stored (compressed if they are), in hex. Unless the source is
// [Source.Hashing] and was read to its end, it is read for that, which takes as long as scoring a run does:
// ask for it only where it is shown or stored.
func (s Source) SHA256(ctx context.Context) (string, error) {
	if s.sum != nil {
		if sum := s.sum.Load(); sum != nil {
			return *sum, nil
		}
	}
	in, err := s.stored()
	if err != nil {
		return "", err
	}
	defer in.Close()
	hash := sha256.New()
	if _, err := io.CopyBuffer(hash, interrupt.Reader(ctx, in), make([]byte, 64<<10)); err != nil {
		return "", sourceError(s.Name, err)
	}
	return hex.EncodeToString(hash.Sum(nil)), nil
}

// stored opens the bytes as stored.
func (s Source) stored() (io.ReadCloser, error) {
	in, err := s.open()
	if err != nil || s.sum == nil {
		return in, err
	}
	return &hashed{in, sha256.New(), s.sum}, nil
}

// hashed hashes what is read.
type hashed struct {
	io.ReadCloser
	hash hash.Hash
	sum  *atomic.Pointer[string]
}

func (h *hashed) Read(b []byte) (int, error) {
	n, err := h.ReadCloser.Read(b)
	h.hash.Write(b[:n])
	if errors.Is(err, io.EOF) {
		h.sum.Store(new(hex.EncodeToString(h.hash.Sum(nil))))
	}
	return n, err
}

// A file opens a path as often as it is asked to. What can be read only once is opened once.
type file struct {
	path string
	mu   sync.Mutex
	kept *spool
}

func (f *file) open() (io.ReadCloser, error) {
	f.mu.Lock()
	defer f.mu.Unlock()
	if f.kept != nil {
		return f.kept.reader(), nil
	}
	in := os.Stdin
	if f.path != "-" {
		var err error
		if in, err = os.Open(f.path); err != nil {
			return nil, err
		}
	}
	info, err := in.Stat()
	switch {
	case err != nil:
		return nil, err
	case f.path != "-" && unpack.CheckEnds(f.path, info) != nil:
		return nil, unpack.CheckEnds(f.path, info)
	case !info.Mode().IsRegular():
		f.kept = &spool{in: in}
		return f.kept.reader(), nil
	case f.path == "-":
		return rest(in)
	}
	return in, nil
}

// rest reads a file from where it is without moving it, so that standard
// input redirected from a file can be read again.
func rest(in *os.File) (io.ReadCloser, error) {
	at, err := in.Seek(0, io.SeekCurrent)
	if err != nil {
		return nil, err
	}
	return io.NopCloser(io.NewSectionReader(in, at, math.MaxInt64-at)), nil
}

// Open reads a source that is not a run and no qrels, in the same way: without its compression and byte order mark.
func (s Source) Open() (io.ReadCloser, error) {
	in, err := s.decoded()
	if err != nil {
		return nil, err // and no decoder that is nil
	}
	return in, nil
}

// decoded opens a source and takes off its compression and a UTF-8 byte order mark, which is not part of any id.
func (s Source) decoded() (*decoder, error) {
	stored, err := s.stored()
	if err != nil {
		return nil, err
	}
	in, err := unpack.New(stored)
	if err != nil {
		return nil, errors.Join(sourceError(s.Name, err), stored.Close())
	}
	if mark, _ := in.Peek(3); bytes.Equal(mark, []byte("\xef\xbb\xbf")) {
		_, _ = in.Discard(3) // cannot fail, the bytes are there
	}
	return &decoder{in, stored}, nil
}

// A decoder closes all that it reads through.
type decoder struct {
	*unpack.Reader
	stored io.Closer
}

// Plain returns the file that is read, for anyone who reads it at any place, and its
// size; nil of what is packed or comes from a pipe. Its hash is not taken along.
func (d *decoder) Plain() (*os.File, int64) {
	f, ok := d.stored.(*os.File)
	if h, is := d.stored.(*hashed); is {
		f, ok = h.ReadCloser.(*os.File)
	}
	if !ok || d.Packed() {
		return nil, 0
	}
	info, err := f.Stat()
	if err != nil {
		return nil, 0
	}
	return f, info.Size()
}

func (d *decoder) Close() error {
	d.Reader.Close()
	return d.stored.Close()
}
