package main

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/rankduel/rankduel/experiment/judgments"
	"github.com/rankduel/rankduel/testsets"
	"github.com/rankduel/rankduel/testsets/label"
	"github.com/rankduel/rankduel/testsets/refresh"
)

func newRefreshLabelCommand() *cobra.Command {
	var opts labelOptions
	cmd := &cobra.Command{
		Use:   "label DIR --as NAME",
		Short: "Grade the pool of a refresh, each person alone",
		Long: `Grade the pool of a refresh: what testset label does, with pool, queries, scale,
guideline, seed and labellers taken from the folder. In a terminal digits grade
at once and ? shows the guideline; without a terminal, standard input has a line
for each question; --export and --import go by a spreadsheet, --serve by a page.` + "\n" + exitHelp,
		Example: `  rankduel testset refresh label refresh/done --as ada --export ada.csv`,
		Args:    oneFolder,
		RunE: func(cmd *cobra.Command, args []string) error {
			return labelRefresh(cmd.Context(), streamsOf(cmd), opts, args[0])
		},
	}
	opts.add(cmd.Flags())
	return cmd
}

func labelRefresh(ctx context.Context, at streams, opts labelOptions, dir string) error {
	if err := opts.check(); err != nil {
		return err
	}
	w, err := openLabels(dir)
	if err != nil {
		return err
	}
	for _, person := range opts.as {
		if !slices.Contains(w.plan.Labellers, person) {
			return fmt.Errorf("%s is no labeller of this refresh, which has %s; refresh.yaml lists them", person, strings.Join(w.plan.Labellers, " and "))
		}
	}
	opts.labels, opts.seed, opts.remade = w.labels, w.plan.Seed, true
	guideline := filepath.Join(dir, "guideline.md")
	if _, err := os.Stat(guideline); err == nil {
		opts.guideline = guideline
	}
	return opts.work(ctx, at, w.pool, w.scale)
}

// A labelFolder is what people label in a refresh, and by what.
type labelFolder struct {
	flow    *refresh.Workflow
	plan    *refresh.Plan
	pool    *label.Pool
	queries map[string]label.Query
	scale   testsets.Scale
	labels  string // folder of the journals
}

func openLabels(dir string) (*labelFolder, error) {
	w, err := refresh.Open(dir)
	if err != nil {
		return nil, err
	}
	out := &labelFolder{flow: w, plan: w.Plan, labels: filepath.Join(dir, "labels")}
	out.pool, err = label.OpenPool(filepath.Join(dir, "pool.jsonl"))
	if errors.Is(err, fs.ErrNotExist) {
		return nil, fmt.Errorf("%s has no pool yet; make it with: rankduel testset refresh pool %s", dir, dir)
	}
	if err != nil {
		return nil, err
	}
	if out.queries, err = label.OpenQueries(filepath.Join(dir, "entering.csv")); err != nil {
		return nil, err
	}
	set, err := judgments.OpenTestSet(".", filepath.Join(dir, filepath.FromSlash(w.Plan.From.File)))
	if err != nil {
		return nil, err
	}
	out.scale = set.Scale
	return out, out.pool.Describe(out.queries)
}
