package store

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"sync"

	"github.com/rankduel/rankduel/experiment/result"
	"github.com/rankduel/rankduel/internal/outfile"
	"github.com/rankduel/rankduel/store/postgres"
)

// A Late store is created when there is something to keep. An experiment whose inputs turn out to be faulty
// when they are read leaves no empty store behind.
type Late struct {
	dsn  string
	opts []Option
	mu   sync.Mutex
	db   Store // nil until there is one
}

var (
	_ result.Recorder = (*Late)(nil)
	_ result.Archive  = (*Late)(nil)
	_ result.Sealer   = (*Late)(nil)
)

// OpenLate opens a store that exists, and else makes sure that it can be created.
func OpenLate(ctx context.Context, dsn string, opts ...Option) (*Late, error) {
	db, err := OpenExisting(ctx, dsn, opts...)
	if errors.Is(err, fs.ErrNotExist) {
		if postgres.Is(dsn) {
			return &Late{dsn: dsn, opts: opts}, nil // tables may be made there: OpenExisting has looked
		}
		if err := outfile.Check(dsn); err != nil {
			return nil, fmt.Errorf("store %s: %w", dsn, err)
		}
		return &Late{dsn: dsn, opts: opts}, nil
	}
	if err != nil && !errors.Is(err, ErrBusy) && !postgres.Is(dsn) {
		// An empty file is not a store, but may become one: another process may be about to make it.
		db, err = Open(ctx, dsn, opts...)
	}
	if err != nil {
		return nil, err
	}
	return &Late{dsn: dsn, opts: opts, db: db}, nil
}

func (s *Late) opened() Store {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.db
}

// keep does something with the store, made now if need be.
func (s *Late) keep(ctx context.Context, do func(Store) error) (err error) {
	s.mu.Lock()
	if s.db == nil {
		s.db, err = Open(ctx, s.dsn, s.opts...)
	}
	db := s.db
	s.mu.Unlock()
	if err != nil {
		return err
	}
	return do(db)
}

// Recorded implements result.Recorder.
func (s *Late) Recorded(ctx context.Context, key result.RecordingKey) (map[string]result.RecordingState, error) {
	if db := s.opened(); db != nil {
		return db.Recorded(ctx, key)
	}
	return map[string]result.RecordingState{}, nil
}

// Recordings implements result.Recorder.
func (s *Late) Recordings(ctx context.Context, key result.RecordingKey, queries ...string) (map[string]result.Recording, error) {
	if db := s.opened(); db != nil {
		return db.Recordings(ctx, key, queries...)
	}
	return map[string]result.Recording{}, nil
}

// Run implements result.Recorder.
func (s *Late) Run(ctx context.Context, id string) (result.StoredRun, error) {
	if db := s.opened(); db != nil {
		return db.Run(ctx, id)
	}
	name, err := Name(s.dsn)
	if err != nil {
		return result.StoredRun{}, err
	}
	return result.StoredRun{}, fmt.Errorf("store %s: run %s: %w", name, id, result.ErrNotFound)
}

// Runs implements result.Archive.
func (s *Late) Runs(ctx context.Context) ([]result.StoredRun, error) {
	if db := s.opened(); db != nil {
		return db.Runs(ctx)
	}
	return nil, nil
}

// Record implements result.Recorder.
func (s *Late) Record(ctx context.Context, key result.RecordingKey, recordings []result.Recording) error {
	return s.keep(ctx, func(db Store) error { return db.Record(ctx, key, recordings) })
}

// SaveRun implements result.Recorder.
func (s *Late) SaveRun(ctx context.Context, run result.StoredRun) error {
	return s.keep(ctx, func(db Store) error { return db.SaveRun(ctx, run) })
}

// Seal implements result.Sealer.
func (s *Late) Seal(ctx context.Context, facts []result.Sealed) error {
	return s.keep(ctx, func(db Store) error { return db.Seal(ctx, facts) })
}

// Sealed implements result.Sealer.
func (s *Late) Sealed(ctx context.Context, kind string) ([]result.Sealed, error) {
	if db := s.opened(); db != nil {
		return db.Sealed(ctx, kind)
	}
	return nil, nil
}

// Close closes what was opened.
func (s *Late) Close() error {
	if db := s.opened(); db != nil {
		return db.Close()
	}
	return nil
}
