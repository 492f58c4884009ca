package labels

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"github.com/rankduel/rankduel/cmd/rankduel/flags"
	"github.com/rankduel/rankduel/cmd/rankduel/output"
	"github.com/rankduel/rankduel/experiment/inputs"
	"github.com/rankduel/rankduel/experiment/judge"
	"github.com/rankduel/rankduel/experiment/judgments"
	"github.com/rankduel/rankduel/experiment/result"
	"github.com/rankduel/rankduel/experiment/scoring"
	"github.com/rankduel/rankduel/internal/ordered"
	"github.com/rankduel/rankduel/metrics"
	"github.com/rankduel/rankduel/reports"
	"github.com/rankduel/rankduel/reports/sets"
	"github.com/rankduel/rankduel/retrieval/trec"
	"github.com/rankduel/rankduel/testsets/refresh"
)

type judgeOptions struct {
	output.Report
	people, anchors, testSet, measure string
	runs                              []string
	alpha, margin                     float64
}

func newJudgeCommand() *cobra.Command {
	var opts judgeOptions
	cmd := flags.Verb("judge LABELS [NEWER]", cobra.RangeArgs(1, 2), opts.judge)
	set := cmd.Flags()
	opts.AddPlain(set, reports.Text, reports.JSON, reports.Markdown)
	set.StringVar(&opts.people, "qrels", "", "labels of people, in TREC form, or as BEIR, CSV and JSON have them")
	set.StringVar(&opts.anchors, "anchors", "", "documents that are compared, in a form of --qrels, whose grades do not count (default: all that both labelled)")
	set.StringArrayVar(&opts.runs, "run", nil, "run file of a system, as RUN or NAME=RUN: is the bias the same for all? repeatable")
	set.StringVarP(&opts.measure, "measure", "m", "nDCG@10", "measure by which systems are scored")
	set.StringVar(&opts.testSet, "test-set", "", "test set, for its scale, its strata and the years in which queries entered")
	set.Float64Var(&opts.alpha, "alpha", 0.05, "level of every verdict")
	set.Float64Var(&opts.margin, "margin", 0.05, "change of a share of grades up to which labels are the same")
	flags.IdleWithout(set, "run", "measure")
	return cmd
}

func (o *judgeOptions) judge(cmd *cobra.Command, args []string) error {
	err := o.Check()
	if len(args) < 2 && o.people == "" {
		err = errors.Join(err, errors.New("one file of labels: give those of another version too, or people's with --qrels"))
	}
	if !(o.alpha > 0 && o.alpha < 0.5) || !(o.margin > 0 && o.margin < 1) {
		err = errors.Join(err, fmt.Errorf("--alpha %g and --margin %g, want more than 0, and less than 0.5 and 1", o.alpha, o.margin))
	}
	if err != nil {
		return err
	}
	question, top, err := o.question(cmd.Context())
	if err != nil {
		return err
	}
	var all []judge.Labels
	for _, file := range append(ordered.Each(args, inputs.NameFile), inputs.File{Name: "people", Path: o.people}) {
		if file.Path == "" {
			continue
		}
		given, err := readQrels(cmd.Context(), file.Path)
		if err != nil {
			return err
		}
		if n := len(all); n > 0 && all[n-1].Given.Info.SHA256 == given.Info.SHA256 {
			return fmt.Errorf("%s and %s are one file of labels; give others", all[n-1].Name, file.Name)
		}
		if top > 0 && given.Top() > top {
			return fmt.Errorf("%s: grade %d is above %d, the highest of the scale of %s", file.Path, given.Top(), top, o.testSet)
		}
		all = append(all, judge.Labels{Name: file.Name, Given: given, People: len(all) == len(args)})
	}
	out := result.Judges{Schema: result.JudgesSchema, Alpha: o.alpha, Margin: o.margin}
	if len(o.runs) > 0 {
		out.Measure = o.measure
		if err := o.score(cmd.Context(), all); err != nil {
			return err
		}
	}
	last := len(all) - 1
	var pairs [][2]judge.Labels
	if len(args) == 2 { // the newer labels against the older ones, then against people's
		pairs = append(pairs, [2]judge.Labels{all[0], all[1]})
	}
	for i := len(args) - 1; i >= 0 && o.people != ""; i-- {
		pairs = append(pairs, [2]judge.Labels{all[last], all[i]})
	}
	for _, two := range pairs {
		pair, err := question.Compare(two[0], two[1])
		if err != nil {
			return err
		}
		out.Pairs = append(out.Pairs, pair)
	}
	return o.Write(cmd.OutOrStdout(), output.Of(&out, sets.WriteJudges))
}

func readQrels(ctx context.Context, path string) (*judgments.Judgments, error) {
	return inputs.ReadQrels(ctx, path, trec.File(path), trec.QrelsOptions{Duplicates: trec.DuplicatesError})
}

// question reads the anchors, and what the test set says of its queries and its scale.
func (o *judgeOptions) question(ctx context.Context) (q judge.Question, top int, err error) {
	q.Alpha, q.Margin = o.alpha, o.margin
	if o.anchors != "" {
		if q.Anchors, err = readQrels(ctx, o.anchors); err != nil {
			return q, 0, err
		}
	}
	if o.testSet == "" {
		return q, 0, nil
	}
	set, err := judgments.OpenTestSet(".", o.testSet)
	if err != nil {
		return q, 0, err
	}
	since, err := refresh.Since(set, o.testSet)
	if err != nil {
		return q, 0, err
	}
	q.Groups = map[string]map[string]string{"stratum": {}, "year": {}}
	for _, one := range set.Queries {
		q.Groups["stratum"][one.ID] = one.Type
		q.Groups["year"][one.ID], _, _ = strings.Cut(since[one.ID], "-")
	}
	return q, set.Scale.Max(), nil
}

func (o *judgeOptions) score(ctx context.Context, all []judge.Labels) error {
	profile, err := metrics.ProfileByName("qrels")
	if err != nil {
		return err
	}
	measure, wrong := profile.Parse(o.measure)
	files, err := inputs.NameFiles(o.runs)
	if err := errors.Join(wrong, err); err != nil {
		return err
	}
	var scored flags.Judgments
	for i := range all {
		err := all[i].Given.Check(profile, []metrics.Measure{measure})
		if err == nil {
			all[i].Tables, err = scored.Score(ctx, &scored.Request, all[i].Given, files, []metrics.Measure{measure}, profile, scoring.Options{KeepHits: judge.Depth})
		}
		if err == nil {
			err = scoring.Distinct(all[i].Tables)
		}
		if err != nil {
			return err
		}
	}
	return nil
}
