package trec

import (
	"errors"
	"io"
	"os"
	"path/filepath"
	"sync"

	"github.com/rankduel/rankduel/internal/outfile"
)

// A spool makes a pipe readable more than once: what is read from it is
// written to a temporary file, and later readers start there.
type spool struct {
	mu   sync.Mutex
	in   io.Reader
	copy *os.File
	size int64 // of copy
}

func newSpool(in io.Reader) (*spool, error) {
	f, err := outfile.Create(filepath.Join(os.TempDir(), "rankduel-spool"), 0o600)
	if err != nil {
		return nil, err
	}
	// Without a name the file goes when the process does. Where an open file
	// cannot lose its name it stays until the next spool is made.
	_ = os.Remove(f.Name())
	return &spool{in: in, copy: f.File}, nil
}

// reader reads from the start.
func (s *spool) reader() io.ReadCloser { return io.NopCloser(&spoolReader{spool: s}) }

type spoolReader struct {
	spool *spool
	at    int64
}

func (r *spoolReader) Read(b []byte) (int, error) {
	s := r.spool
	s.mu.Lock()
	defer s.mu.Unlock()
	if r.at < s.size {
		n, err := s.copy.ReadAt(b[:min(int64(len(b)), s.size-r.at)], r.at)
		r.at += int64(n)
		return n, err
	}
	n, err := s.in.Read(b)
	if written, writeErr := s.copy.Write(b[:n]); writeErr != nil {
		return 0, errors.Join(writeErr, err)
	} else {
		s.size += int64(written)
	}
	r.at += int64(n)
	return n, err
}
