package main

import (
	"bytes"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"

	"github.com/spf13/pflag"
	"golang.org/x/term"

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
}

func (o *outputFlags) add(flags *pflag.FlagSet) {
	flags.StringVar(&o.format, "format", "text", "form of the result on standard output: text, json, markdown or csv")
	flags.StringArrayVarP(&o.files, "output", "o", nil, "write the result to a file too, its form by the ending (.json .md .csv .txt); repeatable")
	flags.BoolVar(&o.per, "per-query", false, "report every query")
	flags.BoolVar(&o.noColor, "no-color", false, "no color (so does the environment variable NO_COLOR)")
	flags.BoolVar(&o.quiet, "quiet", false, "no progress and no result on standard output, for use with -o")
	flags.BoolVarP(&o.verbose, "verbose", "v", false, "say more")
}

// A render writes a result in one form.
type render func(w io.Writer, f reports.Format, o reports.Options) error

// check refuses unknown forms and files that cannot be written, before any
// work is done.
func (o *outputFlags) check() error {
	if _, err := reports.ParseFormat(o.format); err != nil {
		return err
	}
	for _, path := range o.files {
		if _, err := reports.FormatForFile(path); err != nil {
			return err
		}
		if info, err := os.Stat(filepath.Dir(path)); err != nil || !info.IsDir() {
			return fmt.Errorf("-o %s: there is no folder %s", path, filepath.Dir(path))
		}
	}
	return nil
}

// write renders to standard output and to every -o file.
func (o *outputFlags) write(stdout io.Writer, r render) error {
	if !o.quiet {
		f, err := reports.ParseFormat(o.format)
		if err != nil {
			return err
		}
		if err := r(stdout, f, reports.Options{Color: o.color(stdout), PerQuery: o.per, Verbose: o.verbose}); err != nil {
			return err
		}
	}
	for _, path := range o.files {
		f, err := reports.FormatForFile(path)
		if err != nil {
			return err
		}
		var buf bytes.Buffer // a failed render leaves the old file as it was
		if err := r(&buf, f, reports.Options{PerQuery: o.per, Verbose: o.verbose}); err != nil {
			return err
		}
		if err := os.WriteFile(path, buf.Bytes(), 0o666); err != nil {
			return err
		}
	}
	return nil
}

// identifies tells whether a form is asked for that shows the hashes of run
// files: hashing a large file costs as much as a third of scoring it.
func (o *outputFlags) identifies() bool {
	forms := []string{o.format}
	for _, path := range o.files {
		if f, err := reports.FormatForFile(path); err == nil {
			forms = append(forms, string(f))
		}
	}
	return o.verbose || slices.Contains(forms, string(reports.JSON))
}

func (o *outputFlags) color(w io.Writer) bool {
	return !o.noColor && os.Getenv("NO_COLOR") == "" && isTerminal(w)
}

func isTerminal(w io.Writer) bool {
	f, ok := w.(*os.File)
	return ok && term.IsTerminal(int(f.Fd()))
}
