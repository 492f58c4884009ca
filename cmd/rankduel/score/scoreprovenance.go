package score

import (
	"context"
	"errors"
	"fmt"
	"io"
	"path/filepath"

	"github.com/spf13/pflag"

	"github.com/rankduel/rankduel/cmd/rankduel/flags"
	"github.com/rankduel/rankduel/cmd/rankduel/replay"
	"github.com/rankduel/rankduel/experiment/compare"
	"github.com/rankduel/rankduel/experiment/inputs"
	"github.com/rankduel/rankduel/experiment/request"
	"github.com/rankduel/rankduel/experiment/result"
	"github.com/rankduel/rankduel/experiment/shards"
	"github.com/rankduel/rankduel/experiment/verify"
	"github.com/rankduel/rankduel/internal/ordered"
	"github.com/rankduel/rankduel/reports"
)

func (o *evalOptions) provenance(ctx context.Context, files []inputs.File, e *result.Evaluation) (*result.Provenance, error) {
	inputs := o.JudgmentInputs(e.TestSet)
	for _, f := range files {
		sha := "" // of a run of which nothing was measured
		for _, r := range e.Runs {
			if r.Name == f.Name {
				sha = r.SHA256
			}
		}
		inputs = append(inputs, f.Inputs(result.InputRun, sha)...)
	}
	asked := o.Request
	asked.Settings.PerQuery = o.PerQuery()
	return flags.Provenance(ctx, "eval", &asked, compare.OfEvaluation, inputs)
}

func (o *compareOptions) provenance(ctx context.Context, files []inputs.File, did *measured) (*result.Provenance, error) {
	inputs := o.JudgmentInputs(did.comparison.TestSet)
	switch {
	case o.scored() && !o.Systems.Scores:
		stored, err := o.storedInputs(ctx, files)
		if err != nil {
			return nil, err
		}
		inputs = append(inputs, stored...)
	case o.Systems.Scores:
		for _, f := range files {
			sha := ""
			if f.Path == "-" { // which is read once
				sha = did.systems[0].SHA256
			}
			inputs = append(inputs, f.Input(result.InputScores, sha))
		}
	default:
		inputs = append(inputs, o.Silver.Inputs(did.comparison.Comparisons[0].Silver)...)
		for i, f := range files {
			inputs = append(inputs, f.Inputs(result.InputRun, did.systems[i].SHA256)...)
		}
	}
	asked := o.Request
	asked.Settings.PerQuery = o.PerQuery()
	if did.look != nil {
		asked.Settings.Alpha = did.look.Level
	}
	p, err := flags.Provenance(ctx, "compare", &asked, o.kind(), inputs)
	if err != nil {
		return nil, err
	}
	if o.scored() && !o.Systems.Scores {
		p.Store = o.Portable()
	}
	return p, nil
}

// storedInputs are stored runs with the hashes of what is stored.
func (o *compareOptions) storedInputs(ctx context.Context, files []inputs.File) ([]result.Input, error) {
	db, err := o.OpenReadOnly(ctx)
	if err != nil {
		return nil, err
	}
	defer db.Close()
	var inputs []result.Input
	for _, f := range files {
		run, err := flags.FindRun(ctx, db, f.Path)
		if err != nil {
			return nil, err
		}
		in := result.Input{Role: result.InputStoredRun, Path: run.ID}
		if f.Given {
			in.Name = f.Name
		}
		if in.SHA256, err = verify.HashRun(run); err != nil {
			return nil, err
		}
		inputs = append(inputs, in)
	}
	return inputs, nil
}

// replayed returns the options and the files of an evaluation that was noted.
func replayed(r *replay.Report, at []string) (*evalOptions, []inputs.File, *request.Request, error) {
	opts := new(evalOptions)
	opts.addAll(pflag.NewFlagSet("eval", pflag.ContinueOnError))
	asked, err := r.Request(compare.OfEvaluation)
	if err != nil {
		return nil, nil, nil, err
	}
	opts.Request, opts.EachQuery = *asked, asked.Settings.PerQuery
	files, err := r.Take(&opts.Judgments, at, 1)
	return opts, files, asked, err
}

// Shard scores a shard of a job, whose files are below a folder, and writes its part there.
func Shard(ctx context.Context, j shards.Job, folder string, stderr io.Writer) error {
	r := &replay.Report{Document: &verify.Document{Path: j.Part(), Provenance: j.Asked}}
	o, files, _, err := replayed(r, ordered.Each(j.Asked.Inputs, func(in result.Input) string { return filepath.Join(folder, in.Path) }))
	if err != nil {
		return err
	}
	o.shard, o.shardBy, o.Files = fmt.Sprintf("%d/%d", j.Shard, j.Of), j.By, []string{filepath.Join(folder, j.Part())}
	if err := errors.Join(o.takeShard(files), o.CheckReading(files)); err != nil {
		return err
	}
	_, _, err = o.evaluate(ctx, stderr, files)
	return err
}

// ReplayEval computes an evaluation again.
func ReplayEval(ctx context.Context, r *replay.Report, at []string, out io.Writer) ([]result.Input, error) {
	opts, files, asked, err := replayed(r, at)
	if err != nil {
		return nil, err
	}
	opts.Files = []string{".json"} // hashes are wanted
	if err := errors.Join(opts.check(len(files)), opts.CheckReading(files)); err != nil {
		return nil, err
	}
	e, _, err := opts.evaluate(ctx, io.Discard, files)
	if e == nil {
		return nil, err
	}
	if e.Provenance, err = replay.Asked(asked, compare.OfEvaluation); err != nil {
		return nil, err
	}
	return nil, reports.Evaluation(out, e, reports.JSON, reports.Options{})
}

// ReplayCompare computes a comparison again; what it lacks was said when it was made.
func ReplayCompare(ctx context.Context, r *replay.Report, at []string, out io.Writer) ([]result.Input, error) {
	var opts compareOptions
	opts.addAll(pflag.NewFlagSet("compare", pflag.ContinueOnError))
	asked, err := r.Request(compare.OfRunFiles | compare.OfScoreFiles | compare.OfStored)
	if err != nil {
		return nil, err
	}
	opts.Request, opts.EachQuery = *asked, asked.Settings.PerQuery
	least := 2
	if opts.Systems.Scores { // of which one file may hold several
		least = 1
	}
	files, err := r.Take(&opts.Judgments, at, least)
	if err != nil {
		return nil, err
	}
	opts.Address, opts.Stderr, opts.Files = r.Store.Address, r.Store.Stderr, []string{".json"}
	if err := opts.CheckReading(files); err != nil {
		return nil, err
	}
	did, err := opts.measure(ctx, files)
	if did == nil {
		return nil, err
	}
	if did.comparison.Provenance, err = replay.Asked(asked, opts.kind()); err != nil {
		return nil, err
	}
	return nil, reports.Comparison(out, did.comparison, reports.JSON, reports.Options{})
}
