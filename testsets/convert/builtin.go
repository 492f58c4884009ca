package convert

import (
	"fmt"
	"slices"
	"strings"

	"github.com/rankduel/rankduel/internal/prose"
)

// Builtin lists the formats. Adding one is a file, or an entry of shapes.yaml, and a row here.
func Builtin() []Format {
	return []Format{
		{
			Name: "trec", Title: "TREC topics and qrels", takes: []string{"topic-field"},
			Holds: Holds{IDs: true, Grades: true, Zero: true, Negative: true, Unjudged: true},
			looks: looksTREC, read: readTREC, write: writeTREC, text: strings.NewReplacer("\r\n", " ", "\n", " ", "\r", " ", "\t", " ").Replace,
		},
		{
			Name: "beir", Title: "BEIR folders: queries.jsonl, qrels/<split>.tsv", takes: []string{"qrels-split"},
			Holds: Holds{IDs: true, Grades: true, Zero: true, Negative: true, Unjudged: true},
			looks: func(in *input) bool { return in.any(looksBEIRQueries) || in.all(looksBEIRQrels) },
			read:  readBEIR, write: writeBEIR,
		},
		{
			Name: "smart", Title: "SMART collections: MED, CISI, Cranfield, CACM",
			Holds: Holds{IDs: true, Grades: true, Zero: true, Negative: true, Unjudged: true},
			looks: func(in *input) bool { return in.any(looksSMART) },
			read:  readSMART, write: writeSMART, text: flat,
		},
		{
			Name: "ntcir", Title: "NTCIR: documents and levels L0 to L3",
			Holds: Holds{IDs: true, Grades: true, Zero: true},
			looks: func(in *input) bool { return len(in.legible()) > 0 && in.all(looksNTCIR) },
			read:  readNTCIR,
		},
		{
			Name: "csv", Title: "tables as CSV or TSV, a row for each judgment", general: 2,
			Holds: Holds{IDs: true, Grades: true, Zero: true, Negative: true, Unjudged: true, Strata: true, Split: true, Chunks: true},
			takes: []string{"columns", "clicks", "strata-from", "list-separator"},
			looks: func(in *input) bool {
				return in.all(looksTable) && !in.any(isQuestionTable) || in.opts.Columns != "" && only(isTable)(in)
			},
			read: readCSV, write: writeCSV, text: plainEnds,
		},
		{
			Name: "quepid", Title: "Quepid: CSV, book CSV, book JSON, TREC, LTR",
			Holds: Holds{Grades: true, Zero: true, Unjudged: true},
			looks: only(func(f *file) bool { return quepidForm(f) != "" }),
			read:  ofOneFile(readQuepid), write: writeQuepid,
			text: func(s string) string { return unguarded(guarded(plainEnds(s))) },
		},
		{
			Name: "rre", Title: "ratings of Rated Ranking Evaluator", takes: []string{"strata-from", "index"},
			Holds: Holds{Grades: true, Zero: true, Unjudged: true, Groups: true},
			looks: only(begins("{", `"placeholders"`)), read: shaped("rre"), write: writeRRE,
		},
		{
			Name: "elasticsearch", Title: "_rank_eval requests of Elasticsearch", takes: []string{"query-text", "index", "field"},
			Holds: Holds{IDs: true, Grades: true, Zero: true, Unjudged: true},
			looks: only(begins("{", `"requests"`, `"ratings"`)), read: ofOneFile(readElastic), write: writeElastic,
		},
		{
			Name: "opensearch", Title: "query sets and judgments of OpenSearch Search Relevance", takes: []string{"answers"},
			Holds: Holds{Grades: true, Zero: true, Unjudged: true},
			looks: func(in *input) bool {
				return in.all(func(f *file) bool { return begins("", `"judgmentRatings"`)(f) || begins("", `"querySetQueries"`)(f) })
			},
			read: readOpenSearch, write: writeOpenSearch,
		},
		{
			Name: "qrels-json", Title: "judgments as JSON: {query: {document: grade}}, lists of ids", general: 1, takes: []string{"columns"},
			looks: only(looksQrelsJSON), read: ofOneFile(readQrelsJSON),
		},
		{
			Name: "ragas", Title: "Ragas samples as JSON lines or CSV", takes: ragFlags(),
			Holds: Holds{IDs: true, Unjudged: true},
			looks: only(looksRagas), read: ofOneFile(readRAG), write: writeRagas,
		},
		{
			Name: "deepeval", Title: "goldens of DeepEval", takes: ragFlags(),
			looks: only(looksDeepEval), read: ofOneFile(readRAG),
		},
		{
			Name: "promptfoo", Title: "tests of promptfoo as CSV", takes: []string{"columns"},
			Holds: Holds{Golden: true, NoDocuments: true, Expectations: true},
			looks: only(looksPromptfoo), read: ofOneFile(readPromptfoo), write: writePromptfoo, text: plainEnds,
		},
		{
			Name: "rag", Title: "questions with ids or answers: JSON, YAML, tables", general: 2, takes: ragFlags(),
			looks: func(in *input) bool {
				return only(looksRAG)(in) || in.opts.DocField+in.opts.GradeField != "" && only(isTable)(in)
			},
			read: ofOneFile(readRAG),
		},
		{
			Name: "kebab", Title: "golden lists as YAML, as kebab has them", whole: true,
			Holds: Holds{IDs: true, Golden: true, Refusals: true, Expectations: true, Unjudged: true, Split: true, Groups: true, Labels: true},
			looks: only(looksKebab), read: ofOneFile(readSet), write: writeGolden,
		},
		{
			Name: "csb", Title: "ground truth registry of CodeScaleBench",
			Holds: Holds{IDs: true, NoTexts: true, Strata: true, Sources: true},
			looks: only(begins("{", `"task_id"`, `"files"`)), read: shaped("csb"), write: writeCSB,
		},
		{
			Name: "label-studio", Title: "tasks of Label Studio as JSON",
			looks: only(begins("", `"annotations"`, `"data"`)), read: shaped("label-studio"),
		},
		{
			Name: "argilla", Title: "flat records of Argilla as JSON lines",
			looks: only(begins("", `.responses"`)), read: shaped("argilla"),
		},
		{
			Name: "doccano", Title: "documents of doccano as JSON lines",
			looks: only(begins("{", `"label"`, `"text"`, `"doc_id"`)), read: shaped("doccano"),
		},
		{
			Name: "rankduel", Title: "test sets of rankduel: YAML, JSON, JSON lines", whole: true,
			Holds: Holds{
				IDs: true, Grades: true, Zero: true, Negative: true, Unjudged: true, Refusals: true, Chunks: true, Expectations: true,
				Strata: true, Split: true, Groups: true, Labels: true, Scale: true, Head: true,
			},
			looks: only(looksOwn), read: ofOneFile(readSet),
		},
	}
}

