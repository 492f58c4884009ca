package inputs

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"

	"github.com/rankduel/rankduel/experiment/judgments"
	"github.com/rankduel/rankduel/experiment/request"
	"github.com/rankduel/rankduel/experiment/result"
	"github.com/rankduel/rankduel/experiment/scoring"
	"github.com/rankduel/rankduel/experiment/verify"
	"github.com/rankduel/rankduel/metrics"
	"github.com/rankduel/rankduel/retrieval/trec"
	"github.com/rankduel/rankduel/testsets"
	"github.com/rankduel/rankduel/testsets/convert"
	"github.com/rankduel/rankduel/testsets/label/labelfile"
)

// Against is what runs are scored against.
type Against struct {
	Qrels, TestSet string                    // files, one of both
	Paths          string                    // file of the paths that answers may cite
	Only           func(queryID string) bool // of qrels, which queries count; nil: all
	Workers        int                       // that read; 0: one each processor

	At  map[result.InputRole]string // where judgments are that reports call by another path; see verify
	Set *testsets.TestSet           // of TestSet, once it is read
}

// ProfileName returns the profile that was asked for, or that goes with the form of the judgments.
func (a *Against) ProfileName(r *request.Request) string {
	switch {
	case r.Measures.Profile != "":
		return r.Measures.Profile
	case a.Qrels != "":
		return "qrels"
	case a.Set != nil && a.Set.Profile != "":
		return a.Set.Profile
	}
	return metrics.DefaultProfile
}

// Conventions reads profile and measures, and the test set, which may name its profile.
func (a *Against) Conventions(r *request.Request) (profile metrics.Profile, measures []metrics.Measure, err error) {
	if a.TestSet != "" && a.Qrels == "" {
		if a.Set, err = judgments.OpenTestSet(".", cmp.Or(a.At[result.InputTestSet], a.TestSet)); err != nil {
			return profile, nil, err
		}
	}
	if profile, err = judgments.ProfileFor(a.Set, a.ProfileName(r)); err != nil {
		return profile, nil, err
	}
	if r.Judgments.Gains == request.GainsReal {
		profile = profile.ForGains()
	}
	profile = r.Adapt(profile)
	measures, err = profile.MeasuresOf(r.Measures.Names, a.Paths != "")
	return profile, measures, err
}

// ReadJudgments reads the judgments, and the paths that answers may cite.
func (a *Against) ReadJudgments(ctx context.Context, r *request.Request, profile metrics.Profile, measures []metrics.Measure) (judged *judgments.Judgments, err error) {
	switch {
	case a.Qrels == "" && a.TestSet == "":
		return nil, errors.New("no judgments: give --qrels FILE or --test-set FILE")
	case a.Qrels != "" && a.TestSet != "":
		return nil, errors.New("--qrels and --test-set are two sets of judgments; give one")
	case a.Qrels != "":
		if judged, err = a.ReadQrels(ctx, r, a.Qrels, result.InputQrels, measures); err == nil && a.Qrels != "-" {
			judged.Info.Name = verify.Portable(a.Qrels) // reports say nothing of the machine
		}
	default:
		judged, err = judgments.Of(a.Set, r.Judgments.Part)
	}
	if err == nil {
		err = judged.Check(profile, measures)
	}
	if err == nil && a.Paths != "" {
		judged.Paths, err = judgments.ReadPaths(ctx, sourceAt(a.Paths, a.At[result.InputPaths]))
	}
	return judged, err
}

// ReadQrels reads judgments, or labels of a model, that are to be scored by measures.
func (a *Against) ReadQrels(ctx context.Context, r *request.Request, path string, role result.InputRole, measures []metrics.Measure) (*judgments.Judgments, error) {
	at := cmp.Or(a.At[role], path)
	return ReadQrels(ctx, at, sourceAt(path, at), trec.QrelsOptions{
		RealGains:  r.Judgments.Gains == request.GainsReal,
		Keep:       a.Only,
		Subtopics:  slices.ContainsFunc(measures, metrics.NeedsSubtopics),
		Duplicates: trec.Duplicates(cmp.Or(r.Judgments.Duplicates, string(trec.DuplicatesError))),
	})
}

