package unpack_test

import (
	"bytes"
	"errors"
	"io"
	"os"
	"strings"
	"testing"

	"github.com/klauspost/compress/gzip"
	"github.com/klauspost/compress/zstd"

	"github.com/rankduel/rankduel/internal/unpack"
)

// packed returns what a writer makes of parts, written one after another.
func packed(t *testing.T, format string, parts ...[]byte) []byte {
	t.Helper()
	var b bytes.Buffer
	var w io.WriteCloser = gzip.NewWriter(&b)
	if format == "zstd" {
		z, err := zstd.NewWriter(&b)
		if err != nil {
			t.Fatal(err)
		}
		w = z
	}
	for _, part := range parts {
		if _, err := w.Write(part); err != nil {
			t.Fatal(err)
		}
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

func read(data []byte) (int64, error) {
	in, err := unpack.New(bytes.NewReader(data))
	if err != nil {
		return 0, err
	}
	defer in.Close()
	return io.Copy(io.Discard, in)
}

func TestNew(t *testing.T) {
	text := strings.Repeat("q Q0 d 1 1.5 t\n", 5000)
	for name, data := range map[string][]byte{
		"plain": []byte(text), "gzip": packed(t, "gzip", []byte(text)), "zstd": packed(t, "zstd", []byte(text)), "short": []byte("\x1f"), "none": nil,
	} {
		want := text
		if len(data) < 2 {
			want = string(data)
		}
		in, err := unpack.New(bytes.NewReader(data))
		if err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		got, err := io.ReadAll(in)
		in.Close()
		if err != nil || string(got) != want {
			t.Errorf("%s: %d bytes, error %v, want %d bytes", name, len(got), err, len(want))
		}
	}
}

// Zeros are what packs best: 70 MiB of them, more than is free, become 70 kB as
// gzip and less as zstd.
func TestBombs(t *testing.T) {
	if os.Getenv("RANKDUEL_RACE") != "" {
		t.Skip("of numbers, which one goroutine makes: the race detector is for make soak")
	}
	zeros := make([]byte, 10<<20)
	var many [][]byte
	for range 7 {
		many = append(many, zeros)
	}
	for _, format := range []string{"gzip", "zstd"} {
		n, err := read(packed(t, format, many...))
		want := format + ": it unpacks to more than 64 MiB and 200 times its size; if that is meant, unpack it and give the plain file"
		if !errors.Is(err, unpack.ErrBomb) || err.Error() != want || n > 70<<20 {
			t.Errorf("%s: %d bytes, error %v, want %s", format, n, err, want)
		}
		if n, err := read(packed(t, format, many[:6]...)); n != 60<<20 || err != nil {
			t.Errorf("%s of 60 MiB: %d bytes, error %v", format, n, err)
		}
	}
}

// Text that packs well is none: what comes in numbers changes from line to line.
func TestLongText(t *testing.T) {
	if testing.Short() {
		t.Skip("packs 100 MiB")
	}
	var lines bytes.Buffer
	for i := range 4_000_000 {
		lines.WriteString("q Q0 d ")
		lines.WriteByte(byte('0' + i%10))
		lines.WriteByte(byte('0' + i*7919%9973%10))
		lines.WriteString(" 1.0 the-same-tag\n")
	}
	for _, format := range []string{"gzip", "zstd"} {
		if n, err := read(packed(t, format, lines.Bytes())); n != int64(lines.Len()) || err != nil {
			t.Errorf("%s: %d bytes, error %v, want %d", format, n, err, lines.Len())
		}
	}
}

// Anyone who stops early may close: the reader in the background ends.
func TestCloseEarly(t *testing.T) {
	data := packed(t, "gzip", make([]byte, 8<<20))
	in, err := unpack.New(bytes.NewReader(data))
	if err != nil {
		t.Fatal(err)
	}
	if _, err := in.ReadByte(); err != nil {
		t.Fatal(err)
	}
	in.Close()
}

func TestDamaged(t *testing.T) {
	for name, data := range map[string][]byte{
		"gzip: gzip: invalid header": {0x1f, 0x8b, 9, 9, 9, 9, 9, 9, 9, 9, 9},
		"gzip: unexpected EOF":       packed(t, "gzip", []byte("text"))[:12],
		"zstd: unexpected EOF":       packed(t, "zstd", []byte("text"))[:8],
		"zstd: window size exceeded": {0x28, 0xb5, 0x2f, 0xfd, 0x00, 0x9f, 0x01, 0x00, 0x00}, // 2^29·15/8 bytes
	} {
		want := name + ": damaged or cut short; get the file again"
		if _, err := read(data); err == nil || err.Error() != want {
			t.Errorf("error %v, want %s", err, want)
		}
	}
}
