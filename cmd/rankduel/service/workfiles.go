package service

import (
	"bytes"
	"cmp"
	"context"
	"crypto/sha256"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"path/filepath"

	"github.com/rankduel/rankduel/cmd/rankduel/flags"
	"github.com/rankduel/rankduel/cmd/rankduel/output"
	"github.com/rankduel/rankduel/experiment/result"
	"github.com/rankduel/rankduel/experiment/shards"
	"github.com/rankduel/rankduel/internal/ordered"
	"github.com/rankduel/rankduel/retrieval/runfile"
	"github.com/rankduel/rankduel/server/jobs"
	"github.com/rankduel/rankduel/store"
)

// filesKind is the kind of jobs that are shards of files. No request over HTTP makes one.
const filesKind = "files"

// shard scores a shard of files, as a jobs.Work. The job itself, behind its shards, has nothing left to do.
func (o *workOptions) shard(ctx context.Context, asked []byte, progress func(result.JobProgress)) ([]string, json.RawMessage, error) {
	var j shards.Job
	d := json.NewDecoder(bytes.NewReader(asked))
	switch err := cmp.Or(d.Decode(&j), d.Decode(&j)); { // of the job, and what is the shard's own
	case errors.Is(err, io.EOF):
		return nil, nil, nil
	case err != nil:
		return nil, nil, err
	}
	err := o.allBelow(j)
	if err == nil {
		err = o.score(ctx, j, o.folder, o.Stderr)
	}
	switch {
	case err == nil:
		progress(result.JobProgress{Asked: 1, Total: 1})
	case errors.Is(err, output.ErrNotWritten): // for which eval ends with 3
		err = fmt.Errorf("%w: %w", jobs.ErrAgain, err)
	}
	return nil, nil, err
}

// allBelow refuses a shard that reads or writes files that are not below the root.
func (o *workOptions) allBelow(j shards.Job) error {
	errs := []error{o.below(filepath.Dir(j.Part()))}
	if err := o.below(j.Part()); !errors.Is(err, fs.ErrNotExist) {
		errs = append(errs, err)
	}
	for _, in := range j.Asked.Inputs {
		files, err := runfile.Files(filepath.Join(o.folder, in.Path)) // names alone
		errs = append(errs, err)
		for _, file := range files {
			path, err := filepath.Rel(o.folder, file)
			errs = append(errs, err, o.below(path))
		}
	}
	return errors.Join(errs...)
}

// SplitFiles has workers score the shards of files, and shows how many are done.
func SplitFiles(ctx context.Context, at flags.Store, j shards.Job, show func(done, of int)) error {
	request, err := json.Marshal(j)
	if err != nil {
		return err
	}
	work := jobs.Submission{Kind: filesKind, By: fmt.Sprintf("%s %x", j.Parts, sha256.Sum256(request)), Request: request}
	for i := range j.Of {
		work.Parts = append(work.Parts, fmt.Appendf(nil, `{"Shard": %d}`, i))
	}
	paths := append(ordered.Each(j.Asked.Inputs, func(in result.Input) string { return in.Path }), j.Parts)
	return await(ctx, at, paths, show, func(store.Store) (jobs.Submission, error) { return work, nil })
}
