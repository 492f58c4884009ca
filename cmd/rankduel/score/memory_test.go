//go:build unix

package score_test

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"syscall"
	"testing"

	"github.com/parquet-go/parquet-go"

	"github.com/rankduel/rankduel/cmd/rankduel/internal/scripttest"
)

// peakOf runs the program as a process and returns its peak of memory in MiB, without
// what a process that does nothing takes.
func peakOf(t *testing.T, stdin io.Reader, args ...string) int64 {
	t.Helper()
	peak := func(stdin io.Reader, args ...string) int64 {
		cmd := exec.Command("rankduel", args...)
		var stderr strings.Builder
		cmd.Stdin, cmd.Stderr = stdin, &stderr
		if err := cmd.Run(); err != nil {
			t.Fatalf("rankduel %s: %v: %s", strings.Join(args, " "), err, &stderr)
		}
		kib := cmd.ProcessState.SysUsage().(*syscall.Rusage).Maxrss
		if runtime.GOOS == "darwin" {
			kib /= 1024
		}
		return kib / 1024
	}
	return peak(stdin, args...) - peak(nil, "--version")
}

// TestMemory holds what is read as it comes to limits that what is read whole is far above.
func TestMemory(t *testing.T) {
	if testing.Short() {
		t.Skip("reads files of 100 MB")
	}
	dir := t.TempDir()
	qrels := filepath.Join(dir, "qrels")
	scripttest.Write(t, qrels, []byte("q7 0 d7 1\n"))
	t.Setenv("TMPDIR", filepath.Join(dir, "none"))
	text, lines := io.Pipe()
	go func() {
		for q := range 1000 {
			var b bytes.Buffer
			for d := range 1000 {
				fmt.Fprintf(&b, "q%d Q0 d%d%s %d %d t\n", q, d, strings.Repeat("x", 180), d+1, 1000-d)
			}
			if _, err := lines.Write(b.Bytes()); err != nil {
				break
			}
		}
		_ = lines.Close()
	}()
	// 200 MB, of which the first 32 MiB are kept for a while.
	if peak := peakOf(t, text, "eval", "-", "--qrels", qrels, "-m", "R@10", "--format", "json"); peak > 150 {
		t.Errorf("a pipe of 200 MB takes %d MiB, want at most 150", peak)
	}

	// 20 MB of Parquet are 2,000,000 hits, which as a run in memory take 400 MiB.
	run := filepath.Join(dir, "run.parquet")
	writeParquet(t, run, 2000, 1000)
	if peak := peakOf(t, nil, "eval", run, "--qrels", qrels, "-m", "R@10"); peak > 70 {
		t.Errorf("2,000,000 hits of Parquet take %d MiB, want at most 70", peak)
	}
}

// writeParquet writes a run with the columns of ir_measures.
func writeParquet(t *testing.T, path string, queries, depth int) {
	t.Helper()
	type hit struct {
		Query string  `parquet:"query_id,dict"`
		Doc   string  `parquet:"doc_id"`
		Score float64 `parquet:"score"`
	}
	f, err := os.Create(path)
	if err != nil {
		t.Fatal(err)
	}
	out := parquet.NewGenericWriter[hit](f, parquet.MaxRowsPerRowGroup(1<<17), parquet.Compression(&parquet.Snappy))
	hits := make([]hit, depth)
	for q := range queries {
		for d := range hits {
			hits[d] = hit{fmt.Sprint("q", q), fmt.Sprint("d", q*31+d), float64(depth - d)}
		}
		if _, err := out.Write(hits); err != nil {
			t.Fatal(err)
		}
	}
	if err := errors.Join(out.Close(), f.Close()); err != nil {
		t.Fatal(err)
	}
}
