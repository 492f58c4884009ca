package output

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"os"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/rankduel/rankduel/internal/delimited"
	"github.com/rankduel/rankduel/internal/ordered"
	"github.com/rankduel/rankduel/internal/outfile"
	"github.com/rankduel/rankduel/reports"
	"github.com/rankduel/rankduel/reports/document"
)

// Report say where results go and in which form.
type Report struct {
	Format    string
	Files     []string
	noColor   bool
	Quiet     bool
	Verbose   bool
	EachQuery bool
	by        string
	sheet     bool             // CSV is for a spreadsheet
	paper     document.Paper   // what the author of a paper says of its table
	forms     []reports.Format // that the verb has; nil: those of every report
	Screen    Screen
	Page      pageFlags
	events    string // file for OpenTelemetry
}

// Add adds the flags of a report with queries and strata, in these forms; without any,
// here and below, in those of every report.
func (o *Report) Add(flags *pflag.FlagSet, forms ...reports.Format) {
	o.AddPlain(flags, forms...)
	o.AddSheet(flags)
	o.AddQueries(flags)
	flags.StringVar(&o.by, "by", "", "stratum: report every measure by stratum, not the primary one alone")
}

// Verb returns a command that does one thing with its arguments, once it is known that what
// comes of it can be written as asked.
func (o *Report) Verb(use string, args cobra.PositionalArgs, run func(*cobra.Command, []string) error) *cobra.Command {
	return &cobra.Command{Use: use, Args: args, RunE: func(cmd *cobra.Command, args []string) error {
		if err := o.Check(); err != nil {
			return err
		}
		return run(cmd, args)
	}}
}

// AddEvents adds the flag of verbs that score queries.
func (o *Report) AddEvents(flags *pflag.FlagSet) {
	flags.StringVar(&o.events, "otel", "", "write scores and verdicts to a file too, as events gen_ai.evaluation.result in OpenTelemetry's JSON lines")
}

// AddQueries adds the flags of verbs whose result has queries.
func (o *Report) AddQueries(flags *pflag.FlagSet) {
	flags.BoolVar(&o.EachQuery, "per-query", false, "report every query")
}

// AddPlain is for verbs whose result has no queries and no strata to list.
func (o *Report) AddPlain(flags *pflag.FlagSet, forms ...reports.Format) {
	o.forms = forms
	flags.StringArrayVarP(&o.Files, "output", "o", nil, "write the result to a file too, its form by the ending ("+strings.Join(o.endings(), " ")+"); repeatable")
	o.AddForms(flags, forms...)
}

// endings returns those of the files that the verb writes, pages apart.
func (o *Report) endings() []string {
	var known []string
	for _, ending := range []string{".json", ".md", ".csv", ".tex", ".xml", ".txt"} {
		if f, err := reports.FormatForFile(ending); err == nil && slices.Contains(o.known(), f) {
			known = append(known, ending)
		}
	}
	return known
}

// AddForms is for verbs whose -o is not the report.
func (o *Report) AddForms(flags *pflag.FlagSet, forms ...reports.Format) {
	o.forms = forms
	o.addShown(flags, "form of the result on standard output: ", "no progress and no result on standard output, for use with -o")
	flags.BoolVarP(&o.Verbose, "verbose", "v", false, "say more")
}

// AddReport is for verbs that say what they did, and whose -o is something else.
func (o *Report) AddReport(flags *pflag.FlagSet, forms ...reports.Format) {
	o.forms = forms
	o.addShown(flags, "form of what is told: ", "tell nothing")
}

func (o *Report) addShown(flags *pflag.FlagSet, form, quiet string) {
	flags.StringVar(&o.Format, "format", "text", form+strings.Join(Texts(o.known()), ", "))
	o.Screen.Add(flags)
	flags.BoolVar(&o.noColor, "no-color", false, "no color (so does the environment variable NO_COLOR)")
	flags.BoolVar(&o.Quiet, "quiet", false, quiet)
}

