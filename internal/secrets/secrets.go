// Package secrets keeps passwords and keys out of settings, and out of everything that is shown.
//
// Settings are stored and shared, so they say ${NAME} where a secret belongs, and the environment holds the value:
//
//	api_key: ${SEARCH_KEY}
//
// That is the only form: $NAME, defaults and nesting are not known, and a "${" that begins no ${NAME} is a fault and not
// text. [CheckReferences] looks at settings without the environment; a [Set] expands them and then knows what to hide.
// What it leaves to its users is to pass everything that they show through [Set.Redact] or its relatives: a value that
// came back from an engine in a form of the engine's own is not recognized.
package secrets

import (
	"encoding/base64"
	"encoding/json"
	"net/url"
	"os"
	"slices"
	"strings"
)

// placeholder stands where a secret stood.
const placeholder = "[secret]"

// A Set is the secrets of one component. Expand everything before the first call: the values it knows may be read
// concurrently, but not added to. A nil *Set hides nothing.
type Set struct {
	lookup func(name string) (string, bool)
	hidden map[string]bool
	hide   *strings.Replacer
}

// New returns a set that reads from lookup, or from the environment when lookup is nil.
func New(lookup func(name string) (string, bool)) *Set {
	if lookup == nil {
		lookup = os.LookupEnv
	}
	return &Set{lookup: lookup, hidden: make(map[string]bool)}
}

// Hide adds a value that is not to be shown, in every form that it is likely to be echoed in: as it is, in a
// URL, in JSON. Of an address that is its user and password, too.
func (s *Set) Hide(value string) {
	if value == "" {
		return
	}
	for _, form := range []string{
		value, url.QueryEscape(value), url.PathEscape(value), url.User(value).String(), Percent(value),
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
func (s *Set) hideUser(user *url.Userinfo) {
	if password, ok := user.Password(); ok && password != "" {
		s.Hide(password)
		s.Hide(base64.StdEncoding.EncodeToString([]byte(user.Username() + ":" + password)))
	}
}

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

// replacer prefers the longer of two secrets that begin alike.
func (s *Set) replacer() *strings.Replacer {
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
