package main

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"sync"

	"github.com/rankduel/rankduel/experiment/result"
	"github.com/rankduel/rankduel/store"
)

// A lateStore is created when there is something to keep. An experiment whose
// inputs turn out to be faulty when they are read leaves no empty store
// behind.
type lateStore struct {
	path string
	mu   sync.Mutex
	db   store.Store // nil until there is one
}

var _ result.Recorder = (*lateStore)(nil)

// openLate opens a store that exists, and else makes sure that it can be
// created.
func (s *storeFlag) openLate(ctx context.Context) (*lateStore, error) {
	db, err := store.OpenExisting(ctx, s.store)
	if errors.Is(err, fs.ErrNotExist) {
		if err := checkWritable(s.store); err != nil {
			return nil, fmt.Errorf("store %s: %w", s.store, err)
		}
		return &lateStore{path: s.store}, nil
	}
	if err != nil {
		// An empty file is no store, but may become one: another process
		// may be about to make it.
		db, err = store.Open(ctx, s.store)
	}
	if err != nil {
		return nil, err
	}
	return &lateStore{path: s.store, db: db}, nil
}

// opened is the store, nil while there is none.
func (s *lateStore) opened() store.Store {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.db
}

// created is the store, made now if need be.
func (s *lateStore) created(ctx context.Context) (store.Store, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.db != nil {
		return s.db, nil
	}
	db, err := store.Open(ctx, s.path)
	if err != nil {
		return nil, err
	}
	s.db = db
	return db, nil
}

// Recorded implements experiment.Recorder.
func (s *lateStore) Recorded(ctx context.Context, key result.RecordingKey) (map[string]result.RecordingState, error) {
	if db := s.opened(); db != nil {
		return db.Recorded(ctx, key)
	}
	return map[string]result.RecordingState{}, nil
}

// Recordings implements experiment.Recorder.
func (s *lateStore) Recordings(ctx context.Context, key result.RecordingKey, queries ...string) (map[string]result.Recording, error) {
	if db := s.opened(); db != nil {
		return db.Recordings(ctx, key, queries...)
	}
	return map[string]result.Recording{}, nil
}

// Run implements experiment.Recorder.
func (s *lateStore) Run(ctx context.Context, id string) (result.StoredRun, error) {
	if db := s.opened(); db != nil {
		return db.Run(ctx, id)
	}
	return result.StoredRun{}, fmt.Errorf("store %s: run %s: %w", s.path, id, result.ErrNotFound)
}

// Record implements experiment.Recorder.
func (s *lateStore) Record(ctx context.Context, key result.RecordingKey, recordings []result.Recording) error {
	db, err := s.created(ctx)
	if err != nil {
		return err
	}
	return db.Record(ctx, key, recordings)
}

// SaveRun implements experiment.Recorder.
func (s *lateStore) SaveRun(ctx context.Context, run result.StoredRun) error {
	db, err := s.created(ctx)
	if err != nil {
		return err
	}
	return db.SaveRun(ctx, run)
}

// Close closes what was opened.
func (s *lateStore) Close() error {
	if db := s.opened(); db != nil {
		return db.Close()
	}
	return nil
}
