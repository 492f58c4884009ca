package scripttest

import (
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"time"

	"github.com/klauspost/compress/gzip"
	"github.com/klauspost/compress/zstd"
	"github.com/rogpeppe/go-internal/testscript"

	"github.com/rankduel/rankduel/experiment/result"
	"github.com/rankduel/rankduel/store"
)

// Exits runs a program and holds it to an exit code: exits CODE program args...
func Exits(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) < 2 {
		ts.Fatalf("usage: exits CODE program args...")
	}
	want, err := strconv.Atoi(args[0])
	ts.Check(err)
	got := 0
	var exit *exec.ExitError
	if err := ts.Exec(args[1], args[2:]...); errors.As(err, &exit) {
		got = exit.ExitCode()
	} else {
		ts.Check(err)
	}
	if got != want {
		ts.Fatalf("exit code %d, want %d", got, want)
	}
}

// refuses is Exits for input that the program must not take: nothing comes out on standard output, a
// message does on standard error, and no file is written or changed, below $WORK.
func refuses(ts *testscript.TestScript, neg bool, args []string) {
	before := fingerprints(ts)
	Exits(ts, neg, args)
	if out := ts.ReadFile("stdout"); out != "" {
		ts.Fatalf("standard output is not empty")
	}
	if message := ts.ReadFile("stderr"); !strings.HasPrefix(message, "rankduel: ") || strings.Contains(message, "goroutine") {
		ts.Fatalf("standard error does not begin with the program's name")
	}
	after := fingerprints(ts)
	for path := range after {
		if _, ok := before[path]; !ok {
			ts.Fatalf("%s was written", path)
		}
	}
	if !maps.Equal(before, after) {
		ts.Fatalf("a file was changed")
	}
}

// unchanged runs a script command that must change no file below $WORK.
func unchanged(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) < 2 || args[0] != "exec" {
		ts.Fatalf("usage: unchanged exec program args...")
	}
	before := fingerprints(ts)
	ts.Check(ts.Exec(args[1], args[2:]...))
	if !maps.Equal(before, fingerprints(ts)) {
		ts.Fatalf("a file was changed")
	}
}

// fingerprints hashes every file below $WORK.
func fingerprints(ts *testscript.TestScript) map[string]string {
	prints := map[string]string{}
	ts.Check(filepath.WalkDir(ts.Getenv("WORK"), func(path string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() {
			prints[path] = "folder"
			return err
		}
		if !entry.Type().IsRegular() {
			prints[path] = entry.Type().String()
			return nil
		}
		data, err := os.ReadFile(path)
		prints[path] = fmt.Sprintf("%x", sha256.Sum256(data))
		return err
	}))
	return prints
}

// example copies a folder of the examples into the current one, without its README.
func example(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) != 1 {
		ts.Fatalf("usage: example runs|clinical")
	}
	dir := filepath.Join(ts.Getenv("EXAMPLES"), args[0])
	entries, err := os.ReadDir(dir)
	ts.Check(err)
	for _, entry := range entries {
		if entry.Name() == "README.md" {
			continue
		}
		data, err := os.ReadFile(filepath.Join(dir, entry.Name()))
		ts.Check(err)
		ts.Check(os.WriteFile(ts.MkAbs(entry.Name()), data, 0o666))
	}
}

// storeRuns makes a store with empty runs of the given ids.
func storeRuns(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) < 2 {
		ts.Fatalf("usage: storeruns FILE id...")
	}
	ctx := context.Background()
	db, err := store.Open(ctx, ts.MkAbs(args[0]))
	ts.Check(err)
	defer db.Close()
	for _, id := range args[1:] {
		ts.Check(db.SaveRun(ctx, result.StoredRun{
			ID: id, Name: id, Config: []byte("{}"), Aggregate: []byte("{}"), CreatedAt: time.Unix(0, 0),
		}))
	}
}

// truncate cuts a file: truncate FILE BYTES.
func truncate(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) != 2 {
		ts.Fatalf("usage: truncate FILE BYTES")
	}
	size, err := strconv.ParseInt(args[1], 10, 64)
	ts.Check(err)
	ts.Check(os.Truncate(ts.MkAbs(args[0]), size))
}

// compress makes a compressed copy: compress gz|zst FROM TO.
func compress(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) != 3 || args[0] != "gz" && args[0] != "zst" {
		ts.Fatalf("usage: compress gz|zst FROM TO")
	}
	out, err := os.Create(ts.MkAbs(args[2]))
	ts.Check(err)
	var zip io.WriteCloser = gzip.NewWriter(out)
	if args[0] == "zst" {
		zip, err = zstd.NewWriter(out)
		ts.Check(err)
	}
	_, err = io.WriteString(zip, ts.ReadFile(args[1]))
	ts.Check(errors.Join(err, zip.Close(), out.Close()))
}

// kebabFiles puts kebab's store of the conformance vectors and its golden list into the current folder: kebab.
func kebabFiles(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) > 0 {
		ts.Fatalf("usage: kebab")
	}
	for name, from := range map[string]string{
		"kebab.sqlite": "../../../store/kebab/testdata/kebab_store.sqlite", "golden.yaml": "../../../testsets/testdata/kebab_store_golden.yaml",
	} {
		data, err := os.ReadFile(from)
		ts.Check(err)
		ts.Check(os.WriteFile(ts.MkAbs(name), data, 0o600))
	}
}
