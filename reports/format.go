package reports

import (
	"errors"
	"fmt"
	"io"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/rankduel/rankduel/metrics"
	"github.com/rankduel/rankduel/reports/document"
)

// ErrUnknownFormat is wrapped by ParseFormat and FormatForFile, and returned
// by every report that is asked for a Format not listed here.
var ErrUnknownFormat = errors.New("unknown report format")

// A Format names a way of writing a report.
type Format string

// The formats. Text is for eyes and may improve from one version to the next; JSON is the contract.
const (
	Text     Format = "text"
	JSON     Format = "json"
	Markdown Format = "markdown"
	CSV      Format = "csv"
	LaTeX    Format = "latex" // tables for a paper: of comparisons, evaluations and sweeps

	// HTML is a page, which package reports/html writes of comparisons, evaluations and sweeps.
	HTML Format = "html"

	OTel Format = "otel" // of comparisons and evaluations: events of OpenTelemetry, as JSON lines

	// Of evaluations of one run only:
	Trec      Format = "trec"      // what trec_eval prints
	Aggregate Format = "aggregate" // what the original of the profile keeps, as JSON

	Kebab Format = "kebab" // of runs of kebab: the document that kebab itself writes

	// Of gates only:
	JUnit  Format = "junit"  // XML that build servers show as tests
	GitHub Format = "github" // annotations of a GitHub workflow
)

// Formats lists those that reports have in general; LaTeX has no lists of runs and no test sets.
func Formats() []Format { return []Format{Text, JSON, Markdown, CSV, LaTeX} }

// GateFormats lists those of gates.
func GateFormats() []Format { return []Format{Text, JSON, Markdown, JUnit, GitHub} }

// KebabFormats lists those of reports on runs of kebab.
func KebabFormats() []Format { return []Format{Text, JSON, Markdown, CSV, Kebab} }

// ParseFormat reads the name of a format as it is given on a command line. It
// refuses Trec and Aggregate, which are not formats of reports in general.
func ParseFormat(s string) (Format, error) {
	f := Format(s)
	switch {
	case slices.Contains(Formats(), f), slices.Contains(GateFormats(), f), f == Kebab:
		return f, nil
	case f == Trec, f == Aggregate:
		return "", onlyEvaluations(f)
	case f == HTML:
		return "", fmt.Errorf("%w %q here: a page is a file, -o FILE.html, of compare, run, eval and sweep", ErrUnknownFormat, f)
	}
	return "", fmt.Errorf("%w %q: want text, json, markdown, csv or latex", ErrUnknownFormat, s)
}

// FormatForFile returns the format that the ending of a file name asks for.
func FormatForFile(path string) (Format, error) {
	endings := map[string]Format{".txt": Text, ".json": JSON, ".md": Markdown, ".csv": CSV, ".tex": LaTeX, ".xml": JUnit, ".html": HTML, ".htm": HTML}
	if f, known := endings[strings.ToLower(filepath.Ext(path))]; known {
		return f, nil
	}
	return "", fmt.Errorf("%w for file %q: want a name ending in .txt, .json, .md, .csv, .tex or .html", ErrUnknownFormat, path)
}

// Options say how much a report shows and how. The zero value is a plain report without color or limit of width.
type Options struct {
	Color    bool      // text only: ANSI colors; the characters stay the same
	Width    int       // text only: columns to fit into by cutting names and wrapping sentences; 0 means no limit
	Details  bool      // text of a comparison only: everything, and not one screen. PerQuery, Strata and Verbose ask for it too
	AllPairs bool      // of three systems and more: letters of the systems that each is better than, in place of marks against the baseline
	PerQuery bool      // show every query, where the value holds them; JSON always carries what the value holds
	Strata   bool      // show every measure by stratum, not the primary one alone
	Verbose  bool      // show diagnostics, every measure by stratum, and what identifies the systems
	Now      time.Time // text only: what ages are counted to; zero: times in place of ages, as in all that is kept
	Unjudged bool      // CSV of a comparison only: the unjudged documents as a file to write grades into, not the queries

	Trec  TrecOptions    // of the format trec only
	Paper document.Paper // of LaTeX only
}

// Long tells whether more is wanted than fits on a screen.
func (o Options) Long() bool { return o.Details || o.Verbose || o.Strata || o.PerQuery }

// TrecOptions are what the command line of trec_eval says about its output.
type TrecOptions struct {
	// Items are the lines for a query and for all of them, in order. Without
	// any, they are the tag of the run and the measures of the evaluation.
	Items     []metrics.TrecItem
	NoSummary bool // leave the lines for all queries out
}

// A Builder makes a whole report before any of it is written, so that an error leaves no half report behind.
type Builder func() (string, error)

// Forms are the forms that a report has.
type Forms struct {
	Document func(d *document.Document) // in text and Markdown
	Page     string                     // title of the document as a page; empty: it is none
	Text     func(d *document.Document) // in text alone
	LaTeX    func(d *document.Document)
	JSON     any
	CSV      Builder
	Other    map[Format]Builder
}

// builder returns what makes the report in a form, nil if it has none.
func (r Forms) builder(f Format, o Options) Builder {
	drawn := func(form document.Form, draw func(d *document.Document)) Builder {
		if draw == nil {
			return nil
		}
		return func() (string, error) {
			d := document.New(form, document.Screen{Width: o.Width, Color: o.Color, Now: o.Now})
			d.Paper = o.Paper
			draw(d)
			return d.Finish()
		}
	}
	switch {
	case r.Other[f] != nil:
		return r.Other[f]
	case f == Text && r.Text != nil:
		return drawn(document.Text, r.Text)
	case f == Text:
		return drawn(document.Text, r.Document)
	case f == Markdown:
		return drawn(document.Markdown, r.Document)
	case f == LaTeX:
		return drawn(document.LaTeX, r.LaTeX)
	case f == HTML && r.Page != "":
		return func() (string, error) {
			d := document.New(document.Page, document.Screen{})
			r.Document(d)
			return d.Page(r.Page), nil
		}
	case f == JSON && r.JSON != nil:
		return func() (string, error) { return document.Indented(r.JSON) }
	case f == CSV:
		return r.CSV
	}
	return nil
}

// Write renders one of the forms of a report to w.
func Write(w io.Writer, f Format, o Options, r Forms) error {
	build := r.builder(f, o)
	switch {
	case build != nil:
	case f == Trec || f == Aggregate:
		return onlyEvaluations(f)
	case f == HTML:
		return fmt.Errorf("%w %q here: a page is a form of comparisons, evaluations and sweeps, which package reports/html writes", ErrUnknownFormat, f)
	case f == LaTeX:
		return errors.New("latex is a form of comparisons, evaluations and sweeps alone")
	default:
		return fmt.Errorf("%w %q", ErrUnknownFormat, f)
	}
	report, err := build()
	if err != nil {
		return fmt.Errorf("%s report: %w", f, err)
	}
	_, err = io.WriteString(w, report)
	return err
}

// onlyEvaluations returns what other reports say to the formats of one run.
func onlyEvaluations(f Format) error {
	return fmt.Errorf("format %s is about one run; only evaluations have it", f)
}
