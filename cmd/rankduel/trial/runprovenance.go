package trial

import (
	"context"
	"errors"
	"fmt"
	"io"
	"slices"

	"github.com/rankduel/rankduel/cmd/rankduel/flags"
	"github.com/rankduel/rankduel/cmd/rankduel/replay"
	"github.com/rankduel/rankduel/experiment/compare"
	"github.com/rankduel/rankduel/experiment/plan"
	"github.com/rankduel/rankduel/experiment/request"
	"github.com/rankduel/rankduel/experiment/result"
	"github.com/rankduel/rankduel/experiment/run"
	"github.com/rankduel/rankduel/experiment/verify"
	"github.com/rankduel/rankduel/reports"
	"github.com/rankduel/rankduel/retrieval/kinds"
	"github.com/rankduel/rankduel/store"
)

func (o *runOptions) provenance(ctx context.Context, planned *plan.Plan, c *result.Comparison) (*result.Provenance, error) {
	p, err := flags.Provenance(ctx, "run", o.asked(planned, c), compare.OfExperiment, experimentInputs(planned))
	if err != nil {
		return nil, err
	}
	p.Store = o.Portable()
	return p, nil
}

// asked returns what the file and the flags ask for.
func (o *runOptions) asked(planned *plan.Plan, c *result.Comparison) *request.Request {
	asked := planned.Request()
	asked.Settings.PerQuery = o.PerQuery()
	if c.TestSet.MayHoldOut() { // the level of this look
		asked.Set("alpha", c.Settings.Alpha)
	}
	return asked
}

// experimentInputs returns the experiment file and the files that it names.
func experimentInputs(planned *plan.Plan) []result.Input {
	var inputs []result.Input
	for i, path := range planned.Inputs() {
		role := result.InputPart
		if i == 0 {
			role = result.InputExperiment
		}
		inputs = append(inputs, result.Input{Role: role, Path: path})
	}
	return inputs
}

// ReplayRun computes the comparison of an experiment from its run files and from what is recorded.
func ReplayRun(ctx context.Context, r *replay.Report, at []string, out io.Writer) ([]result.Input, error) {
	var opts runOptions
	asked, err := r.Request(compare.OfExperiment)
	if err != nil {
		return nil, err
	}
	opts.Request, opts.EachQuery = *asked, asked.Settings.PerQuery
	i := slices.IndexFunc(r.Document.Provenance.Inputs, func(in result.Input) bool { return in.Role == result.InputExperiment })
	if i < 0 {
		return nil, fmt.Errorf("%s %w: its provenance names no experiment", r.Document.Path, verify.ErrUnknown)
	}
	clients := kinds.NewPool()
	planned, err := opts.Load(at[i], kinds.All(clients))
	if err != nil {
		return nil, err
	}
	planned.Compare.PerQuery = opts.PerQuery()
	if r.DB == nil && r.Document.Provenance.Store == ":memory:" && slices.ContainsFunc(planned.Components, func(c plan.Component) bool { return c.Engine != nil }) {
		return nil, fmt.Errorf("%s %w: what engines answered was kept in memory alone (--store :memory:); run the experiment with a store that stays", r.Document.Path, verify.ErrUnknown)
	}
	db := r.DB
	if db == nil { // run files need none
		if db, err = store.Open(ctx, ":memory:"); err != nil {
			return nil, &result.StoreError{Err: err}
		}
		defer db.Close()
	}
	states, err := run.StatesOf(ctx, db, r.Document.RunIDs)
	if err != nil {
		return nil, err
	}
	prepared, err := run.Prepare(ctx, planned, run.Options{Recorded: states, PerQuery: opts.PerQuery(), Clients: clients})
	if err != nil {
		return nil, err
	}
	c, err := prepared.Run(ctx, db)
	if errors.Is(err, run.ErrRecordingGone) {
		return nil, fmt.Errorf("%w; %s", err, r.WhichStore())
	}
	if c == nil || !compare.NoVerdict(err) && err != nil {
		return nil, err
	}
	if c.Provenance, err = replay.Asked(opts.asked(planned, c), compare.OfExperiment); err != nil {
		return nil, err
	}
	var read []result.Input
	for _, in := range experimentInputs(planned) {
		now, err := verify.InputOf(ctx, in)
		if err != nil {
			return nil, err
		}
		read = append(read, now)
	}
	return read, reports.Comparison(out, c, reports.JSON, reports.Options{})
}
