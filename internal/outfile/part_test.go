package outfile_test

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/rankduel/rankduel/internal/outfile"
)

// path makes the test binary a process that is killed while it writes a file.
const path = "OUTFILE_TEST_PATH"

func TestMain(m *testing.M) {
	if p := os.Getenv(path); p != "" {
		f, err := outfile.Create(p, 0o600)
		if err == nil {
			_, err = f.WriteString("half")
		}
		fmt.Println(err)
		_, _ = io.Copy(io.Discard, os.Stdin) // until it is killed
	}
	os.Exit(m.Run())
}

func names(t *testing.T, dir string) []string {
	t.Helper()
	entries, err := os.ReadDir(dir)
	if err != nil {
		t.Fatal(err)
	}
	var list []string
	for _, e := range entries {
		list = append(list, e.Name())
	}
	return list
}

func TestCommit(t *testing.T) {
	dir := t.TempDir()
	target := filepath.Join(dir, "run [1].txt") // no pattern
	for _, text := range []string{"first", "second"} {
		f, err := outfile.Create(target, 0o600)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := f.WriteString(text); err != nil {
			t.Fatal(err)
		}
		before, err := os.ReadFile(target)
		if string(before) == text || err != nil && !errors.Is(err, fs.ErrNotExist) {
			t.Errorf("before Commit the file holds %q, %v", before, err)
		}
		if err := f.Commit(); err != nil {
			t.Fatal(err)
		}
		f.Discard()
		if got, err := os.ReadFile(target); string(got) != text || err != nil {
			t.Errorf("%q, %v, want %q", got, err, text)
		}
	}
	f, err := outfile.Create(target, 0o600)
	if err != nil {
		t.Fatal(err)
	}
	f.Discard()
	f.Discard()
	if got := names(t, dir); !slices.Equal(got, []string{"run [1].txt"}) {
		t.Errorf("files %q", got)
	}
	if _, err := outfile.Create(filepath.Join(dir, "none", "x"), 0o600); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("no folder: error %v", err)
	}
}

// What a killed process leaves behind is gone when the file is written again;
// what a living one writes is not.
func TestKilled(t *testing.T) {
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	target := filepath.Join(dir, "run.txt")
	for _, bystander := range []string{"run.txt.part-short", "run.txt.part-0123456789abcdef0", "my.part-ner", "other.txt.part-0123456789abcdef"} {
		if err := os.WriteFile(filepath.Join(dir, bystander), nil, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	kept := len(names(t, dir))
	cmd := exec.CommandContext(t.Context(), self)
	cmd.Env = append(os.Environ(), path+"="+target)
	_, err = cmd.StdinPipe()
	if err != nil {
		t.Fatal(err)
	}
	stdout, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	said := make([]byte, 6)
	if _, err := io.ReadFull(stdout, said); err != nil || !strings.HasPrefix(string(said), "<nil>") {
		t.Fatalf("the process says %q, %v", said, err)
	}
	write := func() {
		t.Helper()
		f, err := outfile.Create(target, 0o600)
		if err != nil {
			t.Fatal(err)
		}
		if err := f.Commit(); err != nil {
			t.Fatal(err)
		}
	}
	write()
	if got := names(t, dir); len(got) != kept+2 { // the file, and the part under way
		t.Errorf("while it lives: files %q", got)
	}
	if err := cmd.Process.Kill(); err != nil {
		t.Fatal(err)
	}
	_ = cmd.Wait() // it was killed
	write()
	if got := names(t, dir); len(got) != kept+1 {
		t.Errorf("after the kill: files %q", got)
	}
	outfile.Clear(dir, "") // that of another file, which no one writes
	if got := names(t, dir); len(got) != kept {
		t.Errorf("after Clear: files %q", got)
	}
	outfile.Clear(filepath.Join(dir, "none"), "")
}

// Writers of one file at once do not take each other's parts for leftovers.
func TestManyWriters(t *testing.T) {
	target := filepath.Join(t.TempDir(), "run.txt")
	var wg sync.WaitGroup
	for range 16 {
		wg.Go(func() {
			for range 20 {
				f, err := outfile.Create(target, 0o600)
				if err != nil {
					t.Error(err)
					return
				}
				_, err = f.WriteString("whole")
				if err := errors.Join(err, f.Commit()); err != nil {
					t.Error(err)
					return
				}
			}
		})
	}
	wg.Wait()
	if got, err := os.ReadFile(target); string(got) != "whole" || err != nil {
		t.Errorf("%q, %v", got, err)
	}
	if got := names(t, filepath.Dir(target)); len(got) != 1 {
		t.Errorf("files %q", got)
	}
}
