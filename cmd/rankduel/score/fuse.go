package score

import (
	"context"
	"errors"
	"fmt"
	"io"
	"iter"
	"slices"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
	"gopkg.in/yaml.v3"

	"github.com/rankduel/rankduel/cmd/rankduel/flags"
	"github.com/rankduel/rankduel/cmd/rankduel/output"
	"github.com/rankduel/rankduel/experiment/compare"
	"github.com/rankduel/rankduel/experiment/inputs"
	"github.com/rankduel/rankduel/experiment/pipeline"
	"github.com/rankduel/rankduel/experiment/plan"
	"github.com/rankduel/rankduel/internal/ordered"
	"github.com/rankduel/rankduel/internal/outfile"
	"github.com/rankduel/rankduel/internal/prose"
	"github.com/rankduel/rankduel/retrieval/fusion"
	"github.com/rankduel/rankduel/retrieval/runfile"
	"github.com/rankduel/rankduel/retrieval/trec"
)

type fuseOptions struct {
	runs              []string
	method            string
	settings          []string
	depth, topK       int
	order, duplicates string
	qrels             string
	folds             int
	seed              uint64
	output, format    string
	tag               string
	given             *pflag.FlagSet
}

// NewFuseCommand makes the verb fuse.
func NewFuseCommand() *cobra.Command {
	var opts fuseOptions
	cmd := flags.Verb("fuse RUN RUN...", nil, opts.run)
	cmd.Long = output.Wrap(MethodNames()+".", len("Methods: "))
	opts.given = cmd.Flags()
	flags := opts.given
	flags.StringArrayVar(&opts.runs, "run", nil, "run file, the same as an argument without --run; repeatable")
	flags.StringVar(&opts.method, "method", "rrf", "how rankings are merged")
	flags.StringArrayVar(&opts.settings, "set", nil, "setting of the method, KEY=VALUE, such as rrf_k=20 or norm=zmuv (repeatable)")
	flags.IntVar(&opts.depth, "depth", 0, "hits of each run that count (default all)")
	flags.IntVar(&opts.topK, "top-k", plan.DefaultTopK, "hits of the fused rankings, 0 for all")
	flags.StringVar(&opts.order, "order", "", "what ranks the hits of a run: score, rank or file (default: score, and in a list of hits its order)")
	flags.StringVar(&opts.duplicates, "duplicates", string(trec.DuplicatesError), "a document twice in one query: error or keep-first")
	flags.StringVar(&opts.qrels, "qrels", "", "judgments in TREC form, for methods that learn: each query is fused by what the others taught")
	flags.IntVar(&opts.folds, "folds", plan.DefaultFolds, "for methods that learn: into how many parts the queries are divided")
	flags.Uint64Var(&opts.seed, "seed", compare.DefaultSeed, "for methods that learn: of the division")
	flags.StringVarP(&opts.output, "output", "o", "", "file for the fused run (default standard output)")
	flags.StringVar(&opts.format, "format", "", "form of the fused run: trec, json, jsonl or parquet (default: by the ending of -o, else trec)")
	flags.StringVar(&opts.tag, "tag", "", "of a TREC run (default: the method)")
	return cmd
}

// MethodNames returns the methods of fusion, separated by blanks.
func MethodNames() string {
	names := ordered.Each(fusion.Builtin().Entries(), func(e fusion.Entry) string { return e.Name })
	return strings.Join(names, " ")
}

func (o *fuseOptions) run(cmd *cobra.Command, args []string) error {
	o.runs = append(o.runs, args...)
	ctx := cmd.Context()
	settings, format, err := o.check()
	if err != nil {
		return err
	}
	fuseOpts := pipeline.FuseOptions{Fusion: settings, Depth: o.depth, TopK: o.topK, Folds: o.folds, Seed: o.seed}
	if o.qrels != "" {
		if fuseOpts.Judgments, err = inputs.ReadQrels(ctx, o.qrels, trec.File(o.qrels), trec.QrelsOptions{}); err != nil {
			return err
		}
	}
	runs, err := o.read(ctx, cmd.ErrOrStderr())
	if err != nil {
		return err
	}
	fused, err := pipeline.FuseRuns(ctx, runs, fuseOpts)
	if err != nil {
		return err
	}
	tag := o.tag
	if tag == "" {
		tag = settings.Resolved().Method
	}
	loss, err := output.WriteRun(cmd.OutOrStdout(), o.output, format, tag, allGood(fused.Results))
	if err != nil {
		return err
	}
	sayFused(cmd.ErrOrStderr(), fused, loss)
	if fused.Failed > 0 { // what is missing would be scored 0
		return fmt.Errorf("%d of %d queries: %w, the first with %s", fused.Failed, len(fused.Results), output.ErrNotFused, firstFailure(fused))
	}
	return nil
}

