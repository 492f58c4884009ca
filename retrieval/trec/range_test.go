package trec

import (
	"context"
	"io"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// Whatever the number of ranges, each byte is in one of them, and so is each query whose
// lines stand together: what the ranges hold is what the whole file holds.
func TestFileRangesAddUp(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 3))
	path := filepath.Join(t.TempDir(), "run")
	for range 300 {
		text := strings.ReplaceAll(randomRun(rng), "\r", "")
		if _, stats, err := scanned(text, RunOptions{Duplicates: DuplicatesKeepFirst}, 1<<20); err != nil || stats.Interleaved {
			continue
		}
		want, _, _ := reference(text, RunOptions{Duplicates: DuplicatesKeepFirst})
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		n := 1 + rng.IntN(9)
		var all strings.Builder
		queries, before := 0, int64(0)
		for i := range n {
			src, from, to, err := FileRange(path, i, n)
			if err != nil || from != before {
				t.Fatalf("range %d of %d: from %d, error %v; want it from %d on", i, n, from, err, before)
			}
			before = to
			in, err := src.Open()
			if err != nil {
				t.Fatal(err)
			}
			data, err := io.ReadAll(in)
			if err != nil {
				t.Fatal(err)
			}
			_ = in.Close()
			all.Write(data)
			stats, err := ScanRun(context.Background(), src, RunOptions{Duplicates: DuplicatesKeepFirst}, func(*Ranking) error { return nil }, func() {})
			if err == nil {
				queries += stats.Queries
			}
		}
		if all.String() != text || queries != len(want) {
			t.Fatalf("%d ranges hold %d queries, want %d, and the same text: %v; in\n%s", n, queries, len(want), all.String() == text, text)
		}
	}
}

// A place in the middle of a query moves to its beginning, also where a line is longer than
// what is read at once, and where the line before is a comment.
func TestCutBefore(t *testing.T) {
	long := "a Q0 d 1 1 " + strings.Repeat("x", 100<<10) + "\n"
	for _, c := range []struct {
		text     string
		at, want int
	}{
		{"a 1\na 2\nb 1\nb 2\n", 1, 0},
		{"\xef\xbb\xbfa 1\na 2\nb 1\nb 2\n", 12, 0},
		{"\xef\xbb\xbfa 1\na 2\nb 1\nb 2\n", 16, 11},
		{"\xef\xbb\xbfa 1\na 2\nb 1\nb 2\n", 2, 0},
		{"a 1\na 2\nb 1\nb 2\n", 11, 0},
		{"a 1\na 2\nb 1\nb 2\n", 12, 8},
		{"a 1\na 2\nb 1\nb 2\nc 1\n", 17, 8},
		{"a 1\n# b\na 2\nb 1\nb 2\n", 18, 12},
		{"a 1\na 2\nb 1\n", 0, 0},
		{"a 1\na 2\nb 1\n", 12, 12},
		{"# a\n# b\na 1\nb 1\n", 9, 0},
		{"b 1\n" + long + long + "c 1\n", 2*len(long) + 4, 4},
		{"b 1\na 1\n" + strings.Repeat("# much to say\n", 10000) + "a 2\n", 130000, 4},
	} {
		got, err := cutBefore(strings.NewReader(c.text), int64(c.at), int64(len(c.text)))
		if err != nil || got != int64(c.want) {
			t.Errorf("before %d in %.40q: %d, error %v, want %d", c.at, c.text, got, err, c.want)
		}
	}
}
