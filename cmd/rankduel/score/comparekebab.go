package score

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"time"

	"github.com/spf13/pflag"

	"github.com/rankduel/rankduel/cmd/rankduel/flags"
	"github.com/rankduel/rankduel/cmd/rankduel/gates"
	"github.com/rankduel/rankduel/cmd/rankduel/output"
	"github.com/rankduel/rankduel/experiment/compare"
	"github.com/rankduel/rankduel/experiment/gate"
	"github.com/rankduel/rankduel/experiment/inputs"
	experiment "github.com/rankduel/rankduel/experiment/kebab"
	"github.com/rankduel/rankduel/experiment/result"
	"github.com/rankduel/rankduel/experiment/scoring"
	"github.com/rankduel/rankduel/internal/ordered"
	"github.com/rankduel/rankduel/metrics"
	"github.com/rankduel/rankduel/reports"
	kebabreports "github.com/rankduel/rankduel/reports/kebab"
	"github.com/rankduel/rankduel/store/kebab"
)

// kebabCompareFlags are about runs of kebab alone.
type kebabCompareFlags struct {
	flags.GoldenList
	strict, writeReport bool
	rules               []string
	ruleFile, mode      string
	runsDir             string
	reportFolder        string // of run B, below runsDir
}

func (k *kebabCompareFlags) add(flags *pflag.FlagSet) {
	k.Add(flags)
	flags.BoolVar(&k.strict, "strict-chunker-version", false, "of runs of kebab: refuse two that were not made with one chunker")
	flags.BoolVar(&k.writeReport, "write-report", false, "of runs of kebab: also write kebab's Markdown to RUNS-DIR/B/report.md")
	flags.StringArrayVar(&k.rules, "rule", nil, "of runs of kebab: rule of a gate like 'hit@5: drop <= 3%'; repeatable")
	flags.StringVar(&k.ruleFile, "rules", "", "of runs of kebab: YAML file with rules of a gate")
	flags.StringVar(&k.mode, "mode", "", "of runs of kebab: mode of rules that have none: point, noninferior or regression (default: regression)")
	flags.StringVar(&k.runsDir, "runs-dir", "", "of runs of kebab: where reports go (default: the folder runs next to the store)")
}

// ofKebab are the flags that need runs of kebab.
var ofKebab = []string{"golden", "strict-chunker-version", "write-report", "runs-dir", "rule", "rules", "mode"}

// comparesKebab tells whether the runs are kebab's where nothing else says what to
// score by: a golden list or a profile of kebab says so, the store is kebab's, files are
// given and kebab would find a list, or no store of ours has the runs and kebab's is there.
func (o *compareOptions) comparesKebab(ctx context.Context, args []string) bool {
	if o.Systems.Scores || o.Qrels != "" || o.TestSet != "" {
		return false
	}
	if o.Golden != "" || o.Measures.Profile == "kebab" || o.Measures.Profile == "kebab-code" {
		return true
	}
	if o.Flags.Changed("store") {
		return kebab.Is(ctx, o.Address)
	}
	files := ordered.Each(args, inputs.NameFile)
	if !slices.ContainsFunc(files, func(f inputs.File) bool { return !flags.IsRowFile(f.Path) }) {
		_, err := o.Path()
		return err == nil
	}
	if !kebab.Is(ctx, flags.KebabStore()) {
		return false
	}
	_, err := o.storedScores(ctx, files)
	return errors.Is(err, fs.ErrNotExist) || errors.Is(err, result.ErrNotFound)
}

// compareKebab compares two runs of kebab as kebab does, and decides.
func (o *compareOptions) compareKebab(ctx context.Context, stdout io.Writer, args []string) error {
	files, err := inputs.NameFiles(args)
	if err = errors.Join(err, o.checkKebabUse(args)); err != nil {
		return err
	}
	settings, err := o.Resolve(func(text string) (metrics.Measure, error) { return scoring.Named(text), nil })
	if err != nil {
		return err
	}
	var c *result.KebabComparison
	var tables []*scoring.Table
	if slices.ContainsFunc(files, func(f inputs.File) bool { return !flags.IsRowFile(f.Path) }) {
		if !o.Flags.Changed("store") {
			o.Address = flags.KebabStore()
		}
		err = o.InKebab(ctx, func(db *kebab.DB) (err error) {
			c, tables, err = o.readKebab(ctx, db, files)
			return err
		})
	} else {
		c, tables, err = o.readKebab(ctx, nil, files)
	}
	if err != nil {
		return err
	}
	if err := o.primaryOf(c, tables, &settings); err != nil {
		return err
	}
	rules, err := o.gateRules(tables[0].Profile)
	if err != nil {
		return err
	}
	fault := o.decideKebab(c, tables, settings)
	if len(rules.Rules) > 0 {
		fault = errors.Join(fault, judgeKebab(c, tables, rules))
	}
	return errors.Join(fault, o.writeKebab(stdout, c, tables))
}

func (o *compareOptions) checkKebabUse(args []string) error {
	why := "of runs of kebab, all of whose figures are compared by the golden list"
	errs := []error{o.RefuseOthers(compare.OfKebab, why), flags.RefuseUnused(o.Flags, why, "ledger", "corpus", "by", "otel", "silver")}
	if len(args) != 2 {
		errs = append(errs, fmt.Errorf("%d runs of kebab; name two, A and B", len(args)))
	}
	return errors.Join(append(errs, o.Check())...)
}

