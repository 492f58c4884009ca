package filesum_test

import (
	"errors"
	"os"
	"path/filepath"
	"sync"
	"testing"
	"time"

	"github.com/rankduel/rankduel/internal/filesum"
)

// read is a hash that counts how often it reads a file, and is its content.
type read struct {
	path  string
	times int
}

func (r *read) hash() (string, error) {
	r.times++
	data, err := os.ReadFile(r.path)
	return string(data), err
}

// ask asks a cache, and wants what the file holds, read or remembered.
func ask(t *testing.T, c *filesum.Cache, r *read, what, want string, reads bool) {
	t.Helper()
	before := r.times
	got, err := c.Of(r.path, r.hash)
	if err != nil || got != want || (r.times > before) != reads {
		t.Errorf("%s: %q, %v, read %v; want %q, read %v", what, got, err, r.times > before, want, reads)
	}
}

func write(t *testing.T, path, text string) {
	t.Helper()
	if err := os.WriteFile(path, []byte(text), 0o666); err != nil {
		t.Fatal(err)
	}
}

// What was written a moment ago is read each time: a second write may leave its
// times as they are. After that a file is read when anything about it has changed,
// also when size and time of modification are made to be those of before.
func TestCache(t *testing.T) {
	t.Parallel()
	const rest = 3200 * time.Millisecond
	dir := t.TempDir()
	var c filesum.Cache
	f := &read{path: filepath.Join(dir, "f")}
	write(t, f.path, "one")
	ask(t, &c, f, "new", "one", true)
	write(t, f.path, "two")
	ask(t, &c, f, "written again at once", "two", true)
	ask(t, &c, f, "still new", "two", true)
	time.Sleep(rest)
	ask(t, &c, f, "settled", "two", true)
	ask(t, &c, f, "the same", "two", false)

	info, err := os.Stat(f.path)
	if err != nil {
		t.Fatal(err)
	}
	write(t, f.path, "six")
	if err := os.Chtimes(f.path, time.Time{}, info.ModTime()); err != nil {
		t.Fatal(err)
	}
	ask(t, &c, f, "of the same size and time", "six", true)
	time.Sleep(rest)
	ask(t, &c, f, "settled again", "six", true)
	ask(t, &c, f, "the same again", "six", false)

	other := filepath.Join(dir, "other")
	write(t, other, "ten")
	if err := os.Chtimes(other, time.Time{}, info.ModTime()); err != nil {
		t.Fatal(err)
	}
	if err := os.Rename(other, f.path); err != nil {
		t.Fatal(err)
	}
	ask(t, &c, f, "another file under the name", "ten", true)
}

// Errors, folders and what is not there are not remembered.
func TestNotRemembered(t *testing.T) {
	var c filesum.Cache
	calls := 0
	for _, path := range []string{t.TempDir(), "nowhere"} {
		for range 2 {
			if got, err := c.Of(path, func() (string, error) { calls++; return "sum", nil }); got != "sum" || err != nil {
				t.Errorf("%s: %q, %v", path, got, err)
			}
		}
	}
	f := filepath.Join(t.TempDir(), "f")
	write(t, f, "x")
	if err := os.Chtimes(f, time.Time{}, time.Now().Add(-time.Hour)); err != nil {
		t.Fatal(err)
	}
	gone := errors.New("gone")
	for range 2 {
		if got, err := c.Of(f, func() (string, error) { calls++; return "half", gone }); got != "" || !errors.Is(err, gone) {
			t.Errorf("%q, %v, want the error", got, err)
		}
	}
	if calls != 6 {
		t.Errorf("%d calls, want 6", calls)
	}
}

// What is written while it is read is not remembered.
func TestWrittenMeanwhile(t *testing.T) {
	t.Parallel()
	f := &read{path: filepath.Join(t.TempDir(), "f")}
	write(t, f.path, "one")
	time.Sleep(3200 * time.Millisecond)
	var c filesum.Cache
	got, err := c.Of(f.path, func() (string, error) {
		sum, err := f.hash()
		write(t, f.path, "two")
		return sum, err
	})
	if got != "one" || err != nil {
		t.Fatalf("%q, %v", got, err)
	}
	ask(t, &c, f, "afterwards", "two", true)
}

func TestConcurrent(t *testing.T) {
	f := filepath.Join(t.TempDir(), "f")
	write(t, f, "x")
	var c filesum.Cache
	var all sync.WaitGroup
	for range 8 {
		all.Go(func() {
			for range 100 {
				if got, err := c.Of(f, func() (string, error) { return "sum", nil }); got != "sum" || err != nil {
					t.Errorf("%q, %v", got, err)
				}
			}
		})
	}
	all.Wait()
}
