package verify

import (
	"context"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/rankduel/rankduel/experiment/result"
)

// maxSearched bounds how many files are looked at for one that was moved.
const maxSearched = 100_000

// A finder looks for inputs below some folders.
type finder struct {
	roots []string
	files []sized // below the roots; nil until something was not where it had been
	known map[string]string
}

type sized struct {
	path string
	size int64
}

// find returns where an input is now. It is looked for by its path in every root, then by its bytes
// anywhere below them. What is somewhere else with other bytes has changed.
func (f *finder) find(ctx context.Context, in result.Input) (result.InputFound, string, error) {
	found := result.InputFound{Input: in, State: result.InputMissing}
	changed := ""
	for _, root := range f.roots {
		path := filepath.Join(root, filepath.FromSlash(in.Path))
		if in.Path == "-" || filepath.IsAbs(in.Path) || !readable(path, in) {
			continue
		}
		sum, err := f.hash(ctx, in, path)
		switch {
		case err != nil:
			return found, "", err
		case sum == in.SHA256:
			found.State, found.SHA256Now = result.InputSame, ""
			return found, path, nil
		case changed == "":
			changed, found.SHA256Now = path, sum
		}
	}
	path, err := f.search(ctx, in)
	switch {
	case err != nil:
		return found, "", err
	case path != "":
		found.State, found.Found, found.SHA256Now = result.InputMoved, filepath.ToSlash(path), ""
		return found, path, nil
	case changed != "":
		found.State = result.InputChanged
	}
	return found, changed, nil
}

// findBeside returns where a file is that an experiment names: where it is as seen
// from the experiment, which reads no other, and else anywhere.
func (f *finder) findBeside(ctx context.Context, in result.Input, experiment placed) (result.InputFound, string, error) {
	rel, err := filepath.Rel(filepath.Dir(filepath.FromSlash(experiment.was)), filepath.FromSlash(in.Path))
	path := filepath.Join(filepath.Dir(experiment.is), rel)
	if err != nil || experiment.is == "" || filepath.IsAbs(in.Path) || !readable(path, in) {
		return f.find(ctx, in)
	}
	found := result.InputFound{Input: in, State: result.InputSame}
	sum, err := f.hash(ctx, in, path)
	switch {
	case err != nil:
		return found, "", err
	case sum != in.SHA256:
		found.State, found.SHA256Now = result.InputChanged, sum
	case !slices.ContainsFunc(f.roots, func(root string) bool { return filepath.Join(root, filepath.FromSlash(in.Path)) == path }):
		found.State, found.Found = result.InputMoved, filepath.ToSlash(path)
	}
	return found, path, nil
}

// placed is a file by its path in a report, and where it is now.
type placed struct{ was, is string }

// readable tells files, and folders and patterns where such may be meant, from what a
// report could name to keep its reader busy.
func readable(path string, in result.Input) bool {
	switch info, err := os.Stat(path); {
	case err == nil && info.IsDir():
		return (in.Role == result.InputPart || in.Role == result.InputRun) && !holdsWork(path)
	case err == nil:
		return info.Mode().IsRegular()
	}
	folder := filepath.Dir(path)
	before := strings.IndexAny(folder, "*?[") // of the folders that are looked through
	return (before < 0 || !holdsWork(filepath.Dir(folder[:before]+"x"))) && filesOf(in.Role, path) != nil
}

// holdsWork tells a folder that the working folder is in, which may be the whole
// disk, and not what a report was made of.
func holdsWork(path string) bool {
	above, err := filepath.Abs(path)
	if err != nil {
		return true
	}
	wd, err := os.Getwd()
	if err != nil {
		return true
	}
	rel, err := filepath.Rel(above, wd)
	return err == nil && rel != "." && filepath.IsLocal(rel)
}

func (f *finder) hash(ctx context.Context, in result.Input, path string) (string, error) {
	if sum, ok := f.known[path]; ok {
		return sum, nil
	}
	sum, _, err := hashOf(ctx, in.Role, path)
	if err == nil {
		f.known[path] = sum
	}
	return sum, err
}

// search looks for a file by its bytes, first where it is called the same.
func (f *finder) search(ctx context.Context, in result.Input) (string, error) {
	if in.SHA256 == "" {
		return "", nil
	}
	if f.files == nil {
		if err := f.list(ctx); err != nil {
			return "", err
		}
	}
	base := filepath.Base(filepath.FromSlash(in.Path))
	var named, others []string
	for _, file := range f.files {
		switch {
		case in.Bytes > 0 && file.size != in.Bytes:
		case filepath.Base(file.path) == base:
			named = append(named, file.path)
		default:
			others = append(others, file.path)
		}
	}
	for _, path := range slices.Concat(named, others) {
		sum, err := f.hash(ctx, in, path)
		if ctx.Err() != nil {
			return "", ctx.Err()
		}
		if err == nil && sum == in.SHA256 { // what cannot be read is not it
			return path, nil
		}
	}
	return "", nil
}

// list notes the files below the roots; hidden folders are left out.
func (f *finder) list(ctx context.Context) error {
	f.files = []sized{}
	for _, root := range f.roots {
		root += string(filepath.Separator) + "." // a link to a folder is one
		err := filepath.WalkDir(root, func(path string, entry fs.DirEntry, err error) error {
			switch {
			case ctx.Err() != nil:
				return ctx.Err()
			case err != nil || len(f.files) >= maxSearched:
				return nil // what cannot be read is not it
			case entry.IsDir() && path != root && strings.HasPrefix(entry.Name(), "."):
				return filepath.SkipDir
			}
			if info, err := entry.Info(); err == nil && info.Mode().IsRegular() {
				f.files = append(f.files, sized{path, info.Size()})
			}
			return nil
		})
		if err != nil && !errors.Is(err, os.ErrNotExist) {
			return err
		}
	}
	return nil
}
