package httpsearch

import (
	"errors"
	"fmt"
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
	if _, err := s.expressions(); err != nil {
		faults = append(faults, err)
	}
	t, err := s.templates(standIn)
	if err != nil {
		return errors.Join(append(faults, err)...)
	}
	return errors.Join(append(faults, t.check(s.jsonBody()))...)
}

func (s Settings) addressFaults() []error {
	var faults prose.Faults
	for _, field := range []struct{ name, text string }{
		{"server", s.Server}, {"url", s.URL}, {"username", s.Username}, {"password", s.Password},
	} {
		if err := secrets.CheckReferences(field.text); err != nil {
			faults = append(faults, fmt.Errorf("%s: %w", field.name, err))
		}
	}
	switch relative := strings.HasPrefix(s.URL, "/"); {
	case s.URL == "":
		faults = append(faults, errors.New("url is missing: want an address, or a path behind server"))
	case relative && s.Server == "":
		faults = append(faults, errors.New("server is missing: the url is a path, which has to be put behind one"))
	case !relative && s.Server != "":
		faults = append(faults, errors.New("server is set, but the url is no path that could be put behind it"))
	}
	for _, text := range []string{s.Server, s.URL} {
		faults.If(secrets.LiteralPassword(text), "the address has a password in plain text: write ${NAME} in its place and set that environment variable")
	}
	faults.If(s.Password != "" && !secrets.HasReference(s.Password), "password is in plain text: write ${NAME} and set that environment variable")
	faults.If((s.Password == "") != (s.Username == ""), "username and password: want both, or none")
	return faults
}

// paramFaults finds params that are missing, which a preset has as null, and given params that nothing uses.
func (s Settings) paramFaults(given map[string]any) []error {
	var faults []error
	used := s.URL + s.Body + s.Hits + s.Answer + s.Failed
	for _, name := range slices.Sorted(maps.Keys(s.Params)) {
		mentioned, err := regexp.MatchString(`[.$][Pp]arams\s*\.`+regexp.QuoteMeta(name)+`\b`, used)
		switch {
		case err != nil:
			faults = append(faults, fmt.Errorf("params: name %q: %w", name, err))
		case s.Params[name] == nil && mentioned:
			faults = append(faults, fmt.Errorf("params: %s is missing", name))
		case given[name] != nil && !mentioned:
			faults = append(faults, fmt.Errorf("params: %s is set, but nothing uses it", name))
		}
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
