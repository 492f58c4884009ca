package sets

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/rankduel/rankduel/cmd/rankduel/flags"
)

func newRefreshLabelCommand() *cobra.Command {
	var opts labelOptions
	cmd := flags.Verb("label DIR --as NAME", oneFolder, func(cmd *cobra.Command, args []string) error {
		return labelRefresh(cmd.Context(), streamsOf(cmd), opts, args[0])
	})
	opts.add(cmd.Flags())
	return cmd
}

func labelRefresh(ctx context.Context, at streams, opts labelOptions, dir string) error {
	if err := opts.check(); err != nil {
		return err
	}
	w, err := flags.OpenLabelFolder(dir)
	if err != nil {
		return err
	}
	for _, person := range opts.as {
		if !slices.Contains(w.Plan.Labellers, person) {
			return fmt.Errorf("%s is no labeller of this refresh, which has %s; refresh.yaml lists them", person, strings.Join(w.Plan.Labellers, " and "))
		}
	}
	opts.labels, opts.seed, opts.remade = w.Journals, w.Plan.Seed, true
	guideline := filepath.Join(dir, "guideline.md")
	if _, err := os.Stat(guideline); err == nil {
		opts.guideline = guideline
	}
	return opts.work(ctx, at, w.Pool, w.Scale)
}
