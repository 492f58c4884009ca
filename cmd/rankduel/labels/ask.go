package labels

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"maps"
	"os"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"
	"gopkg.in/yaml.v3"

	"github.com/rankduel/rankduel/cmd/rankduel/flags"
	"github.com/rankduel/rankduel/cmd/rankduel/output"
	"github.com/rankduel/rankduel/experiment/inputs"
	"github.com/rankduel/rankduel/experiment/judge"
	"github.com/rankduel/rankduel/experiment/judgments"
	"github.com/rankduel/rankduel/experiment/recording"
	"github.com/rankduel/rankduel/experiment/result"
	"github.com/rankduel/rankduel/internal/setting"
	"github.com/rankduel/rankduel/retrieval"
	"github.com/rankduel/rankduel/retrieval/command"
	"github.com/rankduel/rankduel/retrieval/httpsearch"
	"github.com/rankduel/rankduel/retrieval/trec"
	"github.com/rankduel/rankduel/store"
	"github.com/rankduel/rankduel/testsets/label"
	"github.com/rankduel/rankduel/testsets/refresh"
)

type askOptions struct {
	judge.Asking
	store                            flags.Store
	program, http, guideline, scale  string
	queries, testSet, corpus, pooled string
	depth                            int
	maxAge, output                   string
}

func newAskCommand() *cobra.Command {
	opts := askOptions{Asking: judge.Asking{At: retrieval.Place{Resolve: func(path string) string { return path }}}}
	cmd := flags.Verb("ask POOL.jsonl|RUN...", cobra.MinimumNArgs(1), func(cmd *cobra.Command, args []string) error {
		opts.store.Stderr = cmd.ErrOrStderr()
		return opts.ask(cmd.Context(), cmd.OutOrStdout(), args)
	})
	set := cmd.Flags()
	set.StringVar(&opts.program, "program", "", "judge: a program and its arguments, separated by blanks, that answers line by line")
	set.StringVar(&opts.http, "http", "", "judge: an address, or a YAML file with url, body, headers, answer and limits")
	set.StringVar(&opts.Origin.Model, "model", "", "model that answers, for what is written down")
	set.StringVar(&opts.guideline, "guideline", "", "text that says what each grade means, for the judge (required)")
	set.StringVar(&opts.scale, "scale", "0-3", "grades that it may give")
	set.StringVar(&opts.queries, "queries", "", "CSV with query_id, query_text and, if you like, need (default: entering.csv next to the pool)")
	set.StringVar(&opts.corpus, "corpus", "", "corpus that the run files searched: their first hits are graded, in place of a pool")
	set.StringVar(&opts.testSet, "test-set", "", "with --corpus, test set with the texts of queries")
	set.IntVar(&opts.depth, "depth", refresh.DefaultDepth, "with --corpus, hits of each query of each run")
	set.StringVar(&opts.pooled, "pool-out", "", "with --corpus, file for the pool that is graded, for people too (testset label)")
	set.StringVarP(&opts.output, "output", "o", "", "file of labels to write (required); where they are from is written next to it")
	set.StringVar(&opts.maxAge, "max-age", "", "ask again what was answered longer ago, like 90d")
	set.IntVar(&opts.Settings.Concurrency, "concurrency", 1, "documents that are asked about at once")
	set.DurationVar(&opts.Settings.Timeout, "time-limit", time.Minute, "longest wait for an answer")
	opts.store.Add(set)
	flags.IdleWithout(set, "corpus", "test-set", "depth", "pool-out")
	flags.IdleWith(set, "corpus", "queries")
	return cmd
}

func (o *askOptions) ask(ctx context.Context, stdout io.Writer, args []string) error {
	if o.guideline == "" || o.output == "" {
		return errors.New("--guideline FILE and -o FILE are required: what the judge is told of grades, and where its labels go")
	}
	if err := errors.Join(o.declare(), o.setting()); err != nil {
		return err
	}
	pool, err := o.pool(ctx, args)
	if err != nil {
		return err
	}
	db, err := store.OpenLate(ctx, o.store.Address, o.store.OnWait())
	if err != nil {
		return &result.StoreError{Err: err}
	}
	progress := output.NewProgress(o.store.Stderr, false)
	o.Hooks.Progress = func(done, total int) { progress.Stage("asking "+o.Origin.Judge, done, total) }
	grades, asked, err := o.Ask(ctx, pool, db)
	progress.Finish()
	if err = errors.Join(err, db.Close()); err != nil {
		return o.store.ExplainLoss(err)
	}
	var said strings.Builder
	fmt.Fprintf(&said, "%d of %d documents graded by %s, %d asked now\n", len(grades), o.Origin.Documents, o.Origin.Judge, asked)
	for _, why := range slices.Sorted(maps.Keys(o.Origin.Ungraded)) {
		none := o.Origin.Ungraded[why]
		fmt.Fprintf(&said, "! %d without a label (%s), such as %s\n", none.Documents, why, none.Such)
	}
	if len(grades) == 0 {
		return fmt.Errorf("%snothing is written: %w", &said, recording.ErrAllFailed)
	}
	_, err = io.WriteString(stdout, said.String())
	return errors.Join(err, o.write(grades))
}

