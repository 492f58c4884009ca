package httpclient

import (
	"strings"

	"github.com/rankduel/rankduel/internal/pattern"
	"github.com/rankduel/rankduel/internal/secrets"
)

var (
	userOf  = pattern.Lazy(`://[^/?#]*@`)
	paramOf = pattern.Lazy(`([?&])([^=&#]*)=([^&#]*)`)
)

// kept stands for the "${" of a reference that is not expanded; no address has a NUL byte.
const kept = "\x00{"

// Target returns where an address leads, for fingerprints: recordings of one engine must not pass for those of another one that
// the same variable came to name. Each ${NAME} is expanded, and one that is not set is an error, but for secrets. Those
// count by the names of their variables, and what a variable brings along of them does not count at all:
//
//   - user and password;
//   - parameters of the query that are called like a secret, such as key, api_key or access_token.
//
// An address without variables is its own target. The address may be a template.
func Target(address string) (string, error) {
	if !secrets.HasReference(address) {
		return address, nil
	}
	text := userOf().ReplaceAllStringFunc(address, keep)
	hasUser := userOf().MatchString(text)
	text = eachSecretParam(text, keep)
	text, err := secrets.New(nil).ExpandURL(text)
	if err != nil {
		return "", err
	}
	if !hasUser {
		text = userOf().ReplaceAllLiteralString(text, "://")
	}
	text = eachSecretParam(text, func(value string) string {
		if strings.Contains(value, kept) {
			return value
		}
		return ""
	})
	return strings.ReplaceAll(text, kept, "${"), nil
}

// keep hides references from being expanded.
func keep(text string) string { return strings.ReplaceAll(text, "${", kept) }

func eachSecretParam(address string, change func(value string) string) string {
	return paramOf().ReplaceAllStringFunc(address, func(param string) string {
		m := paramOf().FindStringSubmatch(param)
		if !secrets.Named(m[2]) {
			return param
		}
		return m[1] + m[2] + "=" + change(m[3])
	})
}
