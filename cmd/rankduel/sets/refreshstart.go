package sets

import (
	"context"
	"errors"
	"fmt"
	"strconv"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"github.com/rankduel/rankduel/cmd/rankduel/flags"
	"github.com/rankduel/rankduel/cmd/rankduel/output"
	"github.com/rankduel/rankduel/experiment/compare"
	"github.com/rankduel/rankduel/experiment/inputs"
	"github.com/rankduel/rankduel/experiment/judgments"
	"github.com/rankduel/rankduel/experiment/result"
	"github.com/rankduel/rankduel/experiment/scoring"
	"github.com/rankduel/rankduel/internal/prose"
	"github.com/rankduel/rankduel/internal/unpack"
	"github.com/rankduel/rankduel/metrics"
	"github.com/rankduel/rankduel/reports/sets"
	"github.com/rankduel/rankduel/retrieval/trec"
	"github.com/rankduel/rankduel/testsets"
	"github.com/rankduel/rankduel/testsets/label/adjudicate"
	"github.com/rankduel/rankduel/testsets/querylog"
	"github.com/rankduel/rankduel/testsets/refresh"
)

type refreshStartOptions struct {
	asked         refresh.Request // what flags say as it is
	date          string
	strata, types []string
	columns       querylog.Columns
	past          []string
	measure       string
	guideline     string
	screen        output.Screen
}

func newRefreshStartCommand() *cobra.Command {
	var opts refreshStartOptions
	cmd := flags.Verb("start SET --log FILE --labellers NAME,NAME", cobra.ExactArgs(1), opts.run)
	set := cmd.Flags()
	set.StringVar(&opts.asked.Dir, "dir", "", "folder of the refresh (default: refresh/NAME-VERSION, of the new version)")
	set.StringVar(&opts.asked.To, "to", "", "version of the new set (default: the old one's number and 1)")
	set.StringVar(&opts.date, "date", "", "day of the refresh, from which ages are counted (default: today)")
	set.IntVar(&opts.asked.Replace, "replace", refresh.DefaultReplace, "queries that leave, and that enter")
	set.StringSliceVar(&opts.strata, "strata", nil, "how many of each stratum, STRATUM=N (default: in proportion to their sizes)")
	set.StringArrayVar(&opts.types, "type", nil, "stratum of a query of the log, STRATUM=PATTERN; repeatable, the first that matches (default: by hand, in entering.csv)")
	set.StringVar(&opts.asked.LogFile, "log", "", "query log that new queries are drawn from")
	set.StringVar(&opts.columns.Query, "log-query", "", "column or key of the query in the log (default: by the usual names)")
	set.StringVar(&opts.columns.Client, "log-client", "", "column or key of the client in the log (default: by the usual names)")
	set.StringVar(&opts.columns.Count, "log-count", "", "column or key of how often it was asked (default: by the usual names, else each record once)")
	set.IntVar(&opts.asked.MinClients, "min-clients", refresh.DefaultMinClients, "clients that have to have asked a query, in a log that names them")
	set.StringSliceVar(&opts.past, "past", nil, "run files of past systems on the set, by which its queries are judged")
	set.StringVarP(&opts.measure, "measure", "m", "", "measure that past runs are scored by (default: the first of the profile that decides)")
	set.StringSliceVar(&opts.asked.Labellers, "labellers", nil, "names of the people who will label, two or more")
	set.StringVar(&opts.asked.Threshold, "threshold", refresh.DefaultThreshold, "what Cohen's kappa has to exceed for the labels to become a version")
	addEvidence(set, &opts.asked.Evidence)
	set.StringVar(&opts.asked.Rule, "rule", refresh.DefaultRule, "how different labels become one: "+strings.Join(adjudicate.Rules(), ", "))
	set.StringVar(&opts.guideline, "guideline", "", "how documents are graded, as Markdown (default: a template to be edited)")
	set.Uint64Var(&opts.asked.Seed, "seed", refresh.DefaultSeed, "seed of the draws")
	opts.screen.Add(set)
	flags.IdleWithout(set, "past", "measure")
	flags.IdleWithout(set, "log", "log-query", "log-client", "log-count", "min-clients", "type")
	return cmd
}

func (o *refreshStartOptions) run(cmd *cobra.Command, args []string) error {
	r, err := o.request(cmd.Context(), args[0])
	if err != nil {
		return err
	}
	if r.Log, r.LogSHA256, err = readLog(cmd.Context(), r.LogFile, o.columns); err != nil {
		return err
	}
	if r.Past, err = pastScores(cmd.Context(), r.Set, o.past, o.measure); err != nil {
		return err
	}
	p, err := refresh.Begin(r)
	if err != nil {
		return err
	}
	return sets.WriteRefreshStart(cmd.OutOrStdout(), p, o.screen.Plain(cmd.OutOrStdout()))
}