// readKebab reads both runs and compares them; db is nil for files.
func (o *compareOptions) readKebab(ctx context.Context, db *kebab.DB, files []inputs.File) (*result.KebabComparison, []*scoring.Table, error) {
	options := experiment.Options{Strict: o.strict}
	var paths []string
	if db != nil {
		corpus, err := db.Corpus(ctx)
		if err != nil {
			return nil, nil, err
		}
		if corpus != nil {
			options.Chunks, paths = corpus.Chunks, corpus.Paths
		}
	}
	golden, err := o.Read(o.Stderr, cmp.Or(o.Measures.Profile, "kebab"), paths)
	if err != nil {
		return nil, nil, err
	}
	var runs [2]experiment.Run
	for i, file := range files {
		var ok bool
		if runs[i], ok = flags.KebabRun(ctx, file); ok {
			o.reportFolder = runs[i].ID
			continue
		}
		run, err := db.Run(ctx, file.Path)
		if err != nil {
			return nil, nil, err
		}
		runs[i], o.reportFolder = experiment.FromRows(o.Address, run, db.Rows(ctx, run.ID)), run.ID
		if file.Given {
			runs[i].ID = file.Name
		}
	}
	if runs[0].ID == runs[1].ID && files[0].Path != files[1].Path {
		runs[0].ID, runs[1].ID = files[0].Name, files[1].Name
	}
	return golden.Compare(runs[0], runs[1], options)
}

// primaryOf returns the measure that the verdict is about: the one that was asked for, where it can be compared.
func (o *compareOptions) primaryOf(c *result.KebabComparison, tables []*scoring.Table, settings *compare.Settings) (err error) {
	if o.Measures.Primary == "" {
		settings.Primary = experiment.Primary(c, tables[0].Measures)
		return nil
	}
	if settings.Primary, err = tables[0].Profile.Parse(o.Measures.Primary); err == nil && metrics.Index(tables[0].Measures, settings.Primary) < 0 {
		err = fmt.Errorf("--primary %s: it cannot be compared after the chunker changed; take one of documents, such as R@10", o.Measures.Primary)
	}
	return err
}

// decideKebab adds the tests and the verdict. What keeps them from being made is
// in the report; it is a fault where the runs are at fault.
func (o *compareOptions) decideKebab(c *result.KebabComparison, tables []*scoring.Table, settings compare.Settings) error {
	if o.Format == string(reports.Kebab) && len(o.Files) == 0 {
		return nil // kebab's document has no room for them
	}
	var err error
	if settings.PerQuery = o.PerQuery(); c.RowsA.Queries+c.RowsB.Queries == 0 {
		err = errors.New("neither run has rows, so there is nothing to compare; run the queries first")
	} else {
		c.Comparison, err = compare.Against(tables[0], tables[1:], settings)
	}
	if err != nil {
		c.NoEvidence = err.Error()
	}
	return err
}

// gateRules returns those that the report is held to; none without a flag.
func (o *compareOptions) gateRules(profile metrics.Profile) (gate.Rules, error) {
	rules, err := gates.ReadRules(o.ruleFile, profile)
	added, bad := gates.ParseRules(o.rules, profile)
	rules.Rules = append(rules.Rules, added...)
	rules.Mode = cmp.Or(gate.Mode(o.mode), rules.Mode)
	if o.Has("min_coverage") {
		rules.MinCoverage = o.Settings.MinCoverage
	}
	return rules, errors.Join(err, bad, rules.Validate())
}

// judgeKebab holds run b to rules against run a.
func judgeKebab(c *result.KebabComparison, tables []*scoring.Table, rules gate.Rules) error {
	baseline := gates.SideOf(tables[0])
	g, err := gate.Judge(gates.SideOf(tables[1]), &baseline, rules, tables[0].Profile, time.Now())
	if err != nil {
		return err
	}
	c.Gate = g
	return gates.Outcome(io.Discard, g, gates.InconclusiveIs4)
}

// reportPath returns where kebab writes the report of run B. An id that leads elsewhere is refused.
func (o *compareOptions) reportPath() (string, error) {
	run := o.reportFolder
	if !filepath.IsLocal(run) || filepath.Base(run) != run {
		return "", fmt.Errorf("--write-report: run %q is not the name of a folder", run)
	}
	dir := filepath.Join(cmp.Or(o.runsDir, filepath.Join(filepath.Dir(o.Address), "runs")), run)
	if err := os.MkdirAll(dir, 0o777); err != nil {
		return "", fmt.Errorf("--write-report: %w: %w", output.ErrNotWritten, err)
	}
	return filepath.Join(dir, "report.md"), nil
}

// writeKebab writes the report, and kebab's own where kebab writes it.
func (o *compareOptions) writeKebab(stdout io.Writer, c *result.KebabComparison, tables []*scoring.Table) error {
	said := o.SayRemarks(o.Stderr, c.Remarks)
	err := o.Write(stdout, func(w io.Writer, f reports.Format, options reports.Options) error {
		if f == reports.HTML {
			if c.Comparison == nil {
				return errors.New("there is no comparison to make a page of: " + c.NoEvidence)
			}
			return o.Page.Write(w, c.Comparison, o.details(tables))
		}
		return kebabreports.WriteComparison(w, c, f, options)
	})
	if err = errors.Join(said, err); !o.writeReport {
		return err
	}
	path, wrong := o.reportPath()
	if wrong != nil {
		return errors.Join(err, wrong)
	}
	return errors.Join(err, output.WriteFile("--write-report "+path, path, func(w io.Writer) error { return kebabreports.WriteReport(w, c) }))
}
