package score

import (
	"errors"
	"fmt"
	"io"
	"strings"

	"github.com/spf13/pflag"

	"github.com/rankduel/rankduel/experiment/request"
	"github.com/rankduel/rankduel/experiment/result"
	"github.com/rankduel/rankduel/experiment/scoring"
	"github.com/rankduel/rankduel/internal/prose"
	"github.com/rankduel/rankduel/metrics"
	"github.com/rankduel/rankduel/reports"
)

// trecFlags are the flags of trec_eval, with its letters. Those that change
// numbers hold for every format; the rest is about its output.
type trecFlags struct {
	noSummary          bool
	qrelsForm, runForm string
	zScores, trace     string

	asked *request.Request
	items []metrics.TrecItem
}

// add adds the flags; per is the variable behind --per-query, which trec_eval calls -q.
func (t *trecFlags) add(flags *pflag.FlagSet, asked *request.Request, per *bool) {
	t.asked = asked
	flags.BoolVarP(per, "query-eval", "q", false, "the same as --per-query")
	flags.BoolVarP(&t.noSummary, "no-summary", "n", false, "with --format trec: no lines for all queries")
	flags.StringVarP(&t.qrelsForm, "rel-info-format", "R", "qrels", "form of the judgments; there is one")
	flags.StringVarP(&t.runForm, "results-format", "T", "trec_results", "form of the run; it shows by itself")
	flags.StringVarP(&t.zScores, "zscores", "Z", "", "not here")
	flags.StringVarP(&t.trace, "debug-level", "D", "", "not here")
	for _, name := range []string{"rel-info-format", "results-format", "zscores", "debug-level"} {
		flags.Lookup(name).Hidden = true // they are known so that anyone who comes from trec_eval is told why not
	}
	flags.Lookup("format").Usage = "form of the result on standard output: text, json, markdown, csv, latex, trec, which is what trec_eval prints, or aggregate, which is what the original of the profile keeps"
}

// check refuses what has no meaning, and what would be ignored.
func (t *trecFlags) check(runs int) error {
	var errs []error
	errs = append(errs, t.absent()...)
	switch {
	case t.asked.Measures.Trec && runs > 1:
		errs = append(errs, errors.New("--format trec is about one run; name one"))
	case !t.asked.Measures.Trec && t.asked.Judgments.Complete:
		errs = append(errs, errors.New("-c goes with --format trec; other formats count missing queries as 0 anyway"))
	case !t.asked.Measures.Trec && t.noSummary:
		errs = append(errs, errors.New("-n goes with --format trec"))
	}
	return errors.Join(errs...)
}

// absent refuses what trec_eval can do and this does not.
func (t *trecFlags) absent() []error {
	var errs prose.Faults
	switch t.qrelsForm {
	case "qrels":
	case "prefs", "qrels_prefs":
		errs = append(errs, fmt.Errorf("-R %s: preference judgments are not read here; --qrels takes grades", t.qrelsForm))
	case "qrels_jg":
		errs = append(errs, errors.New("-R qrels_jg: judgments of several assessors in one file are not read here; give --qrels those of one assessor, or what they agreed on"))
	default:
		errs = append(errs, fmt.Errorf("-R %q: trec_eval has no such form of judgments, and only qrels are read here", t.qrelsForm))
	}
	errs.If(t.runForm != "trec_results", "-T %q: want trec_results, or leave the flag out: the form of a run file shows by itself", t.runForm)
	errs.If(t.zScores != "", "-Z: Z scores are not computed here; `rankduel compare` tells how runs differ and how sure that is")
	errs.If(t.trace != "", "-D: there are no traces of the computation here; -q prints every query and `rankduel explain NAME` the formula")
	return errs
}

// options returns those that change measures.
func (t *trecFlags) options() metrics.TrecOptions {
	return metrics.TrecOptions{Rel: t.asked.Measures.Level, JudgedOnly: t.asked.Judgments.JudgedOnly, Documents: t.asked.Judgments.CollectionSize, Complete: t.asked.Judgments.Complete}
}

// adjust puts the flags into effect on measures.
func (t *trecFlags) adjust(measures []metrics.Measure) ([]metrics.Measure, error) {
	adjusted := make([]metrics.Measure, len(measures))
	for i, m := range measures {
		var err error
		if adjusted[i], err = t.options().Adjust(m); err != nil {
			return nil, err
		}
	}
	return adjusted, nil
}

// read reads measures as trec_eval does and returns what has to be scored for the lines they stand for.
func (t *trecFlags) read(measures []string) ([]metrics.Measure, error) {
	if len(measures) == 0 {
		measures = []string{"official"}
	}
	var err error
	if t.items, err = metrics.TrecItems(strings.Join(measures, ","), t.options()); err != nil {
		return nil, err
	}
	var scored []metrics.Measure
	seen := map[string]bool{}
	for _, item := range t.items {
		for _, m := range []metrics.Measure{item.Measure, item.Total} {
			if m != nil && !seen[m.String()] {
				seen[m.String()] = true
				scored = append(scored, m)
			}
		}
	}
	if scored == nil {
		scored = []metrics.Measure{metrics.NumRet{}} // runid and relstring alone; a ranking is looked at for a measure only
	}
	return scored, nil
}

// scoring says how rankings are scored under the flags.
func (t *trecFlags) scoring() scoring.Options {
	opts := scoring.Options{Depth: t.asked.Judgments.MaxRetrieved, JudgedOnly: t.asked.Judgments.JudgedOnly, Common: t.asked.Measures.Trec && !t.asked.Judgments.Complete}
	for _, item := range t.items {
		opts.RelString = max(opts.RelString, item.Length)
	}
	return opts
}

// warn says on standard error what the other formats say in their report: trec_eval's has no place for it.
func (t *trecFlags) warn(stderr io.Writer, runs []*scoring.Table) {
	if !t.asked.Measures.Trec {
		return
	}
	for _, run := range runs {
		for _, f := range run.Health {
			if f.Severity != result.SeverityNote {
				fmt.Fprintf(stderr, "rankduel: warning: %s: %s\n", run.Name, f.Text)
			}
		}
	}
}

func (t *trecFlags) write(stdout io.Writer, e *result.Evaluation, perQuery bool) error {
	return reports.Evaluation(stdout, e, reports.Trec, reports.Options{
		PerQuery: perQuery, Trec: reports.TrecOptions{Items: t.items, NoSummary: t.noSummary},
	})
}

// checkAggregate refuses --format aggregate where there is no such thing.
func checkAggregate(profile metrics.Profile, runs int) error {
	if runs > 1 {
		return errors.New("--format aggregate is about one run; name one, or take --format json, which has the aggregate of each")
	}
	if profile.Layout != metrics.NoLayout {
		return nil
	}
	var with []string
	for _, p := range metrics.Profiles() {
		if p.Layout != metrics.NoLayout {
			with = append(with, p.Name)
		}
	}
	return fmt.Errorf("profile %s has no names of its own to sum up a run in; --format aggregate goes with --profile %s",
		profile.Name, strings.Join(with, ", "))
}
