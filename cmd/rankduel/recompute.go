package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"maps"
	"path/filepath"
	"slices"

	"github.com/spf13/pflag"

	"github.com/rankduel/rankduel/experiment/compare"
	"github.com/rankduel/rankduel/experiment/result"
	"github.com/rankduel/rankduel/experiment/run"
	"github.com/rankduel/rankduel/experiment/verify"
	"github.com/rankduel/rankduel/reports"
	"github.com/rankduel/rankduel/retrieval/kinds"
	"github.com/rankduel/rankduel/store"
)

// recomputing computes the document of a report again, by the verb that wrote it.
type recomputing struct {
	document *verify.Document
	roots    []string
	store    storeFlag
	db       store.Store // nil when there is none
}

// open opens the store that was named, or that of the report if it is a file: a
// report may be a stranger's, who should not choose which server is asked, and
// with whose password.
func (r *recomputing) open(ctx context.Context) (err error) {
	given := r.store.store != ""
	paths := []string{r.store.store}
	if !given {
		paths = nil
		if of := r.document.Provenance.Store; of != "" && of != ":memory:" && !store.IsServer(of) && !filepath.IsAbs(of) {
			for _, root := range r.roots {
				path := filepath.Join(root, filepath.FromSlash(of))
				paths = append(paths, path, filepath.Join(root, filepath.Base(path))) // where all was moved together
			}
		}
	}
	for _, path := range paths {
		r.store.store = path
		r.db, err = r.store.openReadOnly(ctx)
		switch {
		case err == nil:
			return nil
		case !given && errors.Is(err, fs.ErrNotExist):
			continue
		case errors.Is(err, fs.ErrNotExist):
			return err
		}
		return &result.StoreError{Err: err}
	}
	r.db, r.store.store = nil, ""
	return nil
}

func (r *recomputing) close() {
	if r.db != nil {
		r.db.Close()
	}
}

// stored is the hash of a stored run.
func (r *recomputing) stored(ctx context.Context, id string) (string, error) {
	if r.db == nil {
		return "", result.ErrNotFound
	}
	run, err := r.db.Run(ctx, id)
	if errors.Is(err, result.ErrNotFound) {
		return "", err
	}
	if err != nil {
		return "", &result.StoreError{Err: err}
	}
	return verify.HashRun(run)
}

// compute is the document that the inputs give.
func (r *recomputing) compute(ctx context.Context, at []string) ([]byte, []result.Input, error) {
	var out bytes.Buffer
	var read []result.Input
	var err error
	p := r.document.Provenance
	switch p.Command {
	case "eval":
		var e *result.Evaluation
		if e, err = r.eval(ctx, at); e != nil {
			err = reports.Evaluation(&out, e, reports.JSON, reports.Options{})
		}
	case "compare":
		var c *result.Comparison
		if c, err = r.compare(ctx, at); c != nil {
			err = reports.Comparison(&out, c, reports.JSON, reports.Options{})
		}
	case "run":
		var c *result.Comparison
		if c, read, err = r.run(ctx, at); c != nil {
			err = reports.Comparison(&out, c, reports.JSON, reports.Options{})
		}
	default:
		err = fmt.Errorf("%s %w: it says that `rankduel %.40q` wrote it; want run, compare or eval", r.document.Path, verify.ErrUnknown, p.Command)
	}
	return out.Bytes(), read, err
}

// set gives a verb the flags of the report, as far as they fix numbers: a report
// is somebody else's, and has no say in files or addresses.
func (r *recomputing) set(flags *pflag.FlagSet) error {
	p := r.document.Provenance
	var errs []error
	for _, name := range slices.Sorted(maps.Keys(p.Flags)) {
		if !slices.Contains(fixNumbers(p.Command), name) {
			errs = append(errs, fmt.Errorf("%s %w: --%.40q fixes no numbers of %s", r.document.Path, verify.ErrUnknown, name, p.Command))
			continue
		}
		for _, value := range p.Flags[name] {
			if err := flags.Set(name, value); err != nil {
				errs = append(errs, fmt.Errorf("%s: its flag --%s: %w", r.document.Path, name, err))
			}
		}
	}
	return errors.Join(errs...)
}

// take hands the inputs to the flags and arguments that they came from.
func (r *recomputing) take(j *judgmentFlags, at []string) ([]namedFile, error) {
	j.at, j.taken = map[result.InputRole]string{}, true
	var files []namedFile
	for i, in := range r.document.Provenance.Inputs {
		j.at[in.Role] = at[i] // runs and scores, of which there may be several, note their own
		switch in.Role {
		case result.InputQrels:
			j.qrels = in.Path
		case result.InputTestSet:
			j.testSet = in.Path
		case result.InputPaths:
			j.paths = in.Path
		default:
			f := unnamed(in.Path)
			f.now = at[i]
			if in.Name != "" {
				f.name, f.given = in.Name, true
			}
			files = append(files, f)
		}
	}
	return toldApart(files)
}

