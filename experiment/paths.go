package experiment

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/rankduel/rankduel/metrics"
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

// Len is the number of paths.
func (p *Paths) Len() int { return len(p.known) }

// sqliteMagic is how an SQLite database begins, such as that of kebab.
const sqliteMagic = "SQLite format 3\x00"

// ReadPaths reads a list of paths, one a line, every byte of it but the line's
// end: a path may hold blanks. Empty lines are skipped.
func ReadPaths(src trec.Source) (*Paths, error) {
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
	if err := lines.Err(); err != nil {
		return nil, fmt.Errorf("%s:%d: %w", src.Name, n+1, err)
	}
	if len(p.known) == 0 {
		return nil, fmt.Errorf("%s: no path; list those that exist, one a line", src.Name)
	}
	p.SHA256, err = src.SHA256()
	return p, err
}

// errNoUse says that a list of paths would be ignored.
var errNoUse = errors.New("paths are for CitationCoverage(strict), which is not among the measures")

// Measures parses texts under a profile; without any they are the profile's own.
// Where it is known which paths exist, those of a profile that has
// CitationCoverage have its strict form beside it, and texts that do not ask for
// it are an error.
func Measures(profile metrics.Profile, given []string, paths bool) ([]metrics.Measure, error) {
	measures := profile.Measures
	if len(given) > 0 {
		var err error
		if measures, err = profile.ParseList(strings.Join(given, ",")); err != nil {
			return nil, err
		}
	}
	strict := metrics.Measure(metrics.CitationCoverage{Strict: true})
	if !paths || slices.Contains(measures, strict) {
		return measures, nil
	}
	i := slices.Index(measures, metrics.Measure(metrics.CitationCoverage{}))
	if i < 0 || len(given) > 0 {
		return nil, errNoUse
	}
	return slices.Insert(slices.Clone(measures), i+1, strict), nil
}
