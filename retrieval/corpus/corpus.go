// Package corpus reads the documents of a corpus from disk: BEIR, SMART, TREC, archives of HTML pages, folders of
// Markdown and text. It says which fields a document has and where it is, refuses what no corpus may have, and
// hashes the bytes, so that what was made of them can be kept under their name. It analyses no text, and it holds
// all documents in memory.
package corpus

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"hash"
	"io"
	"os"
	"strings"

	"github.com/rankduel/rankduel/internal/interrupt"
	"github.com/rankduel/rankduel/internal/ordered"
	"github.com/rankduel/rankduel/internal/unpack"
)

// ErrNoDocuments is returned for a corpus without a single document.
var ErrNoDocuments = errors.New("no documents; is this the right file or folder?")

// A Corpus is a set of documents as read from disk.
type Corpus struct {
	Format    string // "beir", "smart", "trec", "html" or "folder"
	SHA256    string // of the bytes on disk, and of the relative paths in a folder
	Documents []Document
	Empty     int // records at the end that hold nothing and are not documents
}

// Read reads the corpus at path, which is a file or a folder. The format is recognized by content:
//
//   - beir: JSON lines with _id, title and text, as in BEIR's corpus.jsonl;
//   - smart: records of .I id and sections .T title, .A author, .B source, .W text, .K keywords,
//     .C categories, .N notes, .X references, as in the Cranfield collection;
//   - trec: <DOC> elements with a <DOCNO>, as in TREC's news collections; <TITLE>, <TI>, <HEADLINE> and <HL>
//     are the title, everything else is text;
//   - html: a tar archive of .html or .htm files, the id is the file name without its ending, the title is
//     the title element or else the first paragraph (other files in it are skipped);
//   - folder: the .md and .txt files in and below a folder, the id is the path relative to it, with
//     slashes, the title is the first heading of a .md file. Other files, and those whose name or
//     folder starts with a dot, are skipped.
//
// Files may be compressed with gzip or zstd. Ids are opaque bytes. Documents with one id are an error that counts them
// and names the first ten with both places; errors give file and line. A corpus without documents is [ErrNoDocuments].
func Read(ctx context.Context, path string) (*Corpus, error) {
	sum := sha256.New()
	c := &collector{ctx: ctx, seen: make(map[string]place)}
	format, err := readInto(c, sum, path)
	if ctx.Err() == nil { // repeats stand before what stopped the reading
		err = errors.Join(c.twice(path), err)
	}
	if err != nil {
		return nil, fmt.Errorf("corpus %w", err)
	}
	if len(c.documents) == 0 {
		return nil, fmt.Errorf("corpus %s: %w", path, ErrNoDocuments)
	}
	return &Corpus{Format: format, SHA256: hex.EncodeToString(sum.Sum(nil)), Documents: c.documents, Empty: c.empty}, nil
}

// ByID reads a corpus and returns its documents by their ids.
func ByID(ctx context.Context, path string) (map[string]Document, error) {
	read, err := Read(ctx, path)
	if err != nil {
		return nil, err
	}
	documents := ordered.Map(read.Documents, func(d Document) (string, Document) { return d.ID, d })
	return documents, nil
}

func readInto(c *collector, sum hash.Hash, path string) (format string, err error) {
	info, err := os.Stat(path)
	if err != nil {
		return "", err
	}
	if info.IsDir() {
		return "folder", readFolder(c, sum, path)
	}
	f, err := unpack.Open(path)
	if err != nil {
		return "", err
	}
	defer func() { _ = f.Close() }() // it was only read
	hashed := io.TeeReader(f, sum)
	format, err = readFile(c, hashed, path)
	if err != nil {
		return "", err
	}
	if _, err := io.Copy(io.Discard, hashed); err != nil { // what the parser had no need for counts too
		return "", fmt.Errorf("%s: %w", path, err)
	}
	return format, nil
}

// readFile decompresses and parses one corpus file.
func readFile(c *collector, r io.Reader, name string) (format string, err error) {
	unpacked, err := unpack.New(r)
	if err != nil {
		return "", fmt.Errorf("%s: %w", name, err)
	}
	defer unpacked.Close()
	plain := unpacked.Reader
	head, err := plain.Peek(headSize)
	if err != nil && !errors.Is(err, io.EOF) {
		return "", fmt.Errorf("%s: %w", name, err)
	}
	start := strings.ToLower(string(bytes.TrimSpace(bytes.TrimPrefix(head, []byte(byteOrderMark)))))
	lines := &lineReader{r: plain, name: name}
	switch {
	case isTar(head):
		return "html", parseHTMLArchive(c, plain, name)
	case strings.HasPrefix(start, "{"):
		return "beir", parseBEIR(c, lines)
	case strings.HasPrefix(start, ".i"):
		return "smart", parseSMART(c, lines)
	case strings.HasPrefix(start, "<"):
		return "trec", parseTREC(c, lines)
	case start == "":
		return "", fmt.Errorf("%s: %w", name, ErrNoDocuments)
	}
	return "", fmt.Errorf("%s: not a corpus; want JSON lines, SMART (.I), TREC (<DOC>), a tar archive of HTML files, or a folder of .md and .txt files", name)
}

// isTar reports whether a file that starts with head is a tar archive of the POSIX or GNU kind.
func isTar(head []byte) bool { return len(head) >= 262 && string(head[257:262]) == "ustar" }

// Field names that every format fills. SMART files have more, see [Read].
const (
	FieldTitle = "title"
	FieldText  = "text"
)

// A Document is one unit of retrieval.
type Document struct {
	ID     string // opaque bytes, never empty
	Fields []Field
}

// A Field is a named part of a document.
type Field struct{ Name, Text string }

// Field returns the text of the named field, "" when the document has none.
func (d Document) Field(name string) string {
	for _, f := range d.Fields {
		if f.Name == name {
			return f.Text
		}
	}
	return ""
}

// Text returns title and text of the document, as hits and rerankers show it.
func (d Document) Text() string {
	return strings.TrimSpace(d.Field(FieldTitle) + "\n" + d.Field(FieldText))
}

// Hash returns the SHA256 that [Read] would, without parsing.
func Hash(ctx context.Context, path string) (string, error) {
	sum := sha256.New()
	info, err := os.Stat(path)
	if err != nil {
		return "", fmt.Errorf("corpus %w", err)
	}
	if info.IsDir() {
		err = walkFolder(path, func(file string, content []byte) error {
			hashFile(sum, file, content)
			return ctx.Err()
		})
	} else {
		_, err = interrupt.CopyFile(ctx, sum, path)
	}
	if err != nil {
		return "", fmt.Errorf("corpus %w", err)
	}
	return hex.EncodeToString(sum.Sum(nil)), nil
}