// check reads the settings, and finds faults before any file is read.
func (o *fuseOptions) check() (fusion.Settings, runfile.Format, error) {
	var errs prose.Faults
	errs.If(len(o.runs) == 0, "no run: name two run files or more")
	settings, err := fusionSettings(o.method, o.settings)
	errs = append(errs, err)
	errs.If(o.depth < 0 || o.topK < 0, "--depth %d and --top-k %d: want 0 or more", o.depth, o.topK)
	errs.If(settings.Trained() && o.qrels == "", "--method %s learns from judged queries: give --qrels FILE", o.method)
	if !settings.Trained() {
		errs = append(errs, flags.RefuseUnused(o.given, "with --method "+o.method+", which does not learn", "qrels", "folds", "seed"))
	}
	reading := runfile.Options{Order: trec.Order(o.order), Duplicates: trec.Duplicates(o.duplicates)}
	errs = append(errs, reading.Validate())
	format, err := output.RunFormat(o.output, o.format)
	errs = append(errs, err)
	if err == nil && format != runfile.TREC {
		errs = append(errs, flags.RefuseUnused(o.given, "in the form "+string(format)+", whose runs have no tag", "tag"))
	}
	if o.output != "" {
		if err := outfile.Check(o.output); err != nil {
			errs = append(errs, fmt.Errorf("-o %s: %w", o.output, err))
		}
	}
	return settings, format, errs.Join()
}

// fusionSettings reads KEY=VALUE pairs as an experiment file would.
func fusionSettings(method string, pairs []string) (fusion.Settings, error) {
	s := fusion.Settings{Method: method}
	for _, pair := range pairs {
		key, value, ok := strings.Cut(pair, "=")
		if !ok || key == "" {
			return s, fmt.Errorf("--set %q: want KEY=VALUE", pair)
		}
		if key == "fusion_method" {
			return s, errors.New("--set fusion_method: use --method")
		}
		decoder := yaml.NewDecoder(strings.NewReader(key + ": " + value + "\n"))
		decoder.KnownFields(true)
		if err := decoder.Decode(&s); err != nil {
			return s, fmt.Errorf("--set %s: no such setting, or not its kind of value", pair)
		}
	}
	return s, nil
}

// read reads the runs and names them.
func (o *fuseOptions) read(ctx context.Context, stderr io.Writer) ([]pipeline.NamedRun, error) {
	files, err := inputs.NameFiles(o.runs)
	if err != nil {
		return nil, err
	}
	runs := make([]pipeline.NamedRun, len(files))
	for i, file := range files {
		if file.Several() != nil {
			return nil, fmt.Errorf("%s was run several times, and fuse takes one run of it", file.Name)
		}
		sources, findings, err := file.RunSources("")
		if err != nil {
			return nil, err
		}
		run, _, err := runfile.ReadFiles(ctx, sources, runfile.Options{Order: trec.Order(o.order), Duplicates: trec.Duplicates(o.duplicates)})
		if err != nil {
			return nil, err
		}
		for _, f := range findings {
			fmt.Fprintf(stderr, "%s: %s\n", file.Name, f.Text)
		}
		runs[i] = pipeline.NamedRun{Name: file.Name, Run: run}
	}
	return runs, nil
}

// allGood returns results that come without an error of the reading.
func allGood(results []runfile.Result) iter.Seq2[runfile.Result, error] {
	return func(yield func(runfile.Result, error) bool) {
		for _, r := range results {
			if !yield(r, nil) {
				return
			}
		}
	}
}

// sayFused says what the fused run cannot say itself.
func sayFused(stderr io.Writer, f pipeline.FusedRun, loss runfile.Loss) {
	var said prose.Notes
	for _, name := range f.Lacking() {
		said.If(true, "%s lacks %d of %d queries; they are fused without it", name, f.Missing[name], len(f.Results))
	}
	said.If(f.Unseen > 0, "%d queries are not judged, or not answered by all runs, and are left out", f.Unseen)
	said.If(f.Tied > 0, "%d hits tie with the hit before them; the rank column has the order of the fusion", f.Tied)
	said.If(loss.Empty > 0, "%d queries have no hit, and this format no place for them", loss.Empty)
	for _, line := range said {
		fmt.Fprintln(stderr, line)
	}
}

func firstFailure(f pipeline.FusedRun) string {
	i := slices.IndexFunc(f.Results, func(r runfile.Result) bool { return r.Error != "" })
	return f.Results[i].QueryID + ": " + f.Results[i].Error
}
