//go:build unix

package postgres_test

import (
	"fmt"
	"math/rand/v2"
	"path/filepath"
	"testing"

	"github.com/rankduel/rankduel/experiment/result"
	"github.com/rankduel/rankduel/internal/pgtest"
	"github.com/rankduel/rankduel/retrieval"
	"github.com/rankduel/rankduel/store"
	"github.com/rankduel/rankduel/store/internal/tables"
)

// The benchmarks are those of store/sqlite, over a socket of this machine.
// "10k×100" is 10 000 queries with 100 hits each.

func BenchmarkRecord10kx100(b *testing.B) {
	server := pgtest.Start(b)
	list := recordings(10_000, 100)
	for i := 0; b.Loop(); i++ {
		db := open(b, newSchema(b, server, fmt.Sprint("store", i)), tables.Create)
		if err := db.Record(b.Context(), newKey(), list); err != nil {
			b.Fatal(err)
		}
	}
}

func BenchmarkReading10kx100(b *testing.B) {
	db := open(b, pgtest.Start(b).URL(), tables.Create)
	list := recordings(10_000, 100)
	if err := db.Record(b.Context(), newKey(), list); err != nil {
		b.Fatal(err)
	}
	some := make([]string, 256)
	for i := range some {
		some[i] = list[i*37].QueryID
	}
	b.Run("all", func(b *testing.B) {
		for b.Loop() {
			if found, err := db.Recordings(b.Context(), newKey()); err != nil || len(found) != len(list) {
				b.Fatal(len(found), err)
			}
		}
	})
	b.Run("256", func(b *testing.B) {
		for b.Loop() {
			if found, err := db.Recordings(b.Context(), newKey(), some...); err != nil || len(found) != len(some) {
				b.Fatal(len(found), err)
			}
		}
	})
	b.Run("states", func(b *testing.B) {
		for b.Loop() {
			if found, err := db.Recorded(b.Context(), newKey()); err != nil || len(found) != len(list) {
				b.Fatal(len(found), err)
			}
		}
	})
}

func BenchmarkRecordOne(b *testing.B) {
	db := open(b, pgtest.Start(b).URL(), tables.Create)
	list := recordings(1, 100)
	for b.Loop() {
		if err := db.Record(b.Context(), newKey(), list); err != nil {
			b.Fatal(err)
		}
	}
}

func BenchmarkOpen(b *testing.B) {
	dsn := pgtest.Start(b).URL()
	open(b, dsn, tables.Create)
	for b.Loop() {
		db, err := store.Open(b.Context(), dsn)
		if err != nil {
			b.Fatal(err)
		}
		if err := db.Close(); err != nil {
			b.Fatal(err)
		}
	}
}

// BenchmarkCopy100k copies 100 000 recordings of 100 hits from a file, then finds
// all of them there, then copies them into another file; each is checked.
func BenchmarkCopy100k(b *testing.B) {
	server := pgtest.Start(b)
	from, err := store.Open(b.Context(), filepath.Join(b.TempDir(), "from.db"))
	if err != nil {
		b.Fatal(err)
	}
	defer from.Close()
	for i, list := 0, recordings(10_000, 100); i < 10; i++ {
		key := result.RecordingKey{Component: fmt.Sprint("component", i), TestSet: "clinical"}
		if err := from.Record(b.Context(), key, list); err != nil {
			b.Fatal(err)
		}
	}
	there := open(b, server.URL(), tables.Create)
	copied := func(b *testing.B, to, from store.Store) {
		for b.Loop() {
			done, err := store.Copy(b.Context(), to, from, store.Copying{})
			if err != nil || !done.Equal || done.Tables[0].Found != 100_000 {
				b.Fatal(done, err)
			}
		}
	}
	b.Run("to PostgreSQL", func(b *testing.B) { copied(b, there, from) })
	b.Run("nothing new", func(b *testing.B) { copied(b, there, from) })
	b.Run("to SQLite", func(b *testing.B) {
		back, err := store.Open(b.Context(), filepath.Join(b.TempDir(), "back.db"))
		if err != nil {
			b.Fatal(err)
		}
		defer back.Close()
		copied(b, back, there)
	})
}

// recordings makes n queries with the given number of hits each.
func recordings(n, hits int) []result.Recording {
	random := rand.New(rand.NewPCG(1, 2))
	list := make([]result.Recording, n)
	for i := range list {
		list[i] = result.Recording{QueryID: fmt.Sprintf("query-%06d", i), LatencyMS: 10 * random.Float64()}
		score := 0.95
		for range hits {
			score -= 0.01 * random.Float64()
			list[i].Hits = append(list[i].Hits, retrieval.Hit{ID: fmt.Sprintf("doc-%07d", random.IntN(8_841_823)), Score: score})
		}
	}
	return list
}
