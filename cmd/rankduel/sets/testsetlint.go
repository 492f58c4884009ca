package sets

import (
	"context"
	"fmt"

	"github.com/spf13/cobra"

	"github.com/rankduel/rankduel/cmd/rankduel/output"
	"github.com/rankduel/rankduel/experiment/judgments"
	"github.com/rankduel/rankduel/internal/prose"
	"github.com/rankduel/rankduel/reports"
	"github.com/rankduel/rankduel/reports/sets"
	"github.com/rankduel/rankduel/retrieval/corpus"
	"github.com/rankduel/rankduel/testsets/lint"
	"github.com/rankduel/rankduel/testsets/near"
)

type lintOptions struct {
	output.Report
	corpus string
	title  string
}

func newTestsetLintCommand() *cobra.Command {
	var opts lintOptions
	cmd := opts.Verb("lint SET", cobra.ExactArgs(1), opts.run)
	flags := cmd.Flags()
	flags.StringVar(&opts.corpus, "corpus", "", "corpus that has to have every document of the set")
	flags.StringVar(&opts.title, "title-field", "title", "field of the corpus that has the titles")
	opts.AddPlain(flags, reports.Text, reports.JSON, reports.Markdown)
	return cmd
}

func (o *lintOptions) run(cmd *cobra.Command, args []string) error {
	set, err := judgments.OpenTestSet(".", args[0])
	if err != nil {
		return err
	}
	look := lint.Options{}
	if o.Verbose {
		look.Least = near.Listed
	}
	if o.corpus != "" {
		if err := o.into(cmd.Context(), &look); err != nil {
			return err
		}
	}
	r := lint.Check(set, look)
	if err := o.Write(cmd.OutOrStdout(), output.Of(r, sets.WriteLint)); err != nil {
		return err
	}
	if n := r.Faults(); n > 0 {
		return fmt.Errorf("%s: %s, see above", args[0], prose.Plural(n, "fault"))
	}
	return nil
}

// into makes the look-ups of a corpus.
func (o *lintOptions) into(ctx context.Context, look *lint.Options) error {
	documents, err := corpus.ByID(ctx, o.corpus)
	look.Has = func(id string) bool { _, ok := documents[id]; return ok }
	look.Title = func(id string) string { return documents[id].Field(o.title) }
	return err
}
