package httpsearch

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"net/url"
	"slices"
	"strings"
	"unicode"

	template "github.com/DataDog/datadog-agent/pkg/template/text"

	"github.com/rankduel/rankduel/internal/plainjson"
	"github.com/rankduel/rankduel/internal/secrets"
	"github.com/rankduel/rankduel/retrieval"
)

// data is what a template sees.
type data struct {
	Query, ID string
	K         int
	Repeat    int // how often the query was asked before
	Params    map[string]any

	Document, DocumentID, Guideline string // of a judge
}

// templates make the request of a query.
type templates struct {
	url, body *template.Template // body is nil when there is none
	params    map[string]any
}

// standIn puts something harmless where an address has ${NAME}, so that its form can be looked at.
func standIn(address string) (string, error) {
	harmless := secrets.ReplaceReferences(address, "x")
	if strings.HasPrefix(address, "${") {
		harmless = "http://" + harmless
	}
	return harmless, nil
}

// templates parses url and body. Expand replaces the secrets of an address.
func (s Settings) templates(expand func(address string) (string, error)) (*templates, error) {
	server, serverErr := expand(s.Server)
	address, addressErr := expand(s.URL)
	if err := errors.Join(serverErr, addressErr); err != nil {
		return nil, err
	}
	return parseTemplates(strings.TrimRight(server, "/")+address, s)
}

func parseTemplates(address string, s Settings) (*templates, error) {
	t := &templates{params: s.Params}
	var faults []error
	parse := func(name, text string) *template.Template {
		parsed, err := template.New(name).Funcs(functions()).Option("missingkey=error").Parse(text)
		if err != nil {
			faults = append(faults, err) // names the template, its line and what is wrong
		}
		return parsed
	}
	t.url = parse("url", address)
	if s.Body != "" {
		t.body = parse("body", s.Body)
	}
	return t, errors.Join(faults...)
}

func functions() template.FuncMap {
	return template.FuncMap{
		"json": toJSON,
		"jsonpart": func(text string) (string, error) {
			quoted, err := toJSON(text)
			return strings.TrimSuffix(strings.TrimPrefix(quoted, `"`), `"`), err
		},
		"printable": func(text string) string {
			return strings.Map(func(r rune) rune {
				if unicode.IsControl(r) && !unicode.IsSpace(r) {
					return ' '
				}
				return r
			}, text)
		},
		"path": func(v any) string { return url.PathEscape(fmt.Sprint(v)) },
	}
}

func toJSON(v any) (string, error) {
	content, err := plainjson.Line(v)
	return string(content), err
}

func (t *templates) render(q retrieval.Query, k int) (address string, body []byte, err error) {
	valid := func(text string) string { return strings.ToValidUTF8(text, "�") }
	d := data{Query: valid(q.Text), ID: valid(q.ID), K: k, Repeat: q.Repeat, Params: t.params}
	if of := q.Document; of != nil {
		d.Document, d.DocumentID, d.Guideline = valid(of.Text), valid(of.ID), valid(of.Guideline)
	}
	var a, b bytes.Buffer
	if err := t.url.Execute(&a, d); err != nil {
		return "", nil, err
	}
	if t.body == nil {
		return a.String(), nil, nil
	}
	if err := t.body.Execute(&b, d); err != nil {
		return "", nil, err
	}
	return a.String(), b.Bytes(), nil
}

// samples returns queries that break what is put together without escaping.
func samples() []string {
	return []string{
		"x", "", `"quoted" \back\slash\`, "line\nbreak\ttab\r", "naïve 東京 🜚 \u2028", "a&b=c#d?e%zz/f+g;h", "{{.K}} ${HOME}",
		"</b>'", "\x00\x1f",
	}
}

// check renders the templates with nasty queries and looks at what comes out.
func (t *templates) check(jsonBody bool) error {
	plainURL, plainBody, err := t.render(retrieval.Query{ID: "1", Text: "x"}, 10)
	if err != nil {
		return err // names the template, its line and what is wrong
	}
	plain, err := url.Parse(plainURL)
	if err != nil || (plain.Scheme != "http" && plain.Scheme != "https") || plain.Host == "" {
		return errors.New("url: want an absolute address such as http://localhost:9200/path, or a path behind server")
	}
	other, otherBody, err := t.render(retrieval.Query{ID: "2", Text: "y"}, 10)
	if err != nil {
		return err
	}
	if other == plainURL && bytes.Equal(otherBody, plainBody) {
		return errors.New("neither url nor body has the query in it: write {{urlquery .Query}} in the url or {{json .Query}} in the body")
	}
	for _, sample := range samples() {
		document := &retrieval.Document{Query: sample, ID: sample, Text: sample, Guideline: sample}
		address, body, err := t.render(retrieval.Query{ID: sample, Text: sample, Document: document}, 10)
		if err != nil {
			return err
		}
		if !sameForm(plain, address) {
			return fmt.Errorf("url: the query %q breaks it: write {{urlquery .Query}}, or {{path .Query}} in the path", sample)
		}
		if t.body != nil && jsonBody && !json.Valid(body) {
			return fmt.Errorf("body: it is not JSON for the query %q: write {{json .Query}} without quotes around it; it became %s",
				sample, (*secrets.Set)(nil).Snippet(body))
		}
	}
	return nil
}

// sameForm reports whether an address differs from plain in nothing but values: as many path segments, the same
// parameters.
func sameForm(plain *url.URL, address string) bool {
	u, err := url.Parse(address)
	if err != nil || u.Host != plain.Host || u.Fragment != plain.Fragment {
		return false
	}
	want, err := url.ParseQuery(plain.RawQuery)
	if err != nil {
		return false
	}
	got, err := url.ParseQuery(u.RawQuery)
	if err != nil || !maps.EqualFunc(got, want, func(a, b []string) bool { return len(a) == len(b) }) {
		return false
	}
	clean := !strings.ContainsFunc(address, func(r rune) bool { return r <= ' ' || strings.ContainsRune(`"<>\`, r) })
	segments := func(u *url.URL) int { return strings.Count(u.EscapedPath(), "/") }
	return clean && segments(u) == segments(plain) && !slices.Contains(strings.Split(u.EscapedPath(), "/"), "..")
}
