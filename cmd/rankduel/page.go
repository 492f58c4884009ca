package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net/url"
	"strings"

	"github.com/spf13/pflag"

	"github.com/rankduel/rankduel/experiment/result"
	"github.com/rankduel/rankduel/metrics"
	"github.com/rankduel/rankduel/reports"
	"github.com/rankduel/rankduel/reports/html"
	"github.com/rankduel/rankduel/retrieval/corpus"
	"github.com/rankduel/rankduel/store"
)

// hitsOnPage is how deep the ranked lists of a page go: nobody reads further,
// and the file grows with it.
const hitsOnPage = 100

// pageFlags are about files that end in .html. A verb that adds them writes
// pages.
type pageFlags struct {
	noText  bool
	single  bool
	plots   string // folder for the figures
	drawing bool   // the figures are being written, and not the page
	written bool
	command string                                     // that makes the page again
	path    string                                     // of the page that is being written
	texts   func(doc string) (text string, known bool) // of documents, nil where no corpus is known
	stderr  io.Writer
}

func (p *pageFlags) add(flags *pflag.FlagSet) {
	p.written = true
	output := flags.Lookup("output")
	output.Usage = strings.Replace(output.Usage, ".txt)", ".txt .html)", 1)
	p.addPlots(flags)
	flags.BoolVar(&p.single, "single-file", false, "keep a large -o FILE.html in one file; otherwise its ranked lists lie in FILE.data beside it")
	flags.BoolVar(&p.noText, "html-no-text", false, "leave the texts of queries and documents out of -o FILE.html")
}

// check refuses what would be ignored.
func (p *pageFlags) check(wanted bool) error {
	if p.noText && !wanted {
		return errors.New("--html-no-text is about pages: add -o FILE.html")
	}
	if p.single && !wanted {
		return errors.New("--single-file is about pages: add -o FILE.html")
	}
	return nil
}

func (p *pageFlags) write(w io.Writer, c *result.Comparison, systems []result.SystemDetail) error {
	return p.writeData(w, &reports.Data{Comparison: c, Systems: systems, Text: p.texts})
}

// writeData writes the page of what there is data of.
func (p *pageFlags) writeData(w io.Writer, d *reports.Data) error {
	if p.drawing {
		return p.writePlots(d)
	}
	d.Command, d.Version = p.command, version+revision()
	write := html.Write
	switch {
	case d.Sweep != nil:
		write = html.WriteSweep
	case d.Evaluation != nil:
		write = html.WriteEvaluation
	}
	o := html.Options{NoText: p.noText, Glossary: meaningOf}
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

// checkCorpus refuses a corpus that nothing would show.
func (o *outputFlags) checkCorpus(path string) error {
	if path == "" || o.writes(reports.HTML) && !o.page.noText {
		return nil
	}
	if o.page.noText {
		return errors.New("--corpus has texts of documents, and --html-no-text leaves them out: give one of them")
	}
	return errors.New("--corpus is about pages: add -o FILE.html")
}

// readTexts reads the documents whose texts a page shows, where there is a page
// that shows them.
func (p *pageFlags) readTexts(ctx context.Context, path string, wanted bool) error {
	if path == "" || !wanted || p.noText {
		return nil
	}
	read, err := corpus.Read(ctx, path)
	if err != nil {
		return fmt.Errorf("--corpus: %w", err)
	}
	texts := make(map[string]string, len(read.Documents))
	for _, d := range read.Documents {
		texts[d.ID] = d.Field(corpus.FieldTitle) + "\n" + d.Field(corpus.FieldText)
	}
	p.texts = func(id string) (string, bool) { text, known := texts[id]; return text, known }
	return nil
}

// meaningOf is what `rankduel explain` says of a word, "" for nothing.
func meaningOf(word string) string {
	registry := metrics.Builtin()
	if m, err := registry.Parse(word); err == nil {
		if d, ok := registry.DefinitionOf(m); ok {
			return strings.TrimSpace(d.Summary) + "\n" + strings.TrimSpace(d.Formula)
		}
	}
	var texts []string
	for _, t := range topicsNamed(func(name string) bool { return strings.EqualFold(name, word) }) {
		texts = append(texts, strings.TrimSpace(t.Text))
	}
	return strings.Join(texts, "\n")
}

// commandLine writes a command as a shell reads it, with every flag that was
// given. A password in an address stays out.
func commandLine(verb string, args []string, flags *pflag.FlagSet) string {
	parts := []string{"rankduel", verb}
	for _, arg := range args {
		parts = append(parts, quoted(withoutPassword(arg)))
	}
	flags.Visit(func(f *pflag.Flag) {
		values := []string{f.Value.String()}
		if list, ok := f.Value.(pflag.SliceValue); ok {
			values = list.GetSlice()
		}
		for _, value := range values {
			if f.Value.Type() == "bool" && value == "true" {
				parts = append(parts, "--"+f.Name)
				continue
			}
			parts = append(parts, "--"+f.Name+"="+quoted(withoutPassword(value)))
		}
	})
	return strings.Join(parts, " ")
}

func withoutPassword(value string) string {
	if store.IsServer(value) {
		return (&storeFlag{store: value}).name()
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

// quoted is a word as a shell reads it.
func quoted(word string) string {
	plain := func(r rune) bool {
		return r >= '0' && r <= '9' || r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' || strings.ContainsRune("_@%+=:,./-", r)
	}
	if word != "" && strings.IndexFunc(word, func(r rune) bool { return !plain(r) }) < 0 {
		return word
	}
	return "'" + strings.ReplaceAll(word, "'", `'\''`) + "'"
}
