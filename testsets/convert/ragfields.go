package convert

import (
	"cmp"
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/rankduel/rankduel/internal/ordered"
	"github.com/rankduel/rankduel/internal/pattern"
)

// A field is what records have under one name, such as outputs.relevant_doc_ids.
type field struct {
	name    string
	listed  bool // in objects of a list
	graded  bool // an object that has a number for each key
	text    bool // a value is longer than an id, or of several lines
	word    bool // a value is not a number
	number  bool // a value is one
	split   bool // a value is a document and a part of it, as "guide.md :: Install"
	example string
}

// fields are those of all records, by name.
type fields map[string]*field

// add notes the fields of a value.
func (s fields) add(name string, v any, listed bool) {
	switch v := v.(type) {
	case map[string]any:
		if name != "" && allNumbers(v) {
			key := slices.Min(slices.Collect(maps.Keys(v)))
			s.field(name, listed, key+": "+textOf(v[key])).graded = true
			return
		}
		for key, item := range v {
			s.add(strings.TrimPrefix(name+"."+key, "."), item, listed)
		}
	case []any:
		if len(v) == 0 {
			s.field(name, listed, "")
		}
		for _, item := range v {
			_, object := item.(map[string]any)
			s.add(name, item, listed || object)
		}
	case nil:
	default:
		text := textOf(v)
		f := s.field(name, listed, text)
		f.text = f.text || len(text) >= 200 || strings.Contains(text, "\n")
		_, number := v.(json.Number)
		f.word = f.word || !number
		f.number = f.number || number
		f.split = f.split || strings.Contains(text, partMark)
	}
}

func (s fields) field(name string, listed bool, example string) *field {
	f := s[name]
	if f == nil {
		f = &field{name: name, example: example}
		s[name] = f
	}
	f.listed = f.listed || listed
	f.example = cmp.Or(f.example, example)
	return f
}

func allNumbers(v map[string]any) bool {
	for _, item := range v {
		if _, ok := item.(json.Number); !ok {
			return false
		}
	}
	return len(v) > 0
}

// namesDocuments reports a field that by its name, or that of an object around it, has ids of what should be found.
func (f *field) namesDocuments() bool {
	if f.graded || f.text {
		return false
	}
	last := ""
	found := slices.ContainsFunc(strings.Split(f.name, "."), func(part string) bool {
		last = snake(part)
		return namesDocuments(part)
	})
	return found && (f.word || !f.number || strings.HasSuffix(last, "_id") || strings.HasSuffix(last, "_ids")) // else a count
}

func (f *field) namesGrades() bool {
	return (f.graded || !f.word && f.number) && gradeName().MatchString(snake(f.name[strings.LastIndexByte(f.name, '.')+1:]))
}

func (f *field) String() string { return fmt.Sprintf("%s (%q)", f.name, cut(f.example)) }

// list returns the fields that are as asked for, in order.
func (s fields) list(is func(*field) bool) []*field {
	var list []*field
	for _, name := range slices.Sorted(maps.Keys(s)) {
		if is(s[name]) {
			list = append(list, s[name])
		}
	}
	return list
}

func listed(list []*field) string {
	const most = 8
	names := ordered.Each(list[:min(most, len(list))], func(f *field) string { return f.String() })
	if more := len(list) - most; more > 0 {
		names = append(names, fmt.Sprintf("and %d more", more))
	}
	return strings.Join(names, ", ")
}

// judgmentFields are where records have their judgments.
type judgmentFields struct {
	docs  []string
	label map[string]string // of documents of a field; 1 without one
	grade string            // of each document, or for each document
}

var scoreName = pattern.Lazy(`(^|\.)(scores?|named_?scores|metrics?|metrics_?data|success|passed|acc(_norm)?|metric_score)(\.|$)`)

// scores reports a field that by its name has what an evaluator measured.
func (f *field) scores() bool {
	name := snake(f.name)
	return scoreName().MatchString(name) && !f.namesGrades() && (!f.listed || strings.Contains(name, "metric")) // not those of passages
}

