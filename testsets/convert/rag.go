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
	return []string{"user_input", "question", "query", "input", "prompt"}
}

func idKeys() []string { return []string{"query_id", "question_id", "task_id", "qid", "_id", "id"} }

// docKeys list documents by id: what should be found.
func docKeys() []string {
	return []string{"reference_context_ids", "expected_doc_ids", "relevant_doc_ids", "positive_doc_ids", "doc_ids", "document_ids", "gold_ids"}
}

// answerKeys hold what a good answer says.
func answerKeys() []string {
	return []string{"reference", "expected_output", "expectedOutput", "ground_truth", "ground_truths", "reference_answer", "expected_answer", "answer", "answers"}
}

// passageKeys hold texts of documents, which have no ids.
func passageKeys() []string {
	return []string{"reference_contexts", "context", "contexts", "retrieved_contexts", "retrieval_context", "retrievalContext", "positive", "negative", "positive_wrong"}
}

// ragasFormat has names of its own for what others call question and answer.
func ragasFormat() Format {
	return Format{
		Name: "ragas", Title: "Ragas samples as JSON lines or CSV",
		Holds: Holds{IDs: true, Unjudged: true},
		looks: func(in *input) bool {
			return in.only(func(f *file) bool {
				return strings.Contains(f.head(), `"user_input"`) || isNamed(f, "user_input") || isNamed(f, "question") && (isNamed(f, "ground_truth") || isNamed(f, "ground_truths"))
			})
		},
		read: readRAG, write: writeRagas,
	}
}

func deepEvalFormat() Format {
	return Format{
		Name: "deepeval", Title: "goldens of DeepEval",
		looks: func(in *input) bool {
			return in.only(func(f *file) bool {
				h := f.head()
				return strings.Contains(h, `"input"`) && (strings.Contains(h, `"expectedOutput"`) || strings.Contains(h, `"expected_output"`) || strings.Contains(h, `"actual_output"`)) ||
					isNamed(f, "input") && isNamed(f, "expected_output")
			})
		},
		read: readRAG,
	}
}

// ragFormat is any list of questions with answers or contexts.
func ragFormat() Format {
	return Format{
		Name: formatRAG, Title: "questions with answers or contexts, as JSON, JSON lines or CSV",
		looks: func(in *input) bool {
			return in.only(func(f *file) bool {
				h := strings.TrimSpace(f.head())
				if strings.HasPrefix(h, "{") {
					h, _ = f.content() // what is asked may stand behind documents
				}
				if !strings.HasPrefix(h, "{") && !strings.HasPrefix(h, "[") || strings.Contains(h, `"user_query"`) {
					return false
				}
				return slices.ContainsFunc(questionKeys(), func(k string) bool { return strings.Contains(h, `"`+k+`"`) })
			})
		},
		read: readRAG,
	}
}

// isNamed reports a column of the name in the first row of a table.
func isNamed(f *file, name string) bool {
	t := headOf(f)
	return t != nil && slices.Contains(t.Header, name)
}

func readRAG(ctx context.Context, in *input, d *draft) error {
	f, err := in.one()
	if err != nil {
		return err
	}
	var list []record
	if t := headOf(f); t != nil {
		list, err = d.tableRecords(ctx, f)
	} else {
		list, err = d.records(ctx, f)
	}
	if err != nil {
		return err
	}
	other := map[string]bool{}
	for _, r := range list {
		d.questions(r.value, r.at, "", other, 0)
	}
	if len(d.queries) == 0 {
		return fmt.Errorf("%s: no record has a question; the keys that are looked for are %s", f.path, strings.Join(questionKeys(), ", "))
	}
	names := slices.Sorted(maps.Keys(other))
	d.count(Dropped, "keys", len(names), "other field", "of the records, for which a test set has no place: "+prose.Few(names))
	return nil
}

// tableRecords reads rows as records. Lists stand in cells as Python writes
// them, or joined by semicolons.
func (d *draft) tableRecords(ctx context.Context, f *file) ([]record, error) {
	t, err := d.table(ctx, f)
	if err != nil {
		return nil, err
	}
	var list []record
	for _, r := range t.Rows {
		m := map[string]any{}
		for i, name := range t.Header {
			if r.Cells[i] == "" {
				continue
			}
			m[name] = r.Cells[i]
			if slices.Contains(docKeys(), name) || slices.Contains(passageKeys(), name) {
				m[name] = cellList(r.Cells[i])
			}
		}
		list = append(list, record{m, place{file: f.path, line: r.Line}})
	}
	return list, nil
}

