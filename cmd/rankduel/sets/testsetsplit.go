package sets

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"github.com/spf13/cobra"

	"github.com/rankduel/rankduel/cmd/rankduel/flags"
	"github.com/rankduel/rankduel/cmd/rankduel/output"
	"github.com/rankduel/rankduel/experiment/judgments"
	"github.com/rankduel/rankduel/experiment/result"
	"github.com/rankduel/rankduel/internal/ordered"
	"github.com/rankduel/rankduel/internal/outfile"
	"github.com/rankduel/rankduel/internal/prose"
	"github.com/rankduel/rankduel/reports"
	"github.com/rankduel/rankduel/reports/sets"
	"github.com/rankduel/rankduel/store"
	"github.com/rankduel/rankduel/testsets"
	"github.com/rankduel/rankduel/testsets/near"
	"github.com/rankduel/rankduel/testsets/parts"
)

type splitOptions struct {
	output.Report
	flags.Store
	draw       testsets.Draw
	to         string
	again, dry bool
}

func newTestsetSplitCommand() *cobra.Command {
	var opts splitOptions
	cmd := flags.Verb("split SET", cobra.ExactArgs(1), opts.run)
	flags := cmd.Flags()
	flags.Float64Var(&opts.draw.Ratio, "heldout", 0.2, "share of the queries to hold out, between 0 and 1")
	flags.Uint64Var(&opts.draw.Seed, "seed", 42, "seed of the draw")
	flags.StringVar(&opts.draw.By, "by", testsets.ByGroup, "group: keep groups, and queries of the same words, in one part; query: only families")
	flags.StringVarP(&opts.to, "output", "o", "", "new file to write, its syntax by the ending (.yaml .json .jsonl)")
	flags.BoolVar(&opts.again, "again", false, "draw a set again that is split already; needs -o")
	flags.BoolVar(&opts.dry, "dry-run", false, "write nothing")
	opts.Store.Add(flags)
	opts.AddForms(flags, reports.Text, reports.JSON, reports.Markdown)
	return cmd
}

func (o *splitOptions) run(cmd *cobra.Command, args []string) error {
	stderr := cmd.ErrOrStderr()
	o.Stderr = stderr
	if err := o.checkSplit(); err != nil {
		return err
	}
	doc, err := openDocument(args[0])
	if err != nil {
		return err
	}
	set := doc.Set
	if named := versionInName(o.to); named != "" && named != set.Version {
		return fmt.Errorf("-o %s is a name of version %s, and the header says %s: write `version: %[2]s` and `parent: {version: %[3]s, sha256: %s}` into a copy of %s, and split that", o.to, named, set.Version, set.SHA256(), set.File)
	}
	if err := o.mayChange(cmd.Context(), stderr, doc); err != nil {
		return err
	}
	if o.again {
		set = set.WithSplit(make([]testsets.Split, len(set.Queries)), nil)
	}
	by := o.draw
	if by.By == testsets.ByGroup {
		by.By = "" // the header says what is out of the ordinary
	}
	division, err := parts.Draw(set, by)
	if err != nil {
		return fmt.Errorf("%s: %w", args[0], err)
	}
	divided := set.WithSplit(division.Parts, &by)
	report := parts.Describe(set, divided, by, division, parts.Leaks(divided, near.Reported))
	if !o.dry {
		if report.File, err = o.writeSplit(stderr, doc, divided, division.Parts, &by); err != nil {
			return err
		}
	}
	return o.Print(cmd.OutOrStdout(), output.Of(report, sets.WriteSplit))
}

// versionInName returns the version that a file is named after, "" where it is not.
func versionInName(path string) string {
	name, _, _ := strings.Cut(filepath.Base(path), ".")
	at := strings.LastIndex(name, "_v")
	if at < 0 || at+2 == len(name) || strings.Trim(name[at+2:], "0123456789") != "" {
		return ""
	}
	return name[at+1:]
}

