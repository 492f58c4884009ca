package unpack_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/rankduel/rankduel/internal/unpack"
)

// A device has no end; the empty one has, and a pipe ends with its writer.
func TestReadFile(t *testing.T) {
	dir := t.TempDir()
	link := filepath.Join(dir, "z.yaml")
	if err := os.Symlink("/dev/zero", link); err != nil {
		t.Skip(err)
	}
	for path, want := range map[string]string{link: "is a device", dir: "is a folder", filepath.Join(dir, "none"): "no such file"} {
		if _, err := unpack.ReadFile(path); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v, want %q in it", path, err, want)
		}
	}
	if data, err := unpack.ReadFile(os.DevNull); err != nil || len(data) > 0 {
		t.Errorf("%s: %q, %v", os.DevNull, data, err)
	}
	plain := filepath.Join(dir, "a")
	if err := os.WriteFile(plain, []byte("x"), 0o600); err != nil {
		t.Fatal(err)
	}
	if data, err := unpack.ReadFile(plain); err != nil || string(data) != "x" {
		t.Errorf("a file: %q, %v", data, err)
	}
}
