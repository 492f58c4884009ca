// Package integration_test runs the program's main paths over public data that
// is next to the checkout and is not part of it. Without the data every test
// is skipped.
package integration_test

import (
	"bufio"
	"bytes"
	"compress/gzip"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/rankduel/rankduel/experiment/judgments"
	"github.com/rankduel/rankduel/experiment/scoring"
	"github.com/rankduel/rankduel/metrics"
	"github.com/rankduel/rankduel/retrieval/trec"
)

// data returns a path below ../../shared/data; it skips the test when that is not
// there, and under -short.
func data(t testing.TB, path ...string) string {
	t.Helper()
	if testing.Short() {
		t.Skip("integration test over public data, skipped by -short")
	}
	full := filepath.Join(append([]string{"..", "..", "shared", "data"}, path...)...)
	if _, err := os.Stat(full); err != nil {
		t.Skipf("the public data is not next to this checkout: %v", err)
	}
	return full
}

// lines returns the fields of a file's lines, unpacked when its name ends in .gz.
func lines(t testing.TB, path, separator string) [][]string {
	t.Helper()
	content, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	var reader io.Reader = bytes.NewReader(content)
	if strings.HasSuffix(path, ".gz") {
		if reader, err = gzip.NewReader(reader); err != nil {
			t.Fatal(err)
		}
	}
	var rows [][]string
	scanner := bufio.NewScanner(reader)
	for scanner.Scan() {
		if separator == "" {
			rows = append(rows, strings.Fields(scanner.Text()))
		} else {
			rows = append(rows, strings.Split(scanner.Text(), separator))
		}
	}
	if err := scanner.Err(); err != nil {
		t.Fatal(err)
	}
	return rows
}

func judged(t testing.TB, path string) *judgments.Judgments {
	t.Helper()
	j, err := judgments.Read(t.Context(), trec.File(path), trec.QrelsOptions{})
	if err != nil {
		t.Fatal(err)
	}
	return j
}

// scoredAsTrec scores a run under the trec profile, which counts every judged
// topic.
func scoredAsTrec(t testing.TB, src trec.Source, j *judgments.Judgments, list string) *scoring.Table {
	t.Helper()
	profile, err := metrics.ProfileByName("trec")
	if err != nil {
		t.Fatal(err)
	}
	measures, err := profile.ParseList(list)
	if err != nil {
		t.Fatal(err)
	}
	s, err := scoring.RunFile(t.Context(), src, j, measures, profile, scoring.Options{})
	if err != nil {
		t.Fatal(err)
	}
	return s
}
