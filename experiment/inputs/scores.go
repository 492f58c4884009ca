package inputs

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"os"
	"runtime/debug"
	"slices"
	"strings"

	"github.com/rankduel/rankduel/experiment/compare"
	"github.com/rankduel/rankduel/experiment/request"
	"github.com/rankduel/rankduel/experiment/scoring"
	"github.com/rankduel/rankduel/experiment/scoring/scorefile"
	"github.com/rankduel/rankduel/experiment/scoring/scorelog"
	"github.com/rankduel/rankduel/internal/prose"
	"github.com/rankduel/rankduel/metrics"
	"github.com/rankduel/rankduel/retrieval/trec"
)

// spare has the garbage of large inputs collected before the heap is percent larger: what is read are columns of numbers, which the
// collector need not look through, so that a third less memory costs some hundredths of the time. GOGC decides where it is set.
func spare(large bool, percent int) {
	if large && os.Getenv("GOGC") == "" {
		debug.SetGCPercent(percent)
	}
}

// declared returns the directions by measure, "" for all that are not named.
func declared(s request.Systems) (map[string]metrics.Direction, error) {
	words := map[string]metrics.Direction{"higher": metrics.HigherIsBetter, "lower": metrics.LowerIsBetter, "none": metrics.Neutral}
	directions := map[string]metrics.Direction{}
	for _, text := range s.Directions {
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

// ReadSystems reads files of scores and makes their systems comparable.
func ReadSystems(ctx context.Context, s request.Systems, files []File, measures []string, unitKnown bool) ([]*scoring.Table, error) {
	directions, err := declared(s)
	if err != nil {
		return nil, err
	}
	form := scorefile.Form{Columns: s.Columns, Repeat: s.RepeatColumn, Log: scorelog.Form{Sample: s.SampleID, Part: s.Filter}}
	if form.Columns == "" && len(files) > 1 {
		form.Columns = scorefile.ColumnMeasures // each file is a system
	}
	if len(measures) == 1 {
		form.Measure = measures[0]
	}
	var all []*scoring.Table
	for _, file := range files {
		info, err := os.Stat(cmp.Or(file.At, file.Path))
		spare(err == nil && info.Size() > 4<<20, 50)
		tables, err := ReadScores(ctx, file, form)
		if err != nil {
			return nil, err
		}
		all = append(all, tables...)
	}
	chosen, err := choose(s, all)
	if err != nil {
		return nil, err
	}
	return chosen, scorefile.Align(chosen, scorefile.Alignment{
		Measures: measures, Directions: directions, Missing: s.Missing, OnError: s.OnError, UnitKnown: unitKnown,
	})
}

// ReadScores reads a file of scores, of one system or of several.
func ReadScores(ctx context.Context, file File, form scorefile.Form) ([]*scoring.Table, error) {
	src := trec.File(cmp.Or(file.At, file.Path)).Hashing()
	f, err := src.Open()
	if err != nil {
		return nil, err
	}
	tables, err := scorefile.ReadSystems(file.Path, f, form)
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
	case len(tables) == 1 && (file.Given || tables[0].Name == file.Path):
		tables[0].Name = file.Name
	case file.Given:
		return nil, fmt.Errorf("%s holds %d systems, with names of their own, and cannot be called %s", file.Path, len(tables), file.Name)
	}
	return tables, nil
}

// choose takes the systems that are asked for, the baseline first.
func choose(s request.Systems, all []*scoring.Table) ([]*scoring.Table, error) {
	var names []string
	for _, t := range all {
		// One file twice is not a mistake of names; the report says that it is one.
		if i := slices.Index(names, t.Name); i >= 0 && (all[i].SHA256 != t.SHA256 || len(s.Names) > 0) {
			return nil, fmt.Errorf("two systems are called %s; NAME=FILE gives a file of one system a name", t.Name)
		}
		names = append(names, t.Name)
	}
	chosen := all
	if len(s.Names) > 0 {
		chosen = nil
		for _, name := range s.Names {
			i := slices.Index(names, name)
			if i < 0 {
				return nil, fmt.Errorf("--systems: none is called %s; %s", name, cmp.Or(prose.Meant(name, names), "there are "+strings.Join(names[:min(len(names), 10)], ", ")))
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

// SettingsOf returns the settings that scores are compared by which exist already. Counts are left out, and those that
// would decide by a guess are refused.
func SettingsOf(r *request.Request, systems []*scoring.Table) (compare.Settings, error) {
	if len(r.Measures.Names) == 0 {
		compare.WithoutCounts(systems)
	}
	baseline := systems[0]
	settings, err := r.Resolve(func(text string) (metrics.Measure, error) { return scorefile.Find(baseline, text) })
	if err != nil {
		return settings, err
	}
	if settings.Primary == nil {
		settings.Primary = compare.FirstKnown(baseline.Measures)
	}
	if !r.Systems.Scores {
		return settings, nil // stored runs know their measures
	}
	primary := cmp.Or(settings.Primary, compare.Primary(baseline.Profile, baseline.Measures))
	if primary == nil && len(baseline.Measures) > 0 { // none can decide, as far as is known
		primary = baseline.Measures[0]
	}
	for _, m := range append([]metrics.Measure{primary}, settings.Guardrails...) {
		if err := scorefile.CheckDirection(m); err != nil {
			return settings, err
		}
	}
	return settings, nil
}
