package convert

import (
	"cmp"
	"context"
	_ "embed" // shapes.yaml
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"
	"sync"

	"gopkg.in/yaml.v3"

	"github.com/rankduel/rankduel/internal/jq"
	"github.com/rankduel/rankduel/internal/prose"
)

//go:embed shapes.yaml
var shapesText []byte

// A shape is how one form of records is read; shapes.yaml says what it may say.
type shape struct {
	Set, Records, Entries, Read string
	Unique                      bool // a key that is twice in an object is a fault

	Notes []struct {
		Code  string
		Kind  Kind
		Thing string
		Why   string
	}
}

// shapeFile is shapes.yaml: shapes by their names, and the functions that they share.
type shapeFile struct {
	Functions string
	Shapes    map[string]shape `yaml:",inline"`
}

var shapes = sync.OnceValue(func() (all shapeFile) {
	if err := yaml.Unmarshal(shapesText, &all); err != nil {
		panic(err) // it is part of the program
	}
	return all
})

func shapeJQ(form, expression string) (*jq.Expression, error) {
	return jq.Compile(form, shapes().Functions+cmp.Or(expression, "null"), "$set", "$key", "$text")
}

func shaped(form string) func(context.Context, *input, *draft) error {
	return ofOneFile(func(ctx context.Context, f *file, d *draft) error { return d.shaped(ctx, f, form, nil) })
}

// shaped reads a file of a form. TextOf gives what --query-text does of a record; nil: nothing.
func (d *draft) shaped(ctx context.Context, f *file, form string, textOf func(any) ([]any, error)) error {
	s := shapes().Shapes[form]
	if s.Unique {
		if err := d.unique(ctx, f); err != nil {
			return err
		}
	}
	list, set, err := d.entries(ctx, f, form, s)
	if err != nil {
		return err
	}
	read, err := shapeJQ(form, s.Read)
	if err != nil {
		return err
	}
	said := d.about(set)
	for _, r := range list {
		if _, ok := r.value.(map[string]any); !ok {
			d.fault(r.at, "want an object")
			continue
		}
		var text []any
		if textOf != nil {
			if text, err = textOf(r.value); err != nil {
				d.fault(r.at, "%w", err)
				continue
			}
		}
		for v, err := range read.Results(ctx, r.value, any(set), r.key, text) {
			if err != nil {
				d.fault(r.at, "%w", err)
				break
			}
			d.fact(v.(map[string]any), r.at, said)
		}
	}
	for _, n := range s.Notes {
		if names := said.names[n.Code]; names != nil {
			n.Why += ": " + prose.FirstFew(names)
		}
		d.count(n.Kind, n.Code, said.counts[n.Code], n.Thing, n.Why)
	}
	return ctx.Err()
}

// An entry is a record with the key that it has in an object.
type entry struct {
	record
	key string
}

// entries returns the records of a file, and what its document says of the set.
func (d *draft) entries(ctx context.Context, f *file, form string, s shape) (list []entry, set map[string]any, err error) {
	if s.Records+s.Entries == "" {
		records, err := d.records(ctx, f)
		for _, r := range records {
			list = append(list, entry{record: r})
		}
		return list, nil, err
	}
	var root map[string]any
	if err := d.decodeJSON(ctx, f, &root); err != nil {
		return nil, nil, err
	}
	about, err := shapeJQ(form, s.Set)
	if err != nil {
		return nil, nil, err
	}
	sets, err := about.List(ctx, 1, any(root), nil, nil, nil)
	if err != nil {
		return nil, nil, fmt.Errorf("%s: %w", f.path, err)
	}
	set, _ = sets[0].(map[string]any)
	if s.Entries != "" {
		for _, key := range slices.Sorted(maps.Keys(root)) {
			list = append(list, entry{record{root[key], place{file: f.path, path: fmt.Sprintf("%s %q", s.Entries, key)}}, key})
		}
		return list, set, nil
	}
	records, ok := root[s.Records].([]any)
	if !ok && root[s.Records] != nil {
		text, _ := f.content() // it was read just now
		return nil, nil, fmt.Errorf("%s:%d: %s is not a list here, as this format has it", f.path, lineOf(text, strings.Index(text, strconv.Quote(s.Records))), s.Records)
	}
	for i, v := range records {
		list = append(list, entry{record: record{v, place{file: f.path, path: fmt.Sprintf("%s[%d]", s.Records, i)}}})
	}
	return list, set, nil
}

// told is how often something was noted, and of which names.
type told struct {
	counts map[string]int
	names  map[string][]string
}

func (t told) note(code, name string) {
	if name != "" && slices.Contains(t.names[code], name) {
		return
	}
	t.counts[code]++
	if name != "" {
		t.names[code] = append(t.names[code], name)
	}
}

// about notes what a document says of the set, and returns what it counts.
func (d *draft) about(set map[string]any) told {
	d.name = cmp.Or(d.name, textOf(set["name"]))
	d.profile = cmp.Or(d.profile, textOf(set["profile"]))
	words, _ := set["words"].(map[string]any)
	for grade, word := range words {
		if g, err := strconv.Atoi(strings.TrimSuffix(grade, ".0")); err == nil {
			d.words[g] = textOf(word)
		}
	}
	said := told{map[string]int{}, map[string][]string{}}
	given, _ := set["counts"].(map[string]any)
	for code, n := range given {
		said.counts[code], _ = n.(int)
	}
	return said
}

// fact notes one thing that a record says.
func (d *draft) fact(fact map[string]any, at place, said told) {
	say := func(key string) string { return textOf(fact[key]) }
	if inner := say("at"); inner != "" {
		at = place{file: at.file, path: at.path + inner}
	}
	switch id := say("id"); {
	case say("fault") != "":
		d.fault(at, "%s", say("fault"))
		return
	case say("note") != "":
		said.note(say("note"), say("name"))
		return
	case say("new") != "" && d.ids[id] != nil:
		d.fault(at, "%s %q again; give one of them another id", say("new"), id)
		return
	}
	q := d.named(say("id"), say("text"), at)
	strata, _ := fact["strata"].(map[string]any)
	d.once("type", &q.Type, cmp.Or(say("type"), textOf(strata[d.opts.StrataFrom])), at, q)
	d.once("group", &q.Group, say("group"), at, q)
	q.Source = cmp.Or(q.Source, say("source"))
	q.Tags = append(q.Tags, textsOf(fact["tags"])...)
	d.answer(q, say("answer"))
	if doc := cmp.Or(say("doc"), d.filePath(say("file"))); doc != "" {
		q.judge(mark{doc: doc, label: say("label"), judge: say("judge"), at: at})
	}
}
