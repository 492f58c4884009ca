package service

import (
	"cmp"
	"context"
	"fmt"
	"log/slog"
	"path/filepath"
	"strings"
	"time"

	"github.com/spf13/pflag"

	"github.com/rankduel/rankduel/experiment/result"
	"github.com/rankduel/rankduel/internal/prose"
	"github.com/rankduel/rankduel/internal/setting"
	"github.com/rankduel/rankduel/server/experiments"
	"github.com/rankduel/rankduel/server/jobs"
	"github.com/rankduel/rankduel/server/jobs/river"
	"github.com/rankduel/rankduel/store"
)

// jobFlags say how a server works off its jobs.
type jobFlags struct {
	service      string
	jobs, queued int
	workers      int
	lease        time.Duration
	keep         string
}

// keepAll is the value of --keep-jobs that forgets none.
const keepAll = "all"

func (j *jobFlags) add(flags *pflag.FlagSet) {
	j.queued = jobs.DefaultQueued
	flags.IntVar(&j.jobs, "jobs", jobs.DefaultRunning, "jobs that this process works on at once")
	flags.IntVar(&j.workers, "workers", 1, "processes that share the jobs: each keeps to its share of a rate_per_second")
	flags.StringVar(&j.keep, "keep-jobs", "90d", "how long jobs that have ended can be looked up, like 90d; all keeps them. Their runs stay")
	flags.DurationVar(&j.lease, "lease", jobs.DefaultLease, "time after which another process takes up the jobs of one that was killed")
}

func (j *jobFlags) check() error {
	var errs prose.Faults
	errs.If(j.jobs < 1, "--jobs %d, want at least 1", j.jobs)
	errs.If(j.workers < 1, "--workers %d, want at least 1", j.workers)
	errs.If(j.queued < 1, "--queue %d, want at least 1", j.queued)
	errs.If(j.lease < time.Second, "--lease %v, want at least 1s", j.lease)
	if _, err := j.kept(); err != nil {
		errs = append(errs, fmt.Errorf("--keep-jobs: %w; %s keeps them", err, keepAll))
	}
	return errs.Join()
}

// kept returns how long jobs that have ended are kept, 0 for ever.
func (j *jobFlags) kept() (time.Duration, error) {
	if j.keep == keepAll {
		return 0, nil
	}
	return setting.Age(j.keep)
}

// queue returns that of a server of an experiment. Servers on one database share the
// work; those on one file do so too, though more slowly.
func (j *jobFlags) queue(ctx context.Context, experiment, dsn string, db store.Store, work, files jobs.Work, log *slog.Logger) (*jobs.Queue, error) {
	keep, err := j.kept()
	if err != nil {
		return nil, err
	}
	config := jobs.Config{Keep: keep, Service: j.service, Running: j.jobs, Queued: j.queued, Lease: j.lease, Now: time.Now, Log: log}
	config.Service = cmp.Or(config.Service, strings.TrimSuffix(filepath.Base(experiment), filepath.Ext(experiment)))
	if store.IsServer(dsn) {
		shared, err := river.Open(ctx, dsn, config.Service, log)
		if err != nil {
			return nil, &result.StoreError{Err: err}
		}
		config.Dispatch = shared
	}
	return jobs.New(db, map[string]jobs.Work{experiments.Kind: work, filesKind: files}, config)
}
