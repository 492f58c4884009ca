package command

import (
	"strings"
	"sync"

	"github.com/rankduel/rankduel/internal/secrets"
)

// The end of the standard error that is kept.
const (
	tailBytes = 4 << 10
	tailLines = 5
)

// A tail keeps the end of what is written to it.
type tail struct {
	mu   sync.Mutex
	kept []byte
	cut  bool
}

func (t *tail) Write(p []byte) (int, error) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.kept = append(t.kept, p[max(0, len(p)-tailBytes-1):]...)
	if over := len(t.kept) - tailBytes; over > 0 {
		t.kept = append(t.kept[:0], t.kept[over:]...)
		t.cut = true
	}
	return len(p), nil
}

// words returns the last lines, for an error: on one line, without secrets. Empty when nothing was written.
func (t *tail) words(hidden *secrets.Set) string {
	t.mu.Lock()
	kept := string(t.kept)
	if t.cut { // what is left of the first word may be a part of a secret
		kept = kept[strings.IndexAny(kept+" ", " \n\t"):]
	}
	t.mu.Unlock()
	var lines []string
	for line := range strings.Lines(hidden.Redact(kept)) {
		if line = hidden.Line(line); line != "" {
			lines = append(lines, line)
		}
	}
	if len(lines) == 0 {
		return ""
	}
	return "; its last words: " + strings.Join(lines[max(0, len(lines)-tailLines):], " / ")
}
