package convert

import (
	"context"
	"fmt"
	"html"
	"regexp"
	"slices"
	"strings"

	"github.com/rankduel/rankduel/internal/prose"
	"github.com/rankduel/rankduel/testsets/convert/sheet"
)

// The forms of topics.
const (
	topicsClassic = "classic" // <top> with <num>, <title>, <desc>, <narr>
	topicsXML     = "xml"     // <topic number="1"> with <query> or <title>
	topicsDOC     = "doc"     // <DOC> with <DOCNO> and text
	topicsTab     = "tab"     // id, a tab, text
	topicsColon   = "colon"   // id:text
)

// topicForm recognizes the form by its beginning; empty for others.
func topicForm(f *file) string {
	head := strings.TrimSpace(f.head())
	lower := strings.ToLower(head[:min(len(head), 4096)])
	switch {
	case strings.HasPrefix(lower, "<doc>"):
		return topicsDOC
	case strings.HasPrefix(lower, "<") && strings.Contains(lower, "<topic ") && strings.Contains(lower, "number="):
		return topicsXML
	case strings.HasPrefix(lower, "<top>"):
		return topicsClassic
	case head == "", strings.HasPrefix(head, "<"), strings.HasPrefix(head, "{"), strings.HasPrefix(head, "["), strings.HasPrefix(head, ".I"):
		return ""
	}
	lines := strings.Split(strings.TrimRight(f.head(), "\r\n"), "\n")
	if len(f.head()) >= headSize-4 && len(lines) > 1 {
		lines = lines[:len(lines)-1]
	}
	if all(lines, func(l string) bool { return strings.Count(l, "\t") == 1 && l[0] != '\t' && !isHeader(l) }) {
		return topicsTab
	}
	colon := regexp.MustCompile(`^[A-Za-z0-9_-]+:`)
	if all(lines, func(l string) bool { return colon.MatchString(l) && !strings.Contains(l, "://") }) {
		return topicsColon
	}
	return ""
}

// isHeader reports a line that names columns, which topics have none of.
func isHeader(line string) bool {
	fields := strings.Split(strings.TrimRight(line, "\r"), "\t")
	n := 0
	for _, f := range fields {
		if sheet.RoleOf(f) != "" {
			n++
		}
	}
	return n == len(fields)
}

func all(lines []string, is func(string) bool) bool {
	n := 0
	for _, l := range lines {
		if strings.TrimSpace(l) == "" {
			continue
		}
		if n++; !is(l) {
			return false
		}
	}
	return n > 0
}

// A topic is one while it is read.
type topic struct {
	id     string
	fields map[string]string
	line   int
}

// topics reads a file of topics.
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

// unread reports topics that began and were not read: marks are missing, or the
// file was cut off.
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

// topic adds one. Classic topics break lines where they are full; a line break
// is a blank in them.
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

// preference is which field is a topic's text.
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

// choose is the text, and the field that it stands in.
func (t topic) choose(asked string) (text, field string) {
	if asked != "" {
		short := map[string]string{"description": "desc", "narrative": "narr"}
		for _, name := range []string{asked, short[asked]} {
			if blank(t.fields[name]) == "" && name != "" && t.fields[name] != "" {
				return t.fields[name], name
			}
		}
		return "", asked
	}
	for _, name := range preference() {
		if v := t.fields[name]; v != "" && blank(v) == "" {
			return v, name
		}
	}
	return "", ""
}

// blank is the word of a field that stands for nothing.
func blank(v string) string {
	if strings.EqualFold(v, "empty") {
		return v
	}
	return ""
}

func (t topic) filled() []string {
	var names []string
	for name, v := range t.fields {
		if v != "" && blank(v) == "" {
			names = append(names, name)
		}
	}
	slices.Sort(names)
	return names
}

// splitTopics reads lines of an id and a text, which is kept as it is.
func splitTopics(text, separator string) []topic {
	var list []topic
	line := 0
	for l := range strings.Lines(text) {
		line++
		l = strings.TrimSuffix(strings.TrimSuffix(l, "\n"), "\r")
		if id, rest, ok := strings.Cut(l, separator); ok {
			list = append(list, topic{strings.TrimSpace(id), map[string]string{"title": rest}, line})
		}
	}
	return list
}

// docTopics reads topics in the form of documents.
func docTopics(text string) []topic {
	doc := regexp.MustCompile(`(?is)<doc>\s*<docno>(.*?)</docno>(.*?)</doc>`)
	var list []topic
	for _, m := range doc.FindAllStringSubmatchIndex(text, -1) {
		list = append(list, topic{strings.TrimSpace(text[m[2]:m[3]]), map[string]string{"text": flat(text[m[4]:m[5]])}, lineOf(text, m[0])})
	}
	return list
}

// xmlTopics reads elements topic with a number, whose children are fields.
func xmlTopics(text string) []topic {
	element := regexp.MustCompile(`(?is)<topic\s[^>]*number\s*=\s*["']([^"']*)["'][^>]*>(.*?)</topic\s*>`)
	child := regexp.MustCompile(`(?is)<([a-z]+)[^>]*>(.*?)</`)
	var list []topic
	for _, m := range element.FindAllStringSubmatchIndex(text, -1) {
		t := topic{strings.TrimSpace(html.UnescapeString(text[m[2]:m[3]])), map[string]string{}, lineOf(text, m[0])}
		for _, c := range child.FindAllStringSubmatch(text[m[4]:m[5]], -1) {
			t.fields[strings.ToLower(c[1])] = flat(html.UnescapeString(c[2]))
		}
		list = append(list, t)
	}
	return list
}

// classicTopics reads <top>, whose fields end where the next begins.
func classicTopics(text string) []topic {
	top := regexp.MustCompile(`(?is)<top>(.*?)(?:</top>|<top>|\z)`)
	field := regexp.MustCompile(`(?is)<(num|title|desc|narr|dom|smry|con|fac|def|query|question)>\s*(?:(?:number|topic|description|narrative|domain)\s*:)?(.*?)(?:</|<(?:num|title|desc|narr|dom|smry|con|fac|def|query|question)>|\z)`)
	var list []topic
	for at := 0; ; {
		m := top.FindStringSubmatchIndex(text[at:])
		if m == nil {
			return list
		}
		body := text[at+m[2] : at+m[3]]
		t := topic{fields: map[string]string{}, line: lineOf(text, at+m[0])}
		for from := 0; ; {
			c := field.FindStringSubmatchIndex(body[from:])
			if c == nil {
				break
			}
			name, value := strings.ToLower(body[from+c[2]:from+c[3]]), flat(body[from+c[4]:from+c[5]])
			if name == "num" {
				t.id = value
			} else if t.fields[name] == "" {
				t.fields[name] = value
			}
			from += c[5]
		}
		list = append(list, t)
		at += m[3]
	}
}

// flat makes one line of text whose lines were broken to fit.
func flat(s string) string { return strings.Join(strings.Fields(s), " ") }

func lineOf(text string, at int) int { return 1 + strings.Count(text[:at], "\n") }
