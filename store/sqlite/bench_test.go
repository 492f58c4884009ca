package sqlite_test

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/rankduel/rankduel/experiment/result"
	"github.com/rankduel/rankduel/store/sqlite"
)

// The benchmarks work on real files. "10k×100" is 10 000 queries with 100
// hits each, a component over a large test set.

func BenchmarkRecord10kx100(b *testing.B) {
	list := recordings(10_000, 100)
	dir := b.TempDir()
	b.ReportAllocs()
	for b.Loop() {
		path := filepath.Join(dir, "store.db")
		db, err := sqlite.Open(b.Context(), path, sqlite.Create)
		if err != nil {
			b.Fatal(err)
		}
		if err := db.Record(b.Context(), newKey(), list); err != nil {
			b.Fatal(err)
		}
		if err := db.Close(); err != nil {
			b.Fatal(err)
		}
		b.StopTimer()
		info, err := os.Stat(path)
		if err != nil {
			b.Fatal(err)
		}
		b.ReportMetric(float64(info.Size())/float64(len(list)), "bytes/query")
		if err := os.Remove(path); err != nil {
			b.Fatal(err)
		}
		b.StartTimer()
	}
}

func BenchmarkRecordings10kx100(b *testing.B) {
	db := open(b, filepath.Join(b.TempDir(), "store.db"), sqlite.Create)
	if err := db.Record(b.Context(), newKey(), recordings(10_000, 100)); err != nil {
		b.Fatal(err)
	}
	b.ReportAllocs()
	for b.Loop() {
		found, err := db.Recordings(b.Context(), newKey())
		if err != nil || len(found) != 10_000 {
			b.Fatal(len(found), err)
		}
	}
}

// BenchmarkRecordings256 is how a run reads: a few of many.
func BenchmarkRecordings256(b *testing.B) {
	db := open(b, filepath.Join(b.TempDir(), "store.db"), sqlite.Create)
	list := recordings(10_000, 100)
	if err := db.Record(b.Context(), newKey(), list); err != nil {
		b.Fatal(err)
	}
	ids := make([]string, 256)
	for i := range ids {
		ids[i] = list[i*37].QueryID
	}
	b.ReportAllocs()
	for b.Loop() {
		found, err := db.Recordings(b.Context(), newKey(), ids...)
		if err != nil || len(found) != len(ids) {
			b.Fatal(len(found), err)
		}
	}
}

// BenchmarkRecorded10kx100 is how a run starts: what need not be asked.
func BenchmarkRecorded10kx100(b *testing.B) {
	db := open(b, filepath.Join(b.TempDir(), "store.db"), sqlite.Create)
	if err := db.Record(b.Context(), newKey(), recordings(10_000, 100)); err != nil {
		b.Fatal(err)
	}
	b.ReportAllocs()
	for b.Loop() {
		found, err := db.Recorded(b.Context(), newKey())
		if err != nil || len(found) != 10_000 {
			b.Fatal(len(found), err)
		}
	}
}

// BenchmarkRecordOne is a live retriever's way: one commit a query.
func BenchmarkRecordOne(b *testing.B) {
	db := open(b, filepath.Join(b.TempDir(), "store.db"), sqlite.Create)
	list := recordings(1, 100)
	for b.Loop() {
		if err := db.Record(b.Context(), newKey(), list); err != nil {
			b.Fatal(err)
		}
	}
}

func BenchmarkSaveRun10k(b *testing.B) {
	db := open(b, filepath.Join(b.TempDir(), "store.db"), sqlite.Create)
	run := newRun("run_1")
	score, latency := 1.0/3, 12.5
	for _, r := range recordings(10_000, 0) {
		run.Rows = append(run.Rows, result.Row{
			QueryID: r.QueryID, LatencyMS: &latency,
			Scores: map[string]*float64{"R@10": &score, "nDCG(gain=exp)@10": &score, "RR": &score},
		})
	}
	for b.Loop() {
		if err := db.SaveRun(b.Context(), run); err != nil {
			b.Fatal(err)
		}
	}
}

// BenchmarkOpen opens a store whose tables are up to date: what each start of
// the program pays.
func BenchmarkOpen(b *testing.B) {
	path := filepath.Join(b.TempDir(), "store.db")
	if err := open(b, path, sqlite.Create).Record(b.Context(), newKey(), recordings(100, 100)); err != nil {
		b.Fatal(err)
	}
	for name, mode := range map[string]sqlite.Mode{"create": sqlite.Create, "readonly": sqlite.ReadOnly} {
		b.Run(name, func(b *testing.B) {
			for b.Loop() {
				db, err := sqlite.Open(b.Context(), path, mode)
				if err != nil {
					b.Fatal(err)
				}
				if err := db.Close(); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}

// BenchmarkCreate is the first start: a new file, all migrations.
func BenchmarkCreate(b *testing.B) {
	path := filepath.Join(b.TempDir(), "store.db")
	for b.Loop() {
		db, err := sqlite.Open(b.Context(), path, sqlite.Create)
		if err != nil {
			b.Fatal(err)
		}
		if err := db.Close(); err != nil {
			b.Fatal(err)
		}
		if err := os.Remove(path); err != nil {
			b.Fatal(err)
		}
	}
}
