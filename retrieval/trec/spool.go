package trec

import (
	"errors"
	"io"
	"sync"
)

// ErrOnce is in the error of reading a pipe for the second time when what came first is gone.
var ErrOnce = errors.New("this comes from a pipe, which was read once; give a file")

// maxHead is how much of a pipe is kept in memory. It is enough to recognize the
// format of a run, and as a rule to notice that its queries are interleaved.
const maxHead = 32 << 20

// A spool makes the beginning of a pipe readable more than once. When more than that
// has been read, it is gone: the first reader goes on, and later ones cannot begin.
type spool struct {
	mu   sync.Mutex
	in   io.Reader
	size int64  // read so far
	head []byte // that, as long as it is not too much
}

func (s *spool) reader() io.ReadCloser { return io.NopCloser(&spoolReader{spool: s}) }

type spoolReader struct {
	spool *spool
	at    int64
}

func (r *spoolReader) Read(b []byte) (int, error) {
	s := r.spool
	s.mu.Lock()
	defer s.mu.Unlock()
	switch {
	case r.at == s.size:
		n, err := s.in.Read(b)
		s.keep(b[:n])
		r.at = s.size
		return n, err
	case s.size > maxHead:
		return 0, ErrOnce
	}
	n := copy(b, s.head[r.at:])
	r.at += int64(n)
	return n, nil
}

// keep keeps what was just read.
func (s *spool) keep(b []byte) {
	if s.size += int64(len(b)); s.size > maxHead {
		s.head = nil
		return
	}
	s.head = append(s.head, b...)
}