func (r *recomputing) eval(ctx context.Context, at []string) (*result.Evaluation, error) {
	var opts evalOptions
	flags := pflag.NewFlagSet("eval", pflag.ContinueOnError)
	opts.addAll(flags)
	if err := r.set(flags); err != nil {
		return nil, err
	}
	files, err := r.take(&opts.judgmentFlags, at)
	if err != nil {
		return nil, err
	}
	if err := opts.useFormat(flags.Changed("profile")); err != nil {
		return nil, err
	}
	opts.files = []string{".json"} // hashes are wanted
	if err := errors.Join(opts.trecFlags.check(len(files)), opts.checkReading(files)); err != nil {
		return nil, err
	}
	e, _, err := opts.evaluate(ctx, io.Discard, files)
	return e, err
}

func (r *recomputing) compare(ctx context.Context, at []string) (*result.Comparison, error) {
	var opts compareOptions
	opts.addAll(pflag.NewFlagSet("compare", pflag.ContinueOnError))
	if err := r.set(opts.flags); err != nil {
		return nil, err
	}
	files, err := r.take(&opts.judgmentFlags, at)
	if err != nil {
		return nil, err
	}
	opts.store, opts.stderr, opts.files = r.store.store, r.store.stderr, []string{".json"}
	if err := errors.Join(opts.scoreFlags.check(), opts.checkReading(files)); err != nil {
		return nil, err
	}
	did, err := opts.measure(ctx, files)
	if did == nil {
		return nil, err
	}
	return did.comparison, nil // what it lacks was said when it was made
}

// run computes the comparison of an experiment from its run files and from what
// is recorded.
func (r *recomputing) run(ctx context.Context, at []string) (*result.Comparison, []result.Input, error) {
	var opts runOptions
	opts.addAll(pflag.NewFlagSet("run", pflag.ContinueOnError))
	if err := r.set(opts.flags); err != nil {
		return nil, nil, err
	}
	i := slices.IndexFunc(r.document.Provenance.Inputs, func(in result.Input) bool { return in.Role == result.InputExperiment })
	if i < 0 {
		return nil, nil, fmt.Errorf("%s %w: its provenance names no experiment", r.document.Path, verify.ErrUnknown)
	}
	clients := kinds.NewPool()
	planned, err := opts.load(at[i], &opts.compareFlags, kinds.All(clients))
	if err != nil {
		return nil, nil, err
	}
	if opts.repeat > 0 {
		planned.Retrieve.Repeat = opts.repeat
	}
	db := r.db
	if db == nil { // run files need none
		if db, err = store.Open(ctx, ":memory:"); err != nil {
			return nil, nil, &result.StoreError{Err: err}
		}
		defer db.Close()
	}
	states, err := run.StatesOf(ctx, db, r.document.RunIDs)
	if err != nil {
		return nil, nil, err
	}
	prepared, err := run.Prepare(ctx, planned, run.Options{Recorded: states, PerQuery: opts.perQuery(), Bounds: opts.bounds, Unjudged: opts.unjudged, Clients: clients})
	if err != nil {
		return nil, nil, err
	}
	c, err := prepared.Run(ctx, db)
	if errors.Is(err, run.ErrRecordingGone) {
		return nil, nil, fmt.Errorf("%w; %s", err, r.whichStore())
	}
	if c == nil || !compare.NoVerdict(err) && err != nil {
		return nil, nil, err
	}
	var read []result.Input
	for _, in := range experimentInputs(planned) {
		now, err := verify.InputOf(ctx, in)
		if err != nil {
			return nil, nil, err
		}
		read = append(read, now)
	}
	return c, read, nil
}

// whichStore says where recordings were looked for: no engine is asked for them.
func (r *recomputing) whichStore() string {
	if r.db == nil {
		if store.IsServer(r.document.Provenance.Store) {
			return fmt.Sprintf("the report's store is %s, and a report does not choose which server is asked: name it with --store", r.document.Provenance.Store)
		}
		return fmt.Sprintf("the report's store, %s, is not here: name it with --store, since verify asks no engine", r.document.Provenance.Store)
	}
	return fmt.Sprintf("the store is %s, and verify asks no engine", r.store.name())
}
