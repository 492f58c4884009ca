package prom_test

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/rankduel/rankduel/reports/prom"
)

func TestWriteFile(t *testing.T) {
	dir := t.TempDir()
	path := filepath.Join(dir, "retrieval.prom")
	c := collector(t, prom.Options{})
	for _, v := range []float64{0.8, 0.7} {
		publish(t, c, evaluated("a", mean("R@10", v)))
		if err := prom.CheckFile(path, "run a.yaml"); err != nil {
			t.Fatal(err)
		}
		if err := c.WriteFile(path, "run a.yaml"); err != nil {
			t.Fatal(err)
		}
		text, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		has(t, string(text), `# written by rankduel "run a.yaml"`, fmt.Sprintf(`rankduel_retrieval_recall_at_k{k="10"} %g`, v))
		lacks(t, string(text), "rankduel_retrieval_evaluations_total", "rankduel_retrieval_failed_queries_total")
		promtool(t, string(text))
		if err := os.Chmod(path, 0o600); err != nil { // the next one is for everybody again
			t.Fatal(err)
		}
	}
	if err := c.WriteFile(path, "run a.yaml"); err != nil {
		t.Fatal(err)
	}
	if info, err := os.Stat(path); err != nil || info.Mode() != 0o644 {
		t.Errorf("mode %v, %v", info.Mode(), err)
	}
	if entries, err := os.ReadDir(dir); err != nil || len(entries) != 1 {
		t.Errorf("files %v, %v", entries, err)
	}
}

// A file of someone else is not taken over, nor what is not a file.
func TestCheckFile(t *testing.T) {
	dir := t.TempDir()
	put := func(name, text string) string {
		path := filepath.Join(dir, name)
		if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
		return path
	}
	first := `# written by rankduel "run a.yaml"`
	for name, ok := range map[string]bool{
		put("same", first+"\nx 1\n"): true, put("crlf", first+"\r\n"): true, put("empty", ""): true,
		put("other", "# written by rankduel \"run b.yaml\"\n"): false, put("set", "version: v1\n"): false,
		put("unended", first): false, put("long", strings.Repeat("x", 1<<20)): false, put("bom", "\ufeff"+first+"\n"): false,
		filepath.Join(dir, "new"): true, filepath.Join(dir, "none", "x"): false, dir: false, os.DevNull: true,
	} {
		if err := prom.CheckFile(name, "run a.yaml"); (err == nil) != ok {
			t.Errorf("%s: %v", name, err)
		}
	}
	locked := put("locked", "")
	if err := os.Chmod(locked, 0o444); err != nil {
		t.Fatal(err)
	}
	if err := prom.CheckFile(locked, "run a.yaml"); err == nil {
		t.Error("a read-only file passes")
	}
	for name, want := range map[string]bool{"x.prom": false, "x.txt": true, os.DevNull: false} {
		if got := prom.Unread(name); got != want {
			t.Errorf("Unread(%s) = %v", name, got)
		}
	}
}