// begins recognizes a file by its first mark and by what its beginning has.
func begins(mark string, parts ...string) func(*file) bool {
	return func(f *file) bool {
		h := f.head()
		return strings.HasPrefix(strings.TrimSpace(h), mark) && !slices.ContainsFunc(parts, func(part string) bool { return !strings.Contains(h, part) })
	}
}

func plainEnds(s string) string { return strings.ReplaceAll(s, "\r\n", "\n") }

// find returns the format of a name. To write, those that can be written are named.
func find(name string, write bool) (Format, error) {
	for _, f := range Builtin() {
		if f.Name == name {
			return f, nil
		}
	}
	return Format{}, fmt.Errorf("unknown format %q: want %s", name, strings.Join(Names(write), ", "))
}

// Names lists the formats, those that can be written alone if only is set.
func Names(only bool) []string {
	var names []string
	for _, f := range Builtin() {
		if f.Writes() || !only {
			names = append(names, f.Name)
		}
	}
	return names
}

// refuse says which formats the flags are for that change nothing in this one.
func (f Format) refuse(given []string) error {
	var errs []error
	for _, flag := range f.refused(given) {
		var names []string
		for _, other := range Builtin() {
			if len(other.refused([]string{flag})) == 0 {
				names = append(names, other.Name)
			}
		}
		errs = append(errs, fmt.Errorf("--%s has no use in the format %s; it is for %s", flag, f.Name, strings.Join(names, ", ")))
	}
	return prose.JoinFirst(errs)
}
