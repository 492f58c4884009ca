package testsets_test

import (
	"bytes"
	"compress/gzip"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/klauspost/compress/zstd"

	"github.com/rankduel/rankduel/testsets"
)

// setText returns a set of one query under the given header.
func setText(header string) string {
	return header + "\nqueries:\n- {query_id: q1, query_text: t, query_type: paraphrase, relevant_docs: [{doc_id: a, grade: 1}]}\n"
}

// folder writes files, by name, into a folder of their own.
func folder(t *testing.T, files map[string]string) string {
	t.Helper()
	dir := t.TempDir()
	for name, text := range files {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	return dir
}

func gzipped(t *testing.T, text string) string {
	t.Helper()
	var b bytes.Buffer
	w := gzip.NewWriter(&b)
	if _, err := w.Write([]byte(text)); err != nil {
		t.Fatal(err)
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

func zstandard(t *testing.T, text string) string {
	t.Helper()
	w, err := zstd.NewWriter(nil)
	if err != nil {
		t.Fatal(err)
	}
	return string(w.EncodeAll([]byte(text), nil))
}

func TestOpen(t *testing.T) {
	dir := folder(t, map[string]string{
		"clinical.yaml":       setText("version: v1"),
		"clinical_v2.yaml":    setText("version: v2"),
		"clinical@v3.json":    `{"version":"v3","queries":[{"query_id":"q1","query_text":"t","query_type":"paraphrase","relevant_docs":[{"doc_id":"a","grade":1}]}]}`,
		"zipped.yaml.gz":      gzipped(t, setText("version: v1")),
		"squeezed.yaml":       zstandard(t, setText("name: own\nversion: v1")),
		"twice.yaml":          setText("version: v1"),
		"twice.yml":           setText("version: v1"),
		"golden.yaml":         "- {id: g1, query: q}\n",
		"broken.yaml":         "version: v1",
		"notes.txt":           "no set",
		".yaml":               "no set",
		"cut.yaml":            gzipped(t, setText("version: v1"))[:20],
		"many_v1.yaml":        setText("version: v1"),
		"many-v1.jsonl":       `{"query_id":"q1","query_text":"t","relevant_docs":[{"doc_id":"a","grade":1}]}`,
		"2024.yaml":           setText("version: 2024-01-01"),
		"wrong_v9.yaml":       setText("version: v8"),
		"version at sign.yml": setText("version: a@b"),
	})
	tests := []struct{ ref, label, err string }{
		{"clinical", "clinical@v1", ""},
		{"clinical@v1", "clinical@v1", ""},
		{"clinical@v2", "clinical_v2@v2", ""},
		{"clinical@v3", "clinical@v3", ""},
		{"clinical_v2", "clinical_v2@v2", ""},
		{"clinical_v2@v1", "", `holds version "v2", not "v1"`},
		{"clinical@v4", "", `holds version "v1", not "v4"`},
		{"wrong@v9", "", `holds version "v8", not "v9"`},
		{"zipped", "zipped@v1", ""},
		{"squeezed", "own@v1", ""},
		{"golden", "golden", ""},
		{"golden@v1", "", `holds version "", not "v1"`},
		{"2024@2024-01-01", "2024@2024-01-01", ""},
		{"version at sign@a@b", "version at sign@a@b", ""},
		{"many@v1", "many_v1@v1", ""},
		{"twice", "", "more than one file"},
		{"broken", "", "broken.yaml:1: the test set has no queries"},
		{"cut", "", "unexpected EOF"},
		{"clinica", "", "did you mean clinical?"},
		{"nothing", "", "there are "},
		{"notes", "", "test set not found: notes is not a file"},
		{filepath.Join(dir, "clinical.yaml"), "clinical@v1", ""},
		{filepath.Join(dir, "clinical.yaml") + "@v1", "clinical@v1", ""},
		{filepath.Join(dir, "clinical.yaml") + "@v2", "", `holds version "v1", not "v2"`},
		{filepath.Join(dir, "clinical@v3.json"), "clinical@v3", ""},
		{filepath.Join(dir, "broken.yaml") + "@v1", "", "no queries"},
	}
	for _, tt := range tests {
		t.Run(strings.ReplaceAll(tt.ref, dir, "dir"), func(t *testing.T) {
			set, err := testsets.Open(dir, tt.ref)
			if tt.err != "" {
				if err == nil || !strings.Contains(err.Error(), tt.err) {
					t.Errorf("error %v, want %q", err, tt.err)
				}
				return
			}
			if err != nil {
				t.Fatal(err)
			}
			if set.Label() != tt.label {
				t.Errorf("got %s, want %s", set.Label(), tt.label)
			}
		})
	}
	if _, err := testsets.Open(filepath.Join(dir, "none"), "x"); !errors.Is(err, testsets.ErrNotFound) {
		t.Errorf("no folder: %v", err)
	}
	if _, err := testsets.Open(filepath.Join(dir, "2024.yaml"), "x"); err == nil {
		t.Error("a file as folder passes")
	}
}

func TestLoadErrors(t *testing.T) {
	if _, err := testsets.Load(filepath.Join(t.TempDir(), "none.yaml")); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("missing file: %v", err)
	}
	if _, err := testsets.Load(t.TempDir()); err == nil {
		t.Error("a folder loads")
	}
}

// TestSizeLimit feeds a file that unpacks to more than MaxBytes.
func TestSizeLimit(t *testing.T) {
	if testing.Short() {
		t.Skip("allocates 256 MiB")
	}
	var b bytes.Buffer
	w, err := gzip.NewWriterLevel(&b, gzip.BestSpeed)
	if err != nil {
		t.Fatal(err)
	}
	block := bytes.Repeat([]byte("# nothing\n"), 1<<20/10)
	for n := 0; n <= testsets.MaxBytes; n += len(block) {
		if _, err := w.Write(block); err != nil {
			t.Fatal(err)
		}
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	dir := folder(t, map[string]string{"big.yaml.gz": b.String()})
	_, err = testsets.Load(filepath.Join(dir, "big.yaml.gz"))
	wantSize(t, err, "larger than 256 MiB")
	plain := filepath.Join(dir, "big.yaml")
	if err := os.WriteFile(plain, []byte("# comment\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	if err := os.Truncate(plain, testsets.MaxBytes+1); err != nil {
		t.Fatal(err)
	}
	_, err = testsets.Load(plain)
	wantSize(t, err, "larger than 256 MiB")
	_, err = testsets.Parse("big.yaml", bytes.Repeat(block, testsets.MaxTreeBytes/len(block)+1))
	wantSize(t, err, "larger than 64 MiB in YAML or JSON; write it as JSON lines")
}

func wantSize(t *testing.T, err error, text string) {
	t.Helper()
	if faults := asErrors(t, err); faults[0].Code != testsets.CodeSize || !strings.Contains(err.Error(), text) {
		t.Errorf("got %v, want %s", err, text)
	}
}

// TestNames: a set without a name is called like its file.
func TestNames(t *testing.T) {
	for file, want := range map[string]string{
		"": "", "a.yaml": "a", "dir/a.b.yml": "a.b", "a@v1.json": "a", "a.yaml.gz": "a", "a.jsonl.zst": "a", "a": "a", "a.txt": "a.txt", "request body": "request body",
	} {
		text := setText("version: v1")
		if strings.Contains(file, "json") {
			text = `{"query_id":"q1","query_text":"t","query_type":"paraphrase","relevant_docs":[{"doc_id":"a","grade":1}]}`
		}
		if strings.HasSuffix(file, ".json") {
			text = "[" + text + "]"
		}
		if got := mustParse(t, file, text).Name; got != want {
			t.Errorf("%q is called %q, want %q", file, got, want)
		}
	}
}

func ExampleOpen() {
	set, err := testsets.Open("testdata", "test_set_v1@v1")
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(set.Label(), "has", len(set.Queries), "queries")

	_, err = testsets.Open("testdata", "test_set_v1@v2")
	fmt.Println(err)
	// Output:
	// test_set_v1@v1 has 50 queries
	// testdata/test_set_v1.yaml holds version "v1", not "v2": test set not found
}
