package main

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"

	"github.com/spf13/pflag"

	"github.com/rankduel/rankduel/internal/outfile"
	"github.com/rankduel/rankduel/internal/raster"
	"github.com/rankduel/rankduel/reports"
	"github.com/rankduel/rankduel/reports/html"
)

// pixelsPerUnit makes a figure 1440 pixels wide.
const pixelsPerUnit = 2

func (p *pageFlags) addPlots(flags *pflag.FlagSet) {
	flags.StringVar(&p.plots, "plots", "", "folder for every figure of the page as SVG and as PNG")
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

// writePlots writes each figure twice.
func (p *pageFlags) writePlots(d *reports.Data) error {
	plots, err := html.Plots(d, html.Options{NoText: p.noText})
	if err != nil {
		return fmt.Errorf("--plots: %w", err)
	}
	for _, plot := range plots {
		path := filepath.Join(p.plots, plot.Name)
		var picture bytes.Buffer
		if err := raster.PNG(&picture, plot.SVG, pixelsPerUnit); err != nil {
			return fmt.Errorf("--plots: %s: %w", path, err)
		}
		for ending, data := range map[string][]byte{".svg": []byte(plot.SVG), ".png": picture.Bytes()} {
			if err := outfile.Write(path+ending, data); err != nil {
				return fmt.Errorf("--plots: %s: %w: %w", path+ending, errNotWritten, err)
			}
		}
	}
	return nil
}
