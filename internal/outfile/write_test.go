package outfile_test

import (
	"os"
	"path/filepath"
	"slices"
	"testing"

	"github.com/rankduel/rankduel/internal/outfile"
)

// A file is replaced whole and keeps its permissions; a link leads to the new
// one.
func TestWrite(t *testing.T) {
	dir := t.TempDir()
	target, link := filepath.Join(dir, "r.txt"), filepath.Join(dir, "link.txt")
	if err := outfile.Write(target, []byte("first")); err != nil {
		t.Fatal(err)
	}
	if err := os.Chmod(target, 0o640); err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink("r.txt", link); err != nil {
		t.Skipf("no links here: %v", err)
	}
	for _, path := range []string{target, link} {
		if err := outfile.Check(path); err != nil {
			t.Errorf("Check(%s) = %v", path, err)
		}
		if err := outfile.Write(path, []byte(path)); err != nil {
			t.Fatal(err)
		}
		info, err := os.Lstat(target)
		if err != nil || info.Mode() != 0o640 {
			t.Errorf("mode %v, %v, want 0640", info.Mode(), err)
		}
		if got, err := os.ReadFile(target); err != nil || string(got) != path {
			t.Errorf("%q, %v", got, err)
		}
	}
	if to, err := os.Readlink(link); err != nil || to != "r.txt" {
		t.Errorf("the link leads to %q, %v", to, err)
	}
	if got := names(t, dir); !slices.Equal(got, []string{"link.txt", "r.txt"}) {
		t.Errorf("files %q", got)
	}
	for path, want := range map[string]string{
		dir:                               "is a folder; name a file in it",
		filepath.Join(dir, "none", "x.x"): "there is no folder " + filepath.Join(dir, "none"),
	} {
		if err := outfile.Check(path); err == nil || err.Error() != want {
			t.Errorf("Check(%s) = %v, want %s", path, err, want)
		}
	}
}