// cellList reads ['a', "b", 9], or a;b.
func cellList(cell string) []any {
	inner, ok := strings.CutPrefix(strings.TrimSpace(cell), "[")
	if !ok {
		var out []any
		for part := range strings.SplitSeq(cell, ";") {
			out = append(out, strings.TrimSpace(part))
		}
		return out
	}
	inner = strings.TrimSuffix(inner, "]")
	var out []any
	for inner = strings.TrimLeft(inner, " ,\n"); inner != ""; inner = strings.TrimLeft(inner, " ,\n") {
		var item string
		item, inner = pythonItem(inner)
		out = append(out, item)
	}
	return out
}

// pythonItem cuts the first item off a list: a string in either quotes, or a
// word.
func pythonItem(s string) (item, rest string) {
	quote := s[0]
	if quote != '\'' && quote != '"' {
		item, rest, _ = strings.Cut(s, ",")
		return strings.TrimSpace(item), rest
	}
	var b strings.Builder
	for i := 1; i < len(s); i++ {
		switch {
		case s[i] == '\\' && i+1 < len(s):
			i++
			if s[i] == 'n' {
				b.WriteByte('\n')
			} else {
				b.WriteByte(s[i])
			}
		case s[i] == quote:
			return b.String(), s[i+1:]
		default:
			b.WriteByte(s[i])
		}
	}
	return b.String(), ""
}

// deepestRecord is how far into objects questions are looked for.
const deepestRecord = 6

// questions adds the records in a value: objects with a question, at whatever
// depth. key is the one that a nested record stands under.
func (d *draft) questions(v any, at place, key string, other map[string]bool, depth int) {
	switch v := v.(type) {
	case []any:
		for i, item := range v {
			d.questions(item, place{file: at.file, line: at.line, path: fmt.Sprintf("item %d", i+1)}, "", other, depth+1)
		}
	case map[string]any:
		for _, k := range questionKeys() {
			turns, isTalk := v[k].([]any)
			if q := asked(v[k]); strings.TrimSpace(q) != "" {
				if isTalk {
					d.count(Dropped, "turns", len(turns)-1, "turn", "of conversations before the question")
				}
				d.question(v, k, q, at, other)
				return
			}
		}
		if depth >= deepestRecord {
			return
		}
		for _, k := range slices.Sorted(maps.Keys(v)) {
			d.questions(v[k], place{file: at.file, line: at.line, path: k}, k, other, depth+1)
		}
	}
}

// asked is the text of a question: the last one that a user asks in a
// conversation.
func asked(v any) string {
	if text, ok := v.(string); ok {
		return text
	}
	turns, _ := v.([]any)
	for _, turn := range slices.Backward(turns) {
		t, _ := turn.(map[string]any)
		if who := textOf(t["speaker"]) + textOf(t["role"]); who != "user" {
			continue
		}
		return textOf(t["text"]) + textOf(t["content"])
	}
	return ""
}

// question adds one record.
func (d *draft) question(v map[string]any, key, text string, at place, other map[string]bool) {
	used := map[string]bool{key: true}
	take := func(keys []string) any {
		for _, k := range keys {
			if value, ok := v[k]; ok && value != nil && !used[k] {
				used[k] = true
				return value
			}
		}
		return nil
	}
	id := textOf(take(idKeys()))
	if id != "" {
		if q := d.ids[id]; q != nil && q.Text == text {
			d.count(Told, "again", 1, "record", "with id and question of an earlier one, counted once")
		}
	}
	q := d.named(id, text, at)
	for _, doc := range textsOf(take(docKeys())) {
		q.judge(mark{doc: doc, label: "1", at: at})
	}
	d.answer(q, textsOf(take(answerKeys()))...)
	if d.opts.StrataFrom != "" {
		d.once("type", &q.Type, textOf(v[d.opts.StrataFrom]), at, q)
		used[d.opts.StrataFrom] = true
	}
	passages := 0
	for _, k := range passageKeys() {
		passages += len(textsOf(v[k]))
		used[k] = true
	}
	d.count(Dropped, "passages", passages, "text", "of documents without an id: judgments name documents by id, so put the ids into reference_context_ids")
	for k, value := range v {
		if !used[k] && value != nil {
			other[k] = true
		}
	}
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
