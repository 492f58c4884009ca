package corpus

import (
	"regexp"
	"strings"

	"github.com/rankduel/rankduel/internal/ordered"
)

// parseTREC reads <DOC> elements. Tags are taken line by line, as all TREC collections have them: <DOC> and
// </DOC> start a line. Between documents only lines that start with a tag are accepted.
func parseTREC(c *collector, lines *lineReader) error {
	elements := newTRECElements()
	var body strings.Builder
	var start place
	for {
		text, ok, err := lines.next()
		if err != nil {
			return err
		}
		if !ok {
			if start.line > 0 {
				return lines.errorf("<DOC> of line %d has no </DOC>; close it, or get the rest of the file", start.line)
			}
			return nil
		}
		trimmed := strings.TrimSpace(text)
		switch inside := start.line > 0; {
		case hasPrefixFold(trimmed, "<DOC>"):
			if inside {
				return lines.errorf("<DOC> inside the document of line %d; close that one first", start.line)
			}
			start = lines.place()
			body.Reset()
			trimmed = trimmed[len("<DOC>"):]
			if content, closed := cutSuffixFold(trimmed, "</DOC>"); closed {
				if err := c.add(elements.document(content), start); err != nil {
					return err
				}
				start = place{}
				continue
			}
			body.WriteString(trimmed + "\n")
		case inside && hasPrefixFold(trimmed, "</DOC>"):
			if err := c.add(elements.document(body.String()), start); err != nil {
				return err
			}
			start = place{}
		case inside:
			body.WriteString(text + "\n")
		case trimmed != "" && trimmed[0] != '<':
			return lines.errorf("text outside of <DOC>: %.40q; put it into a document", trimmed)
		}
	}
}

// trecElements are the elements of a document that mean something.
type trecElements struct{ id, title *regexp.Regexp }

func newTRECElements() trecElements {
	return trecElements{
		id:    regexp.MustCompile(`(?is)<docno>(.*?)</docno>`),
		title: regexp.MustCompile(`(?is)<(?:title|ti|headline|hl)>(.*?)</(?:title|ti|headline|hl)>`),
	}
}

func (e trecElements) document(body string) Document {
	var d Document
	if m := e.id.FindStringSubmatch(body); m != nil {
		d.ID = strings.TrimSpace(m[1])
		body = strings.Replace(body, m[0], "", 1)
	}
	titles := ordered.Each(e.title.FindAllStringSubmatch(body, -1), func(m []string) string { return plainText(m[1]) })
	if len(titles) > 0 {
		d.Fields = append(d.Fields, Field{FieldTitle, strings.Join(titles, "\n")})
		body = e.title.ReplaceAllString(body, "\n")
	}
	d.Fields = append(d.Fields, Field{FieldText, plainText(body)})
	return d
}

func cutSuffixFold(s, suffix string) (string, bool) {
	at := len(s) - len(suffix)
	if at < 0 || !strings.EqualFold(s[at:], suffix) {
		return s, false
	}
	return s[:at], true
}