func (o *splitOptions) checkSplit() error {
	errs := prose.Faults{o.Check()}
	errs.If(o.draw.By != testsets.ByGroup && o.draw.By != testsets.ByQuery, "--by %q: want group or query", o.draw.By)
	errs.If(!(o.draw.Ratio > 0 && o.draw.Ratio < 1), "--heldout %v: want a share between 0 and 1, such as 0.2", o.draw.Ratio)
	errs.If(o.again && o.to == "" && !o.dry, "--again needs -o FILE: a set that is split is not changed any more")
	if o.to != "" && !o.dry {
		errs = append(errs, mustBeNew(o.to))
	}
	return errs.Join()
}

// mustBeNew refuses to write over a version of a test set.
func mustBeNew(path string) error {
	if _, err := os.Lstat(path); err == nil {
		return fmt.Errorf("-o %s: %w, and a version of a test set is never overwritten; give another name", path, fs.ErrExist)
	}
	if err := outfile.Check(path); err != nil {
		return fmt.Errorf("-o %s: %w", path, err)
	}
	return nil
}

// openDocument opens a test set that is named in any way, with its text.
func openDocument(ref string) (*testsets.Document, error) {
	set, err := judgments.OpenTestSet(".", ref)
	if err != nil {
		return nil, err
	}
	return testsets.OpenDocument(set.File)
}

// mayChange refuses what would make results, or looks, those of another set without anybody noticing.
func (o *splitOptions) mayChange(ctx context.Context, stderr io.Writer, doc *testsets.Document) error {
	set := doc.Set
	if c := set.Counts(); c.HeldOut > 0 && !o.again {
		return fmt.Errorf("%s is split already: %d evaluation, %d held out. A version is split once; draw a new one with --again -o FILE", set.File, c.Evaluation, c.HeldOut)
	}
	stored, err := o.storedOf(ctx, set.SHA256())
	switch {
	case err != nil:
		return err
	case stored == 0:
		return nil
	case o.to == "" && !o.dry:
		return fmt.Errorf("%s: %s has results of this set, which would be those of another: the parts are content. Write a new version with -o FILE", set.File, o.Name())
	}
	fmt.Fprintf(stderr, "warning: the results of %s in %s are not those of the new set; score again what is to be compared\n", filepath.Base(set.File), o.Name())
	return nil
}

// storedOf returns the number of stored runs over a set; 0 where there is no store, or a file that is none.
func (o *splitOptions) storedOf(ctx context.Context, sha256 string) (int, error) {
	if !o.IsThere() {
		return 0, nil
	}
	db, err := o.OpenReadOnly(ctx)
	switch {
	case errors.Is(err, store.ErrUnreachable):
		return 0, err
	case err != nil:
		return 0, nil
	}
	defer db.Close()
	runs, err := db.Runs(ctx)
	if err != nil {
		return 0, err
	}
	return ordered.Count(runs, func(run result.StoredRun) bool { return run.TestSet.SHA256 == sha256 }), nil
}

// writeSplit writes the marks into the text where that is wanted and possible, and returns the file that was written.
func (o *splitOptions) writeSplit(stderr io.Writer, doc *testsets.Document, divided *testsets.TestSet, list []testsets.Split, by *testsets.Draw) (string, error) {
	path := o.to
	if path == "" {
		path = doc.Set.File
		if doc.Packed {
			return "", fmt.Errorf("%s is compressed and stays as it is; write a new file with -o", path)
		}
	}
	keep := !o.again && doc.Like(path)
	var text []byte
	var err error
	if keep {
		text, err = doc.Split(list, by)
	}
	switch {
	case o.to == "" && err != nil:
		return "", fmt.Errorf("%s: %w; write a new file with -o, without its comments", path, err)
	case o.to == "":
		if err := outfile.Write(path, text); !errors.Is(err, outfile.ErrReadOnly) {
			return path, written(err)
		}
		return "", fmt.Errorf("%s may not be written, as its permissions say; write a new file with -o", path)
	case !keep || err != nil:
		if text, err = divided.MarshalFor(path); err != nil {
			return "", err
		}
		if doc.HasComments() {
			fmt.Fprintf(stderr, "warning: the comments of %s are not in %s\n", doc.Set.File, path)
		}
	}
	return path, written(outfile.WriteNew(path, text))
}

// written returns the error of a file that was wanted.
func written(err error) error {
	if err == nil || errors.Is(err, fs.ErrExist) {
		return err
	}
	return fmt.Errorf("%w: %w", output.ErrNotWritten, err)
}
