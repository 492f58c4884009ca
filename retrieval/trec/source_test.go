package trec

import (
	"bytes"
	"compress/gzip"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"github.com/klauspost/compress/zstd"
)

func gzipped(t *testing.T, text string) []byte {
	t.Helper()
	var b bytes.Buffer
	w := gzip.NewWriter(&b)
	if _, err := w.Write([]byte(text)); err != nil {
		t.Fatal(err)
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

func zstandard(t *testing.T, text string, opts ...zstd.EOption) []byte {
	t.Helper()
	w, err := zstd.NewWriter(nil, opts...)
	if err != nil {
		t.Fatal(err)
	}
	return w.EncodeAll([]byte(text), nil)
}

func decodedText(t *testing.T, data []byte) (string, error) {
	t.Helper()
	in, err := Bytes("x", data).decoded()
	if err != nil {
		return "", err
	}
	text, err := io.ReadAll(in)
	return string(text), errors.Join(err, in.Close())
}

func TestCompressionIsRecognizedByContent(t *testing.T) {
	text := strings.Repeat("q Q0 d 1 1.5 t\n", 5000)
	skippable := append([]byte{0x5a, 0x2a, 0x4d, 0x18, 3, 0, 0, 0, 1, 2, 3}, zstandard(t, text)...)
	for name, data := range map[string][]byte{
		"plain":          []byte(text),
		"byte order":     []byte("\xef\xbb\xbf" + text),
		"gzip":           gzipped(t, text),
		"gzip, order":    gzipped(t, "\xef\xbb\xbf"+text),
		"gzip members":   append(gzipped(t, text[:30]), gzipped(t, text[30:])...),
		"zstd":           zstandard(t, text),
		"zstd frames":    append(zstandard(t, text[:30]), zstandard(t, text[30:])...),
		"zstd skippable": skippable,
	} {
		if got, err := decodedText(t, data); err != nil || got != text {
			t.Errorf("%s: %d bytes, error %v, want %d bytes", name, len(got), err, len(text))
		}
	}
}

// A file cut short is an error, not a shorter run.
func TestTruncatedFiles(t *testing.T) {
	var text strings.Builder
	for q := range 2000 {
		fmt.Fprintf(&text, "q%d Q0 d%d 1 1.5 t\n", q, q*7919)
	}
	for name, data := range map[string][]byte{"gzip": gzipped(t, text.String()), "zstd": zstandard(t, text.String())} {
		src := Bytes(name+".run", data[:len(data)*2/3])
		_, err := ScanRun(t.Context(), src, RunOptions{}, func(*Ranking) error { return nil }, func() {})
		if want := name + ".run: " + name + ": unexpected EOF: damaged or cut short; get the file again"; err == nil || err.Error() != want {
			t.Errorf("%s: error %v, want %s", name, err, want)
		}
	}
	judged := strings.NewReplacer(" 1 1.5 t", " 1").Replace(text.String())
	for name, data := range map[string][]byte{"gzip": gzipped(t, judged), "zstd": zstandard(t, judged)} {
		if _, err := ReadQrels(t.Context(), Bytes(name, data[:len(data)*2/3]), QrelsOptions{}); !errors.Is(err, io.ErrUnexpectedEOF) {
			t.Errorf("%s: error %v, want unexpected EOF", name, err)
		}
	}
	if _, err := decodedText(t, []byte{0x1f, 0x8b, 9, 9, 9}); err == nil || !strings.HasPrefix(err.Error(), "x: gzip: ") {
		t.Errorf("bad header: error %v", err)
	}
}

const interleaved = "a Q0 d1 1 9 t\nb Q0 d1 1 9 t\na Q0 d2 2 8 t\n"

// What comes from a pipe can be read twice, as an interleaved run has to be.
func TestPipeIsReadTwice(t *testing.T) {
	path := filepath.Join(t.TempDir(), "pipe")
	if err := syscall.Mkfifo(path, 0o600); err != nil {
		t.Skipf("no named pipes here: %v", err)
	}
	go func() { _ = os.WriteFile(path, []byte(interleaved), 0o600) }()
	src := File(path)
	for range 2 {
		stats, err := ScanRun(t.Context(), src, RunOptions{}, func(*Ranking) error { return nil }, func() {})
		if err != nil || !stats.Interleaved || stats.Hits != 3 {
			t.Errorf("%+v, error %v, want 3 hits of an interleaved run", stats, err)
		}
	}
}

// What is longer than the head is read once, and nothing of it is written to a disk.
func TestLongPipe(t *testing.T) {
	if os.Getenv("RANKDUEL_RACE") != "" {
		t.Skip("of numbers, which one goroutine makes: the race detector is for make soak")
	}
	text := strings.Repeat("0123456789abcdef", maxHead/16+1000)
	dir := t.TempDir()
	t.Setenv("TMPDIR", dir)
	for name, c := range map[string]struct {
		text string
		want error
	}{"all of it is kept": {text[:maxHead], nil}, "a byte more is not": {text[:maxHead+1], ErrOnce}, "long": {text, ErrOnce}} {
		s := &spool{in: strings.NewReader(c.text)}
		head := make([]byte, 1000)
		if _, err := io.ReadFull(s.reader(), head); err != nil || string(head) != text[:1000] {
			t.Fatalf("%s: the head: error %v", name, err)
		}
		for _, want := range []error{nil, c.want} {
			if got, err := io.ReadAll(s.reader()); !errors.Is(err, want) || err == nil && string(got) != c.text {
				t.Errorf("%s: %d bytes, error %v, want %d, %v", name, len(got), err, len(c.text), want)
			}
		}
	}
	if entries, err := os.ReadDir(dir); err != nil || len(entries) > 0 {
		t.Errorf("files %v, error %v", entries, err)
	}
}

// An interleaved run of a pipe is read twice, as long as its beginning is there.
func TestInterleavedPipe(t *testing.T) {
	if testing.Short() {
		t.Skip("writes 40 MiB through a pipe")
	}
	long := strings.Repeat("c Q0 "+strings.Repeat("d", 1<<20)+" 1 1 t\n", 40)
	for name, c := range map[string]struct{ text, want string }{
		"short":             {interleaved, ""},
		"long, kept in one": {"a Q0 d1 1 9 t\n" + long, ""},
		"noticed early":     {interleaved + long, ""},
		"noticed late":      {"a Q0 d1 1 9 t\n" + long + "a Q0 d2 1 9 t\n", "pipe: this comes from a pipe, which was read once; give a file; or sort its lines by query, for those of one are not together"},
	} {
		path := filepath.Join(t.TempDir(), "pipe")
		if err := syscall.Mkfifo(path, 0o600); err != nil {
			t.Skipf("no named pipes here: %v", err)
		}
		go func() { _ = os.WriteFile(path, []byte(c.text), 0o600) }()
		src := File(path)
		src.Name = "pipe"
		// With more workers one may read on, past the head, while another notices.
		_, err := ScanRun(t.Context(), src, RunOptions{Duplicates: DuplicatesKeepFirst, Workers: 1}, func(*Ranking) error { return nil }, func() {})
		if c.want == "" && err != nil || c.want != "" && (err == nil || err.Error() != c.want || !errors.Is(err, ErrOnce)) {
			t.Errorf("%s: error %v, want %q", name, err, c.want)
		}
	}
}

// Standard input redirected from a file is read from where it is, and
// again from there.
func TestStandardInput(t *testing.T) {
	path := filepath.Join(t.TempDir(), "run")
	if err := os.WriteFile(path, []byte("taken\n"+interleaved), 0o600); err != nil {
		t.Fatal(err)
	}
	f, err := os.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = f.Close() })
	if _, err := f.Seek(6, io.SeekStart); err != nil {
		t.Fatal(err)
	}
	stdin := os.Stdin
	os.Stdin = f
	defer func() { os.Stdin = stdin }()
	src := File("-")
	for range 2 {
		stats, err := ScanRun(t.Context(), src, RunOptions{}, func(*Ranking) error { return nil }, func() {})
		if err != nil || stats.Hits != 3 || src.Name != "standard input" {
			t.Errorf("%s: %+v, error %v, want 3 hits", src.Name, stats, err)
		}
	}
}

