package output

import (
	"fmt"
	"os"
	"path/filepath"

	"github.com/spf13/pflag"

	"github.com/rankduel/rankduel/internal/outfile"
	"github.com/rankduel/rankduel/reports"
	"github.com/rankduel/rankduel/reports/html"
)

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
