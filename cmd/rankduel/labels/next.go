package labels

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"math"
	"path/filepath"

	"github.com/spf13/cobra"

	"github.com/rankduel/rankduel/cmd/rankduel/flags"
	"github.com/rankduel/rankduel/cmd/rankduel/output"
	"github.com/rankduel/rankduel/experiment/inputs"
	"github.com/rankduel/rankduel/experiment/scoring"
	"github.com/rankduel/rankduel/experiment/silver"
	"github.com/rankduel/rankduel/internal/ordered"
	"github.com/rankduel/rankduel/internal/unpack"
	"github.com/rankduel/rankduel/metrics"
	"github.com/rankduel/rankduel/reports"
	"github.com/rankduel/rankduel/reports/sets"
	"github.com/rankduel/rankduel/testsets/label"
	"github.com/rankduel/rankduel/testsets/label/labelfile"
	"github.com/rankduel/rankduel/testsets/refresh"
)

type nextOptions struct {
	output.Report
	silver.LabelSettings
	model, plan, labels string
	n                   int
	batch, corpus       string
	cost                float64
}

func newNextCommand() *cobra.Command {
	var opts nextOptions
	cmd := flags.Verb("next BASELINE CANDIDATE...", cobra.MinimumNArgs(2), opts.next)
	set := cmd.Flags()
	set.StringVar(&opts.model, "silver", "", "labels of a model for all queries, in a form of --qrels (required)")
	set.StringVar(&opts.plan, "plan", "", "file with the order of the documents, written at the first time (required)")
	set.StringVar(&opts.labels, "labels", "", "people's labels so far: a journal of testset label, qrels or a table; at the first time, those from before")
	set.IntVar(&opts.n, "n", 20, "documents to label next")
	set.StringVarP(&opts.batch, "output", "o", "", "file for these documents: .jsonl for testset label --batch, or .tsv")
	set.StringVar(&opts.corpus, "corpus", "", "corpus with the texts of documents, for -o FILE.jsonl")
	set.Float64Var(&opts.Margin, "margin", 0, "difference up to which systems are equivalent, declared before the first label")
	set.Float64Var(&opts.cost, "label-cost", 0, "cost of a label, for what the next look and all labels would cost")
	opts.AddReport(set, reports.Text, reports.JSON, reports.Markdown)
	set.StringVarP(&opts.Measure, "measure", "m", "nDCG@10", "measure that is a sum over the first k documents: nDCG, DCG, P or RBP")
	set.Uint64Var(&opts.Seed, "seed", 42, "seed of the order")
	set.Float64Var(&opts.Alpha, "alpha", 0.05, "share of false verdicts that is accepted, of all looks together")
	set.StringVar(&opts.Spending, "spending", silver.SpendLooks, "when alpha is spent: looks (at declared ones), or any (at any time, which takes more labels)")
	set.StringVar(&opts.Looks, "looks", "5,10,20,40,70,100", "when one may decide: percentages of the documents, at least 50 labels")
	set.StringVar(&opts.Target, "target", "queries", "what is decided about: queries like these, or this_set")
	set.IntVar(&opts.NoGrade, "cannot-judge", 0, "grade that a document counts as which no one could judge")
	flags.IdleWithout(set, "output", "n", "corpus")
	return cmd
}

func (o *nextOptions) next(cmd *cobra.Command, args []string) error {
	ending := filepath.Ext(o.batch)
	switch {
	case o.model == "" || o.plan == "":
		return errors.New("--silver FILE and --plan FILE are required: whose labels are corrected, and where the order is written down before the first label")
	case o.n < 1:
		return fmt.Errorf("--n %d, want 1 or more", o.n)
	case !(o.cost >= 0) || math.IsInf(o.cost, 1):
		return fmt.Errorf("--label-cost %v, want a cost above 0", o.cost)
	case o.batch != "" && ending != ".jsonl" && ending != ".tsv":
		return fmt.Errorf("-o %s, want a name that ends in .jsonl or .tsv", o.batch)
	case o.batch != "" && (ending == ".jsonl") != (o.corpus != ""):
		return errors.New("-o FILE.jsonl and --corpus go together: people grade texts")
	}
	drawn, err := o.drawn()
	if err := errors.Join(err, o.Report.Check(), o.LabelSettings.Check()); err != nil {
		return err
	}
	said, err := readLabels(o.labels)
	if err != nil {
		return err
	}
	docs, err := o.documents(cmd.Context(), args, drawn, said)
	if err != nil {
		return err
	}
	if drawn != nil {
		err = docs.Same(o.plan, drawn)
	} else if err = writeJSON("--plan "+o.plan, o.plan, docs.Plan); err == nil {
		fmt.Fprintf(cmd.ErrOrStderr(), "rankduel: wrote %s\n", o.plan)
	}
	if err == nil && o.batch != "" {
		err = o.write(cmd.Context(), docs.Next(said, o.n))
	}
	if err != nil {
		return err
	}
	progress := docs.Progress(said)
	progress.Cost = o.cost
	return o.Print(cmd.OutOrStdout(), output.Of(progress, sets.WriteLabelProgress))
}

