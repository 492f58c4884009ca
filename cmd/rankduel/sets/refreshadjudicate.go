package sets

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"maps"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"github.com/rankduel/rankduel/cmd/rankduel/flags"
	"github.com/rankduel/rankduel/internal/outfile"
	"github.com/rankduel/rankduel/internal/prose"
	"github.com/rankduel/rankduel/internal/unpack"
	"github.com/rankduel/rankduel/testsets/label/adjudicate"
)

type adjudicateOptions struct {
	as, rule string
	serveFlags
	sheetFlags
}

func newRefreshAdjudicateCommand() *cobra.Command {
	var opts adjudicateOptions
	cmd := flags.Verb("adjudicate DIR", oneFolder, opts.run)
	cmd.Flags().StringVar(&opts.as, "as", "", "who decides, under the rules third and discussion")
	opts.serveFlags.add(cmd.Flags(), "--as")
	opts.sheetFlags.add(cmd.Flags())
	cmd.Flags().StringVar(&opts.rule, "rule", "", "third, lower, higher or discussion (default: that of the refresh)")
	return cmd
}

func (o *adjudicateOptions) run(cmd *cobra.Command, args []string) error {
	at, dir := streamsOf(cmd), args[0]
	if err := errors.Join(o.serveFlags.check(), o.sheetFlags.check(o.serve)); err != nil {
		return err
	}
	if (o.serve || o.wanted()) && o.as == "" {
		return errors.New("--serve, --export and --import ask who decides: add --as NAME")
	}
	w, err := flags.OpenLabelFolder(dir)
	if err != nil {
		return err
	}
	rule := adjudicate.Rule(cmp.Or(o.rule, w.Plan.Rule))
	path := filepath.Join(dir, "adjudicated.csv")
	work, err := adjudicate.Open(w.Pool, w.Journals, path, adjudicate.Settings{
		Labellers: w.Plan.Labellers, Rule: rule, Scale: w.Scale, Now: time.Now,
		Save: func(table []byte) error { return outfile.Write(path, table) },
	})
	if err != nil {
		return err
	}
	defer func() { _ = work.Close() }() // every decision is in the table
	by, err := o.arbiter(work, rule)
	if err != nil {
		return err
	}
	if err := work.Save(); err != nil {
		return err
	}
	if o.rule != "" && o.rule != w.Plan.Rule {
		fmt.Fprintf(at.err, "rule %s in place of %s, which the refresh began with; the table says so of each label\n", o.rule, w.Plan.Rule)
	}
	if n := work.Summary().Reset; n > 0 {
		fmt.Fprintf(at.err, "%d decisions are about labels that changed since, and are taken again\n", n)
	}
	switch {
	case o.toSheet != "":
		return o.export(at, by)
	case o.fromSheet != "":
		err = o.fill(at, by)
	case work.Summary().Open > 0:
		err = o.ask(cmd.Context(), at, by, filepath.Join(dir, "guideline.md"))
	}
	fmt.Fprintf(at.out, "%s: %s\n", path, adjudicated(work.Summary()))
	return err
}

// arbiter returns who decides, nil where no one has to.
func (o *adjudicateOptions) arbiter(work *adjudicate.Work, rule adjudicate.Rule) (*adjudicate.Arbiter, error) {
	if o.as != "" {
		return work.Arbiter(o.as)
	}
	if n := work.Summary().Open; n > 0 {
		return nil, fmt.Errorf("%s to be decided, and rule %s needs somebody who decides: --as NAME, or another --rule", prose.Plural(n, "document"), rule)
	}
	return nil, nil
}

// ask asks on a page, in a terminal or by lines.
func (o *adjudicateOptions) ask(ctx context.Context, at streams, by *adjudicate.Arbiter, guideline string) error {
	text, err := unpack.ReadFile(guideline)
	if err != nil {
		text = nil // it can be done without
	}
	if o.serve {
		return servePage(ctx, at, o.addr, []*adjudicate.Arbiter{by}, string(text))
	}
	return askHere(ctx, at, by, string(text))
}

func adjudicated(s adjudicate.Summary) string {
	parts := prose.Notes{fmt.Sprintf("%d of %d labels were equal", s.Equal, s.Pairs)}
	for _, rule := range slices.Sorted(maps.Keys(s.ByRule)) {
		parts = append(parts, fmt.Sprintf("%d decided by %s", s.ByRule[rule], rule))
	}
	parts.If(s.Unjudged > 0, "%d that no one could judge", s.Unjudged)
	parts.If(s.Open > 0, "%d still to be decided; the same command goes on from here", s.Open)
	return strings.Join(parts, ", ")
}