// choose finds the fields of the judgments: those that were named, or the only ones whose names leave no doubt.
func (d *draft) choose(s, around fields, in string) (j judgmentFields, err error) {
	j = judgmentFields{label: map[string]string{}, grade: d.opts.GradeField}
	if d.opts.DocField != "" || d.opts.GradeField != "" {
		return j, d.namedFields(s, &j)
	}
	if scores := append(s.list((*field).scores), around.list((*field).scores)...); len(scores) > 0 && d.opts.Unjudged != keep {
		return j, fmt.Errorf("%s has scores, %s, as logs of evaluators have, and a test set says what should be found: this verb reads none; a table of them with the columns query_id,measure,score is what rankduel compare --scores reads; if documents are judged here, name the field with their ids with --doc-field",
			in, listed(scores[:min(3, len(scores))]))
	}
	docs := s.list(func(f *field) bool { return f.namesDocuments() && !f.listed })
	grades := s.list(func(f *field) bool { return f.namesGrades() && f.graded })
	lost := s.list(func(f *field) bool { return f.listed && f.namesDocuments() || f.namesGrades() && !f.graded })
	switch {
	case d.opts.Unjudged == keep && len(docs)+len(grades)+len(lost) != 1:
		return j, nil
	case len(docs) > 1 || len(grades) > 1 || len(lost) > 0:
		return j, fmt.Errorf("%s: judgments may be in %s: name the field with ids of documents with --doc-field, such as --doc-field %s (or --doc-field A=2,B=1 for several with grades), and one with grades with --grade-field",
			in, listed(slices.Concat(docs, grades, lost)), slices.Concat(docs, lost, grades)[0].name)
	}
	for _, f := range docs {
		j.docs = append(j.docs, f.name)
	}
	if len(grades) == 1 {
		j.grade = grades[0].name
	}
	return j, d.checkLevel(s, j.docs)
}

// partMark is between a document and a part of it.
const partMark = " :: "

// checkLevel refuses ids of documents with a part of them, before it is said which of the two are judged.
func (d *draft) checkLevel(s fields, docs []string) error {
	for _, name := range docs {
		if d.opts.Level == "" && (strings.Contains(name, "+") || s[name].split) {
			return fmt.Errorf("%s names documents and parts of them; say which are judged: --level document, or --level chunk", name)
		}
	}
	return nil
}

// namedFields reads --doc-field A=2,B=1 and --grade-field.
func (d *draft) namedFields(s fields, j *judgmentFields) error {
	check := func(flag, name string) error {
		if len(s.list(func(f *field) bool { return f.name == name })) == 0 {
			return fmt.Errorf("--%s %s: no record has it; there are %s", flag, name, listed(s.list(func(*field) bool { return true })))
		}
		return nil
	}
	if j.grade != "" {
		if err := check("grade-field", j.grade); err != nil {
			return err
		}
	}
	for part := range strings.SplitSeq(d.opts.DocField, ",") {
		name, label, _ := strings.Cut(strings.TrimSpace(part), "=")
		if name == "" {
			continue
		}
		for part := range strings.SplitSeq(name, "+") {
			if err := check("doc-field", part); err != nil {
				return err
			}
		}
		j.docs = append(j.docs, name)
		j.label[name] = label
	}
	if len(j.docs) == 0 && !s[j.grade].graded {
		return fmt.Errorf("--grade-field %s has a grade and no document; name the field with documents with --doc-field", j.grade)
	}
	return d.checkLevel(s, j.docs)
}

