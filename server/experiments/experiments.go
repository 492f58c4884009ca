// Package experiments is the work behind POST /v1/experiments: a comparison of configurations that a
// server's experiment file has, over a test set that the server has or was sent, asked for by names alone.
// What is asked for is checked when it is accepted and again when its turn comes, which may be later, in
// another process; it is done by package experiment/run, as the command does it.
package experiments

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"time"

	"github.com/rankduel/rankduel/experiment/compare"
	"github.com/rankduel/rankduel/experiment/holdout"
	"github.com/rankduel/rankduel/experiment/plan"
	"github.com/rankduel/rankduel/experiment/recording"
	"github.com/rankduel/rankduel/experiment/result"
	"github.com/rankduel/rankduel/experiment/run"
	"github.com/rankduel/rankduel/experiment/scoring"
	"github.com/rankduel/rankduel/experiment/silver"
	"github.com/rankduel/rankduel/internal/ordered"
	"github.com/rankduel/rankduel/reports"
	"github.com/rankduel/rankduel/server/system"
	"github.com/rankduel/rankduel/testsets"
)

// Kind names these jobs.
const Kind = "experiment"

// Experiments are those of one server.
type Experiments struct {
	Plan    *plan.Plan      // the experiment file, as it was read when the server started
	Sets    system.Sets     // that may be asked for by name
	Store   system.Recorder // of the runs
	Options run.Options
	Queries int // most queries of a test set that is sent; 0: any number
}

// Accept checks a request whole, before anything is asked or kept, and returns it as
// Work takes it, all of it and then what its shards add, and how its runs are to be compared,
// as the query of a comparison. The faults of who asks are *system.AskError or testsets.Errors.
func (e *Experiments) Accept(ctx context.Context, r Request) (requests [][]byte, settings string, err error) {
	p, set, err := e.plan(r)
	if err == nil && r.Has("silver") {
		err = asked(run.CheckLabels(ctx, p))
	}
	if err != nil {
		return nil, "", err
	}
	if err := system.CheckHeldOut(ctx, e.Store, set, p.Part); err != nil {
		return nil, "", err
	}
	of, err := meaning(p)
	part, unread := set.Part(p.Part)
	if err := errors.Join(err, unread); err != nil {
		return nil, "", err
	}
	k := kept{Request: r, SHA256: set.SHA256(), Experiment: of, Shard: recording.Shard{N: min(r.Systems.Shards, len(part.Queries))}}
	if k.Shard.N > 0 {
		k.Shard.Since = time.Now()
	}
	whole, err := k.keep()
	if err != nil {
		return nil, "", err
	}
	requests = [][]byte{whole}
	for i := range k.Shard.N {
		requests = append(requests, fmt.Appendf(nil, `{"shard": {"i": %d}}`, i+1))
	}
	if p.Silver != "" {
		return requests, ByJob, nil
	}
	return requests, settingsOf(p), nil
}

// ByJob is the settings of a job that keeps its comparison, since the runs that it
// stores do not know the labels of a model.
const ByJob = "job"

// Work does an accepted request: it is a jobs.Work.
func (e *Experiments) Work(ctx context.Context, request []byte, progress func(result.JobProgress)) (runs []string, comparison json.RawMessage, err error) {
	c, err := e.run(ctx, request, progress)
	if c == nil {
		return nil, nil, told(err)
	}
	runs = append([]string{c.A.RunID}, ordered.Each(c.Comparisons, func(p result.Pair) string { return p.B.RunID })...)
	var b bytes.Buffer
	if c.Comparisons[0].Silver != nil {
		err = errors.Join(err, reports.Comparison(&b, c, reports.JSON, reports.Options{}))
	}
	return runs, b.Bytes(), told(err)
}

func (e *Experiments) run(ctx context.Context, request []byte, progress func(result.JobProgress)) (*result.Comparison, error) {
	r, err := readKept(request)
	if err != nil {
		return nil, fmt.Errorf("request: %w", err)
	}
	p, set, err := e.plan(r.Request)
	if err != nil {
		return nil, err
	}
	if set.SHA256() != r.SHA256 {
		return nil, asked(fmt.Errorf("test set %s has changed since the job was accepted; ask for it again", set.Label()))
	}
	switch of, err := meaning(p); {
	case err != nil:
		return nil, err
	case r.Experiment != "" && r.Experiment != of:
		return nil, asked(errors.New("the experiment file of the server that took the job up says otherwise than the one of the server that accepted it: after a change of the file ask for it again; servers of different experiments on one store need a --service each"))
	}
	opts := e.Options
	opts.Progress, opts.RetryFailed, opts.Shard = tallied(progress), r.Systems.Retry, r.Shard
	prepared, err := run.Prepare(ctx, p, opts)
	if err != nil {
		return nil, err
	}
	if r.Shard.I > 0 {
		return nil, prepared.AskShard(ctx, e.Store)
	}
	c, err := prepared.Run(ctx, e.Store)
	if c != nil {
		err = errors.Join(err, holdout.WarnOfChoice(ctx, e.Store, c))
	}
	if c != nil && c.Retrieval != nil {
		all := c.Retrieval.Calls + c.Retrieval.Reranks + c.Retrieval.Reused
		progress(result.JobProgress{Asked: all, Total: all})
	}
	var few *compare.CoverageError
	if errors.As(err, &few) {
		err = fmt.Errorf("%w (here: a job with retry_failed)", err)
	}
	return c, err
}

// tallied makes one count of rankings of the counts of a run, which begins again when the rerankers' turn
// comes. Rankings that were recorded before count: a job that is taken up again goes on where it was.
func tallied(progress func(result.JobProgress)) func(run.Progress) {
	var before int
	var last run.Progress
	return func(at run.Progress) {
		if at.Done < last.Done {
			before += last.Total
		}
		last = at
		progress(result.JobProgress{Asked: before + at.Done + at.Reused, Total: before + at.Total + at.Reused})
	}
}

// told returns an error as anyone who may look at jobs is told it. What is wrong with the
// server itself is in its log: its paths and addresses are not for clients.
func told(err error) error {
	var common *scoring.NoCommonQueryError
	var down *recording.UnavailableError
	var failed *recording.FailedError
	switch {
	case err == nil, errors.Is(err, context.Canceled), errors.Is(err, compare.ErrNoPairs), is[*system.AskError](err), // the rest is of the systems that were asked for
		is[*compare.LevelError](err), is[*compare.UndefinedError](err), is[*compare.ModelLabelsError](err), is[*silver.UnlabelledError](err),
		is[*compare.CoverageError](err), is[*testsets.ReferenceError](err), is[*scoring.ForeignIDsError](err), is[*scoring.NothingFoundError](err):
		return err
	case errors.As(err, &common):
		return &hidden{"a run file: " + common.Reason(), err}
	case is[*result.StoreError](err):
		return &hidden{"the store could not be read or written", err}
	case errors.As(err, &down):
		return &hidden{fmt.Sprintf("component %q: stopped after %d calls in a row found its engine unavailable; what was retrieved is recorded: ask again when it is up", down.Component, down.InARow), err}
	case errors.As(err, &failed):
		return &hidden{failed.Name + " failed at every query", err}
	}
	return &hidden{"the server could not do this", err}
}

func is[E error](err error) bool {
	_, found := errors.AsType[E](err)
	return found
}

// A hidden error has a cause that is for the log alone.
type hidden struct {
	text  string
	cause error
}

// Error returns what everybody may read.
func (h *hidden) Error() string { return h.text + "; the log of the server or worker says more" }

func (h *hidden) Unwrap() error { return h.cause }
