package main

import (
	"cmp"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"github.com/rankduel/rankduel/retrieval/trec"
)

// A namedFile is a file, or a stored run, and what it is called in reports.
type namedFile struct {
	name, path string
	given      bool   // the name was, as NAME=FILE
	now        string // where it is, if not at its path
}

// source is where a file is, under the path that reports call it by.
func (f namedFile) source() trec.Source { return sourceAt(f.path, f.now) }

func sourceAt(path, now string) trec.Source {
	src := trec.File(cmp.Or(now, path))
	src.Name = trec.File(path).Name
	return src
}

// endings are those of formats; they are no part of a name.
var endings = []string{".gz", ".zst", ".txt", ".trec", ".run", ".res", ".csv", ".tsv", ".json", ".jsonl", ".parquet"}

// nameFiles reads arguments of the form FILE or NAME=FILE. What is a file as it
// stands is one, whatever its name. Without a name of its own a file is called
// by its name without the endings of formats, or by its whole path where two
// would be called the same.
func nameFiles(args []string) ([]namedFile, error) {
	files := make([]namedFile, len(args))
	for i, arg := range args {
		files[i] = nameFile(arg)
		if files[i].path == "" {
			return nil, errors.New("the name of a run is empty")
		}
	}
	return toldApart(files)
}

// toldApart calls files by their whole paths where their names are the same.
func toldApart(files []namedFile) ([]namedFile, error) {
	count := map[string]int{}
	for _, f := range files {
		count[f.name]++
	}
	for i, f := range files {
		if !f.given && count[f.name] > 1 {
			files[i].name = f.path
		}
	}
	seen := map[string]string{}
	for _, f := range files {
		if before, twice := seen[f.name]; twice && f.given {
			return nil, fmt.Errorf("%s and %s are both called %s; NAME=FILE gives one of them another name", before, f.path, f.name)
		}
		seen[f.name] = f.path
	}
	return files, nil
}

func nameFile(arg string) namedFile {
	if _, err := os.Stat(arg); err != nil {
		if name, path, ok := strings.Cut(arg, "="); ok && name != "" {
			return namedFile{name: name, path: path, given: true}
		}
	}
	return unnamed(arg)
}

// unnamed is a file that was given no name.
func unnamed(path string) namedFile {
	if path == "-" {
		return namedFile{name: "stdin", path: path}
	}
	name := filepath.Base(path)
	for _, ending := range endings {
		if short := strings.TrimSuffix(name, ending); short != "" {
			name = short
		}
	}
	return namedFile{name: name, path: path}
}

// namedFilesOf reads arguments one by one, whether or not their names are apart.
func namedFilesOf(args []string) []namedFile {
	files := make([]namedFile, len(args))
	for i, arg := range args {
		files[i] = nameFile(arg)
	}
	return files
}

// pathsOf are the files without their names.
func pathsOf(files []namedFile) []string {
	paths := make([]string, len(files))
	for i, f := range files {
		paths[i] = f.path
	}
	return paths
}
