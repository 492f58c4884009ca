package runfile

import (
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"io"
	"path/filepath"
	"slices"
	"strings"

	"github.com/rankduel/rankduel/retrieval/trec"
)

// ErrUnknown says that a file is in none of the formats.
var ErrUnknown = errors.New("not a run in a format known here")

// headSize is how much of a file is looked at, and glance how much is enough
// for a file that begins with a line of text.
const (
	headSize = 256 << 10
	glance   = 4 << 10
)

// Detect recognizes the format of a run by its first bytes: Parquet by its magic number, JSON by the keys of the first
// object, TREC and tables by the fields of the first line. The ending of the name decides what the content leaves open,
// and TREC is what is left. The error wraps [ErrUnknown] for files of another kind, [trec.ErrEmpty] for empty ones.
func Detect(src trec.Source) (Format, error) {
	in, err := src.Open()
	if err != nil {
		return "", err
	}
	defer in.Close()
	head, err := io.ReadAll(io.LimitReader(in, glance))
	if err == nil && !isPlain(head) {
		var rest []byte
		rest, err = io.ReadAll(io.LimitReader(in, headSize-glance))
		head = append(head, rest...)
	}
	if err != nil {
		return "", fmt.Errorf("%s: %w", src.Name, err)
	}
	format, err := detect(head, ending(src.Name))
	if err != nil {
		return "", fmt.Errorf("%s: %w", src.Name, err)
	}
	return format, nil
}

// isPlain reports whether nothing behind head matters: it is text, and the first
// line that says something is there as a whole.
func isPlain(head []byte) bool {
	text := bytes.TrimLeft(head, " \t\r\n")
	if len(text) < nulsWithin || text[0] == '{' || text[0] == '[' {
		return false
	}
	return firstLine(head[:bytes.LastIndexByte(head, '\n')+1]) != nil
}

// nulsWithin is how far a NUL is looked for, which is in no text.
const nulsWithin = 1024

// foreign are files that are not a run, or cannot be read as one here.
var foreign = []struct{ magic, is string }{
	{"PARE", "encrypted Parquet; decrypt it"},
	{"\x04\x22\x4d\x18", "LZ4, as ranx saves it; save it as .json or .parquet, or compress it with gzip or zstd"},
	{"\xff\xfe", "UTF-16 text; convert it to UTF-8"},
	{"\xfe\xff", "UTF-16 text; convert it to UTF-8"},
	{"BZh", "bzip2; compress it with gzip or zstd"},
	{"\xfd7zXZ", "xz; compress it with gzip or zstd"},
	{"PK\x03\x04", "a ZIP archive; unpack it"},
	{"SQLite format 3", "an SQLite database; give the per_query.jsonl of the run"},
}

func detect(head []byte, ending string) (Format, error) {
	if bytes.HasPrefix(head, []byte("PAR1")) {
		return Parquet, nil
	}
	for _, f := range foreign {
		if bytes.HasPrefix(head, []byte(f.magic)) {
			return "", fmt.Errorf("%w: this is %s", ErrUnknown, f.is)
		}
	}
	text := bytes.TrimLeft(head, " \t\r\n")
	switch {
	case len(text) == 0:
		return "", trec.ErrEmpty
	case text[0] == '{' && bytes.Contains(text, []byte(`"rated_only"`)):
		return "", fmt.Errorf("%w: this is a snapshot of Quepid; its rankings are one line of each query: jq -c '.docs | to_entries[] | {query_id: .key, hits: [.value[] | select(.rated_only | not) | {id}]}'", ErrUnknown)
	case text[0] == '{':
		return detectJSON(text), nil
	case text[0] == '[':
		return "", fmt.Errorf("%w: this is a JSON list; write its items on one line each: jq -c '.[]'", ErrUnknown)
	case bytes.IndexByte(text[:min(len(text), nulsWithin)], 0) >= 0:
		return "", fmt.Errorf("%w: it is not text", ErrUnknown)
	}
	return detectText(head, ending), nil
}

// ending returns that of a file name, in lower case, without that of a compression.
func ending(name string) string {
	name = strings.ToLower(name)
	for _, packed := range []string{".gz", ".zst"} {
		name = strings.TrimSuffix(name, packed)
	}
	return filepath.Ext(name)
}

// detectJSON looks at the keys of the first object. A line of a query or a hit has ids under one of few
// names; in a document of queries all values are objects. The head may end in the middle.
func detectJSON(head []byte) Format {
	var found Format
	record := false // there is the id of a query
	s := &scanner{text: head}
	err := s.object(func(key []byte) error {
		value := s.next()
		switch name := string(key); {
		case value == '{':
		case value == '[' && name == "hits_top_k":
			found = Kebab
		case value == '[' && name == "hits":
			found = JSONL
		case name == chunkNames[1], slices.Contains(idNames, name):
			found = Hits
		case slices.Contains(queryNames, name):
			record = true
		}
		if found != "" {
			return errCut // enough seen
		}
		return s.skip()
	})
	if found == "" && record && (err == nil || errors.Is(err, errCut)) {
		return JSONL // a failed query, say
	}
	return cmp.Or(found, JSON)
}

// detectText looks at the fields of the first line that is not a comment.
func detectText(head []byte, ending string) Format {
	line := firstLine(head)
	if _, ok := newHeader(line); ok {
		return TSV
	}
	fields := bytes.FieldsFunc(line, func(r rune) bool { return r == ' ' || r == '\t' })
	run := len(fields) >= 6 && isScore(fields[4])
	cells := bytes.Split(line, []byte{'\t'})
	table := len(cells) == 3 && isScore(cells[2])
	named := ending == ".tsv" || ending == ".csv"
	if table && !run || named && (table || !run) {
		return TSV
	}
	return TREC
}

func isScore(text []byte) bool {
	_, err := parseScore(text)
	return err == nil
}

// firstLine returns the first line with text that is not a comment of a TREC run.
func firstLine(text []byte) []byte {
	for line := range bytes.Lines(text) {
		line = bytes.TrimRight(line, "\r\n")
		if first := bytes.TrimLeft(line, " \t"); len(first) > 0 && first[0] != '#' {
			return line
		}
	}
	return nil
}