// AddSheet is for verbs that write CSV.
func (o *Report) AddSheet(flags *pflag.FlagSet) {
	flags.BoolVar(&o.sheet, "for-spreadsheet", false, "in CSV, put an apostrophe before cells that a spreadsheet would compute as formulas")
}

// AddPaper adds the flags of verbs whose LaTeX is one table.
func (o *Report) AddPaper(flags *pflag.FlagSet) {
	flags.StringVar(&o.paper.Caption, "caption", "", "in LaTeX, the words over the table in place of the verdict, which goes below it")
	flags.StringVar(&o.paper.Label, "label", "", "in LaTeX, the name of the table for \\ref, such as tab:main")
}

// checkPaper refuses words about a table that is not written, and a name that LaTeX would not read as one.
func (o *Report) checkPaper() error {
	switch {
	case o.paper == document.Paper{}:
	case !o.Writes(reports.LaTeX):
		return errors.New("--caption and --label are about LaTeX: add --format latex, or -o FILE.tex")
	case strings.ContainsAny(o.paper.Label, "\\{}%#~^$&, \t\n"):
		return fmt.Errorf("--label %q: want letters, digits and : - _ . /", o.paper.Label)
	}
	return nil
}

// A render writes a result in one form.
type render func(w io.Writer, f reports.Format, o reports.Options) error

// Of renders a result by what writes it in every form.
func Of[T any](result T, write func(io.Writer, T, reports.Format, reports.Options) error) func(io.Writer, reports.Format, reports.Options) error {
	return func(w io.Writer, f reports.Format, o reports.Options) error { return write(w, result, f, o) }
}

// Check refuses unknown forms and files that cannot be written, before any work is done.
func (o *Report) Check() error {
	f, err := reports.ParseFormat(o.Format)
	if err == nil {
		err = o.has(f, "--format "+o.Format)
	}
	if err != nil {
		return err
	}
	if o.sheet && !o.Writes(reports.CSV) {
		return errors.New("--for-spreadsheet is about CSV: add --format csv, or -o FILE.csv")
	}
	if err := errors.Join(o.checkPaper(), o.Screen.check()); err != nil {
		return err
	}
	if o.by != "" && o.by != "stratum" {
		return fmt.Errorf("--by %q: want stratum", o.by)
	}
	if err := o.Page.check(o.Writes(reports.HTML)); err != nil {
		return err
	}
	if err := o.Page.makePlots(); err != nil {
		return err
	}
	if o.events != "" {
		if err := outfile.Check(o.events); err != nil {
			return fmt.Errorf("--otel %s: %w", o.events, err)
		}
	}
	for _, path := range o.Files {
		f, err := reports.FormatForFile(path)
		if err == nil {
			err = o.has(f, "-o "+path)
		}
		if err != nil {
			return err
		}
		if err := outfile.Check(path); err != nil {
			return fmt.Errorf("-o %s: %w", path, err)
		}
	}
	return nil
}

// has refuses a form that the verb does not have.
func (o *Report) has(f reports.Format, asked string) error {
	if slices.Contains(o.known(), f) || f == reports.HTML && o.Page.Written {
		return nil
	}
	return fmt.Errorf("%s: %w here: want %s", asked, reports.ErrUnknownFormat, strings.Join(Texts(o.known()), ", "))
}

func (o *Report) known() []reports.Format {
	if o.forms == nil {
		return reports.Formats()
	}
	return o.forms
}

// Write renders to standard output and to every -o file. One that fails does not keep the others from being written.
func (o *Report) Write(stdout io.Writer, r render) error {
	errs := []error{o.Print(stdout, r)}
	for _, path := range o.Files {
		f, err := reports.FormatForFile(path)
		o.Page.path = path
		if err == nil {
			err = WriteFile("-o "+path, path, func(w io.Writer) error {
				options := o.options(w, f)
				options.Details = true // a file keeps everything
				return o.render(w, r, f, options)
			})
		}
		errs = append(errs, err)
	}
	if o.events != "" {
		errs = append(errs, WriteFile("--otel "+o.events, o.events, func(w io.Writer) error { return r(w, reports.OTel, reports.Options{}) }))
	}
	if o.Page.plots != "" {
		o.Page.drawing = true
		errs = append(errs, r(io.Discard, reports.HTML, reports.Options{}))
		o.Page.drawing = false
	}
	return errors.Join(errs...)
}

