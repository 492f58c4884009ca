package integration_test

import (
	"bytes"
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/klauspost/compress/gzip"
	"github.com/klauspost/compress/zstd"
	"github.com/parquet-go/parquet-go"

	"github.com/rankduel/rankduel/retrieval/corpus"
	"github.com/rankduel/rankduel/retrieval/runfile"
	"github.com/rankduel/rankduel/retrieval/trec"
	"github.com/rankduel/rankduel/testsets"
)

// A malformed input is what a reader has to refuse: with an error that begins
// with its place, says what is wrong and what to do, and never with a panic.
// FILE stands for the name of the file in all of them.
type malformed struct {
	name  string
	text  string
	place string // what the error begins with: a file and a line, a row or a byte, or a file as a whole
	says  string // what is wrong
	mend  string // what to do
}

// A reader reads a file and returns its error.
type reader func(ctx context.Context, t *testing.T, text string) error

func refuse(t *testing.T, read reader, cases []malformed) {
	t.Helper()
	names := map[string]bool{}
	for _, c := range cases {
		if names[c.name] {
			t.Errorf("two cases are called %q", c.name)
		}
		names[c.name] = true
		t.Run(c.name, func(t *testing.T) {
			defer func() {
				if fault := recover(); fault != nil {
					t.Fatalf("panic: %v", fault)
				}
			}()
			err := read(t.Context(), t, c.text)
			if err == nil {
				t.Fatal("it was read without an error")
			}
			text := err.Error()
			if !strings.HasPrefix(text, c.place+": ") && !strings.HasPrefix(text, c.place+"; ") {
				t.Errorf("%s\nwant it to begin with %s", text, c.place)
			}
			for _, part := range []string{c.says, c.mend} {
				if part == "" || !strings.Contains(text, part) {
					t.Errorf("%s\nwant it to say %q", text, part)
				}
			}
		})
	}
}

// readRun reads a run, in a format that is given or recognized.
func readRun(opts runfile.Options) reader {
	return func(ctx context.Context, _ *testing.T, text string) error {
		_, _, err := runfile.Read(ctx, trec.Bytes("FILE", []byte(text)), opts)
		return err
	}
}

func readQrels(opts trec.QrelsOptions) reader {
	return func(ctx context.Context, _ *testing.T, text string) error {
		_, err := trec.ReadQrels(ctx, trec.Bytes("FILE", []byte(text)), opts)
		return err
	}
}

// readTestSet reads a test set from a file with this ending.
func readTestSet(ending string) reader {
	return func(_ context.Context, t *testing.T, text string) error {
		path := filepath.Join(t.TempDir(), "set"+ending)
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		_, err := testsets.Load(path)
		return named(err, path)
	}
}

func readCorpus(ctx context.Context, t *testing.T, text string) error {
	path := filepath.Join(t.TempDir(), "corpus")
	if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	_, err := corpus.Read(ctx, path)
	return named(err, path)
}

// named puts FILE in the place of a path.
func named(err error, path string) error {
	if err == nil {
		return nil
	}
	return fmt.Errorf("%s", strings.ReplaceAll(err.Error(), path, "FILE"))
}

func gzipped(text string) string {
	var b bytes.Buffer
	w := gzip.NewWriter(&b)
	_, _ = w.Write([]byte(text)) // a buffer takes all
	_ = w.Close()
	return b.String()
}

func zstandard(text string) string {
	w, err := zstd.NewWriter(nil)
	if err != nil {
		panic(err)
	}
	return string(w.EncodeAll([]byte(text), nil))
}

// parquetOf returns a Parquet file of rows.
func parquetOf[T any](rows ...T) string {
	var b bytes.Buffer
	if err := parquet.Write(&b, rows); err != nil {
		panic(err)
	}
	return b.String()
}
