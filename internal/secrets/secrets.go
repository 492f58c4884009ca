// Package secrets keeps passwords and keys out of settings, and out of everything that is shown.
//
// Settings are stored and shared, so they say ${NAME} where a secret belongs, and the environment holds the value:
//
//	api_key: ${SEARCH_KEY}
//
// That is the only form: $NAME, defaults and nesting are not known, and a "${" that begins no ${NAME} is a fault and not
// text. [CheckReferences] looks at settings without the environment; a [Set] expands them and then knows what to hide.
// What it leaves to its users is to pass everything that they show through [Set.Redact] or its relatives, and what they
// keep through [Set.Mask]: a value that came back from an engine in a form of the engine's own is not recognized.
package secrets

import (
	"encoding/base64"
	"net/url"
	"os"
	"strings"
	"unicode"

	"github.com/rankduel/rankduel/internal/pattern"
)

// placeholder is where a secret stood.
const placeholder = "[secret]"

// A Set is the secrets of one component. Expand everything before the first call: the values it knows may be read
// concurrently, but not added to. A nil *Set hides nothing.
type Set struct {
	lookup func(name string) (string, bool)
	hidden forms // what is shown nowhere: all that came from a variable
	echoed forms // what is recorded nowhere: those of them that are secrets for sure
}

// New returns a set that reads from lookup, or from the environment when lookup is nil.
func New(lookup func(name string) (string, bool)) *Set {
	if lookup == nil {
		lookup = os.LookupEnv
	}
	return &Set{lookup: lookup}
}

// Hide adds a secret, in every form that it is likely to be echoed in: as it is, in a URL, in JSON. Of an address that
// is its user and password, too.
func (s *Set) Hide(value string) {
	s.conceal(value)
	if looks(value) {
		s.echoed.add(value)
	}
}

// conceal adds a value that is not to be shown, be it a secret or not.
func (s *Set) conceal(value string) {
	if value == "" {
		return
	}
	s.hidden.add(value)
	for _, part := range addressParts(value) {
		s.hidden.add(part)
	}
	if user := userOf(value); user != nil {
		s.hideUser(user)
	}
}

// hideUser hides a password and what an Authorization header makes of it. A user without one may be both in one, with
// the colon between them encoded.
func (s *Set) hideUser(user *url.Userinfo) {
	password, ok := user.Password()
	if !ok && user.Username() == "" {
		return
	}
	if password != "" {
		s.Hide(password)
	}
	s.hidden.add(base64.StdEncoding.EncodeToString([]byte(user.Username() + ":" + password)))
}

var secretName = pattern.Lazy(`(?i)authorization|cookie|token|secret|passw|(^|[-_])(api)?key$`)

// Named reports whether a header, a parameter or a variable is called like a secret: api_key, X-Auth-Token, KEY.
func Named(name string) bool { return secretName().MatchString(name) }

// leastSecret is how long a secret is at least to be told from a word.
const leastSecret = 8

// looks reports whether a value can be told from a word or a number that happens to be the same: it is long enough, on
// one line, and made of letters as well as digits or signs. A password such as "elastic" is not looked for in the ids of
// a corpus about it.
func looks(value string) bool {
	if len(value) < leastSecret || strings.ContainsAny(value, "\r\n") {
		return false
	}
	return strings.ContainsFunc(value, unicode.IsLetter) && strings.ContainsFunc(value, func(r rune) bool { return !unicode.IsLetter(r) })
}

var plainName = pattern.Lazy(`(?i)(^|[-_])(api[-_]?key|token|secret|password|passwd|authorization)$`)

// Literal reports whether a setting of this name holds a secret that is written out. Of a name that may mean something
// else, such as key or tokenizer, the value has to look like one.
func Literal(name, value string) bool {
	switch {
	case strings.TrimSpace(value) == "" || HasReference(value):
		return false
	case plainName().MatchString(name):
		return true
	}
	return Named(name) && looks(value) && !strings.ContainsAny(value, " \t")
}
