package sets

import (
	"cmp"
	"errors"
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"github.com/rankduel/rankduel/cmd/rankduel/output"
	"github.com/rankduel/rankduel/reports"
	"github.com/rankduel/rankduel/reports/sets"
	"github.com/rankduel/rankduel/testsets/convert"
	"github.com/rankduel/rankduel/traces"
)

type importOptions struct {
	convert.Options
	output.Report
	to, from, labelFiles string
	mapping, scale       string
	force                bool
}

func newTestsetImportCommand() *cobra.Command {
	var opts importOptions
	cmd := opts.Verb("import [--from FORMAT] SOURCE... -o FILE", cobra.MinimumNArgs(1), opts.run)
	cmd.Long = formatList(false)
	opts.add(cmd)
	return cmd
}

func (o *importOptions) add(cmd *cobra.Command) {
	flags := cmd.Flags()
	flags.StringVar(&o.from, "from", "", "format of the sources; default: recognized")
	flags.StringVarP(&o.to, "output", "o", "", "file of the set: .yaml, .json, .jsonl, also with .gz; default: standard output")
	output.Reports(flags)
	flags.BoolVar(&o.force, "force", false, "overwrite files that exist")
	flags.StringVar(&o.Name, "name", "", "name of the set; default: that of the file, clinical for clinical_v2.yaml")
	flags.StringVar(&o.Version, "version", "", "version of the set; default: that of the file, v2 for clinical_v2.yaml, or v1")
	flags.StringVar(&o.mapping, "map", "", "what labels are worth: relevant=2,partly=1,not=0; then every label needs a grade")
	flags.BoolVar(&o.Invert, "invert", false, "grade 1 is the best: turn grades above 0 around")
	flags.StringVar(&o.scale, "scale", "", "grades of the set: 0-3, or 0=not relevant,1=relevant; default: those that occur")
	flags.StringVar(&o.Duplicates, "duplicates", "", "contradictory judgments: highest, lowest or last counts; default: an error")
	flags.StringVar(&o.AllZero, "all-zero", "", "queries without a document above grade 0: unjudged, refusal, drop; default: an error")
	flags.StringVar(&o.WithoutText, "without-text", "", "queries that only judgments name: keep (the id is the text), drop; default: an error")
	flags.StringVar(&o.Unjudged, "unjudged", "", "queries without judgments: keep, drop; default: keep, where any query has one")
	flags.StringVar(&o.Judge, "judge", "", "of several judges, the one whose labels count")
	flags.StringVar(&o.labelFiles, "label-files", "", "folder for a file of labels of each judge, as testset agreement reads them; without -o no set is made")
	flags.StringVar(&o.Columns, "columns", "", "columns of a table: query=Anfrage,doc=Dokument,grade=Note, or numbers; also query_id, chunk, type, split, judge, clicks, impressions")
	flags.StringVar(&o.Clicks, "clicks", "", "what clicks are worth: 10=3,3=2,1=1, or of clicks by impressions ctr:0.2=2,0.05=1")
	flags.StringVar(&o.StrataFrom, "strata-from", "", "column or key that has the query types; for rre: topic")
	flags.StringVar(&o.DocField, "doc-field", "", "field of records that has ids of documents: relevant.id, or core=2,supporting=1 for several with a grade each")
	flags.StringVar(&o.Level, "level", "", "what the ids of --doc-field are of: document, chunk (file+page: both, as one id); default: document")
	flags.StringVar(&o.Lists, "list-separator", "", "what is between the ids in a cell of a table; none: a cell is one id; default: ; or | or a comma, where it is plain")
	flags.StringVar(&o.GradeField, "grade-field", "", "field of records that has a grade for each document, or an object of documents and grades")
	flags.StringVar(&o.QueryField, "query-field", "", "field of records that has the id of the query")
	flags.StringVar(&o.TextField, "text-field", "", "field of records that has the text of the query")
	flags.StringVar(&o.GroupField, "group-field", "", "field of records that has the group of the query: queries of one need")
	flags.StringVar(&o.TopicField, "topic-field", "", "field of TREC topics that is the text: title, desc, narr, query, question, narrative")
	flags.StringVar(&o.QueryText, "query-text", "", "jq expression for the text of an Elasticsearch request: .params.query_string")
	flags.StringVar(&o.Split, "qrels-split", "", "which qrels of a BEIR folder; default: test")
	flags.StringVar(&o.Answers, "answers", "", "reference answers: drop, must-contain; default: drop")
	flags.StringVar(&o.QueryIDs, "query-ids", "", "how judgments name queries: exact, number (without leading zeros), position; default: exact")
	flags.StringVar(&o.DocIDs, "doc-ids", "", "how judgments name documents of the collection: exact, number; default: exact")
	flags.StringVar(&o.Corpus, "corpus", "", "collection to look judged documents up in")
	o.AddReport(flags, reports.Text, reports.JSON)
}

func (o *importOptions) run(cmd *cobra.Command, sources []string) error {
	o.Stdin = cmd.InOrStdin()
	stdout := cmd.OutOrStdout()
	if err := o.parse(); err != nil {
		return err
	}
	if err := convert.CheckName(o.to); err != nil {
		return fmt.Errorf("-o %w", err)
	}
	o.named()
	o.LabelsOnly = o.labelFiles != "" && o.to == ""
	if err := mayWrite(o.force, o.to); err != nil {
		return err
	}
	o.FilePath = traces.Convention{}.Key // what traces found is spelled so
	imported, err := convert.Import(cmd.Context(), o.from, sources, o.Options)
	if err != nil {
		return err
	}
	c := conversion("import", imported.Format, sources, imported.Set, imported.Notes)
	c.Detected = imported.Detected
	out := writtenFiles{force: o.force, inputs: append(sources, o.Corpus)}
	if o.labelFiles != "" {
		if len(imported.Labels) == 0 {
			return errors.New("--label-files: the labels do not say who gave them; leave it out")
		}
		out.add(o.labelFiles, imported.Labels)
	}
	if imported.Set != nil {
		data, err := convert.Encode(imported.Set, o.to)
		if err != nil {
			return err
		}
		out.set(o.to, data)
	}
	if c.Written, err = out.write(stdout); err != nil {
		return err
	}
	if o.to == "" && imported.Set != nil {
		stdout = cmd.ErrOrStderr() // the set is there
	}
	return o.Print(stdout, output.Of(c, sets.WriteConversion))
}

// named takes what the file's name says for what no flag does.
func (o *importOptions) named() {
	if o.to == "" {
		return
	}
	name, version := convert.NameOf(o.to)
	o.Name, o.Version = cmp.Or(o.Name, name), cmp.Or(o.Version, version)
}

// parse reads the flags that have a syntax of their own.
func (o *importOptions) parse() error {
	var errs []error
	var err error
	if o.mapping != "" {
		if o.Map, err = convert.ParseMap(o.mapping); err != nil {
			errs = append(errs, err)
		}
	}
	if o.scale != "" {
		if o.Scale, err = convert.ParseScale(o.scale); err != nil {
			errs = append(errs, err)
		}
	}
	return errors.Join(append(errs, o.Validate())...)
}

func formatList(written bool) string {
	var b strings.Builder
	for _, f := range convert.Builtin() {
		if f.Writes() || !written {
			b.WriteString("  " + f.Name + strings.Repeat(" ", 14-len(f.Name)) + f.Title + "\n")
		}
	}
	return strings.TrimSuffix(b.String(), "\n")
}
