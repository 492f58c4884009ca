package keep

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"iter"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"github.com/rankduel/rankduel/cmd/rankduel/flags"
	"github.com/rankduel/rankduel/cmd/rankduel/output"
	"github.com/rankduel/rankduel/experiment/judgments"
	experiment "github.com/rankduel/rankduel/experiment/kebab"
	"github.com/rankduel/rankduel/experiment/result"
	"github.com/rankduel/rankduel/internal/outfile"
	"github.com/rankduel/rankduel/internal/prose"
	"github.com/rankduel/rankduel/reports"
	"github.com/rankduel/rankduel/retrieval/trec"
	"github.com/rankduel/rankduel/store/kebab"
)

// kebabExport says how a run is written as a run of kebab.
type kebabExport struct {
	flags.GoldenList
	settings []string
}

func newRunsExportCommand() *cobra.Command {
	var extra kebabExport
	cmd := newRunsVerb(&runsOptions{Report: output.Report{EachQuery: true}}, "export RUN", cobra.ExactArgs(1), nil, showRun, showKebab)
	set := cmd.Flags()
	set.StringVar(&extra.Golden, "golden", "", "with --format kebab: golden list that has the texts of the queries")
	set.StringArrayVar(&extra.settings, "set", nil, "with --format kebab: setting of its configuration, KEY=VALUE, such as chunker_version=md-heading-v1 or mode=lexical (repeatable)")
	usual := cmd.RunE
	cmd.RunE = func(cmd *cobra.Command, args []string) error {
		if format, _ := set.GetString("format"); format != string(reports.Kebab) {
			if err := flags.RefuseUnused(set, "without --format kebab", "golden", "set"); err != nil {
				return err
			}
			return usual(cmd, args)
		}
		err := flags.RefuseUnused(set, "with --format kebab", "for-spreadsheet", "ledger")
		if flags.IsRowFile(args[0]) {
			err = errors.Join(err, flags.RefuseUnused(set, ofFile, "store"))
		}
		if err != nil {
			return err
		}
		outputs, _ := set.GetStringArray("output")
		quiet, _ := set.GetBool("quiet")
		store, _ := set.GetString("store")
		stdout, stderr := cmd.OutOrStdout(), cmd.ErrOrStderr()
		if quiet {
			stdout, stderr = io.Discard, io.Discard
		}
		return extra.write(cmd.Context(), stdout, stderr, flags.Store{Address: store, Stderr: cmd.ErrOrStderr()}, args[0], outputs)
	}
	return cmd
}

// rowsOfRun are the rows of a run by query id, to be gone through again for each file that is written.
type rowsOfRun = iter.Seq2[result.KebabRow, error]

// write finds the run and writes it to every output.
func (e *kebabExport) write(ctx context.Context, stdout, stderr io.Writer, store flags.Store, arg string, outputs []string) error {
	for _, path := range outputs {
		if err := newOutput(path); err != nil {
			return fmt.Errorf("-o %s: %w", path, err)
		}
	}
	if flags.IsRowFile(arg) {
		x, err := e.convert(ctx, arg)
		if err != nil {
			return err
		}
		sayExported(stderr, x)
		return putKebab(ctx, stdout, x.Run, func(yield func(result.KebabRow, error) bool) {
			for _, row := range x.Rows {
				if !yield(row, nil) {
					return
				}
			}
		}, outputs)
	}
	if !kebab.Is(ctx, store.Address) {
		return fmt.Errorf("%s is not a run file, and %s no store of kebab: a store of rankduel keeps scores and no rankings; have `rankduel run EXPERIMENT.yaml --rankings DIR --rankings-format jsonl` write them, and give that file", arg, store.Name())
	}
	if e.Golden != "" || len(e.settings) > 0 {
		return errors.New("--golden and --set are for run files: a run of kebab is written as it is")
	}
	return store.InKebab(ctx, func(db *kebab.DB) error {
		run, err := db.Run(ctx, arg)
		if err != nil {
			return err
		}
		return putKebab(ctx, stdout, run, db.Rows(ctx, run.ID), outputs)
	})
}

