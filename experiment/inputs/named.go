// Package inputs reads the files that are named where systems are scored and compared: runs, judgments and scores, by what
// they are, not by their names. It is for programs that take files, a verb or a page, and collects their garbage sooner.
package inputs

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/rankduel/rankduel/experiment/judgments"
	"github.com/rankduel/rankduel/experiment/result"
	"github.com/rankduel/rankduel/experiment/scoring"
	"github.com/rankduel/rankduel/experiment/verify"
	"github.com/rankduel/rankduel/internal/ordered"
	"github.com/rankduel/rankduel/metrics"
	"github.com/rankduel/rankduel/retrieval/runfile"
	"github.com/rankduel/rankduel/retrieval/trec"
	"github.com/rankduel/rankduel/traces"
)

// A File is a file, or a stored run, and what it is called in reports.
type File struct {
	Name, Path string
	Given      bool   // the name was, as NAME=FILE
	At         string // where it is, if not at its path
	// Parts returns the scores of a run that was scored in parts; nil: it is to be scored.
	Parts func(ctx context.Context, path string, j *judgments.Judgments, measures []metrics.Measure, profile metrics.Profile, opts scoring.Options) (*scoring.Table, error)
}

func sourceAt(path, now string) trec.Source {
	src := trec.File(cmp.Or(now, path))
	src.Name = trec.File(path).Name
	return src
}

// endings are those of formats; they are no part of a name.
var endings = []string{".gz", ".zst", ".txt", ".trec", ".run", ".res", ".csv", ".tsv", ".json", ".jsonl", ".parquet"}

// NameFiles reads arguments of the form FILE or NAME=FILE. What is a file as it stands is one, whatever its
// name. Without a name of its own a file is called by its name without the endings of formats, or by its
// whole path where two would be called the same.
func NameFiles(args []string) ([]File, error) {
	files := make([]File, len(args))
	for i, arg := range args {
		files[i] = NameFile(arg)
		if files[i].Path == "" {
			return nil, errors.New("the name of a run is empty")
		}
	}
	return TellApart(files)
}

// TellApart calls files by their whole paths where their names are the same.
func TellApart(files []File) ([]File, error) {
	count := map[string]int{}
	for _, f := range files {
		count[f.Name]++
	}
	for i, f := range files {
		if !f.Given && count[f.Name] > 1 {
			files[i].Name = f.Path
		}
	}
	seen := map[string]string{}
	for _, f := range files {
		if before, twice := seen[f.Name]; twice && f.Given {
			return nil, fmt.Errorf("%s and %s are both called %s; NAME=FILE gives one of them another name", before, f.Path, f.Name)
		}
		seen[f.Name] = f.Path
	}
	return files, nil
}

// NameFile reads one argument of the form FILE or NAME=FILE.
func NameFile(arg string) File {
	if _, err := os.Stat(arg); err != nil {
		if name, path, ok := strings.Cut(arg, "="); ok && name != "" {
			return File{Name: name, Path: path, Given: true}
		}
	}
	return Unnamed(arg)
}

// Several returns the files of a system that was run several times, NAME=FILE,FILE; nil of
// one. A path that exists is one file.
func (f File) Several() []File {
	if _, err := os.Stat(f.Path); err == nil || !strings.Contains(f.Path, ",") || !f.Given {
		return nil
	}
	places := strings.Split(f.At, ",")
	var files []File
	for i, path := range strings.Split(f.Path, ",") {
		file := Unnamed(path)
		if file.Given = true; f.At != "" {
			file.At = places[i]
		}
		files = append(files, file)
	}
	return files
}

// Each returns the files of a system that was run several times, or else the file.
func (f File) Each() []File {
	if several := f.Several(); several != nil {
		return several
	}
	return []File{f}
}

// InFiles tells a run that is a folder or a pattern from one that is a file, or is to be one.
func (f File) InFiles() bool {
	files, err := runfile.Files(f.Path)
	return err != nil || !slices.Equal(files, []string{f.Path})
}

