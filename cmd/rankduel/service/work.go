package service

import (
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"os"
	"path/filepath"
	"slices"
	"time"

	"github.com/spf13/cobra"

	"github.com/rankduel/rankduel/cmd/rankduel/execution"
	"github.com/rankduel/rankduel/cmd/rankduel/flags"
	"github.com/rankduel/rankduel/cmd/rankduel/output"
	"github.com/rankduel/rankduel/experiment/plan"
	"github.com/rankduel/rankduel/experiment/result"
	"github.com/rankduel/rankduel/experiment/run"
	"github.com/rankduel/rankduel/experiment/shards"
	"github.com/rankduel/rankduel/experiment/verify"
	"github.com/rankduel/rankduel/internal/filesum"
	"github.com/rankduel/rankduel/retrieval/kinds"
	"github.com/rankduel/rankduel/server/experiments"
	"github.com/rankduel/rankduel/server/jobs"
	"github.com/rankduel/rankduel/server/system"
	"github.com/rankduel/rankduel/store"
)

// workers is their service: with a space, unlike one that is named after a file.
const workers = "rankduel work"

// A fileRequest asks for an experiment by its file.
type fileRequest struct {
	Path    string          `json:"path"` // below the root
	SHA256  string          `json:"sha256"`
	Request json.RawMessage `json:"request"` // as experiments has it
}

type workOptions struct {
	flags.Store
	jobFlags
	folder, cacheDir string
	once             bool
	score            func(ctx context.Context, j shards.Job, folder string, stderr io.Writer) error

	root    *os.Root
	db      store.Store
	options run.Options
}

// NewWorkCommand makes the verb work; score scores a shard of files below a folder, and writes its part there.
func NewWorkCommand(score func(ctx context.Context, j shards.Job, folder string, stderr io.Writer) error) *cobra.Command {
	o := workOptions{score: score}
	cmd := flags.Verb("work", cobra.NoArgs, o.run)
	set := cmd.Flags()
	o.Add(set)
	o.add(set)
	set.StringVar(&o.folder, "root", ".", "folder that experiments are taken from, and from nowhere else")
	set.BoolVar(&o.once, "once", false, "end when there is nothing to do, with 3 if a job failed meanwhile")
	set.StringVar(&o.cacheDir, "cache-dir", execution.CacheDir(), "folder for built indexes; empty builds them each time")
	return cmd
}

func (o *workOptions) run(cmd *cobra.Command, _ []string) (err error) {
	ctx := cmd.Context()
	o.Stderr = cmd.ErrOrStderr()
	if err := o.check(); err != nil {
		return err
	}
	if o.root, err = os.OpenRoot(o.folder); err != nil {
		return fmt.Errorf("--root: %w", err)
	}
	defer func() { _ = o.root.Close() }() // nothing is written through it
	if o.db, err = store.Open(ctx, o.Address, o.OnWait()); err != nil {
		return &result.StoreError{Err: err}
	}
	defer o.db.Close()
	clients := kinds.NewPool()
	clients.Workers = o.workers
	o.options = run.Options{CacheDir: o.cacheDir, Clock: time.Now, Warn: output.Warner(o.Stderr), Clients: clients, Hashed: new(filesum.Cache).Of}
	queue, err := o.queue(ctx, workers, o.Address, o.db, o.do, o.shard, slog.New(slog.NewTextHandler(o.Stderr, nil)))
	if err != nil {
		return err
	}
	if err = queue.Start(ctx); err == nil {
		err = o.wait(ctx, queue)
	}
	if ctx.Err() != nil {
		err = nil // it was told to stop
	}
	ending, done := context.WithTimeout(context.WithoutCancel(ctx), o.lease)
	defer done()
	return errors.Join(err, queue.Stop(ending))
}

// wait returns when ctx ends, or when there is nothing left to do, if work is done once.
func (o *workOptions) wait(ctx context.Context, queue *jobs.Queue) (failed error) {
	for o.once {
		all, err := queue.Jobs(ctx, result.JobFilter{})
		if err != nil {
			return &result.StoreError{Err: err}
		}
		i := slices.IndexFunc(all, func(job result.Job) bool { return !job.State.Ended() })
		if i < 0 {
			return failed
		}
		failed = errors.Join(failed, follow(ctx, queue, all[i], func(int, int) {}))
	}
	<-ctx.Done()
	return nil
}

// do does one job, as a jobs.Work.
func (o *workOptions) do(ctx context.Context, asked []byte, progress func(result.JobProgress)) ([]string, json.RawMessage, error) {
	var r fileRequest
	d := json.NewDecoder(bytes.NewReader(asked))
	if err := d.Decode(&r); err != nil {
		return nil, nil, err
	}
	path := filepath.Join(o.folder, filepath.FromSlash(r.Path))
	if err := o.below(r.Path); err != nil {
		return nil, nil, err
	}
	if file, err := verify.InputOf(ctx, result.Input{Path: path}); err != nil || file.SHA256 != r.SHA256 {
		return nil, nil, errors.Join(err, fmt.Errorf("%s below the --root of a worker has another content than where it was split: its SHA-256 is %s, not %s", r.Path, file.SHA256, r.SHA256))
	}
	p, err := plan.Reader{Kinds: kinds.All(o.options.Clients)}.Load(path)
	if err != nil {
		return nil, nil, err
	}
	e, err := experimentsOf(p, o.db, o.options)
	if err != nil {
		return nil, nil, err
	}
	e.Options.CommitHash = execution.CommitHash(ctx, filepath.Dir(path))
	return e.Work(ctx, slices.Concat(r.Request, asked[d.InputOffset():]), progress) // with what a shard adds
}

