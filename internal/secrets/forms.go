package secrets

import (
	"encoding/json"
	"maps"
	"net/url"
	"slices"
	"strings"

	"github.com/rankduel/rankduel/internal/pattern"
)

// forms are values in all forms that are looked for.
type forms struct {
	known   map[string]bool
	replace *strings.Replacer // nil when there is none
}

func (f *forms) add(value string) {
	if value == "" {
		return
	}
	if f.known == nil {
		f.known = make(map[string]bool)
	}
	for _, form := range []string{
		value, url.QueryEscape(value), url.PathEscape(value), url.User(value).String(), Percent(value),
		quoted(value, true), quoted(value, false),
	} {
		f.known[form] = true
		f.known[lowerHex(form)] = true
		f.known[strings.ReplaceAll(form, "/", `\/`)] = true // as PHP writes JSON
	}
	// A path is taken apart at its slashes, and so is a secret in it.
	for part := range strings.SplitSeq(value, "/") {
		if part != value && looks(part) && !strings.Contains(value, "://") {
			f.add(part)
		}
	}
	f.replace = f.replacer()
}

func (f *forms) in(text string) string {
	if f.replace == nil {
		return text
	}
	return f.replace.Replace(text)
}

var percentHex = pattern.Lazy(`%[0-9A-F]{2}`)

// lowerHex returns a percent-encoded value as some servers write it.
func lowerHex(text string) string { return percentHex().ReplaceAllStringFunc(text, strings.ToLower) }

// quoted returns v as it is between the quotes of a JSON string.
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
func (f *forms) replacer() *strings.Replacer {
	all := slices.Collect(maps.Keys(f.known))
	slices.SortFunc(all, func(a, b string) int {
		if len(a) != len(b) {
			return len(b) - len(a)
		}
		return strings.Compare(a, b)
	})
	var pairs []string
	for _, form := range all {
		pairs = append(pairs, form, placeholder)
	}
	return strings.NewReplacer(pairs...)
}
