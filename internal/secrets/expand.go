package secrets

import (
	"errors"
	"fmt"
	"net/url"
	"strings"

	"github.com/rankduel/rankduel/internal/pattern"
)

// reference is ${NAME}; what else begins with ${ is a fault and not text.
var reference = pattern.Lazy(`\$\{([A-Za-z_][A-Za-z0-9_]*)\}`)

// CheckReferences reports a "${" that does not begin a ${NAME}. It does not look at the environment.
func CheckReferences(text string) error {
	if strings.Contains(ReplaceReferences(text, ""), "${") {
		return errors.New("${ without a name: want ${NAME}, the name of an environment variable")
	}
	return nil
}

// HasReference reports whether there is a ${NAME} in a text.
func HasReference(text string) bool { return reference().MatchString(text) }

// ReplaceReferences puts the same text in the place of each ${NAME}.
func ReplaceReferences(text, with string) string {
	return reference().ReplaceAllLiteralString(text, with)
}

// Expand replaces each ${NAME}. A variable that is not set or empty is an error that names it; all of them are
// reported, joined. Values that are expanded are not expanded again.
func (s *Set) Expand(text string) (string, error) {
	return s.ExpandFunc(text, func(value string, _ Place) string { return value })
}

// ExpandSecret returns Expand for a place that holds nothing but secrets, such as a password: whatever their variables are
// called, they are not to come back in a ranking.
func (s *Set) ExpandSecret(text string) (string, error) {
	return s.ExpandFunc(text, func(value string, _ Place) string {
		s.Hide(value)
		return value
	})
}

// ExpandURL returns Expand for an address. A value is percent-encoded where it is in the user info, the path or the
// query, and left as it is at the very beginning (the address of a server) and in the place of a host.
func (s *Set) ExpandURL(text string) (string, error) {
	expanded, err := s.ExpandFunc(text, inURL)
	if err != nil {
		return "", err
	}
	if u, err := url.Parse(expanded); err == nil && u.User != nil {
		s.hideUser(u.User)
	}
	return expanded, nil
}

// A Place is where a ${NAME} is in a text that is not expanded yet.
type Place struct{ Before, After string }

// ExpandFunc returns Expand with values that are encoded for their place.
func (s *Set) ExpandFunc(text string, encode func(value string, at Place) string) (string, error) {
	var faults []error
	var b strings.Builder
	end := 0
	for _, at := range reference().FindAllStringSubmatchIndex(text, -1) {
		name := text[at[2]:at[3]]
		value, set := s.lookup(name)
		switch {
		case !set:
			faults = append(faults, fmt.Errorf("environment variable %s is not set", name))
		case value == "":
			faults = append(faults, fmt.Errorf("environment variable %s is empty", name))
		}
		if Named(name) {
			s.Hide(value)
		}
		s.conceal(value)
		b.WriteString(text[end:at[0]] + encode(value, Place{Before: text[:at[0]], After: text[at[1]:]}))
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

func inURL(value string, at Place) string {
	_, rest, hasScheme := strings.Cut(at.Before, "://")
	switch {
	case strings.ContainsAny(at.Before, "?#"):
		return url.QueryEscape(value)
	case at.Before == "":
		return value
	case !hasScheme || strings.Contains(rest, "/"):
		return url.PathEscape(value)
	}
	if authority, _, _ := strings.Cut(at.After, "/"); strings.Contains(authority, "@") { // user or password
		return Percent(value)
	}
	return value
}

// Percent encodes everything that has a meaning anywhere in a URL.
func Percent(v string) string { return strings.ReplaceAll(url.QueryEscape(v), "+", "%20") }
