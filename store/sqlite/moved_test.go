//go:build unix

package sqlite

import (
	"errors"
	"os"
	"path/filepath"
	"testing"

	"github.com/rankduel/rankduel/experiment/result"
)

// A store that is taken away under anyone who has it open keeps nothing, and gives
// nothing back: SQLite itself would go on with a file that no one finds again, or
// with another one that is there now. Where it is back it goes on.
func TestMoved(t *testing.T) {
	for _, tt := range []struct {
		name string
		away func(path string) error
	}{
		{"deleted", os.Remove},
		{"moved", func(path string) error { return os.Rename(path, path+".old") }},
		{"replaced", func(path string) error {
			other, err := Open(t.Context(), path+".new", Create)
			return errors.Join(err, other.Close(), os.Rename(path+".new", path))
		}},
		{"with its folder", func(path string) error { return os.RemoveAll(filepath.Dir(path)) }},
	} {
		t.Run(tt.name, func(t *testing.T) {
			path := filepath.Join(t.TempDir(), "folder", "s.db")
			if err := os.Mkdir(filepath.Dir(path), 0o777); err != nil {
				t.Fatal(err)
			}
			d, err := Open(t.Context(), path, Create)
			if err != nil {
				t.Fatal(err)
			}
			defer func() { _ = d.Close() }() // there is nothing to be closed well
			add := func(id string) error {
				return d.AddJob(t.Context(), result.Job{ID: id, Kind: "k", Service: "s", State: result.JobQueued, Request: []byte("{}")}, 9)
			}
			if err := add("before"); err != nil {
				t.Fatal(err)
			}
			if err := tt.away(path); err != nil {
				t.Fatal(err)
			}
			if err := add("after"); !errors.Is(err, errMoved) {
				t.Errorf("a job was taken that nobody will find: %v", err)
			}
			if _, err := d.Jobs(t.Context(), result.JobFilter{}); !errors.Is(err, errMoved) {
				t.Errorf("read of a store that is away: %v", err)
			}
			if tt.name != "moved" {
				return
			}
			if err := os.Rename(path+".old", path); err != nil {
				t.Fatal(err)
			}
			if err := add("again"); err != nil {
				t.Error(err)
			}
		})
	}
}