// convert makes a run of kebab of a run file.
func (e *kebabExport) convert(ctx context.Context, path string) (*experiment.Exported, error) {
	export := experiment.Export{Settings: map[string]string{}, CreatedAt: time.Now()}
	for _, pair := range e.settings {
		key, value, ok := strings.Cut(pair, "=")
		if !ok {
			return nil, fmt.Errorf("--set %q: want KEY=VALUE", pair)
		}
		export.Settings[key] = value
	}
	if e.Golden != "" {
		set, err := judgments.OpenTestSet(".", e.Golden)
		if err != nil {
			return nil, err
		}
		export.Texts = map[string]string{}
		for _, q := range set.Queries {
			export.Texts[q.ID] = q.Text
		}
	}
	return export.Of(ctx, trec.File(path))
}

// sayExported says what kebab's form has that the run file had not.
func sayExported(stderr io.Writer, x *experiment.Exported) {
	var said prose.Notes
	said.If(x.NoText > 0, "%s without a text, which kebab has empty: --golden FILE has texts", prose.Plural(x.NoText, "query"))
	said.If(x.NoLines > 0, "%s whose lines are not known: cited as page 0 of the document", prose.Plural(x.NoLines, "hit"))
	said.If(x.Spans > 0, "%s left out: a citation of kebab has one", prose.Plural(x.Spans, "span"))
	for _, line := range said {
		fmt.Fprintln(stderr, line)
	}
}

// sqliteEndings are those of files that become a store.
var sqliteEndings = []string{".sqlite", ".sqlite3", ".db"}

// newOutput refuses what is there already, and what says no form.
func newOutput(path string) error {
	if info, err := os.Stat(path); err == nil && info.IsDir() {
		return nil
	}
	ending := filepath.Ext(path)
	switch {
	case ending != ".jsonl" && !slices.Contains(sqliteEndings, ending):
		return errors.New("want a name that ends in .sqlite for a store or .jsonl for its rows, or a folder of runs that is there")
	case flags.Exists(path):
		return fmt.Errorf("%w, and is never written over; give another name", os.ErrExist)
	}
	return outfile.Check(path)
}

// putKebab writes a run to every output, or its rows to standard output.
func putKebab(ctx context.Context, stdout io.Writer, run result.KebabRun, rows rowsOfRun, outputs []string) error {
	if len(outputs) == 0 {
		return experiment.WriteRows(stdout, rows)
	}
	for _, path := range outputs {
		written, err := putKebabFile(ctx, path, run, rows)
		if err != nil {
			return fmt.Errorf("-o %s: %w", path, err)
		}
		if _, err := fmt.Fprintf(stdout, "run %s, %s: written to %s\n", run.ID, prose.Plural(run.Queries, "query"), written); err != nil {
			return err
		}
	}
	return nil
}

// putKebabFile writes one output and says where.
func putKebabFile(ctx context.Context, path string, run result.KebabRun, rows rowsOfRun) (string, error) {
	if info, err := os.Stat(path); err == nil && info.IsDir() {
		if !filepath.IsLocal(run.ID) || filepath.Base(run.ID) != run.ID || strings.ContainsAny(run.ID, `/\`) {
			return "", fmt.Errorf("run %q: its id is not the name of a folder; give a file", run.ID)
		}
		path = filepath.Join(path, run.ID)
		if err := os.Mkdir(path, 0o777); err != nil && !errors.Is(err, os.ErrExist) {
			return "", err
		}
		path = filepath.Join(path, "per_query.jsonl")
	}
	if slices.Contains(sqliteEndings, filepath.Ext(path)) {
		return path, kebab.Create(ctx, path, run, rows)
	}
	var lines bytes.Buffer
	if err := experiment.WriteRows(&lines, rows); err != nil {
		return "", err
	}
	return path, outfile.WriteNew(path, lines.Bytes())
}
