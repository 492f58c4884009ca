package label

import (
	"bytes"
	"fmt"
	"io"
	"path/filepath"
	"strings"
	"unicode/utf8"

	"github.com/rankduel/rankduel/internal/pattern"
	"github.com/rankduel/rankduel/internal/plainjson"
	"github.com/rankduel/rankduel/internal/prose"
	"github.com/rankduel/rankduel/internal/unpack"
	"github.com/rankduel/rankduel/testsets"
)

// A Journal is what one person said, line by line.
type Journal struct {
	Path  string
	Lines []Line
	// Unfinished is what is behind the last line feed: the process that wrote it was killed. It does not count.
	Unfinished int // bytes
	whole      int64
}

// maxJournal bounds a journal, in bytes.
const maxJournal = 256 << 20

var personName = pattern.Lazy(`^[\pL\pN][\pL\pN._-]*$`)

// CheckName refuses names of people that are not names of files too.
func CheckName(person string) error {
	if utf8.RuneCountInString(person) > 64 || !personName().MatchString(person) {
		return fmt.Errorf("%q is no name for a labeller: want letters, digits, - _ and ., at most 64, beginning with a letter or digit", person)
	}
	return nil
}

// File returns where a person's journal is kept in a folder.
func File(folder, person string) string { return filepath.Join(folder, person+".jsonl") }

// ReadJournal reads a journal. Every fault is reported with its line.
func ReadJournal(path string) (*Journal, error) {
	f, err := unpack.Open(path)
	if err != nil {
		return nil, err
	}
	defer func() { _ = f.Close() }() // it was only read
	return readJournal(path, f)
}

// Content reads a file of labels or of queries whole, compressed or not.
func Content(path string) ([]byte, error) {
	f, err := unpack.Open(path)
	if err != nil {
		return nil, err
	}
	defer func() { _ = f.Close() }() // it was only read
	plain, err := unpack.New(f)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	defer plain.Close()
	return readAll(path, plain)
}

// readAll reads no more than a journal may have.
func readAll(path string, in io.Reader) ([]byte, error) {
	data, err := io.ReadAll(io.LimitReader(in, maxJournal+1))
	switch {
	case err != nil:
		return nil, fmt.Errorf("%s: %w", path, err)
	case len(data) > maxJournal:
		return nil, fmt.Errorf("%s is larger than %d MB", path, maxJournal>>20)
	}
	return data, nil
}

func readJournal(path string, in io.Reader) (*Journal, error) {
	data, err := readAll(path, in)
	if err != nil {
		return nil, err
	}
	j := &Journal{Path: path}
	var faults []error
	number := 0
	for len(data) > 0 {
		line, rest, finished := bytes.Cut(data, []byte("\n"))
		number++
		if !finished {
			j.Unfinished = len(line)
			break
		}
		j.whole += int64(len(line)) + 1
		data = rest
		if line = bytes.TrimSpace(bytes.TrimPrefix(line, []byte("\ufeff"))); len(line) == 0 {
			continue
		}
		l, err := parseLine(line)
		if err != nil {
			faults = append(faults, fmt.Errorf("%s:%d: %w", path, number, err))
			continue
		}
		l.Number = number
		j.Lines = append(j.Lines, l)
	}
	if err := prose.JoinFirst(faults); err != nil {
		return nil, err
	}
	return j, nil
}

// Labels returns what counts of a journal: the last line of each pair, without
// those that were undone. Repeats are not among them.
func (j *Journal) Labels() map[Pair]Line { return j.last(false) }

// Repeats returns the second answers about pairs that were asked twice.
func (j *Journal) Repeats() map[Pair]Line { return j.last(true) }

func (j *Journal) last(repeat bool) map[Pair]Line {
	out := map[Pair]Line{}
	for _, l := range j.Lines {
		switch {
		case l.Repeat != repeat:
		case l.State == Undone:
			delete(out, l.pair())
		default:
			out[l.pair()] = l
		}
	}
	return out
}

// check refuses a journal of another pool or scale, naming every line of it that is.
func (j *Journal) check(pool *Pool, scale testsets.Scale) error {
	var faults []error
	for _, l := range j.Lines {
		switch {
		case !pool.has(l.pair()):
			faults = append(faults, fmt.Errorf("%s:%d: query %q, document %q: is not in %s; was the pool made again?", j.Path, l.Number, l.Query, l.Doc, pool.Name))
		case l.Grade != nil && !scale.Has(*l.Grade):
			faults = append(faults, fmt.Errorf("%s:%d: query %q, document %q: grade %d is not on the scale (%s)", j.Path, l.Number, l.Query, l.Doc, *l.Grade, scale))
		}
	}
	return prose.JoinFirst(faults)
}

// Write returns the form that a line has in a journal.
func (l Line) Write(w io.Writer) error {
	var b bytes.Buffer
	e := plainjson.NewEncoder(&b)
	if err := e.Encode(l); err != nil {
		return err
	}
	_, err := w.Write(b.Bytes())
	return err
}

// PersonOf returns the name that a journal's file has: ada of labels/ada.jsonl.
func PersonOf(path string) string {
	base := filepath.Base(path)
	for _, ending := range []string{".gz", ".jsonl", ".json", ".csv", ".tsv", ".txt", ".xlsx", ".qrels"} {
		base = strings.TrimSuffix(base, ending)
	}
	return base
}