// drawn returns the plan that was written, nil for none yet.
func (o *nextOptions) drawn() (*silver.LabelPlan, error) {
	data, err := unpack.ReadFile(o.plan)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	return silver.ReadLabelPlan(o.plan, bytes.NewReader(data))
}

// readLabels returns what one person, or several who agreed, said of documents.
func readLabels(path string) (map[silver.Pair]int, error) {
	said := map[silver.Pair]int{}
	if path == "" {
		return said, nil
	}
	people, err := labelfile.Read(path)
	if err != nil {
		return nil, err
	}
	if len(people) > 1 {
		return nil, fmt.Errorf("%s has labels of %d people; give one grade for each document", path, len(people))
	}
	for pair, mark := range people[0].Marks {
		grade := silver.NoGrade
		if mark.Grade != nil {
			grade = max(*mark.Grade, silver.NoGrade)
		}
		said[silver.Pair{pair.Query, pair.Doc}] = grade
	}
	return said, nil
}

// documents reads runs and the model's labels, and puts the documents into their order.
func (o *nextOptions) documents(ctx context.Context, args []string, drawn *silver.LabelPlan, said map[silver.Pair]int) (*silver.Documents, error) {
	files, err := inputs.NameFiles(args)
	if err != nil {
		return nil, err
	}
	profile, err := metrics.ProfileByName("qrels")
	if err != nil {
		return nil, err
	}
	measures, err := profile.MeasuresOf([]string{o.Measure}, false)
	if err != nil {
		return nil, err
	}
	if len(measures) != 1 {
		return nil, fmt.Errorf("-m %s are %d measures; name one", o.Measure, len(measures))
	}
	model, err := readQrels(ctx, o.model)
	if err != nil {
		return nil, err
	}
	known := make([]silver.Pair, 0, len(said))
	for pair := range said {
		known = append(known, pair)
	}
	if drawn != nil {
		known = drawn.Known
	}
	o.Measure = measures[0].String()
	var reader flags.Judgments
	runs, err := reader.Score(ctx, &reader.Request, model, files, silver.Scored(measures[0]), profile, scoring.Options{KeepHits: measures[0].Cutoff()})
	if err != nil {
		return nil, err
	}
	return silver.PlanDocuments(o.LabelSettings, model, runs, measures[0], known)
}

// write writes documents to label, with their texts for people or as a table.
func (o *nextOptions) write(ctx context.Context, next []silver.Pair) error {
	var lines []byte
	if o.corpus == "" {
		lines = append(lines, "query_id\tdoc_id\n"...)
		for _, p := range next {
			lines = append(lines, p[0]+"\t"+p[1]+"\n"...)
		}
	} else {
		text, err := flags.TextsOf(ctx, o.corpus)
		if err != nil {
			return err
		}
		pairs := ordered.Each(next, func(p silver.Pair) label.KeyLine { return label.KeyLine{QueryID: p[0], DocID: p[1]} })
		if lines, _, err = refresh.PoolFiles(pairs, nil, text); err != nil {
			return err
		}
	}
	return writeLines("-o", o.batch, lines)
}

func writeLines(flag, path string, lines []byte) error {
	return output.WriteFile(flag+" "+path, path, func(w io.Writer) error { _, err := w.Write(lines); return err })
}

// writeJSON writes a file that is read again.
func writeJSON(asked, path string, v any) error {
	return output.WriteFile(asked, path, func(w io.Writer) error {
		e := json.NewEncoder(w)
		e.SetIndent("", " ")
		return e.Encode(v)
	})
}
