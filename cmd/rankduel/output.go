package main

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"os"
	"slices"
	"strings"
	"time"

	"github.com/spf13/pflag"

	"github.com/rankduel/rankduel/internal/outfile"
	"github.com/rankduel/rankduel/reports"
)

// outputFlags say where results go and in which form.
type outputFlags struct {
	format  string
	files   []string
	noColor bool
	quiet   bool
	verbose bool
	per     bool
	by      string
	sheet   bool             // CSV is for a spreadsheet
	forms   []reports.Format // that the verb has; nil: those of every report
	screen  screenFlags
	page    pageFlags
}

func (o *outputFlags) add(flags *pflag.FlagSet) {
	o.addPlain(flags)
	o.addSheet(flags)
	flags.BoolVar(&o.per, "per-query", false, "report every query")
	flags.StringVar(&o.by, "by", "", "stratum: report every measure by stratum, not the primary one alone")
}

// addPlain is for verbs whose result has no queries and no strata to list, in
// the forms that are set.
func (o *outputFlags) addPlain(flags *pflag.FlagSet) {
	flags.StringArrayVarP(&o.files, "output", "o", nil, "write the result to a file too, its form by the ending ("+strings.Join(o.endings(), " ")+"); repeatable")
	o.addForms(flags, o.forms...)
}

// endings are those of the files that the verb writes, pages apart.
func (o *outputFlags) endings() []string {
	var known []string
	for _, ending := range []string{".json", ".md", ".csv", ".tex", ".xml", ".txt"} {
		if f, err := reports.FormatForFile(ending); err == nil && slices.Contains(o.known(), f) {
			known = append(known, ending)
		}
	}
	return known
}

// addForms is for verbs whose -o is not the report.
func (o *outputFlags) addForms(flags *pflag.FlagSet, forms ...reports.Format) {
	o.forms = forms
	flags.StringVar(&o.format, "format", "text", "form of the result on standard output: "+strings.Join(texts(o.known()), ", "))
	o.screen.add(flags)
	flags.BoolVar(&o.noColor, "no-color", false, "no color (so does the environment variable NO_COLOR)")
	flags.BoolVar(&o.quiet, "quiet", false, "no progress and no result on standard output, for use with -o")
	flags.BoolVarP(&o.verbose, "verbose", "v", false, "say more")
}

// addReport is for verbs that say what they did, and whose -o is something else.
func (o *outputFlags) addReport(flags *pflag.FlagSet) {
	flags.StringVar(&o.format, "format", "text", "form of what is told: "+strings.Join(texts(o.known()), ", "))
	o.screen.add(flags)
	flags.BoolVar(&o.noColor, "no-color", false, "no color (so does the environment variable NO_COLOR)")
	flags.BoolVar(&o.quiet, "quiet", false, "tell nothing")
}

// addSheet is for verbs that write CSV.
func (o *outputFlags) addSheet(flags *pflag.FlagSet) {
	flags.BoolVar(&o.sheet, "for-spreadsheet", false, "in CSV, put an apostrophe before cells that a spreadsheet would compute as formulas")
}

// A render writes a result in one form.
type render func(w io.Writer, f reports.Format, o reports.Options) error

