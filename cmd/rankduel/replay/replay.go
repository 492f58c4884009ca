package replay

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"path/filepath"

	"github.com/rankduel/rankduel/cmd/rankduel/flags"
	"github.com/rankduel/rankduel/experiment/inputs"
	"github.com/rankduel/rankduel/experiment/request"
	"github.com/rankduel/rankduel/experiment/result"
	"github.com/rankduel/rankduel/experiment/verify"
	"github.com/rankduel/rankduel/internal/prose"
	"github.com/rankduel/rankduel/store"
)

// Report computes the document of a report again, by the verb that wrote it.
type Report struct {
	Document *verify.Document
	Roots    []string
	Store    flags.Store
	DB       store.Store // nil when there is none
}

// Open opens the store that was named, or that of the report if it is a file: a report may be a stranger's,
// who should not choose which server is asked, and with whose password.
func (r *Report) Open(ctx context.Context) (err error) {
	given := r.Store.Address != ""
	paths := []string{r.Store.Address}
	if !given {
		paths = nil
		if of := r.Document.Provenance.Store; of != "" && of != ":memory:" && !store.IsServer(of) && !filepath.IsAbs(of) {
			for _, root := range r.Roots {
				path := filepath.Join(root, filepath.FromSlash(of))
				paths = append(paths, path, filepath.Join(root, filepath.Base(path))) // where all was moved together
			}
		}
	}
	for _, path := range paths {
		r.Store.Address = path
		r.DB, err = r.Store.OpenReadOnly(ctx)
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
	r.DB, r.Store.Address = nil, ""
	return nil
}

// Close closes the store, if there is one.
func (r *Report) Close() {
	if r.DB != nil {
		r.DB.Close()
	}
}

// Stored returns the hash of a stored run.
func (r *Report) Stored(ctx context.Context, id string) (string, error) {
	if r.DB == nil {
		return "", result.ErrNotFound
	}
	run, err := r.DB.Run(ctx, id)
	if errors.Is(err, result.ErrNotFound) {
		return "", err
	}
	if err != nil {
		return "", &result.StoreError{Err: err}
	}
	return verify.HashRun(run)
}

// A Verb computes the document of a verb again and writes it as JSON. It
// returns the inputs that the verb itself found, for an experiment.
type Verb func(ctx context.Context, r *Report, at []string, out io.Writer) ([]result.Input, error)

// Request returns what the report says that it was asked for, as far as that changes
// requests of a kind: a report is someone else's, and has no say in files or addresses.
func (r *Report) Request(kind uint) (*request.Request, error) {
	asked, err := request.ReadRecord(request.Of(kind), r.Document.Provenance.Request)
	if err == nil && len(r.Document.Provenance.Request) == 0 {
		err = errors.New("it does not say what was asked for: it was written by an older version; write it again with this one")
	}
	if err != nil {
		return nil, fmt.Errorf("%s %w: its request: %w", r.Document.Path, verify.ErrUnknown, err)
	}
	return asked, nil
}

// Asked notes in a document that was computed again what it was asked for, so that it is compared, too.
func Asked(asked *request.Request, kind uint) (*result.Provenance, error) {
	values, err := asked.Record(request.Of(kind))
	return &result.Provenance{Request: values}, err
}

// Take hands the inputs to the flags and arguments that they came from, of which there are some files at least.
func (r *Report) Take(j *flags.Judgments, at []string, least int) ([]inputs.File, error) {
	j.At, j.Columns, j.Taken = map[result.InputRole]string{}, map[string]string{}, true
	var files []inputs.File
	for i, in := range r.Document.Provenance.Inputs {
		j.At[in.Role] = at[i] // runs and scores, of which there may be several, note their own
		switch in.Role {
		case result.InputQrels:
			j.Qrels = in.Path
		case result.InputTestSet:
			j.TestSet = in.Path
		case result.InputPaths:
			j.Paths = in.Path
		case result.InputSilver:
			j.Silver.Model = in.Path
		case result.InputSample:
			j.Silver.Sample = in.Path
		case result.InputColumns:
			j.Columns[in.Path] = at[i]
		default:
			f := inputs.Unnamed(in.Path)
			f.At = at[i]
			if in.Name != "" {
				f.Name, f.Given = in.Name, true
			}
			if last := len(files) - 1; f.Given && last >= 0 && files[last].Given && files[last].Name == f.Name {
				files[last].Path, files[last].At = files[last].Path+","+f.Path, files[last].At+","+f.At // one more run
				continue
			}
			files = append(files, f)
		}
	}
	if n := len(files); n < least {
		return nil, fmt.Errorf("%s %w: its provenance names %s, and such a report comes from %d or more", r.Document.Path, verify.ErrUnknown, prose.Plural(n, "file")+" of rankings or scores", least)
	}
	return inputs.TellApart(files)
}

// WhichStore says where recordings were looked for: no engine is asked for them.
func (r *Report) WhichStore() string {
	if r.DB == nil {
		if store.IsServer(r.Document.Provenance.Store) {
			return fmt.Sprintf("the report's store is %s, and a report does not choose which server is asked: name it with --store", r.Document.Provenance.Store)
		}
		return fmt.Sprintf("the report's store, %s, is not here: name it with --store, since verify asks no engine", r.Document.Provenance.Store)
	}
	return fmt.Sprintf("the store is %s, and verify asks no engine", r.Store.Name())
}
