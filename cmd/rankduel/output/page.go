package output

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net/url"
	"strings"

	"github.com/spf13/pflag"

	"github.com/rankduel/rankduel/cmd/rankduel/topics"
	"github.com/rankduel/rankduel/experiment/result"
	"github.com/rankduel/rankduel/internal/ordered"
	"github.com/rankduel/rankduel/internal/prose"
	"github.com/rankduel/rankduel/metrics"
	"github.com/rankduel/rankduel/reports"
	"github.com/rankduel/rankduel/reports/html"
	"github.com/rankduel/rankduel/retrieval/corpus"
	"github.com/rankduel/rankduel/store"
)

// HitsOnPage is how deep the ranked lists of a page go: no one reads further, and the file grows with it.
const HitsOnPage = 100

// pageFlags are about files that end in .html. A verb that adds them writes pages.
type pageFlags struct {
	NoText  bool
	single  bool
	plots   string // folder for the figures
	drawing bool   // the figures are being written, and not the page
	Written bool
	Command string                                     // that makes the page again
	path    string                                     // of the page that is being written
	Texts   func(doc string) (text string, known bool) // of documents, nil where no corpus is known
	Graded  func(query string) map[string]int          // by a model; nil without its labels
	Stderr  io.Writer
}

// Add adds the flags of pages.
func (p *pageFlags) Add(flags *pflag.FlagSet) {
	p.Written = true
	output := flags.Lookup("output")
	output.Usage = strings.Replace(output.Usage, ".txt)", ".txt .html)", 1)
	p.AddPlots(flags)
	flags.BoolVar(&p.single, "single-file", false, "keep a large -o FILE.html in one file; otherwise its ranked lists are in FILE.data next to it")
	flags.BoolVar(&p.NoText, "html-no-text", false, "leave the texts of queries and documents out of -o FILE.html")
}

// check refuses what would be ignored.
func (p *pageFlags) check(wanted bool) error {
	if p.NoText && !wanted {
		return errors.New("--html-no-text is about pages: add -o FILE.html")
	}
	if p.single && !wanted {
		return errors.New("--single-file is about pages: add -o FILE.html")
	}
	return nil
}

// Write writes the page of a comparison.
func (p *pageFlags) Write(w io.Writer, c *result.Comparison, systems []result.SystemDetail) error {
	return p.WriteData(w, &reports.Data{Comparison: c, Systems: systems, Text: p.Texts, Graded: p.Graded})
}

// WriteData writes the page of what there is data of.
func (p *pageFlags) WriteData(w io.Writer, d *reports.Data) error {
	if p.drawing {
		return p.writePlots(d)
	}
	d.Command, d.Version = p.Command, Version+Revision()
	write := html.Write
	switch {
	case d.Sweep != nil:
		write = html.WriteSweep
	case d.Evaluation != nil:
		write = html.WriteEvaluation
	}
	o := html.Options{NoText: p.NoText, Glossary: Meaning}
	folder := besideOf(p.path)
	if !p.single {
		o.Beside, o.Folder = folder.write, folder.name()
	}
	sized := &sizer{Writer: w}
	if err := write(sized, d, o); err != nil {
		return err
	}
	p.warnLarge(sized.n)
	return folder.tidy()
}

// CheckCorpus refuses a corpus that nothing would show.
func (o *Report) CheckCorpus(path string) error {
	if path == "" || o.Writes(reports.HTML) && !o.Page.NoText {
		return nil
	}
	if o.Page.NoText {
		return errors.New("--corpus has texts of documents, and --html-no-text leaves them out: give one of them")
	}
	return errors.New("--corpus is about pages: add -o FILE.html")
}

// ReadTexts reads the documents whose texts a page shows, where there is a page that shows them.
func (p *pageFlags) ReadTexts(ctx context.Context, path string, wanted bool) error {
	if path == "" || !wanted || p.NoText {
		return nil
	}
	documents, err := corpus.ByID(ctx, path)
	if err != nil {
		return fmt.Errorf("--corpus: %w", err)
	}
	p.Texts = func(id string) (string, bool) {
		d, known := documents[id]
		return d.Field(corpus.FieldTitle) + "\n" + d.Field(corpus.FieldText), known
	}
	return nil
}

// Meaning returns what `rankduel explain` says of a word, "" for nothing.
func Meaning(word string) string {
	registry := metrics.Builtin()
	if m, err := registry.Parse(word); err == nil {
		if d, ok := registry.DefinitionOf(m); ok {
			return strings.TrimSpace(d.Summary) + "\n" + strings.TrimSpace(d.Formula)
		}
	}
	known := topics.Named(func(name string) bool { return strings.EqualFold(name, word) })
	return strings.Join(ordered.Each(known, func(t topics.Topic) string { return strings.TrimSpace(t.Text) }), "\n")
}

// CommandLine writes a command as a shell reads it, with every flag that was given. A password in an address stays out.
func CommandLine(verb string, args []string, flags *pflag.FlagSet) string {
	parts := []string{"rankduel", verb}
	for _, arg := range args {
		parts = append(parts, prose.ShellWord(withoutPassword(arg)))
	}
	flags.Visit(func(f *pflag.Flag) {
		for _, value := range values(f) {
			if f.Value.Type() == "bool" && value == "true" {
				parts = append(parts, "--"+f.Name)
				continue
			}
			parts = append(parts, "--"+f.Name+"="+prose.ShellWord(withoutPassword(value)))
		}
	})
	return strings.Join(parts, " ")
}

func withoutPassword(value string) string {
	if store.IsServer(value) {
		if name, err := store.Name(value); err == nil {
			return name
		}
		return "the store of --store"
	}
	if u, err := url.Parse(value); err == nil && u.User != nil {
		return u.Redacted()
	}
	words := strings.Split(value, " ")
	for i, word := range words {
		if strings.HasPrefix(word, "password=") {
			words[i] = "password=xxxxx"
		}
	}
	return strings.Join(words, " ")
}

// AddCorpus adds the flag that names what the documents of a page say.
func AddCorpus(flags *pflag.FlagSet, path *string) {
	flags.StringVar(path, "corpus", "", "corpus whose documents -o FILE.html shows: a file or a folder")
}
