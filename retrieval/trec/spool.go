package trec

import (
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"sync"

	"github.com/rankduel/rankduel/internal/outfile"
)

// ErrOnce is in the error of reading a pipe for the second time when what came
// first is gone.
var ErrOnce = errors.New("this comes from a pipe, which was read once; give a file")

// maxHead is how much of a pipe is kept in memory. It is enough to recognize the
// format of a run, and as a rule to notice that its queries are interleaved.
const maxHead = 32 << 20

// A spool makes a pipe readable more than once: what is read from it is kept in
// memory, when it gets longer in a temporary file, and later readers start there.
// Where that file cannot be written the first reader goes on all the same.
type spool struct {
	once bool // no temporary file: what is longer than the head is gone

	mu   sync.Mutex
	in   io.Reader
	size int64    // read so far
	head []byte   // that, while there is no copy
	copy *os.File // that
	lost error    // why it is in neither
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
	if r.at < s.size {
		n, err := s.again(b[:min(int64(len(b)), s.size-r.at)], r.at)
		r.at += int64(n)
		return n, err
	}
	n, err := s.in.Read(b)
	s.keep(b[:n])
	r.at += int64(n)
	return n, err
}

// again reads what was read before.
func (s *spool) again(b []byte, at int64) (int, error) {
	switch {
	case s.lost != nil:
		return 0, s.lost
	case s.copy != nil:
		return s.copy.ReadAt(b, at)
	}
	return copy(b, s.head[at:]), nil
}

// keep keeps what was just read.
func (s *spool) keep(b []byte) {
	s.size += int64(len(b))
	if s.lost == nil && s.copy == nil && s.size <= maxHead {
		s.head = append(s.head, b...)
		return
	}
	if s.lost == nil && s.copy == nil {
		s.spill()
	}
	if s.copy == nil {
		return
	}
	if _, err := s.copy.Write(b); err != nil {
		_ = s.copy.Close() // it has no name and is gone
		s.copy, s.lost = nil, fmt.Errorf("%w (it could not be kept: %w)", ErrOnce, err)
	}
}

// spill moves the head into a temporary file.
func (s *spool) spill() {
	head := s.head
	s.head = nil
	if s.once {
		s.lost = ErrOnce
		return
	}
	f, err := outfile.Create(filepath.Join(os.TempDir(), "rankduel-spool"), 0o600)
	if err == nil {
		// Without a name the file goes when the process does. Where an open file
		// cannot lose its name it stays until the next spool is made.
		_ = os.Remove(f.Name())
		s.copy = f.File
		_, err = s.copy.Write(head)
	}
	if err != nil {
		s.copy, s.lost = nil, fmt.Errorf("%w (it could not be kept: %w)", ErrOnce, err)
	}
}
