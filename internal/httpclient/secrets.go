package httpclient

import (
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"net/url"
	"os"
	"regexp"
	"slices"
	"strings"
	"unicode"
)

// snippetBytes is how much of a response an error may quote.
const snippetBytes = 300

// placeholder stands where a secret stood.
const placeholder = "[secret]"

// reference is ${NAME}; what else begins with ${ is a fault and not text.
var reference = regexp.MustCompile(`\$\{([A-Za-z_][A-Za-z0-9_]*)\}`)

// Secrets puts the values of environment variables where settings say ${NAME}, and hides them from everything
// that is shown. Expand everything before the first call: the values it knows may be read concurrently, but not
// added to. A nil *Secrets hides nothing.
type Secrets struct {
	lookup func(name string) (string, bool)
	hidden map[string]bool
	hide   *strings.Replacer
}

// NewSecrets reads from lookup, or from the environment when lookup is nil.
func NewSecrets(lookup func(name string) (string, bool)) *Secrets {
	if lookup == nil {
		lookup = os.LookupEnv
	}
	return &Secrets{lookup: lookup, hidden: make(map[string]bool)}
}

// Expand replaces each ${NAME} in a header value. A variable that is not set or empty is an error that names it; all
// of them are reported, joined. Values that are expanded are not expanded again.
func (s *Secrets) Expand(text string) (string, error) {
	return s.expand(text, func(_ int, value string) string { return value })
}

// ExpandURL is Expand for an address. A value is percent-encoded where it stands in the user info, the path or the
// query, and left as it is at the very beginning (the address of a server) and in the place of a host.
func (s *Secrets) ExpandURL(text string) (string, error) {
	expanded, err := s.expand(text, func(at int, value string) string { return encoder(text, at)(value) })
	if err != nil {
		return "", err
	}
	if u, err := url.Parse(expanded); err == nil {
		s.hideUser(u.User)
	}
	return expanded, nil
}

func (s *Secrets) expand(text string, encode func(at int, value string) string) (string, error) {
	var faults []error
	var b strings.Builder
	end := 0
	for _, at := range reference.FindAllStringSubmatchIndex(text, -1) {
		name := text[at[2]:at[3]]
		value, set := s.lookup(name)
		switch {
		case !set:
			faults = append(faults, fmt.Errorf("environment variable %s is not set", name))
		case value == "":
			faults = append(faults, fmt.Errorf("environment variable %s is empty", name))
		}
		s.Hide(value)
		b.WriteString(text[end:at[0]] + encode(at[0], value))
		end = at[1]
	}
	b.WriteString(text[end:])
	if err := CheckReferences(text); err != nil {
		faults = append(faults, err)
	}
	if len(faults) > 0 {
		return "", errors.Join(faults...)
	}
	return b.String(), nil
}

// CheckReferences reports a "${" that does not begin a ${NAME}. It does not look at the environment.
func CheckReferences(text string) error {
	if rest := reference.ReplaceAllString(text, ""); strings.Contains(rest, "${") {
		return errors.New("${ without a name: want ${NAME}, the name of an environment variable")
	}
	return nil
}

// encoder is how a value is written that stands at text[at:].
func encoder(text string, at int) func(string) string {
	before, after := text[:at], text[at:]
	_, rest, hasScheme := strings.Cut(before, "://")
	switch {
	case strings.ContainsAny(before, "?#"):
		return url.QueryEscape
	case at == 0:
		return func(v string) string { return v }
	case !hasScheme || strings.Contains(rest, "/"):
		return url.PathEscape
	}
	if authority, _, _ := strings.Cut(after, "/"); strings.Contains(authority, "@") { // user or password
		return percent
	}
	return func(v string) string { return v }
}

// percent encodes everything that has a meaning anywhere in a URL.
func percent(v string) string { return strings.ReplaceAll(url.QueryEscape(v), "+", "%20") }

// quoted is v as it stands between the quotes of a JSON string.
func quoted(v string, escapeHTML bool) string {
	var b strings.Builder
	encoder := json.NewEncoder(&b)
	encoder.SetEscapeHTML(escapeHTML)
	if err := encoder.Encode(v); err != nil {
		return v // a string always encodes
	}
	return strings.TrimSuffix(strings.TrimPrefix(strings.TrimSuffix(b.String(), "\n"), `"`), `"`)
}

// Hide adds a value that is not to be shown, in every form that it is likely to be echoed in: as it is, in a
// URL, in JSON. Of an address that is its user and password, too.
func (s *Secrets) Hide(value string) {
	if value == "" {
		return
	}
	for _, form := range []string{
		value, url.QueryEscape(value), url.PathEscape(value), url.User(value).String(), percent(value),
		quoted(value, true), quoted(value, false),
	} {
		s.hidden[form] = true
	}
	if u, err := url.Parse(value); err == nil {
		s.hideUser(u.User)
	}
	s.hide = s.replacer()
}

// hideUser hides a password and what an Authorization header makes of it.
func (s *Secrets) hideUser(user *url.Userinfo) {
	if password, ok := user.Password(); ok && password != "" {
		s.Hide(password)
		s.Hide(base64.StdEncoding.EncodeToString([]byte(user.Username() + ":" + password)))
	}
}

// replacer prefers the longer of two secrets that begin alike.
func (s *Secrets) replacer() *strings.Replacer {
	var forms []string
	for form := range s.hidden {
		forms = append(forms, form)
	}
	slices.SortFunc(forms, func(a, b string) int {
		if len(a) != len(b) {
			return len(b) - len(a)
		}
		return strings.Compare(a, b)
	})
	var pairs []string
	for _, form := range forms {
		pairs = append(pairs, form, placeholder)
	}
	return strings.NewReplacer(pairs...)
}

// Redact returns text with a placeholder in the place of every hidden value.
func (s *Secrets) Redact(text string) string {
	if s == nil || s.hide == nil {
		return text
	}
	return s.hide.Replace(text)
}

// Snippet is the beginning of a response for an error: without secrets, on one line, at most 300 bytes. Secrets go
// before the cut, so that none is cut in half and kept.
func (s *Secrets) Snippet(body []byte) string {
	text := strings.Map(func(r rune) rune {
		if unicode.IsPrint(r) {
			return r
		}
		return ' '
	}, strings.ToValidUTF8(s.Redact(string(body)), "�"))
	text = strings.Join(strings.Fields(text), " ")
	if len(text) <= snippetBytes {
		return text
	}
	return strings.ToValidUTF8(text[:snippetBytes-len("…")], "") + "…"
}
