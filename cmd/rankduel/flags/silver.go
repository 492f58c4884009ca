package flags

import (
	"cmp"
	"context"
	"errors"
	"fmt"

	"github.com/spf13/pflag"

	"github.com/rankduel/rankduel/experiment/inputs"
	"github.com/rankduel/rankduel/experiment/result"
	"github.com/rankduel/rankduel/experiment/scoring"
	"github.com/rankduel/rankduel/experiment/silver"
	"github.com/rankduel/rankduel/experiment/verify"
	"github.com/rankduel/rankduel/metrics"
	"github.com/rankduel/rankduel/retrieval/trec"
)

// Silver are labels of a model for all queries, next to people's for some.
type Silver struct {
	Graded func(query string) map[string]int // by the model, once its labels are joined

	Model  string // file of its labels
	Sample string // file of the order in which people label
}

// Add adds the flags; those of the settings that they need are there.
func (s *Silver) Add(set *pflag.FlagSet) {
	set.StringVar(&s.Model, "silver", "", "labels of a model for all queries, in a form of --qrels; people's labels of some correct them")
	set.StringVar(&s.Sample, "sample", "", "with --silver, the file of rankduel labels sample with the order in which people labelled")
	IdleWithout(set, "silver", "sample", "assume-random", "target", "silver-lambda", "judge", "model")
	IdleWith(set, "silver", "weights", "population", "adjust") // of queries that are drawn otherwise, and differences as they are
}

// Inputs returns the files.
func (s *Silver) Inputs(labels *result.SilverLabels) []result.Input {
	if labels == nil {
		return nil
	}
	return []result.Input{{Role: result.InputSilver, Path: s.Model, SHA256: labels.SHA256}, {Role: result.InputSample, Path: s.Sample}}
}

// Check refuses what cannot be read twice, and settings of people's labels alone.
func (s *Silver) Check(runs []inputs.File, asked *Asked) error {
	if s.Model == "" {
		return nil
	}
	if err := byFlag(asked.Settings.FaultsOfSilver(true)); err != nil {
		return err
	}
	for _, f := range runs {
		if f.Several() != nil {
			return fmt.Errorf("--silver is about one run of a system, and %s has several", f.Name)
		}
		if f.Path == "-" {
			return errors.New("with --silver runs are read twice; put standard input into a file first")
		}
	}
	return nil
}

// Depth returns how many hits of each query Join looks at.
func (s *Silver) Depth(measures []metrics.Measure) (depth int) {
	if s.Model == "" {
		return 0
	}
	for _, m := range measures {
		depth = max(depth, cmp.Or(m.Cutoff(), scoring.JudgedDepth))
	}
	return depth
}

// Join scores the files by the model's labels too and joins both; see silver.Labels.
func (s *Silver) Join(ctx context.Context, j *Judgments, tables []*scoring.Table, files []inputs.File, primary metrics.Measure) ([]*result.SilverLabels, error) {
	if primary == nil {
		return nil, errors.New("--silver: none of the measures can decide; name one that can, such as -m nDCG@10")
	}
	profile, measures := tables[0].Profile, tables[0].Measures
	human, err := j.ReadJudgments(ctx, &j.Request, profile, measures)
	if err != nil {
		return nil, err
	}
	labels := silver.Labels{Human: human, ByHuman: tables}
	if labels.Model, err = j.ReadQrels(ctx, &j.Request, s.Model, result.InputSilver, measures); err != nil {
		return nil, err
	}
	labels.Model.Info.Name = verify.Portable(s.Model)
	if err := labels.Model.Check(profile, measures); err != nil {
		return nil, err
	}
	if labels.Asked, err = silver.OriginOf(cmp.Or(j.At[result.InputSilver], s.Model), labels.Model); err != nil {
		return nil, err
	}
	if j.Set != nil {
		labels.Model.NameAs(j.Set)
	}
	if s.Sample != "" {
		if labels.Sample, err = silver.ReadSample(trec.File(cmp.Or(j.At[result.InputSample], s.Sample))); err != nil {
			return nil, err
		}
	}
	if labels.ByModel, err = j.Score(ctx, &j.Request, labels.Model, files, measures, profile, scoring.Options{}); err != nil {
		return nil, err
	}
	s.Graded = func(query string) map[string]int { return labels.Model.GradesOf(query, metrics.LevelOf(primary)) }
	return labels.Join(primary)
}
