package convert

import (
	"context"
	"fmt"
	"regexp"
	"slices"
	"strings"

	"github.com/rankduel/rankduel/internal/prose"
)

// A topic is one while it is read.
type topic struct {
	id     string
	fields map[string]string
	line   int
}

func (d *draft) topics(ctx context.Context, f *file, form string) error {
	text, err := d.text(ctx, f)
	if err != nil {
		return err
	}
	var list []topic
	switch form {
	case topicsTab:
		list = splitTopics(text, "\t")
	case topicsColon:
		list = splitTopics(text, ":")
	case topicsXML:
		list = xmlTopics(text)
	case topicsDOC:
		list = docTopics(text)
	default:
		list = classicTopics(text)
	}
	if len(list) == 0 {
		return fmt.Errorf("%s: no topics", f.path)
	}
	d.unread(f, form, text, len(list))
	for _, t := range list {
		d.topic(t, place{file: f.path, line: t.line})
	}
	return nil
}

// unread reports topics that began and were not read: marks are missing, or the file was cut off.
func (d *draft) unread(f *file, form, text string, read int) {
	mark := map[string]string{topicsXML: `(?i)<topic\s`, topicsDOC: `(?i)<doc>`}[form]
	switch {
	case mark != "":
		if n := len(regexp.MustCompile(mark).FindAllStringIndex(text, -1)); n > read {
			d.fault(place{file: f.path}, "%s begun, and %d with a number and an end; the file may be cut off", prose.Plural(n, "topic"), read)
		}
	case form == topicsTab, form == topicsColon:
		separator, line := map[string]string{topicsTab: "\t", topicsColon: ":"}[form], 0
		for l := range strings.Lines(text) {
			line++
			if strings.TrimSpace(l) != "" && !strings.Contains(l, separator) {
				d.fault(place{file: f.path, line: line}, "a line without a %q between id and text", separator)
			}
		}
	}
}

// topic adds one. Classic topics break lines where they are full; a line break is a blank in them.
func (d *draft) topic(t topic, at place) {
	if t.id == "" {
		d.fault(at, "a topic without a number")
		return
	}
	text, field := t.choose(d.opts.TopicField)
	if text == "" {
		what := "no text"
		if d.opts.TopicField != "" {
			what = "no " + d.opts.TopicField
		}
		d.fault(at, "topic %q has %s, only %s; choose with --topic-field", t.id, what, strings.Join(t.filled(), ", "))
		return
	}
	if q := d.ids[t.id]; q != nil && q.Text != "" {
		d.fault(at, "topic %q again, first at %v; take one out", t.id, q.at)
		return
	}
	d.byID(t.id, at).Text = text
	if d.opts.TopicField == "" && field != "" && field != t.usual() {
		d.count(Changed, "topic_field", 1, "topic", "with an empty <"+t.usual()+">, whose text was taken from <"+field+">")
	}
	rest := len(t.filled()) - 1
	d.count(Dropped, "topic_fields", rest, "other field", "of topics, such as descriptions and narratives: a query has one text (--topic-field takes another)")
}

// preference returns which field is a topic's text.
func preference() []string {
	return []string{"title", "query", "question", "desc", "description", "text", "narr", "narrative"}
}

func (t topic) usual() string {
	for _, name := range preference() {
		if _, ok := t.fields[name]; ok {
			return name
		}
	}
	return ""
}

func (t topic) choose(asked string) (text, field string) {
	if asked != "" {
		short := map[string]string{"description": "desc", "narrative": "narr"}
		for _, name := range []string{asked, short[asked]} {
			if !isEmpty(t.fields[name]) {
				return t.fields[name], name
			}
		}
		return "", asked
	}
	for _, name := range preference() {
		if v := t.fields[name]; !isEmpty(v) {
			return v, name
		}
	}
	return "", ""
}

// isEmpty reports a field without text, or with the word that stands for none.
func isEmpty(v string) bool { return v == "" || strings.EqualFold(v, "empty") }

func (t topic) filled() []string {
	var names []string
	for name, v := range t.fields {
		if !isEmpty(v) {
			names = append(names, name)
		}
	}
	slices.Sort(names)
	return names
}

// flat makes one line of text whose lines were broken to fit.
func flat(s string) string { return strings.Join(strings.Fields(s), " ") }

func lineOf(text string, at int) int { return 1 + strings.Count(text[:at], "\n") }
