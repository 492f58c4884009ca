package convert

import (
	"fmt"
	"maps"
	"slices"
	"strings"
)

// deepestRecord is how far into objects questions are looked for.
const deepestRecord = 6

// questions adds the records in a value: objects with a question, at whatever
// depth, and tells whether there was one. key is the one that a nested record
// stands under. Objects of a list without a question are counted.
func (d *draft) questions(v any, at place, key string, other map[string]bool, depth int) (found bool) {
	switch v := v.(type) {
	case []any:
		without := 0
		for i, item := range v {
			here := place{file: at.file, line: at.line, path: fmt.Sprintf("item %d", i+1)}
			if d.questions(item, here, "", other, depth+1) {
				found = true
			} else if _, isObject := item.(map[string]any); isObject {
				without++
			}
		}
		if found {
			d.count(Dropped, "no_question", without, "record", "without a question")
		}
	case map[string]any:
		for _, k := range questionKeys() {
			turns, isTalk := v[k].([]any)
			if q := asked(v[k]); strings.TrimSpace(q) != "" {
				if isTalk {
					d.count(Dropped, "turns", len(turns)-1, "turn", "of conversations before the question")
				}
				d.question(v, k, q, at, other)
				return true
			}
		}
		if depth >= deepestRecord {
			return false
		}
		for _, k := range slices.Sorted(maps.Keys(v)) {
			if d.questions(v[k], place{file: at.file, line: at.line, path: k}, k, other, depth+1) {
				found = true
			}
		}
	}
	return found
}

// asked returns the text of a question: the last one that a user asks in a
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
	id := textOf(take([]string{"query_id", "question_id", "task_id", "qid", "_id", "id"}))
	if id != "" {
		if q := d.ids[id]; q != nil && q.Text == text {
			d.count(Told, "again", 1, "record", "with id and question of an earlier one, counted once")
		}
	}
	q := d.named(id, text, at)
	for _, doc := range textsOf(take(docKeys())) {
		q.judge(mark{doc: doc, label: "1", at: at})
	}
	d.answer(q, textsOf(take([]string{"reference", "expected_output", "expectedOutput", "ground_truth", "ground_truths", "reference_answer", "expected_answer", "answer", "answers"}))...)
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
