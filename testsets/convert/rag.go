package convert

import (
	"bytes"
	"context"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/rankduel/rankduel/internal/ordered"
	"github.com/rankduel/rankduel/internal/plainjson"
	"github.com/rankduel/rankduel/internal/prose"
	"github.com/rankduel/rankduel/testsets"
)

// looksRagas reports the names that Ragas has for a question and its answer.
func looksRagas(f *file) bool {
	return begins("", `"user_input"`)(f) || isNamed(f, "user_input") || isNamed(f, "question") && (isNamed(f, "ground_truth") || isNamed(f, "ground_truths"))
}

func looksDeepEval(f *file) bool {
	answers := []string{`"expectedOutput"`, `"expected_output"`, `"actual_output"`}
	return slices.ContainsFunc(answers, func(key string) bool { return begins("", `"input"`, key)(f) }) ||
		isNamed(f, "input") && isNamed(f, "expected_output")
}

// looksRAG reports keys of questions in JSON or YAML, or a table of questions with ids of documents and no grade.
func looksRAG(f *file) bool {
	h := strings.TrimSpace(f.head())
	switch {
	case looksYAML(f):
		return slices.ContainsFunc(questionKeys(), func(k string) bool { return hasKey(f, k) })
	case strings.HasPrefix(h, "{"):
		h, _ = f.content() // what is asked may stand behind documents
	case !strings.HasPrefix(h, "["):
		return isQuestionTable(f)
	}
	return !strings.Contains(h, `"user_query"`) &&
		slices.ContainsFunc(questionKeys(), func(k string) bool { return strings.Contains(h, `"`+k+`"`) })
}

func isNamed(f *file, name string) bool {
	t := headOf(f)
	return t != nil && slices.Contains(t.Header, name)
}

func readRAG(ctx context.Context, f *file, d *draft) error {
	var list []record
	var err error
	switch {
	case !looksYAML(f) && headOf(f) != nil:
		list, err = d.tableRecords(ctx, f)
	case d.opts.Lists != "":
		return fmt.Errorf("--list-separator is about cells of tables, and %s is none", f.path)
	default:
		list, err = d.records(ctx, f)
	}
	if err != nil {
		return err
	}
	found := asking{d: d, around: fields{}}
	without := ordered.Count(list, func(r record) bool { return !found.questions(r.value, r.at, 0) })
	if len(found.list) == 0 {
		return fmt.Errorf("%s: no record has a question; the keys that are looked for are %s; --text-field names another", f.path, strings.Join(d.questionNames(), ", "))
	}
	d.count(Dropped, "no_question", without, "record", "without a question")
	other, err := found.judge(f.path)
	if err != nil {
		return err
	}
	names := slices.Sorted(maps.Keys(other))
	d.count(Dropped, "keys", len(names), "other field", "of the records, for which a test set has no place: "+prose.FirstFew(names)+"; --strata-from takes one as strata, --group-field as groups, --query-field as ids")
	return nil
}

// writeRagas writes a sample a line, with the ids that should be found.
func writeRagas(set *testsets.TestSet, _ ExportOptions) ([]File, error) {
	var buf bytes.Buffer
	for _, q := range set.Queries {
		buf.WriteString(`{"id": ` + plainjson.Text(q.ID) + `, "user_input": ` + plainjson.Text(q.Text))
		if ids := ordered.Each(q.Relevant, func(j testsets.Judgment) string { return plainjson.Text(j.Doc) }); len(ids) > 0 {
			buf.WriteString(`, "reference_context_ids": [` + strings.Join(ids, ", ") + "]")
		}
		buf.WriteString("}\n")
	}
	return []File{{"", buf.Bytes()}}, nil
}
