package judgments

import (
	"bufio"
	"bytes"
	"context"
	"fmt"

	"github.com/rankduel/rankduel/internal/textfaults"
	"github.com/rankduel/rankduel/retrieval/trec"
)

// Paths are those that exist in the store that answers cite from. The strict
// rule of citations looks them up; see metrics.CitationCoverage.
type Paths struct {
	SHA256 string // of the list
	known  map[string]bool
}

// Has tells whether a path exists, byte for byte; of no list it does not.
func (p *Paths) Has(path string) bool { return p != nil && p.known[path] }

// sqliteMagic is how an SQLite database begins, such as that of kebab.
const sqliteMagic = "SQLite format 3\x00"

// ReadPaths reads a list of paths, one a line, every byte of it but the line's
// end: a path may hold blanks. Empty lines are skipped.
func ReadPaths(ctx context.Context, src trec.Source) (*Paths, error) {
	src = src.Hashing() // a pipe is read once
	in, err := src.Open()
	if err != nil {
		return nil, err
	}
	defer in.Close()
	p := &Paths{known: map[string]bool{}}
	lines := bufio.NewScanner(in)
	lines.Buffer(nil, 1<<20)
	n := 0
	for lines.Scan() {
		n++
		line := bytes.TrimSuffix(lines.Bytes(), []byte("\r"))
		switch {
		case n == 1 && bytes.HasPrefix(line, []byte(sqliteMagic)):
			return nil, fmt.Errorf("%s: a database, not a list; for a store of kebab write one with: sqlite3 %s \"select distinct workspace_path from documents join chunks using (doc_id)\"", src.Name, src.Name)
		case bytes.IndexByte(line, 0) >= 0:
			return nil, fmt.Errorf("%s:%d: a zero byte; a list of paths is text, one path a line", src.Name, n)
		case len(line) > 0:
			p.known[string(line)] = true
		}
	}
	if err := textfaults.OfScanner(lines.Err()); err != nil {
		return nil, fmt.Errorf("%s:%d: %w", src.Name, n+1, err)
	}
	if len(p.known) == 0 {
		return nil, fmt.Errorf("%s: no path; list those that exist, one a line", src.Name)
	}
	p.SHA256, err = src.SHA256(ctx)
	return p, err
}

// NewPaths returns paths that a program knows, such as those of a store.
func NewPaths(paths []string) *Paths {
	p := &Paths{known: make(map[string]bool, len(paths))}
	for _, path := range paths {
		p.known[path] = true
	}
	return p
}
