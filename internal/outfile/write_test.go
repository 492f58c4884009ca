package outfile_test

import (
	"errors"
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
		filepath.Join(dir, "none", "x.x"): "there is not a folder " + filepath.Join(dir, "none"),
	} {
		if err := outfile.Check(path); err == nil || err.Error() != want {
			t.Errorf("Check(%s) = %v, want %s", path, err, want)
		}
	}
}

// The permissions are looked at and not tried: for root there are none, and a
// rename needs those of the folder alone.
func TestReadOnly(t *testing.T) {
	dir := t.TempDir()
	path := filepath.Join(dir, "kept")
	if err := os.WriteFile(path, []byte("kept"), 0o444); err != nil {
		t.Fatal(err)
	}
	link := filepath.Join(dir, "link")
	if err := os.Symlink("kept", link); err != nil {
		t.Skip(err)
	}
	for name, write := range map[string]func() error{
		"Write":           func() error { return outfile.Write(path, []byte("new")) },
		"Write by a link": func() error { return outfile.Write(link, []byte("new")) },
		"Check":           func() error { return outfile.Check(path) },
		"Check by a link": func() error { return outfile.Check(link) },
		"Create": func() error {
			_, err := outfile.Create(path, 0o666)
			return err
		},
	} {
		if err := write(); !errors.Is(err, outfile.ErrReadOnly) {
			t.Errorf("%s: %v", name, err)
		}
	}
	if got, err := os.ReadFile(path); string(got) != "kept" || err != nil {
		t.Errorf("%q, %v", got, err)
	}
	if left, err := os.ReadDir(dir); len(left) != 2 || err != nil {
		t.Errorf("%v, %v; want the file and the link", left, err)
	}
	if err := os.Chmod(path, 0o644); err != nil {
		t.Fatal(err)
	}
	if err := outfile.Write(path, []byte("new")); err != nil {
		t.Error(err)
	}
}

// WriteMode gives a file its permissions, whatever it had and anyone who writes it.
func TestWriteMode(t *testing.T) {
	path := filepath.Join(t.TempDir(), "x.prom")
	for _, before := range []os.FileMode{0, 0o600, 0o666} {
		if before != 0 {
			if err := os.Chmod(path, before); err != nil {
				t.Fatal(err)
			}
		}
		if err := outfile.WriteMode(path, []byte("x 1\n"), 0o644); err != nil {
			t.Fatal(err)
		}
		if info, err := os.Stat(path); err != nil || info.Mode() != 0o644 {
			t.Errorf("from %v: %v, %v", before, info.Mode(), err)
		}
	}
}
