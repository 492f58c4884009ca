package sets

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"

	"github.com/spf13/cobra"

	"github.com/rankduel/rankduel/cmd/rankduel/flags"
	"github.com/rankduel/rankduel/cmd/rankduel/output"
	"github.com/rankduel/rankduel/experiment/inputs"
	"github.com/rankduel/rankduel/experiment/result"
	"github.com/rankduel/rankduel/reports/sets"
	"github.com/rankduel/rankduel/testsets/refresh"
)

type refreshPoolOptions struct {
	refreshAskOptions
	runs   []string
	corpus string
	depth  int
	screen output.Screen
}

func newRefreshPoolCommand() *cobra.Command {
	var opts refreshPoolOptions
	cmd := flags.Verb("pool DIR [RUN...] --corpus FILE", cobra.MinimumNArgs(1), opts.run)
	cmd.Flags().StringArrayVar(&opts.runs, "run", nil, "run file of a system on the new queries, or stored run, as RUN or NAME=RUN; repeatable")
	cmd.Flags().StringVar(&opts.corpus, "corpus", "", "corpus that was searched, for titles and texts")
	cmd.Flags().IntVar(&opts.depth, "depth", 0, "hits of each system (default: as the old version was pooled where that is known, else 10)")
	opts.add(cmd.Flags())
	opts.screen.Add(cmd.Flags())
	flags.IdleWithout(cmd.Flags(), "experiment", "cache-dir")
	return cmd
}

func (o *refreshPoolOptions) run(cmd *cobra.Command, args []string) error {
	o.runs = append(args[1:], o.runs...)
	at := streamsOf(cmd)
	if o.depth < 0 {
		return fmt.Errorf("--depth %d, want at least 1", o.depth)
	}
	if o.corpus == "" {
		return errors.New("no corpus: people grade texts; give --corpus FILE, the corpus that was searched")
	}
	if len(o.systems) > 0 && o.experiment == "" {
		return errors.New("--systems names systems of an experiment; give --experiment FILE")
	}
	w, err := refresh.Open(args[0])
	if err != nil {
		return err
	}
	files, err := inputs.NameFiles(o.runs)
	if err != nil {
		return err
	}
	r := refresh.PoolRequest{Depth: o.depth}
	for _, file := range files {
		ranking, err := o.ranking(cmd.Context(), file, at.err)
		if err != nil {
			return err
		}
		r.Rankings = append(r.Rankings, ranking)
	}
	if r.Text, err = flags.TextsOf(cmd.Context(), o.corpus); err != nil {
		return err
	}
	if o.experiment != "" {
		asked, err := o.ask(cmd.Context(), at.err, w)
		if err != nil {
			return err
		}
		r.Rankings = append(r.Rankings, asked...)
	}
	p, err := w.Pool(r)
	if err != nil {
		return err
	}
	return sets.WriteRefreshPool(at.out, args[0], p, w.Plan.Labellers, o.screen.Plain(at.out))
}

// ranking returns that of a run file or a stored run.
func (o *refreshPoolOptions) ranking(ctx context.Context, file inputs.File, stderr io.Writer) (refresh.Ranking, error) {
	if flags.IsRunFile(file.Path) {
		return flags.ReadRanking(ctx, file)
	}
	o.Stderr = stderr
	run, err := o.Stored(ctx, file)
	if err != nil {
		return refresh.Ranking{}, fmt.Errorf("%s: %w", file.Path, err)
	}
	return storedRanking(run)
}

func storedRanking(run result.StoredRun) (refresh.Ranking, error) {
	out := refresh.Ranking{Config: run.Name, Docs: map[string][]string{}, Texts: map[string]string{}}
	sum := sha256.New()
	for _, row := range run.Rows {
		if row.Top == nil {
			continue
		}
		docs := row.Top.DocIDs
		out.Docs[row.QueryID], out.Texts[row.QueryID] = docs, row.Text
		if len(docs) < row.Top.Retrieved && (out.Kept == 0 || len(docs) < out.Kept) {
			out.Kept = len(docs)
		}
		hashRanking(sum, row.QueryID, docs)
	}
	if len(out.Docs) == 0 {
		return out, fmt.Errorf("%s (%s) kept no rankings; give its run file, or run it again", run.ID, run.Name)
	}
	out.SHA256 = hex.EncodeToString(sum.Sum(nil))
	return out, nil
}
