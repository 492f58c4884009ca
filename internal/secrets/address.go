package secrets

import (
	"net/url"
	"strings"
)

// userOf returns the user and password of an address, nil when there is none. A slash in a password, which has to be
// encoded there, ends the host for package url, and the beginning of the password is a malformed port: then what is
// before the last @ counts.
func userOf(address string) *url.Userinfo {
	_, rest, ok := strings.Cut(address, "://")
	if !ok {
		return nil
	}
	if u, err := url.Parse(address); err == nil {
		return u.User
	}
	at := strings.LastIndex(rest, "@")
	if at < 0 {
		return nil
	}
	name, password, ok := strings.Cut(rest[:at], ":")
	if !ok {
		return url.User(name)
	}
	return url.UserPassword(name, password)
}

// addressParts returns what a server may echo of an address that came from a variable: its path, and the parameters that
// are called like secrets. Paths below the length of a secret say nothing.
func addressParts(address string) []string {
	u, err := url.Parse(address)
	if err != nil || u.Host == "" {
		return nil
	}
	var parts []string
	if len(u.Path) >= leastSecret {
		parts = append(parts, u.Path, u.EscapedPath())
	}
	for name, values := range u.Query() {
		if Named(name) {
			parts = append(parts, values...)
		}
	}
	return parts
}

// LiteralPassword reports whether an address holds a password that is written out.
func LiteralPassword(address string) bool {
	const reference = "x7reference7x" // whatever can stand in a host and in a password
	user := userOf(ReplaceReferences(address, reference))
	if user == nil {
		return false
	}
	password, ok := user.Password()
	return ok && !strings.Contains(password, reference)
}

// LiteralParams returns the names of the parameters of an address that hold a secret which is written out.
func LiteralParams(address string) []string {
	_, query, _ := strings.Cut(address, "?")
	query, _, _ = strings.Cut(query, "#")
	var names []string
	for pair := range strings.SplitSeq(query, "&") {
		name, value, _ := strings.Cut(pair, "=")
		if !strings.Contains(value, "{{") && Literal(name, value) {
			names = append(names, name)
		}
	}
	return names
}
