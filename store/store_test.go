package store_test

import (
	"context"
	"errors"
	"io/fs"
	"path/filepath"
	"strings"
	"testing"

	"github.com/rankduel/rankduel/store"
)

func TestOpenRefusesOtherNames(t *testing.T) {
	t.Chdir(t.TempDir())
	tests := []struct{ name, dsn, want string }{
		{"empty", "", "no path"},
		{"a wrong address", "postgres://me:secret@localhost:port/db", "no address of PostgreSQL"},
		{"a slash too few", "postgres:/me:secret@localhost/db", "want postgres://"},
		{"capitals", "PostgreSQL://me:secret@localhost/db", "want postgres://"},
		{"pairs", "host=localhost user=me password=secret", "want postgres://"},
		{"another scheme", "mysql://me:secret@localhost/db", "mysql:// is not supported"},
		{"uri", "file:store.db?mode=ro", "plain path"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			s, err := store.Open(t.Context(), tt.dsn)
			if s != nil || err == nil || !strings.Contains(err.Error(), tt.want) {
				t.Fatalf("Open = %v, %v; want nil and an error with %q", s, err, tt.want)
			}
			if strings.Contains(err.Error(), "secret") {
				t.Errorf("error %q tells the password", err)
			}
		})
	}
	if files, err := filepath.Glob("*"); err != nil || len(files) != 0 {
		t.Errorf("files %v, %v; want none", files, err)
	}
}

func TestOpenModes(t *testing.T) {
	path := filepath.Join(t.TempDir(), "store.db")
	for name, open := range map[string]func() (store.Store, error){
		"OpenExisting": func() (store.Store, error) { return store.OpenExisting(t.Context(), path) },
		"OpenReadOnly": func() (store.Store, error) { return store.OpenReadOnly(t.Context(), path) },
	} {
		if s, err := open(); s != nil || !errors.Is(err, fs.ErrNotExist) {
			t.Errorf("%s of a missing file = %v, %v; want nil and fs.ErrNotExist", name, s, err)
		}
	}
	var told []store.Wait
	mustOpen(t, store.Open, path, store.OnWait(func(w store.Wait) { told = append(told, w) }))
	if len(told) > 0 {
		t.Errorf("nobody had a lock, and yet %v", told)
	}
	mustOpen(t, store.OpenExisting, path)
	mustOpen(t, store.OpenReadOnly, path)
	mustOpen(t, store.Open, ":memory:")
	mustOpen(t, store.OpenExisting, ":memory:") // there at once, and empty
	mustOpen(t, store.OpenReadOnly, ":memory:")
}

func mustOpen(t *testing.T, open func(context.Context, string, ...store.Option) (store.Store, error), dsn string, opts ...store.Option) {
	t.Helper()
	s, err := open(t.Context(), dsn, opts...)
	if err != nil {
		t.Fatal(err)
	}
	if runs, err := s.Runs(t.Context()); err != nil || len(runs) != 0 {
		t.Errorf("Runs = %v, %v; want none", runs, err)
	}
	if err := s.Close(); err != nil {
		t.Error(err)
	}
}
