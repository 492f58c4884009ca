package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/spf13/pflag"

	"github.com/rankduel/rankduel/experiment/scoring"
	"github.com/rankduel/rankduel/experiment/scoring/scorefile"
	"github.com/rankduel/rankduel/metrics"
	"github.com/rankduel/rankduel/retrieval/trec"
)

// scoreFlags say how files of per-query scores are read.
type scoreFlags struct {
	scores     bool
	missing    string
	columns    string
	directions []string
	systems    []string
}

func (s *scoreFlags) add(flags *pflag.FlagSet) {
	flags.BoolVar(&s.scores, "scores", false, "the arguments are files of per-query scores; one file may hold several systems")
	flags.StringVar(&s.missing, "missing", scorefile.MissingError, "with --scores, a query that some systems have no scores of: error, zero (it scores 0) or pairs (it is left out)")
	flags.StringVar(&s.columns, "columns", "", "with --scores, what the columns of a wide table are: measures or systems (default: by the names that are known)")
	flags.StringArrayVar(&s.directions, "direction", nil, "with --scores, of measures not known here: higher, lower or none, or MEASURE=lower; repeatable (needed of the primary; default higher, of costs none)")
	flags.StringSliceVar(&s.systems, "systems", nil, "with --scores, which of the systems to compare, the baseline first (default: all that the files hold)")
}

// ofScores are the flags that need --scores.
var ofScores = []string{"missing", "columns", "direction", "systems"}

// check refuses unknown values before any file is read.
func (s *scoreFlags) check() error {
	var errs []error
	if !slices.Contains(scorefile.MissingPolicies(), s.missing) {
		errs = append(errs, fmt.Errorf("--missing %q: want %s", s.missing, strings.Join(scorefile.MissingPolicies(), ", ")))
	}
	if !slices.Contains([]string{"", scorefile.ColumnMeasures, scorefile.ColumnSystems}, s.columns) {
		errs = append(errs, fmt.Errorf("--columns %q: want %s or %s", s.columns, scorefile.ColumnMeasures, scorefile.ColumnSystems))
	}
	_, err := s.declared()
	return errors.Join(append(errs, err)...)
}

// declared are the directions by measure, "" for all that are not named.
func (s *scoreFlags) declared() (map[string]metrics.Direction, error) {
	words := map[string]metrics.Direction{"higher": metrics.HigherIsBetter, "lower": metrics.LowerIsBetter, "none": metrics.Neutral}
	directions := map[string]metrics.Direction{}
	for _, text := range s.directions {
		measure, word := "", text
		if i := strings.LastIndexByte(text, '='); i >= 0 {
			measure, word = text[:i], text[i+1:]
		}
		d, ok := words[word]
		if !ok {
			return nil, fmt.Errorf("--direction %q: want higher, lower or none, or MEASURE=lower", text)
		}
		directions[measure] = d
	}
	return directions, nil
}

// read reads files of scores and makes their systems comparable.
func (s *scoreFlags) read(ctx context.Context, files []namedFile, measures []string, unitKnown bool) ([]*scoring.Table, error) {
	form := scorefile.Form{Columns: s.columns}
	if form.Columns == "" && len(files) > 1 {
		form.Columns = scorefile.ColumnMeasures // each file is a system
	}
	if len(measures) == 1 {
		form.Measure = measures[0]
	}
	var all []*scoring.Table
	for _, file := range files {
		tables, err := readScores(ctx, file, form)
		if err != nil {
			return nil, err
		}
		all = append(all, tables...)
	}
	chosen, err := s.choose(all)
	if err != nil {
		return nil, err
	}
	directions, err := s.declared()
	if err != nil {
		return nil, err
	}
	return chosen, scorefile.Align(chosen, scorefile.Alignment{
		Measures: measures, Directions: directions, Missing: s.missing, UnitKnown: unitKnown,
	})
}

func readScores(ctx context.Context, file namedFile, form scorefile.Form) ([]*scoring.Table, error) {
	src := trec.FileOnce(cmp.Or(file.now, file.path)).Hashing()
	f, err := src.Open()
	if err != nil {
		return nil, err
	}
	tables, err := scorefile.ReadSystems(file.path, f, form)
	if err := errors.Join(err, f.Close()); err != nil {
		return nil, err
	}
	hash, err := src.SHA256(ctx)
	if err != nil {
		return nil, err
	}
	for _, t := range tables {
		t.SHA256 = hash
	}
	switch {
	case len(tables) == 1 && (file.given || tables[0].Name == file.path):
		tables[0].Name = file.name
	case file.given:
		return nil, fmt.Errorf("%s holds %d systems, with names of their own, and cannot be called %s", file.path, len(tables), file.name)
	}
	return tables, nil
}

// choose takes the systems that are asked for, the baseline first.
func (s *scoreFlags) choose(all []*scoring.Table) ([]*scoring.Table, error) {
	var names []string
	for _, t := range all {
		// One file twice is no mistake of names; the report says that it is one.
		if i := slices.Index(names, t.Name); i >= 0 && (all[i].SHA256 != t.SHA256 || len(s.systems) > 0) {
			return nil, fmt.Errorf("two systems are called %s; NAME=FILE gives a file of one system a name", t.Name)
		}
		names = append(names, t.Name)
	}
	chosen := all
	if len(s.systems) > 0 {
		chosen = nil
		for _, name := range s.systems {
			i := slices.Index(names, name)
			if i < 0 {
				return nil, fmt.Errorf("--systems: none is called %s; %s", name, existing(name, names))
			}
			if slices.Contains(chosen, all[i]) {
				return nil, fmt.Errorf("--systems: %s is there twice", name)
			}
			chosen = append(chosen, all[i])
		}
	}
	if len(chosen) < 2 {
		return nil, fmt.Errorf("one system, %s; give the scores of another one too, or --columns systems if the columns are systems", chosen[0].Name)
	}
	return chosen, nil
}

// existing says what there is in place of a name.
func existing(name string, names []string) string {
	if near := metrics.Nearest(name, names); len(near) > 0 {
		return "did you mean " + strings.Join(near, " or ") + "?"
	}
	return "there are " + strings.Join(names[:min(len(names), 10)], ", ")
}