// ScoreFiles reads the judgments and scores run files against them.
func (a *Against) ScoreFiles(ctx context.Context, r *request.Request, files []File, measures []metrics.Measure, profile metrics.Profile, opts scoring.Options) ([]*scoring.Table, error) {
	judged, err := a.ReadJudgments(ctx, r, profile, measures)
	if err != nil {
		return nil, err
	}
	return a.Score(ctx, r, judged, files, measures, profile, opts)
}

// Score scores run files against judgments: a run, or its parts, or the several runs of a system.
func (a *Against) Score(ctx context.Context, r *request.Request, judgments *judgments.Judgments, files []File, measures []metrics.Measure, profile metrics.Profile, opts scoring.Options) (all []*scoring.Table, err error) {
	for _, file := range files {
		opts.Name, opts.Run = file.Name, a.ReadsRuns(r)
		var t *scoring.Table
		if several := file.Several(); several != nil {
			with := opts
			with.Runs = len(several)
			var runs []*scoring.Table
			if runs, err = a.Score(ctx, r, judgments, several, measures, profile, with); err == nil {
				t, err = scoring.Average(file.Name, runs)
			}
		} else if file.Parts != nil {
			t, err = file.Parts(ctx, cmp.Or(file.At, file.Path), judgments, measures, profile, opts)
		} else {
			t, err = file.Score(ctx, judgments, measures, profile, opts)
		}
		if err != nil {
			return nil, err
		}
		all = append(all, t)
	}
	return all, nil
}

// ReadsRuns says how runs are read. Without a word on duplicates it is as the format has it.
func (a *Against) ReadsRuns(r *request.Request) trec.RunOptions {
	return trec.RunOptions{Order: trec.Order(r.Judgments.Order), Workers: a.Workers, Duplicates: trec.Duplicates(r.Judgments.Duplicates)}
}

// ReadQrels reads judgments in TREC form, as a journal of testset label, or in a form of another program that says the
// same without a decision: qrels of BEIR, a table with known columns, JSON. The path is where the source is.
func ReadQrels(ctx context.Context, path string, src trec.Source, o trec.QrelsOptions) (*judgments.Judgments, error) {
	judged, err := judgments.Read(ctx, src, o)
	if err == nil || path == "-" || ctx.Err() != nil {
		return judged, err
	}
	if people, noLabels := labelfile.Read(path); noLabels == nil && people[0].Journal != nil {
		return relabelled(ctx, src, people[0].Journal.Qrels(), o)
	}
	looks, _ := convert.Detect(path) // what looks like none stays a fault of TREC
	format := looks.Name
	switch format {
	case "", "trec":
		return nil, err
	case "rankduel", "kebab":
		return nil, fmt.Errorf("%s is a test set: give it with --test-set", src.Name)
	}
	lines, err := convert.Qrels(ctx, format, path, o.RealGains, o.Duplicates == trec.DuplicatesError)
	if err != nil {
		return nil, fmt.Errorf("%s looks like the format %s: %w\n`rankduel testset import %s -o set.yaml`, with the flags that this names, makes a test set of it, for --test-set", src.Name, format, err, path)
	}
	return relabelled(ctx, src, lines, o)
}

// relabelled reads the lines that a source comes to, which keeps its own hash.
func relabelled(ctx context.Context, src trec.Source, lines []byte, o trec.QrelsOptions) (*judgments.Judgments, error) {
	judged, err := judgments.Read(ctx, trec.Bytes(src.Name, lines), o)
	if err == nil {
		judged.Info.SHA256, err = src.SHA256(ctx)
	}
	return judged, err
}
