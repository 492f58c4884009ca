package httpsearch

import (
	"errors"
	"maps"
	"regexp"
	"slices"
	"strings"

	"github.com/rankduel/rankduel/internal/httpclient"
	"github.com/rankduel/rankduel/internal/pattern"
	"github.com/rankduel/rankduel/internal/prose"
	"github.com/rankduel/rankduel/internal/secrets"
)

var methodName = pattern.Lazy(`^[A-Z]+$`)

// Validate reports every fault of the settings at once, joined. It needs neither the engine nor the environment.
func (s Settings) Validate() error {
	given := s.Params
	s, err := s.resolved()
	if err != nil {
		return errors.Join(err, s.Policy.Validate())
	}
	var faults prose.Faults
	faults = append(faults, s.Policy.Validate())
	faults = append(faults, s.addressFaults()...)
	faults = append(faults, s.stateFaults()...)
	faults = append(faults, httpclient.CheckHeaders(s.Headers))
	faults = append(faults, s.paramFaults(given)...)
	faults.If(!methodName().MatchString(s.Method), "method %q: want a name such as GET or POST", s.Method)
	faults.If(secrets.HasReference(s.Body), "body has a ${NAME}: secrets are expanded in server, url, headers, username and password only")
	faults.If(s.Hits == "", "hits is missing: want a jq expression such as .results[] | {id, score}")
	_, err = s.expressions()
	faults = append(faults, err)
	t, err := s.templates(standIn)
	if err == nil {
		err = t.check(s.jsonBody())
	}
	return errors.Join(append(faults, err)...)
}

func (s Settings) addressFaults() []error {
	var faults prose.Faults
	for _, field := range []struct{ name, text string }{
		{"server", s.Server}, {"url", s.URL}, {"username", s.Username}, {"password", s.Password},
	} {
		faults.In(field.name, secrets.CheckReferences(field.text))
	}
	relative := strings.HasPrefix(s.URL, "/")
	faults.If(s.URL == "", "url is missing: want an address, or a path behind server")
	faults.If(relative && s.Server == "", "server is missing: the url is a path, which has to be put behind one")
	faults.If(s.URL != "" && !relative && s.Server != "", "server is set, but the url is no path that could be put behind it")
	for _, text := range []string{s.Server, s.URL} {
		faults.If(secrets.LiteralPassword(text), "the address has a password in plain text: write ${NAME} in its place and set that environment variable")
	}
	faults.If(s.Password != "" && !secrets.HasReference(s.Password), "password is in plain text: write ${NAME} and set that environment variable")
	faults.If((s.Password == "") != (s.Username == ""), "username and password: want both, or none")
	return faults
}

// paramFaults finds params that are missing, which a preset has as null, and given params that nothing uses.
func (s Settings) paramFaults(given map[string]any) []error {
	var faults prose.Faults
	used := s.URL + s.Body + s.Hits + s.Answer + s.Failed
	for _, name := range slices.Sorted(maps.Keys(s.Params)) {
		mentioned, err := regexp.MatchString(`[.$][Pp]arams\s*\.`+regexp.QuoteMeta(name)+`\b`, used)
		faults.If(err != nil, "params: name %q: %w", name, err)
		faults.If(s.Params[name] == nil && mentioned, "params: %s is missing", name)
		faults.If(err == nil && given[name] != nil && !mentioned, "params: %s is set, but nothing uses it", name)
	}
	return faults
}

// jsonBody reports whether the body says that it is JSON, which it does when it says nothing.
func (s Settings) jsonBody() bool {
	for name, value := range s.Headers {
		if strings.EqualFold(name, "Content-Type") {
			return strings.Contains(strings.ToLower(value), "json")
		}
	}
	return true
}