// Unnamed returns a file that was given no name.
func Unnamed(path string) File {
	if path == "-" {
		return File{Name: "stdin", Path: path}
	}
	name := filepath.Base(path)
	for _, ending := range endings {
		if short := strings.TrimSuffix(name, ending); short != "" {
			name = short
		}
	}
	return File{Name: name, Path: path}
}

// Paths returns the files without their names.
func Paths(files []File) []string { return ordered.Each(files, func(f File) string { return f.Path }) }

// RunSources returns the files of a run: one, those of a folder or of a pattern, or the ranking of files by
// task that a folder of event documents is, with what was not understood of their traces.
func (f File) RunSources(profile string) ([]trec.Source, []result.Finding, error) {
	at := cmp.Or(f.At, f.Path)
	paths, fault := runfile.Files(at)
	files := ordered.Each(paths, trec.File)
	if len(files) == 1 {
		files[0].Name = trec.File(f.Path).Name
	}
	if info, err := os.Stat(at); err != nil || !info.IsDir() {
		return files, nil, fault
	}
	var docs []traces.Located
	var understood traces.Understanding
	err := traces.EachDocument(at, func(d traces.Located) error {
		for i := range d.Events {
			d.Events[i].Arguments = nil // the files are enough
		}
		docs = append(docs, d)
		if d.Reading == nil {
			understood.Calls += len(d.Events)
		} else {
			understood = understood.Plus(d.Reading.Understanding)
		}
		return nil
	})
	if err != nil {
		return nil, nil, err
	}
	if len(docs) == 0 {
		if fault != nil {
			fault = fmt.Errorf("%s is a folder; name a file in it, or a folder of event documents (*%s) or of run files", f.Path, traces.EventsEnding)
		}
		return files, nil, fault
	}
	convention, err := traces.ConventionOf(profile)
	if err != nil {
		convention = traces.Convention{} // another profile scores them, and none of these reads them
	}
	lines, err := traces.Ranking(docs, convention)
	if err != nil {
		return nil, nil, errors.Join(fmt.Errorf("%s is no run", f.Path), err)
	}
	var findings []result.Finding
	if n := understood.NotUnderstood; n > 0 {
		findings = append(findings, result.Warned(result.FindingUnread, fmt.Sprintf(
			"%.1f %% of the calls of its traces (%d of %d) were not understood, and what they found is missing", 100*understood.Share(), n, understood.Calls)))
	}
	return []trec.Source{trec.Bytes(f.Path, lines)}, findings, nil
}

// Score scores the files of a run.
func (f File) Score(ctx context.Context, judged *judgments.Judgments, measures []metrics.Measure, profile metrics.Profile, opts scoring.Options) (*scoring.Table, error) {
	sources, findings, err := f.RunSources(profile.Name)
	if err != nil {
		return nil, err
	}
	spare(judged.Len() > 100_000, 30)
	t, err := scoring.RunFiles(ctx, trec.File(f.Path).Name, sources, judged, measures, profile, opts)
	if err == nil {
		t.Health = append(t.Health, findings...)
	}
	return t, err
}

// Inputs returns the file, or the files of a system that was run several times.
func (f File) Inputs(role result.InputRole, sha string) []result.Input {
	if several := f.Several(); several != nil {
		return ordered.Each(several, func(one File) result.Input { return result.Input{Role: role, Path: one.Path, Name: f.Name} })
	}
	return []result.Input{f.Input(role, sha)}
}

// Input returns the file as an input that is called what reports call it.
func (f File) Input(role result.InputRole, sha string) result.Input {
	in := result.Input{Role: role, Path: f.Path, SHA256: sha}
	if name := Unnamed(verify.Portable(f.Path)).Name; f.Given || name != f.Name {
		in.Name = f.Name
	}
	return in
}