// check refuses unknown forms and files that cannot be written, before any
// work is done.
func (o *outputFlags) check() error {
	f, err := reports.ParseFormat(o.format)
	if err == nil {
		err = o.has(f, "--format "+o.format)
	}
	if err != nil {
		return err
	}
	if o.sheet && !o.writes(reports.CSV) {
		return errors.New("--for-spreadsheet is about CSV: add --format csv, or -o FILE.csv")
	}
	if err := o.screen.check(); err != nil {
		return err
	}
	if o.by != "" && o.by != "stratum" {
		return fmt.Errorf("--by %q: want stratum", o.by)
	}
	if err := o.page.check(o.writes(reports.HTML)); err != nil {
		return err
	}
	if err := o.page.makePlots(); err != nil {
		return err
	}
	for _, path := range o.files {
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
func (o *outputFlags) has(f reports.Format, asked string) error {
	if slices.Contains(o.known(), f) || f == reports.HTML && o.page.written {
		return nil
	}
	return fmt.Errorf("%s: %w here: want %s", asked, reports.ErrUnknownFormat, strings.Join(texts(o.known()), ", "))
}

func (o *outputFlags) known() []reports.Format {
	if o.forms == nil {
		return reports.Formats()
	}
	return o.forms
}

// checkInputs refuses to write a result over what it is computed from.
func (o *outputFlags) checkInputs(inputs ...string) error {
	for _, path := range o.files {
		if err := keepsInputs("-o "+path, path, inputs); err != nil {
			return err
		}
	}
	return nil
}

// keepsInputs refuses a file, as it was asked for, that is one of the inputs.
func keepsInputs(asked, path string, inputs []string) error {
	out, err := os.Stat(path)
	if err != nil || !out.Mode().IsRegular() {
		return nil // not there yet, or nothing that could be lost
	}
	for _, input := range inputs {
		if in, err := os.Stat(input); err == nil && os.SameFile(in, out) {
			return fmt.Errorf("%s would overwrite the input %s; give another name", asked, input)
		}
	}
	return nil
}

// write renders to standard output and to every -o file. One that fails does not
// keep the others from being written.
func (o *outputFlags) write(stdout io.Writer, r render) error {
	errs := []error{o.print(stdout, r)}
	for _, path := range o.files {
		f, err := reports.FormatForFile(path)
		o.page.path = path
		if err == nil {
			err = writeFile("-o "+path, path, func(w io.Writer) error {
				options := o.options(w, f)
				options.Details = true // a file keeps everything
				return o.render(w, r, f, options)
			})
		}
		errs = append(errs, err)
	}
	if o.page.plots != "" {
		o.page.drawing = true
		errs = append(errs, r(io.Discard, reports.HTML, reports.Options{}))
		o.page.drawing = false
	}
	return errors.Join(errs...)
}

// drawn tells whether figures are wanted, on a page or as files: they need what
// is known of single queries.
func (o *outputFlags) drawn() bool { return o.writes(reports.HTML) || o.page.plots != "" }

// writeFile renders a file, as it was asked for, that appears whole or not at all.
func writeFile(asked, path string, r func(io.Writer) error) error {
	var buf bytes.Buffer
	if err := r(&buf); err != nil {
		return fmt.Errorf("%s: %w", asked, err)
	}
	if err := outfile.Write(path, buf.Bytes()); err != nil {
		return fmt.Errorf("%s: %w, what was there is as it was: %w", asked, errNotWritten, err)
	}
	return nil
}

// print renders to standard output.
func (o *outputFlags) print(stdout io.Writer, r render) error {
	if !o.quiet {
		f, err := reports.ParseFormat(o.format)
		if err != nil {
			return err
		}
		paper := stdout
		if f == reports.Text && o.color(stdout) {
			paper = reports.Terminal(raw(stdout), true)
		}
		if err := o.render(paper, r, f, o.options(stdout, f)); err != nil {
			return err
		}
	}
	return nil
}

// render writes one form, of CSV the one that was asked for.
func (o *outputFlags) render(w io.Writer, r render, f reports.Format, options reports.Options) error {
	if f != reports.CSV || !o.sheet {
		return r(w, f, options)
	}
	var buf bytes.Buffer
	if err := r(&buf, f, options); err != nil {
		return err
	}
	return reports.ForSpreadsheet(w, &buf)
}

func (o *outputFlags) options(w io.Writer, f reports.Format) reports.Options {
	options := reports.Options{
		Color: o.color(w), Details: o.screen.details, Now: time.Now(),
		PerQuery: o.per || f == reports.CSV, Strata: o.by == "stratum", Verbose: o.verbose,
	}
	options.Width = o.screen.columns(w, options)
	return options
}

// writes tells whether the result is wanted in a form, on standard output or
// in a file.
func (o *outputFlags) writes(form reports.Format) bool {
	if o.format == string(form) {
		return true
	}
	return slices.ContainsFunc(o.files, func(path string) bool {
		f, err := reports.FormatForFile(path)
		return err == nil && f == form
	})
}

// perQuery tells whether every query is wanted: CSV is about nothing else.
func (o *outputFlags) perQuery() bool { return o.per || o.writes(reports.CSV) }

// identifies tells whether the hashes of run files are shown: taking the hash of
// a large file along costs nearly as much as scoring it.
func (o *outputFlags) identifies() bool { return o.verbose || o.writes(reports.JSON) }

func (o *outputFlags) color(w io.Writer) bool {
	return !o.noColor && os.Getenv("NO_COLOR") == "" && isTerminal(w)
}

// texts are named strings as strings.
func texts[S ~string](list []S) []string {
	plain := make([]string, len(list))
	for i, s := range list {
		plain[i] = string(s)
	}
	return plain
}