// Several readers of a spool see the same bytes, anyone who reads first, and the end of them only at the end.
func TestSpoolReadersAgree(t *testing.T) {
	text := strings.Repeat("0123456789", 500)
	s := &spool{in: &stutter{strings.NewReader(text), 3}}
	readers := []io.Reader{s.reader(), s.reader(), s.reader()}
	got := make([]strings.Builder, len(readers))
	for range len(text) { // enough turns even for the reader of one byte
		for i, r := range readers {
			b := make([]byte, 1+40*i)
			n, err := r.Read(b)
			got[i].Write(b[:n])
			if err != nil && (!errors.Is(err, io.EOF) || got[i].Len() < len(text)) {
				t.Fatalf("reader %d after %d bytes: %v", i, got[i].Len(), err)
			}
		}
	}
	for i := range got {
		if got[i].String() != text {
			t.Errorf("reader %d got other bytes", i)
		}
	}
}

func TestMissingFileAndFolder(t *testing.T) {
	dir := t.TempDir()
	missing := filepath.Join(dir, "missing.run")
	_, err := ScanRun(t.Context(), File(missing), RunOptions{}, func(*Ranking) error { return nil }, func() {})
	if !errors.Is(err, fs.ErrNotExist) || strings.Count(err.Error(), missing) != 1 {
		t.Errorf("missing file: error %v", err)
	}
	if _, err := ReadQrels(t.Context(), File(dir), QrelsOptions{}); err == nil || !strings.Contains(err.Error(), "is a folder; name a file in it") {
		t.Errorf("folder: error %v", err)
	}
}

