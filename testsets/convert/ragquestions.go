package convert

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/rankduel/rankduel/internal/prose"
)

// deepestRecord is how far into objects questions are looked for.
const deepestRecord = 6

// asking are the records with a question, before it is known where they have judgments.
type asking struct {
	d      *draft
	list   []asked
	around fields // of objects around records
}

// asked is a record with a question.
type asked struct {
	record
	key, text string
}

// questions adds the records in a value: objects with a question, at whatever depth, and tells whether
// there was one. Objects of a list without a question are counted.
func (a *asking) questions(v any, at place, depth int) (found bool) {
	switch v := v.(type) {
	case []any:
		without := 0
		for i, item := range v {
			here := place{file: at.file, line: at.line, path: fmt.Sprintf("item %d", i+1)}
			if a.questions(item, here, depth+1) {
				found = true
			} else if _, isObject := item.(map[string]any); isObject {
				without++
			}
		}
		if found {
			a.d.count(Dropped, "no_question", without, "record", "without a question")
		}
	case map[string]any:
		if key, text := a.d.questionOf(v); text != "" {
			a.list = append(a.list, asked{record{v, at}, key, text})
			return true
		}
		if depth >= deepestRecord {
			return false
		}
		around := fields{}
		for _, k := range slices.Sorted(maps.Keys(v)) {
			if a.questions(v[k], place{file: at.file, line: at.line, path: k}, depth+1) {
				found = true
			} else {
				around.add(k, v[k], false)
			}
		}
		if found {
			maps.Copy(a.around, around)
		}
	}
	return found
}

// questionNames lists where a question is looked for: in the field that was named, or
// under the usual keys, those of the inputs of a run among them.
func (d *draft) questionNames() []string {
	if d.opts.TextField != "" {
		return []string{d.opts.TextField}
	}
	names := questionKeys()
	for _, key := range questionKeys() {
		names = append(names, "inputs."+key)
	}
	return names
}

// questionOf returns the question of a record and where it is.
func (d *draft) questionOf(v map[string]any) (name, text string) {
	for _, name := range d.questionNames() {
		value := valuesAt(v, name)
		text := lastTurn(value)
		if len(value) == 1 {
			text = textOf(value[0])
		}
		if strings.TrimSpace(text) != "" {
			if turns, isTalk := v[name].([]any); isTalk {
				d.count(Dropped, "turns", len(turns)-1, "turn", "of conversations before the question")
			}
			return name, text
		}
	}
	return "", ""
}

// lastTurn returns what a user asks last in a conversation.
func lastTurn(turns []any) string {
	for _, turn := range slices.Backward(turns) {
		t, _ := turn.(map[string]any)
		if who := textOf(t["speaker"]) + textOf(t["role"]); who != "user" {
			continue
		}
		return textOf(t["text"]) + textOf(t["content"])
	}
	return ""
}

// judge adds the records as queries, with their judgments, and returns the fields that were not read.
func (a *asking) judge(path string) (other map[string]bool, err error) {
	of := fields{}
	for _, r := range a.list {
		of.add("", r.value, false)
	}
	j, err := a.d.choose(of, a.around, path)
	if err != nil {
		return nil, err
	}
	other = map[string]bool{}
	marks := 0
	for _, r := range a.list {
		marks += a.d.question(r, j, other)
	}
	for name := range a.around {
		other[name] = true
	}
	if names := append(slices.Clone(j.docs), j.grade); marks > 0 {
		a.d.count(Told, "judgment_fields", marks, "judgment", "read from "+prose.FirstFew(slices.DeleteFunc(names, func(n string) bool { return n == "" }))+" of "+prose.Plural(len(a.list), "record"))
	}
	maps.Copy(of, a.around)
	a.d.leftOver = listed(of.list(func(f *field) bool { root, _, _ := strings.Cut(f.name, "."); return other[root] }))
	return other, nil
}

// question adds one record and returns how many judgments it has.
func (d *draft) question(r asked, j judgmentFields, other map[string]bool) int {
	v, at := r.value.(map[string]any), r.at
	used := map[string]bool{}
	use := func(name string) { root, _, _ := strings.Cut(name, "."); used[root] = true }
	use(r.key)
	take := func(keys []string) any {
		for _, k := range keys {
			if value, ok := v[k]; ok && value != nil && !used[k] {
				used[k] = true
				return value
			}
		}
		return nil
	}
	id := ""
	if d.opts.QueryField != "" {
		use(d.opts.QueryField)
		id = strings.Join(textsOf(valuesAt(v, d.opts.QueryField)), " ")
	} else {
		id = textOf(take([]string{"query_id", "question_id", "task_id", "qid", "_id", "id"}))
	}
	if id != "" {
		if q := d.ids[id]; q != nil && q.Text == r.text {
			d.count(Told, "again", 1, "record", "with id and question of an earlier one, counted once")
		}
	}
	q := d.named(id, r.text, at)
	for _, name := range append(slices.Clone(j.docs), j.grade) {
		use(name)
	}
	before := len(q.marks) // of records with the same question
	j.judge(d, q, v, at)
	if len(q.marks) == 0 && j.isEmpty(v) {
		if q.emptied = !saysRefusal(v); !q.emptied {
			yes := true
			q.ExpectedRefusal = &yes
			d.count(Told, "refusals", 1, "query", "without a document, which the record says is to be refused, marked expected_refusal")
		}
	}
	d.answer(q, answersOf(take([]string{"reference", "expected_output", "expectedOutput", "ground_truth", "ground_truths", "reference_answer", "expected_answer", "answer", "answers", "must_contain", "answer_contains"}))...)
	group, talk := d.groupFields(v)
	for _, label := range []struct {
		what, name string
		to         *string
	}{{"type", d.opts.StrataFrom, &q.Type}, {"group", group, &q.Group}, {"conversation", talk, &q.Conversation}} {
		if label.name != "" {
			use(label.name)
			d.once(label.what, label.to, strings.Join(textsOf(valuesAt(v, label.name)), " "), at, q)
		}
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
	return len(q.marks) - before
}

// groupFields returns the field of groups and that of conversations, whose name says so and need not be given.
func (d *draft) groupFields(v map[string]any) (group, talk string) {
	i := slices.IndexFunc(conversationKeys(), func(name string) bool { return v[name] != nil })
	switch given := d.opts.GroupField; {
	case given == "conversation" || slices.Contains(conversationKeys(), given):
		return "", given
	case given == "" && i >= 0:
		return "", conversationKeys()[i]
	default:
		return given, ""
	}
}

// answersOf returns answers, also where each is an object with a text.
func answersOf(v any) []string {
	if list, ok := v.([]any); ok {
		if texts := textsOf(valuesAt(list, "text")); len(texts) > 0 {
			return texts
		}
	}
	return textsOf(v)
}
