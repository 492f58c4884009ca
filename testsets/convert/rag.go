package convert

import (
	"bytes"
	"context"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/rankduel/rankduel/internal/prose"
	"github.com/rankduel/rankduel/testsets"
)

const formatRAG = "rag"

// The keys of questions and answers, in the names of Ragas, DeepEval and the
// data sets that people publish. The first that a record has counts.
func questionKeys() []string {
	return []string{"user_input", "question", "query", "input", "prompt", "q"}
}

// docKeys list documents by id: what should be found, under names without a word for that.
func docKeys() []string { return []string{"positive_doc_ids", "doc_ids", "document_ids"} }

// passageKeys hold texts of documents, which have no ids.
func passageKeys() []string {
	return []string{"reference_contexts", "context", "contexts", "retrieved_contexts", "retrieval_context", "retrievalContext", "positive", "negative", "positive_wrong"}
}

// ragasFormat has names of its own for what others call question and answer.
func ragasFormat() Format {
	return Format{
		Name: "ragas", Title: "Ragas samples as JSON lines or CSV",
		Holds: Holds{IDs: true, Unjudged: true},
		takes: ragFlags(),
		looks: only(func(f *file) bool {
			return strings.Contains(f.head(), `"user_input"`) || isNamed(f, "user_input") || isNamed(f, "question") && (isNamed(f, "ground_truth") || isNamed(f, "ground_truths"))
		}),
		read: ofOneFile(readRAG), write: writeRagas,
	}
}

func deepEvalFormat() Format {
	return Format{
		Name: "deepeval", Title: "goldens of DeepEval",
		takes: ragFlags(),
		looks: only(func(f *file) bool {
			h := f.head()
			return strings.Contains(h, `"input"`) && (strings.Contains(h, `"expectedOutput"`) || strings.Contains(h, `"expected_output"`) || strings.Contains(h, `"actual_output"`)) ||
				isNamed(f, "input") && isNamed(f, "expected_output")
		}),
		read: ofOneFile(readRAG),
	}
}

// ragFormat returns any list of questions with answers or contexts.
func ragFormat() Format {
	return Format{
		Name: formatRAG, Title: "questions with answers or contexts, as JSON, JSON lines or CSV",
		takes: ragFlags(),
		looks: only(func(f *file) bool {
			h := strings.TrimSpace(f.head())
			if strings.HasPrefix(h, "{") {
				h, _ = f.content() // what is asked may stand behind documents
			}
			if !strings.HasPrefix(h, "{") && !strings.HasPrefix(h, "[") || strings.Contains(h, `"user_query"`) {
				return false
			}
			return slices.ContainsFunc(questionKeys(), func(k string) bool { return strings.Contains(h, `"`+k+`"`) })
		}),
		read: ofOneFile(readRAG),
	}
}

func ragFlags() []string { return append([]string{"strata-from", "answers"}, namingFlags()[1:]...) }

// isNamed reports a column of the name in the first row of a table.
func isNamed(f *file, name string) bool {
	t := headOf(f)
	return t != nil && slices.Contains(t.Header, name)
}

func readRAG(ctx context.Context, f *file, d *draft) error {
	var list []record
	var err error
	if t := headOf(f); t != nil {
		list, err = d.tableRecords(ctx, f)
	} else {
		list, err = d.records(ctx, f)
	}
	if err != nil {
		return err
	}
	found := asking{d: d, around: fields{}}
	without := 0
	for _, r := range list {
		if !found.questions(r.value, r.at, 0) {
			without++
		}
	}
	if len(found.list) == 0 {
		return fmt.Errorf("%s: no record has a question; the keys that are looked for are %s; --text-field names another", f.path, strings.Join(d.questionNames(), ", "))
	}
	d.count(Dropped, "no_question", without, "record", "without a question")
	other, err := found.judge(f.path)
	if err != nil {
		return err
	}
	names := slices.Sorted(maps.Keys(other))
	d.count(Dropped, "keys", len(names), "other field", "of the records, for which a test set has no place: "+prose.FirstFew(names))
	return nil
}

// writeRagas writes a sample a line, with the ids that should be found.
func writeRagas(set *testsets.TestSet, _ ExportOptions) ([]File, error) {
	var buf bytes.Buffer
	for _, q := range set.Queries {
		buf.WriteString(`{"id": ` + quoted(q.ID) + `, "user_input": ` + quoted(q.Text))
		if len(q.Relevant) > 0 {
			buf.WriteString(`, "reference_context_ids": [`)
			for i, j := range q.Relevant {
				if i > 0 {
					buf.WriteString(", ")
				}
				buf.WriteString(quoted(j.Doc))
			}
			buf.WriteString("]")
		}
		buf.WriteString("}\n")
	}
	return []File{{"", buf.Bytes()}}, nil
}