// DrawsFigures tells whether figures are wanted, on a page or as files: they need what is known of single queries.
func (o *Report) DrawsFigures() bool { return o.Writes(reports.HTML) || o.Page.plots != "" }

// WriteFile renders a file, as it was asked for, that appears whole or not at all.
func WriteFile(asked, path string, r func(io.Writer) error) error {
	var buf bytes.Buffer
	if err := r(&buf); err != nil {
		return fmt.Errorf("%s: %w", asked, err)
	}
	if err := outfile.Write(path, buf.Bytes()); err != nil {
		return fmt.Errorf("%s: %w, what was there is as it was: %w", asked, ErrNotWritten, err)
	}
	return nil
}

// Print renders to standard output.
func (o *Report) Print(stdout io.Writer, r render) error {
	if !o.Quiet {
		f, err := reports.ParseFormat(o.Format)
		if err != nil {
			return err
		}
		paper := stdout
		if f == reports.Text && o.color(stdout) {
			paper = document.Terminal(Raw(stdout), true)
		}
		if err := o.render(paper, r, f, o.options(stdout, f)); err != nil {
			return err
		}
	}
	return nil
}

// render writes one form, of CSV the one that was asked for.
func (o *Report) render(w io.Writer, r render, f reports.Format, options reports.Options) error {
	if f != reports.CSV || !o.sheet {
		return r(w, f, options)
	}
	var buf bytes.Buffer
	if err := r(&buf, f, options); err != nil {
		return err
	}
	return delimited.WriteGuarded(w, &buf)
}

func (o *Report) options(w io.Writer, f reports.Format) reports.Options {
	return reports.Options{
		Width: o.Screen.columns(w),
		Color: o.color(w), Details: o.Screen.details, Now: time.Now(),
		PerQuery: o.EachQuery || f == reports.CSV, Strata: o.by == "stratum", Verbose: o.Verbose, Paper: o.paper,
	}
}

// Writes tells whether the result is wanted in a form, on standard output or in a file.
func (o *Report) Writes(form reports.Format) bool {
	if o.Format == string(form) {
		return true
	}
	return slices.ContainsFunc(o.Files, func(path string) bool {
		f, err := reports.FormatForFile(path)
		return err == nil && f == form
	})
}

// PerQuery tells whether every query is wanted: CSV and events are about nothing else.
func (o *Report) PerQuery() bool { return o.EachQuery || o.events != "" || o.Writes(reports.CSV) }

// ShowsHashes tells whether the hashes of run files are shown: taking the hash of
// a large file along costs nearly as much as scoring it.
func (o *Report) ShowsHashes() bool { return o.Verbose || o.Writes(reports.JSON) }

func (o *Report) color(w io.Writer) bool {
	return !o.noColor && os.Getenv("NO_COLOR") == "" && IsTerminal(w)
}

// Texts are named strings as strings.
func Texts[S ~string](list []S) []string {
	return ordered.Each(list, func(s S) string { return string(s) })
}

// SayRemarks says what anyone who reads the numbers should know, where the form of the output has no room for it.
func (o *Report) SayRemarks(stderr io.Writer, remarks []string) error {
	if o.Quiet || o.Format != string(reports.Kebab) && o.Format != string(reports.CSV) {
		return nil
	}
	var errs []error
	for _, remark := range remarks {
		_, err := fmt.Fprintf(stderr, "note: %s\n", document.Printable(remark))
		errs = append(errs, err)
	}
	return errors.Join(errs...)
}