// The SHA-256 of "abc" is the first example of FIPS 180-2, appendix B.
func TestSHA256(t *testing.T) {
	const want = "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"
	if got, err := Bytes("x", []byte("abc")).SHA256(t.Context()); err != nil || got != want {
		t.Errorf("SHA256 = %s, %v, want %s", got, err, want)
	}
	stored := gzipped(t, "abc")
	a, errA := Bytes("x", stored).SHA256(t.Context())
	b, errB := Bytes("x", []byte("abc")).SHA256(t.Context())
	if errA != nil || errB != nil || a == b {
		t.Errorf("the hash is of the bytes as stored: %s, %v and %s, %v", a, errA, b, errB)
	}
}

// A hash that was taken along is that of the bytes as stored, and reading for it
// is over with the reading itself, anyone who does it.
func TestHashing(t *testing.T) {
	var lines strings.Builder
	for q := range 3000 {
		fmt.Fprintf(&lines, "q%d Q0 d%d 1 1.5 t\n", q, q*7919)
	}
	scan := func(src Source) error {
		_, err := ScanRun(t.Context(), src, RunOptions{}, func(*Ranking) error { return nil }, func() {})
		return err
	}
	qrels := func(src Source) error {
		_, err := ReadQrels(t.Context(), src, QrelsOptions{})
		return err
	}
	for name, c := range map[string]struct {
		data []byte
		read func(Source) error
	}{
		"run": {[]byte(lines.String()), scan}, "interleaved": {[]byte(lines.String() + "q0 Q0 d 1 1 t"), scan},
		"gzip": {gzipped(t, lines.String()), scan}, "zstd": {zstandard(t, lines.String()), scan},
		"gzip members": {append(gzipped(t, lines.String()), gzipped(t, "x Q0 d 1 1 t\n")...), scan},
		"qrels":        {gzipped(t, "q 0 d 1\n"), qrels}, "one line": {[]byte("q 0 d 1"), qrels},
	} {
		opened := 0
		plain := Bytes(name, c.data)
		src := Source{Name: name, open: func() (io.ReadCloser, error) {
			opened++
			return plain.open()
		}}.Hashing()
		if err := c.read(src); err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		before := opened
		got, err := src.SHA256(t.Context())
		sum := sha256.Sum256(c.data)
		if want := hex.EncodeToString(sum[:]); got != want || err != nil || opened != before {
			t.Errorf("%s: SHA256 = %s, %v, read %d times more, want %s", name, got, err, opened-before, want)
		}
	}
	// What was not read to its end is read for the hash.
	src := Bytes("x", []byte("abc")).Hashing()
	in, err := src.Open()
	if err != nil {
		t.Fatal(err)
	}
	if err := in.Close(); err != nil {
		t.Fatal(err)
	}
	for range 2 {
		if got, err := src.Hashing().SHA256(t.Context()); err != nil || !strings.HasPrefix(got, "ba7816bf") {
			t.Errorf("SHA256 = %s, %v, want that of abc", got, err)
		}
	}
}

// pieces notes how large each write was.
type pieces []int

func (p *pieces) Write(b []byte) (int, error) {
	*p = append(*p, len(b))
	return len(b), nil
}

// Judgments are written in pieces of the size that files are read in, so that
// neither memory nor the number of writes grows with each line.
func TestWriteQrelsInPieces(t *testing.T) {
	const n = 50_000
	var got pieces
	err := WriteQrels(&got, func(yield func(Judgment) bool) {
		for i := range n {
			if !yield(Judgment{Query: "query", Doc: fmt.Sprintf("document%05d", i), Grade: 1, Gain: 1}) {
				return
			}
		}
	})
	const line = len("query 0 document00000 1\n")
	full, rest := blockSize/line+1, n%(blockSize/line+1)
	if err != nil || len(got) != n/full+1 || got[0] != full*line || got[len(got)-1] != rest*line {
		t.Errorf("pieces of %v bytes, error %v; want %d of %d lines each, and one of %d", got, err, n/full, full, rest)
	}
}