// below refuses a file that is not below the root: no link and no .. leads out of it.
func (o *workOptions) below(path string) error {
	if _, err := o.root.Stat(filepath.FromSlash(path)); err != nil {
		return fmt.Errorf("%s below the --root of a worker: %w", path, cmp.Or(errors.Unwrap(err), err)) // which has the path once more
	}
	return nil
}

func experimentsOf(p *plan.Plan, db store.Store, o run.Options) (*experiments.Experiments, error) {
	s, err := system.Open(p, "", db, o)
	if err != nil {
		return nil, err
	}
	return &experiments.Experiments{Plan: p, Sets: s.Sets(), Store: db, Options: s.Options()}, nil
}

// Split has workers do an experiment in shards, and shows how far: a run finds it stored then.
func Split(ctx context.Context, at flags.Store, p *plan.Plan, o run.Options) error {
	asked, err := experiments.Read(fmt.Appendf(nil, `{"shards": %d, "retry_failed": %t}`, o.Shard.N, o.RetryFailed))
	file, unread := verify.InputOf(ctx, result.Input{Path: p.Path})
	if err := errors.Join(err, unread); err != nil {
		return err
	}
	return await(ctx, at, []string{p.Path}, func(done, of int) { o.Progress(run.Progress{Done: done, Total: of}) }, func(db store.Store) (work jobs.Submission, err error) {
		e, err := experimentsOf(p, db, o)
		if err != nil {
			return work, err
		}
		requests, _, err := e.Accept(ctx, asked)
		if err != nil {
			return work, err
		}
		requests[0], err = json.Marshal(fileRequest{file.Path, file.SHA256, requests[0]})
		return jobs.Submission{Kind: experiments.Kind, By: file.Path + " " + file.SHA256, Request: requests[0], Parts: requests[1:]}, err
	})
}

// await has workers do a job about files, and waits for its end. When ctx ends the job is cancelled.
func await(ctx context.Context, at flags.Store, paths []string, show func(done, of int), asked func(db store.Store) (jobs.Submission, error)) error {
	for _, path := range paths {
		if !filepath.IsLocal(path) || path == "-" || at.Address == ":memory:" {
			return fmt.Errorf("shards: workers share the store, and find files below their --root by their paths from here; --store %s and %s are not for that", at.Name(), path)
		}
	}
	db, err := store.Open(ctx, at.Address, at.OnWait())
	if err != nil {
		return &result.StoreError{Err: err}
	}
	defer db.Close()
	work, err := asked(db)
	if err != nil {
		return err
	}
	idle := new(workOptions) // nothing runs in the queue
	queue, err := (&jobFlags{keep: keepAll}).queue(ctx, workers, at.Address, db, idle.do, idle.shard, slog.New(slog.DiscardHandler))
	if err != nil {
		return err
	}
	defer func() { _ = queue.Stop(context.WithoutCancel(ctx)) }()         // at once
	open, _ := queue.Jobs(ctx, result.JobFilter{State: result.JobQueued}) // a list that cannot be read takes no job either
	var job result.Job
	if i := slices.IndexFunc(open, func(job result.Job) bool { return job.By == work.By }); i >= 0 { // the same, of a process that was killed
		job = open[i]
	} else if job, err = queue.Submit(ctx, work); err != nil {
		return &result.StoreError{Err: err}
	}
	fmt.Fprintf(at.Stderr, "rankduel: %s waits for workers: rankduel work --root FOLDER --store %s\n", job.ID, at.Word())
	err = follow(ctx, queue, job, show)
	if ctx.Err() != nil {
		_, err = queue.Cancel(context.WithoutCancel(ctx), job.ID)
		return errors.Join(fmt.Errorf("interrupted; what workers did is kept, run again to go on: %w", ctx.Err()), err)
	}
	return err
}

// follow waits for the end of a job. What is wrong with runs that it stored, a run says.
func follow(ctx context.Context, queue *jobs.Queue, job result.Job, show func(done, of int)) error {
	err := queue.Watch(ctx, job.ID, func(now result.Job) error {
		job = now
		show(now.Progress.Asked, now.Progress.Total)
		return nil
	})
	switch {
	case err != nil:
		return &result.StoreError{Err: err}
	case job.State != result.JobDone && len(job.Runs) == 0:
		return fmt.Errorf("%w: %s %s: %s", output.ErrUndone, job.ID, job.State, job.Error)
	}
	return nil
}
