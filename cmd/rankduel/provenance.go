package main

import (
	"context"
	"slices"
	"strconv"

	"github.com/spf13/pflag"

	"github.com/rankduel/rankduel/experiment/plan"
	"github.com/rankduel/rankduel/experiment/result"
	"github.com/rankduel/rankduel/experiment/verify"
)

// program is what computes documents.
func program() string { return "rankduel " + version + revision() }

// Flags that fix the numbers of a document, by the verb that writes it. No others
// are written into it, and none but these are taken from one.
func fixNumbers(verb string) []string {
	scored := []string{"profile", "part", "measure", "gains", "order", "duplicates", "exact", "undefined", "per-query", "bounds"}
	compared := []string{
		"alpha", "margin", "seed", "resamples", "test", "interval", "correction", "all-pairs", "family", "min-coverage",
		"primary", "equivalence", "ungrouped", "range", "looks", "guardrail",
	}
	switch verb {
	case "eval":
		return slices.Concat(scored, []string{"ties", "level", "max-retrieved", "judged-only", "collection-size", "complete", "format"})
	case "compare":
		return slices.Concat(scored, compared, []string{"unjudged", "scores", "missing", "columns", "direction", "systems"})
	case "run":
		return slices.Concat(compared, []string{"profile", "part", "measure", "per-query", "bounds", "unjudged", "repeat"})
	}
	return nil
}

// givenFlags are those that fix numbers and were given.
func givenFlags(verb string, flags *pflag.FlagSet) map[string][]string {
	given := map[string][]string{}
	flags.Visit(func(f *pflag.Flag) {
		if !slices.Contains(fixNumbers(verb), f.Name) {
			return
		}
		given[f.Name] = []string{f.Value.String()}
		if list, ok := f.Value.(pflag.SliceValue); ok {
			given[f.Name] = list.GetSlice()
		}
	})
	delete(given, "format")
	return given
}

// noted is a provenance with the hashes of its inputs.
func noted(ctx context.Context, verb string, flags *pflag.FlagSet, inputs []result.Input) (*result.Provenance, error) {
	p := &result.Provenance{Program: program(), Command: verb, Flags: givenFlags(verb, flags), Inputs: []result.Input{}}
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

// also notes what fixes numbers without being a flag that was given.
func also(p *result.Provenance, perQuery bool, alpha float64) {
	if perQuery { // CSV beside JSON lists queries, too
		p.Flags["per-query"] = []string{"true"}
	}
	if alpha > 0 { // of a look at held-out queries
		p.Flags["alpha"] = []string{strconv.FormatFloat(alpha, 'g', -1, 64)}
	}
}

// named is an input that is called what reports call it.
func (f namedFile) input(role result.InputRole, sha string) result.Input {
	in := result.Input{Role: role, Path: f.path, SHA256: sha}
	if name := unnamed(verify.Portable(f.path)).name; f.given || name != f.name {
		in.Name = f.name
	}
	return in
}

func (o *evalOptions) provenance(ctx context.Context, files []namedFile, e *result.Evaluation) (*result.Provenance, error) {
	inputs := o.judgmentInputs(e.TestSet)
	for _, f := range files {
		sha := "" // of a run of which nothing was measured
		for _, r := range e.Runs {
			if r.Name == f.name {
				sha = r.SHA256
			}
		}
		inputs = append(inputs, f.input(result.InputRun, sha))
	}
	p, err := noted(ctx, "eval", o.given, inputs)
	if err != nil {
		return nil, err
	}
	also(p, o.perQuery(), 0)
	if o.on {
		p.Flags["format"] = []string{"trec"}
	}
	return p, nil
}

// judgmentInputs are the judgments, and what goes with them.
func (j *judgmentFlags) judgmentInputs(set result.TestSetInfo) []result.Input {
	qrels := result.Input{Role: result.InputQrels, Path: j.qrels}
	if j.qrels != "" {
		qrels.SHA256 = set.SHA256
	}
	return []result.Input{qrels, {Role: result.InputTestSet, Path: j.testSet}, {Role: result.InputPaths, Path: j.paths}}
}

func (o *compareOptions) provenance(ctx context.Context, files []namedFile, did *measured) (*result.Provenance, error) {
	inputs := o.judgmentInputs(did.comparison.TestSet)
	switch {
	case o.scored() && !o.scores:
		stored, err := o.storedInputs(ctx, files)
		if err != nil {
			return nil, err
		}
		inputs = append(inputs, stored...)
	case o.scores:
		for _, f := range files {
			sha := ""
			if f.path == "-" { // which is read once
				sha = did.systems[0].SHA256
			}
			inputs = append(inputs, f.input(result.InputScores, sha))
		}
	default:
		for i, f := range files {
			inputs = append(inputs, f.input(result.InputRun, did.systems[i].SHA256))
		}
	}
	p, err := noted(ctx, "compare", o.flags, inputs)
	if err != nil {
		return nil, err
	}
	if o.scored() && !o.scores {
		p.Store = o.portable()
	}
	alpha := 0.0
	if did.look != nil {
		alpha = did.look.level
	}
	also(p, o.perQuery(), alpha)
	return p, nil
}

// storedInputs are stored runs with the hashes of what is stored.
func (o *compareOptions) storedInputs(ctx context.Context, files []namedFile) ([]result.Input, error) {
	db, err := o.openReadOnly(ctx)
	if err != nil {
		return nil, err
	}
	defer db.Close()
	var inputs []result.Input
	for _, f := range files {
		run, err := find(ctx, db, f.path)
		if err != nil {
			return nil, err
		}
		in := result.Input{Role: result.InputStoredRun, Path: run.ID}
		if f.given {
			in.Name = f.name
		}
		if in.SHA256, err = verify.HashRun(run); err != nil {
			return nil, err
		}
		inputs = append(inputs, in)
	}
	return inputs, nil
}

func (o *runOptions) provenance(ctx context.Context, planned *plan.Plan, c *result.Comparison) (*result.Provenance, error) {
	p, err := noted(ctx, "run", o.flags, experimentInputs(planned))
	if err != nil {
		return nil, err
	}
	p.Store = o.portable()
	alpha := 0.0
	if mayHoldOut(c.TestSet) {
		alpha = c.Settings.Alpha
	}
	also(p, o.perQuery(), alpha)
	return p, nil
}

// experimentInputs are the experiment file and the files that it names.
func experimentInputs(planned *plan.Plan) []result.Input {
	var inputs []result.Input
	for i, path := range planned.Inputs() {
		role := result.InputPart
		if i == 0 {
			role = result.InputExperiment
		}
		inputs = append(inputs, result.Input{Role: role, Path: path})
	}
	return inputs
}
