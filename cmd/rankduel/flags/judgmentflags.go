package flags

import (
	"context"
	"errors"
	"fmt"
	"runtime"
	"slices"

	"github.com/spf13/pflag"

	"github.com/rankduel/rankduel/cmd/rankduel/output"
	"github.com/rankduel/rankduel/experiment/compare"
	"github.com/rankduel/rankduel/experiment/inputs"
	"github.com/rankduel/rankduel/experiment/request"
	"github.com/rankduel/rankduel/experiment/result"
	"github.com/rankduel/rankduel/experiment/scoring"
	"github.com/rankduel/rankduel/experiment/scoring/scorefile"
	"github.com/rankduel/rankduel/experiment/verify"
	"github.com/rankduel/rankduel/internal/ordered"
	"github.com/rankduel/rankduel/internal/prose"
)

// Judgments say what rankings are scored against, and by which measures.
type Judgments struct {
	Looks
	Asked
	inputs.Against
	Silver Silver

	Columns map[string]string // where files of weights and covariates are that reports call so
}

// Add adds the flags, with those of the settings of a kind of requests.
func (j *Judgments) Add(flags *pflag.FlagSet, kind uint, but ...string) {
	j.AddSettings(flags, kind, but...)
	flags.StringVar(&j.Qrels, "qrels", "", "judgments in TREC form, or as BEIR, CSV and JSON have them; .gz and .zst are read, - is standard input")
	flags.StringVar(&j.TestSet, "test-set", "", "test set in YAML, in place of --qrels")
	flags.StringVar(&j.Paths, "paths", "", "file with the paths that answers may cite, one a line, for CitationCoverage(strict)")
	flags.IntVar(&j.Workers, "workers", 0, "parallel readers, 0 for one each processor; changes no number")
}

// RefuseOthers refuses flags that were given and change no request of a kind, except for some.
func (j *Judgments) RefuseOthers(kind uint, why string, except ...string) error {
	names := ordered.Where([]string{"qrels", "test-set", "paths", "workers"}, func(name string) bool {
		return kind&compare.OfRunFiles == 0 && !slices.Contains(except, name)
	})
	for _, f := range request.Fields() {
		if f.For&kind == 0 && j.Has(f.Key) && !slices.Contains(except, f.Name()) {
			names = append(names, f.Name())
		}
	}
	return RefuseUnused(j.Flags, why, names...)
}

// CheckReading refuses unknown orders and policies, and standard input given twice, before any file is read.
func (j *Judgments) CheckReading(runs []inputs.File) error {
	var errs prose.Faults
	stdin := ordered.Count(append([]string{j.Qrels, j.Paths}, inputs.Paths(runs)...), func(path string) bool { return path == "-" })
	errs.If(stdin > 1, "- is standard input and can be given once")
	errs.If(j.Qrels != "" && j.Has("part"), "--part has no use with --qrels, which have no parts; it is about --test-set")
	errs.If(j.Judgments.Gains == request.GainsReal && j.Qrels == "", "--gains real is about the judgments of --qrels; test sets have grades")
	errs.If(j.Workers < 0, "--workers %d, want 0 or more", j.Workers)
	return errors.Join(append(errs, j.checkSettings())...)
}

// JudgmentInputs returns the judgments, and what goes with them.
func (j *Judgments) JudgmentInputs(set result.TestSetInfo) []result.Input {
	qrels := result.Input{Role: result.InputQrels, Path: j.Qrels}
	if j.Qrels != "" {
		qrels.SHA256 = set.SHA256
	}
	inputs := []result.Input{qrels, {Role: result.InputTestSet, Path: j.TestSet}, {Role: result.InputPaths, Path: j.Paths}}
	for _, path := range j.Settings.Files() {
		inputs = append(inputs, result.Input{Role: result.InputColumns, Path: path})
	}
	return inputs
}

// ReadColumns reads the files of weights and covariates that the settings name.
func (j *Judgments) ReadColumns(ctx context.Context) error {
	return j.Settings.ReadColumns(func(path string) (*scoring.Table, error) {
		file, known := inputs.Unnamed(path), false
		if file.At, known = j.Columns[verify.Portable(path)]; j.Taken && !known {
			return nil, fmt.Errorf("%s: the report does not say what was in it", path)
		}
		tables, err := inputs.ReadScores(ctx, file, scorefile.Form{Columns: scorefile.ColumnMeasures})
		if err != nil {
			return nil, err
		}
		return scorefile.OneTable(path, tables)
	})
}

// Provenance records a request of a kind, and its inputs with their hashes.
func Provenance(ctx context.Context, verb string, r *request.Request, kind uint, inputs []result.Input) (*result.Provenance, error) {
	p := &result.Provenance{Program: output.Program(), Architecture: runtime.GOARCH, Command: verb, Inputs: []result.Input{}}
	var err error
	if p.Request, err = r.Record(request.Of(kind)); err != nil {
		return nil, err
	}
	for i, in := range inputs {
		if in.Path == "" || slices.Contains(inputs[:i], in) { // several components may read one corpus
			continue
		}
		if in.Role == result.InputStoredRun {
			p.Inputs = append(p.Inputs, in)
			continue
		}
		now, err := verify.InputOf(ctx, in)
		if err != nil {
			return nil, err
		}
		if !slices.Contains(p.Inputs, now) { // which two paths may lead to
			p.Inputs = append(p.Inputs, now)
		}
	}
	return p, nil
}

// Candidates returns the systems that are compared with the baseline.
func Candidates(c *result.Comparison) []result.System {
	return ordered.Each(c.Comparisons, func(p result.Pair) result.System { return p.B })
}

// SystemNames returns what systems are called.
func SystemNames(systems []result.System) []string {
	return ordered.Each(systems, func(s result.System) string { return s.Name })
}
