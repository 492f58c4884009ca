package sets

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"

	"github.com/spf13/cobra"

	"github.com/rankduel/rankduel/cmd/rankduel/flags"
	"github.com/rankduel/rankduel/cmd/rankduel/output"
	"github.com/rankduel/rankduel/experiment/judgments"
	"github.com/rankduel/rankduel/internal/outfile"
	"github.com/rankduel/rankduel/internal/prose"
	"github.com/rankduel/rankduel/reports"
	"github.com/rankduel/rankduel/reports/sets"
	"github.com/rankduel/rankduel/retrieval/corpus"
	"github.com/rankduel/rankduel/store/kebab"
	"github.com/rankduel/rankduel/testsets"
	"github.com/rankduel/rankduel/testsets/near"
	"github.com/rankduel/rankduel/testsets/parts"
)

// NewTestsetCommand makes the verb testset with all of its own.
func NewTestsetCommand() *cobra.Command {
	return flags.Family("testset",
		newTestsetImportCommand(), newTestsetExportCommand(),
		newTestsetInitCommand(), newTestsetValidateCommand(), newTestsetShowCommand(), newTestsetSplitCommand(),
		newTestsetDiffCommand(), newTestsetLogCommand(), newTestsetLintCommand(), newTestsetReviewCommand(),
		newTestsetLabelCommand(), newTestsetAgreementCommand(), newRefreshCommand())
}

func newTestsetInitCommand() *cobra.Command {
	var form string
	cmd := flags.Verb("init FILE", cobra.ExactArgs(1), func(cmd *cobra.Command, args []string) error {
		return initTestset(cmd.OutOrStdout(), cmd.ErrOrStderr(), form, args[0])
	})
	cmd.Flags().StringVar(&form, "form", "native", "native, or golden (kebab) for a list of expected ids")
	cmd.Flags().StringVar(&form, "format", "native", "the same as --form")
	flags.IdleWith(cmd.Flags(), "form", "format")
	return cmd
}

func initTestset(stdout, stderr io.Writer, form, path string) error {
	data, err := testsets.Template(form)
	if err != nil {
		return err
	}
	if path == "-" {
		_, err := stdout.Write(data)
		return err
	}
	if _, err := os.Lstat(path); !errors.Is(err, fs.ErrNotExist) {
		return fmt.Errorf("%s exists and is left as it is; give another name", path)
	}
	if err := outfile.Write(path, data); err != nil {
		return err
	}
	fmt.Fprintf(stderr, "wrote %s; edit it, then: rankduel testset validate %s\n", path, path)
	return nil
}

func newTestsetValidateCommand() *cobra.Command {
	var in collection
	cmd := flags.Verb("validate FILE...", cobra.MinimumNArgs(1), in.validate)
	cmd.Flags().StringVar(&in.corpus, "corpus", "", "corpus that has to have every document of the sets")
	cmd.Flags().StringVar(&in.chunks, "chunks", "", "corpus that has to have every chunk of the sets")
	cmd.Flags().StringVar(&in.store, "store", "", "store of kebab that has to have every expected document and chunk")
	return cmd
}

// A collection is what judged ids are looked up in.
type collection struct{ corpus, chunks, store string }

// read makes the look-ups that testsets.CheckReferences wants, nil where nothing is looked up.
func (c *collection) read(ctx context.Context) (documents, chunks func(string) bool, err error) {
	if c.store != "" {
		if c.corpus != "" || c.chunks != "" {
			return nil, nil, errors.New("--store has documents and chunks: leave --corpus and --chunks out")
		}
		return idsInKebab(ctx, c.store)
	}
	if documents, err = idsOf(ctx, c.corpus); err != nil {
		return nil, nil, err
	}
	chunks, err = idsOf(ctx, c.chunks)
	return documents, chunks, err
}

func idsOf(ctx context.Context, path string) (func(string) bool, error) {
	if path == "" {
		return nil, nil
	}
	documents, err := corpus.ByID(ctx, path)
	return func(id string) bool { _, ok := documents[id]; return ok }, err
}

func (c *collection) validate(cmd *cobra.Command, paths []string) error {
	documents, chunks, err := c.read(cmd.Context())
	if err != nil {
		return err
	}
	var errs []error
	for _, path := range paths {
		set, err := judgments.OpenTestSet(".", path)
		if err != nil {
			errs = append(errs, err)
			continue
		}
		if err := testsets.CheckReferences(set, documents, chunks); err != nil {
			errs = append(errs, err)
			continue
		}
		for _, w := range set.Warnings() {
			fmt.Fprintf(cmd.ErrOrStderr(), "warning: %v\n", w)
		}
		if leaks := sets.LeakTitle(parts.Leaks(set, near.Reported)); leaks != "" {
			fmt.Fprintf(cmd.ErrOrStderr(), "warning: %s: %s; `rankduel testset lint` lists them\n", path, leaks)
		}
		if _, err := fmt.Fprintf(cmd.OutOrStdout(), "%s: valid, %s, %s, sha256 %s\n", path, set.Label(), prose.Plural(len(set.Queries), "query"), set.SHA256()); err != nil {
			return err
		}
	}
	return errors.Join(errs...)
}

func newTestsetShowCommand() *cobra.Command {
	var opts output.Report
	cmd := opts.Verb("show FILE|NAME[@VERSION]", cobra.ExactArgs(1), func(cmd *cobra.Command, args []string) error {
		set, err := judgments.OpenTestSet(".", args[0])
		if err != nil {
			return err
		}
		return opts.Write(cmd.OutOrStdout(), func(w io.Writer, f reports.Format, o reports.Options) error {
			return sets.WriteSet(w, judgments.Describe(set, opts.EachQuery || f == reports.CSV), f, o)
		})
	})
	opts.AddPlain(cmd.Flags())
	opts.AddSheet(cmd.Flags())
	opts.AddQueries(cmd.Flags())
	return cmd
}

// idsInKebab returns the look-ups of a store of kebab, which has documents and chunks as they are now.
func idsInKebab(ctx context.Context, path string) (documents, chunks func(string) bool, err error) {
	db, err := kebab.Open(ctx, path)
	if err != nil {
		return nil, nil, err
	}
	corpus, err := db.Corpus(ctx)
	if err := errors.Join(err, db.Close()); err != nil {
		return nil, nil, err
	}
	if corpus == nil {
		return nil, nil, fmt.Errorf("store %s: it has no tables of documents and chunks to look ids up in", path)
	}
	has := func(id string) bool { _, ok := corpus.Chunks[id]; return ok }
	return func(id string) bool { return corpus.Documents[id] }, has, nil
}
