package output

import (
	"os"
	"path/filepath"
	"testing"
)

// What an earlier and larger report left in the folder goes, and what is not of a
// report stays.
func TestBesideTidies(t *testing.T) {
	dir := t.TempDir()
	b := besideOf(filepath.Join(dir, "my.report.html"))
	if b.name() != "my.report.data" {
		t.Errorf("the folder is %s", b.name())
	}
	if err := b.tidy(); err != nil {
		t.Errorf("nothing was written, and there is not a folder: %v", err)
	}
	for _, name := range []string{"c0.js", "c7.js", "notes.txt", "c1.json"} {
		if err := os.MkdirAll(b.path, 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(filepath.Join(b.path, name), nil, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	if err := b.write("c0.js", []byte("new")); err != nil {
		t.Fatal(err)
	}
	if err := b.tidy(); err != nil {
		t.Fatal(err)
	}
	for name, want := range map[string]bool{"c0.js": true, "c7.js": false, "notes.txt": true, "c1.json": true} {
		if _, err := os.Stat(filepath.Join(b.path, name)); (err == nil) != want {
			t.Errorf("%s is there: %v, want %v", name, err == nil, want)
		}
	}
}