// pool reads what is graded, or takes the first hits of runs.
func (o *askOptions) pool(ctx context.Context, args []string) (*label.Pool, error) {
	if o.corpus == "" && len(args) == 1 {
		return flags.OpenLabelPool(args[0], o.queries)
	}
	if o.testSet == "" || o.corpus == "" {
		return nil, errors.New("give one POOL.jsonl, or run files with --corpus and --test-set, which have the texts of documents and queries")
	}
	set, err := judgments.OpenTestSet(".", o.testSet)
	if err != nil {
		return nil, err
	}
	r := refresh.PoolRequest{Depth: o.depth}
	files, err := inputs.NameFiles(args)
	for _, file := range files {
		ranking, wrong := flags.ReadRanking(ctx, file)
		err, r.Rankings = errors.Join(err, wrong), append(r.Rankings, ranking)
	}
	text, wrong := flags.TextsOf(ctx, o.corpus)
	if err = errors.Join(err, wrong); err != nil {
		return nil, err
	}
	r.Text = text
	lines, warnings, err := refresh.PoolOf(set, r)
	for _, w := range warnings {
		output.Warner(o.store.Stderr)(w)
	}
	if err == nil && o.pooled != "" {
		err = writeLines("--pool-out", o.pooled, lines)
	}
	if err != nil {
		return nil, err
	}
	return label.ReadPool(o.corpus, bytes.NewReader(lines))
}

// declare makes the judge that was named.
func (o *askOptions) declare() error {
	o.Origin.Judge = o.http + o.program
	switch {
	case (o.program == "") == (o.http == ""):
		return errors.New("give one of --program and --http: nothing is asked that was not named")
	case o.program != "":
		o.Engine = command.Kind().Engine(&command.Settings{Argv: strings.Fields(o.program)}).(retrieval.Stater)
		return o.Engine.Validate()
	}
	s := httpsearch.Settings{
		URL: o.http, Answer: "{text: (.grade | tostring)}",
		Body: `{"query": {{json .Query}}, "document": {{json .Document}}, "guideline": {{json .Guideline}}, "query_id": {{json .ID}}, "doc_id": {{json .DocumentID}}}`,
	}
	if flags.Exists(o.http) {
		data, err := os.ReadFile(o.http)
		if err != nil {
			return err
		}
		s = httpsearch.Settings{}
		in := yaml.NewDecoder(bytes.NewReader(data))
		in.KnownFields(true)
		if err := in.Decode(&s); err != nil {
			return fmt.Errorf("%s: %w", o.http, err)
		}
	}
	if !strings.Contains(s.URL+s.Body, ".Document") || s.Answer == "" || s.Hits != "" {
		return fmt.Errorf("%s: a judge needs {{json .Document}} in its body, an answer such as {text: .choices[0].message.content}, and no hits", o.http)
	}
	s.Hits = "[]"
	o.Engine = httpsearch.Kind(nil).Engine(&s).(retrieval.Stater)
	return o.Engine.Validate()
}

// setting reads what the judge is told and may answer, and how old answers may be.
func (o *askOptions) setting() error {
	text, err := os.ReadFile(o.guideline)
	o.Origin.Guideline = strings.TrimSpace(string(text))
	scale, wrong := label.ParseScale(o.scale)
	for _, l := range scale {
		o.Origin.Grades = append(o.Origin.Grades, l.Grade)
	}
	if o.maxAge == "" {
		return errors.Join(err, wrong)
	}
	oldest, old := setting.Age(o.maxAge)
	o.Since = time.Now().Add(-oldest)
	return errors.Join(err, wrong, old)
}

// write writes labels and where they are from.
func (o *askOptions) write(grades []trec.Judgment) error {
	sum := sha256.New()
	err := output.WriteFile("-o "+o.output, o.output, func(w io.Writer) error {
		return trec.WriteQrels(io.MultiWriter(w, sum), slices.Values(grades))
	})
	o.Origin.Labels = hex.EncodeToString(sum.Sum(nil))
	return errors.Join(err, writeJSON("-o "+o.output, o.output+result.JudgeOriginEnding, &o.Origin))
}
