package secrets

import (
	"strings"
	"unicode"

	"github.com/rankduel/rankduel/internal/pattern"
)

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