// request checks everything that can be checked before the log is read.
func (o *refreshStartOptions) request(ctx context.Context, path string) (refresh.Request, error) {
	r := o.asked
	r.SetFile, r.Now = path, time.Now()
	var errs prose.Faults
	errs.If(r.LogFile == "", "no query log; give --log FILE: CSV, JSON lines or UBI")
	errs.If(len(r.Labellers) < 2, "%s: agreement needs two, and one person's labels become no test set (--labellers NAME,NAME)", prose.Plural(len(r.Labellers), "labeller"))
	errs.If(r.Replace < 1, "--replace %d, want at least 1", r.Replace)
	errs.If(r.MinClients < 1, "--min-clients %d, want at least 1", r.MinClients)
	var err error
	if o.date != "" {
		r.Now, err = time.Parse(time.DateOnly, o.date)
		errs.If(err != nil, "--date %q: want a day such as 2026-03-01", o.date)
	}
	r.Strata, err = stratumCounts(o.strata)
	errs = append(errs, err)
	for _, text := range o.types {
		rule, err := refresh.ParseTypeRule(text)
		errs.If(err != nil, "--type: %w", err)
		r.Types = append(r.Types, rule)
	}
	if o.guideline != "" {
		if r.Guideline, err = unpack.ReadFile(o.guideline); err != nil {
			errs = append(errs, fmt.Errorf("--guideline: %w", err))
		}
	}
	if r.Set, err = testsets.Load(path); err != nil {
		return r, errors.Join(append(errs, err)...)
	}
	spent, err := looksSpent(ctx, r.Set, path)
	r.HeldOutSpent = spent
	return r, errors.Join(append(errs, err)...)
}

// pastMeasure returns the one measure that past runs are scored by. What is answered
// perfectly or not at all is told by a score of 1 or 0.
func pastMeasure(profile metrics.Profile, text string) (metrics.Measure, error) {
	if text == "" {
		if m := compare.Primary(profile, profile.Measures); m != nil {
			return m, nil
		}
		return nil, fmt.Errorf("profile %s has no measure that more is better of; name one with -m", profile.Name)
	}
	m, err := profile.Parse(text)
	if err != nil {
		return nil, err
	}
	if err := compare.CheckDecides(m); err != nil {
		return nil, err
	}
	if _, share := metrics.WidthOf(m); !share {
		return nil, fmt.Errorf("%s has no best score, so which queries are saturated cannot be said; name a measure from 0 to 1, such as nDCG@10", m)
	}
	return m, nil
}

// stratumCounts reads STRATUM=N.
func stratumCounts(texts []string) (map[string]int, error) {
	counts := map[string]int{}
	for _, text := range texts {
		name, number, ok := strings.Cut(text, "=")
		n, err := strconv.Atoi(number)
		if !ok || err != nil || n < 0 {
			return nil, fmt.Errorf("--strata %q: want STRATUM=N", text)
		}
		if _, twice := counts[name]; twice {
			return nil, fmt.Errorf("--strata: %s is there twice", name)
		}
		counts[name] = n
	}
	return counts, nil
}

// looksSpent returns how many configurations the held-out part showed, when they are as many as it allows.
func looksSpent(ctx context.Context, set *testsets.TestSet, path string) (int, error) {
	list, err := new(flags.Looks).List(ctx, set, "", path)
	if err != nil || list.Configurations < result.WornLooks {
		return 0, err
	}
	return list.Configurations, nil
}

func readLog(ctx context.Context, path string, columns querylog.Columns) (*querylog.Log, string, error) {
	src := trec.File(path).Hashing()
	f, err := src.Open()
	if err != nil {
		return nil, "", err
	}
	log, err := querylog.Read(path, f, columns)
	if err := errors.Join(err, f.Close()); err != nil {
		return nil, "", err
	}
	sum, err := src.SHA256(ctx)
	return log, sum, err
}

// pastScores scores run files on the evaluation part of a set by one measure.
// Queries that a run does not answer have no score by it.
func pastScores(ctx context.Context, set *testsets.TestSet, paths []string, measure string) ([]refresh.Past, error) {
	if len(paths) == 0 {
		return nil, nil
	}
	judged, err := judgments.Of(set, judgments.PartEvaluation)
	if err != nil {
		return nil, err
	}
	profile, err := judgments.ProfileOf(set)
	if err != nil {
		return nil, err
	}
	m, err := pastMeasure(profile, measure)
	if err != nil {
		return nil, err
	}
	files, err := inputs.NameFiles(paths)
	if err != nil {
		return nil, err
	}
	var list []refresh.Past
	for _, file := range files {
		table, err := file.Score(ctx, judged, []metrics.Measure{m}, profile, scoring.Options{Name: file.Name, Hash: true, Common: true})
		if err != nil {
			return nil, err
		}
		past := refresh.Past{RunRef: refresh.RunRef{Name: file.Name, SHA256: table.SHA256, Measure: m.String()}, Scores: map[string]float64{}}
		for q := range table.Len() {
			if score, ok := table.Score(0, q); ok && !table.LeftOut(q) {
				past.Scores[table.ID(q)] = score
			}
		}
		past.Queries = len(past.Scores)
		list = append(list, past)
	}
	return list, nil
}