// judge adds the judgments of a record.
func (j judgmentFields) judge(d *draft, q *query, v any, at place) {
	graded := map[string]string{}
	var grades []any
	if j.grade != "" {
		grades = valuesAt(v, j.grade)
	}
	for _, g := range grades {
		of, _ := g.(map[string]any)
		for _, doc := range slices.Sorted(maps.Keys(of)) {
			graded[doc] = textOf(of[doc])
			q.judge(mark{doc: doc, label: textOf(of[doc]), at: at})
		}
	}
	one := textsOf(grades)
	for _, name := range j.docs {
		docs := d.idsAt(v, name)
		if len(one) > 1 && len(one) != len(docs) {
			d.fault(at, "%d documents in %s and %d grades in %s", len(docs), name, len(one), j.grade)
			continue
		}
		for i, doc := range docs {
			label := cmp.Or(j.label[name], "1")
			if len(one) > 0 {
				label = one[min(i, len(one)-1)]
			}
			if _, known := graded[doc]; len(graded) > 0 && !known {
				d.fault(at, "%q is in %s and has no grade in %s; name the one that counts, --doc-field or --grade-field", doc, name, j.grade)
			}
			if len(graded) == 0 {
				q.judge(mark{doc: doc, chunk: d.opts.Level == levelChunk, label: label, at: at})
			}
		}
	}
}

// isEmpty reports a record that has the fields of judgments, and nothing in them.
func (j judgmentFields) isEmpty(v map[string]any) bool {
	return slices.ContainsFunc(append(slices.Clone(j.docs), j.grade), func(name string) bool {
		around, last := "", name
		if i := strings.LastIndexByte(name, '.'); i >= 0 {
			around, last = name[:i], name[i+1:]
		}
		return slices.ContainsFunc(valuesAt(v, around), func(object any) bool {
			of, _ := object.(map[string]any)
			list, isList := of[last].([]any)
			grades, isObject := of[last].(map[string]any)
			return isList && len(list) == 0 || isObject && len(grades) == 0
		})
	})
}

var refusalWord = pattern.Lazy(`(?i)refus|abstain|unanswerable|not.answerable|no.answer|out.of.(scope|domain)`)

// saysRefusal reports a record that says that nothing answers its question.
func saysRefusal(v map[string]any) bool {
	for _, key := range []string{"kind", "type", "category", "note", "notes"} {
		if refusalWord().MatchString(textOf(v[key])) {
			return true
		}
	}
	return v["answerable"] == false || v["is_answerable"] == false || v["unanswerable"] == true
}

// idsAt returns the ids that a record has in a field, or in fields of one object, joined by +:
// of file+page a document is the first, and a chunk all, with # between them.
func (d *draft) idsAt(v any, name string) []string {
	parts := strings.Split(name, "+")
	around := ""
	if i := strings.LastIndexByte(parts[0], '.'); i >= 0 && len(parts) > 1 {
		around = parts[0][:i]
	}
	if d.opts.Level != levelChunk {
		parts = parts[:1]
	}
	var all []string
	for _, object := range valuesAt(v, around) {
		ids := textsOf(valuesAt(object, strings.TrimPrefix(parts[0], around+".")))
		for i, id := range ids {
			if d.opts.Level == levelDocument {
				ids[i], _, _ = strings.Cut(id, partMark)
			}
		}
		for _, part := range parts[1:] {
			var longer []string
			for _, id := range ids {
				for _, more := range textsOf(valuesAt(object, strings.TrimPrefix(part, around+"."))) {
					longer = append(longer, id+"#"+more)
				}
			}
			ids = longer
		}
		all = append(all, ids...)
	}
	return all
}

// valuesAt returns what a record has at a name with points, in lists too.
func valuesAt(v any, name string) []any {
	switch v := v.(type) {
	case nil:
		return nil
	case []any:
		var all []any
		for _, item := range v {
			all = append(all, valuesAt(item, name)...)
		}
		return all
	case map[string]any:
		if name == "" {
			return []any{v}
		}
		key, rest, _ := strings.Cut(name, ".")
		if _, whole := v[name]; whole {
			key, rest = name, ""
		}
		return valuesAt(v[key], rest)
	}
	if name != "" {
		return nil
	}
	return []any{v}
}
