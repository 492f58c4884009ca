package output

import (
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"

	"github.com/spf13/pflag"

	"github.com/rankduel/rankduel/internal/outfile"
	"github.com/rankduel/rankduel/internal/pattern"
	"github.com/rankduel/rankduel/reports"
	"github.com/rankduel/rankduel/reports/html"
)

// A besideFolder is the folder next to a page in which the ranked lists of a large report lie.
type besideFolder struct {
	path    string
	written map[string]bool
}

// besideOf returns the folder of a page: report.html has report.data.
func besideOf(page string) *besideFolder {
	return &besideFolder{strings.TrimSuffix(page, filepath.Ext(page)) + ".data", map[string]bool{}}
}

func (b *besideFolder) name() string { return filepath.Base(b.path) }

func (b *besideFolder) write(name string, data []byte) error {
	if err := os.MkdirAll(b.path, 0o777); err != nil {
		return err
	}
	b.written[name] = true
	return outfile.Write(filepath.Join(b.path, name), data)
}

var besideScript = pattern.Lazy(`^c[0-9]+\.js$`)

// tidy removes what an earlier and larger report left in the folder, and nothing that is not of a report.
func (b *besideFolder) tidy() error {
	if len(b.written) == 0 {
		return nil
	}
	entries, err := os.ReadDir(b.path)
	if err != nil {
		return err
	}
	for _, e := range entries {
		if besideScript().MatchString(e.Name()) && !b.written[e.Name()] {
			if err := os.Remove(filepath.Join(b.path, e.Name())); err != nil {
				return err
			}
		}
	}
	return nil
}

// A sizer counts what passes it.
type sizer struct {
	io.Writer
	n int
}

func (s *sizer) Write(p []byte) (int, error) {
	n, err := s.Writer.Write(p)
	s.n += n
	return n, err
}

func (p *pageFlags) warnLarge(size int) {
	if size > html.WarnSize && p.Stderr != nil {
		fmt.Fprintf(p.Stderr, "rankduel: warning: %s has %d MB; fewer queries, --html-no-text, or a page without --single-file are smaller\n", p.path, size/1_000_000)
	}
}

// AddPlots adds the flag of figures as files.
func (p *pageFlags) AddPlots(flags *pflag.FlagSet) {
	flags.StringVar(&p.plots, "plots", "", "folder for every figure of the page as SVG")
}

// makePlots makes the folder, before any work is done.
func (p *pageFlags) makePlots() error {
	if p.plots == "" {
		return nil
	}
	if err := os.MkdirAll(p.plots, 0o777); err != nil {
		return fmt.Errorf("--plots: %w", err)
	}
	return nil
}

// writePlots writes each figure as a file of its own.
func (p *pageFlags) writePlots(d *reports.Data) error {
	plots, err := html.Plots(d, html.Options{NoText: p.NoText})
	if err != nil {
		return fmt.Errorf("--plots: %w", err)
	}
	for _, plot := range plots {
		path := filepath.Join(p.plots, plot.Name+".svg")
		if err := outfile.Write(path, []byte(plot.SVG)); err != nil {
			return fmt.Errorf("--plots: %s: %w: %w", path, ErrNotWritten, err)
		}
	}
	return nil
}
