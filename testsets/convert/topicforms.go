package convert

import (
	"html"
	"regexp"
	"strings"

	"github.com/rankduel/rankduel/internal/ordered"
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
	case head == "", looksYAML(f), strings.HasPrefix(head, "<"), strings.HasPrefix(head, "{"), strings.HasPrefix(head, "["), strings.HasPrefix(head, ".I "):
		return ""
	}
	lines := strings.Split(strings.TrimRight(f.head(), "\r\n"), "\n")
	if len(f.head()) >= headSize-4 && len(lines) > 1 {
		lines = lines[:len(lines)-1]
	}
	if !isHeader(lines[0]) && all(lines, func(l string) bool { return strings.Count(l, "\t") == 1 && l[0] != '\t' }) {
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
	n := ordered.Count(fields, func(f string) bool { return sheet.RoleOf(f) != "" || namesDocuments(f) })
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
	return ordered.Each(doc.FindAllStringSubmatchIndex(text, -1), func(m []int) topic {
		return topic{strings.TrimSpace(text[m[2]:m[3]]), map[string]string{"text": flat(text[m[4]:m[5]])}, lineOf(text, m[0])}
	})
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
