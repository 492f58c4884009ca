package refresh

import (
	"fmt"
	"regexp"
	"strings"
)

// A TypeRule puts queries whose text matches into a stratum.
type TypeRule struct {
	Stratum string
	Pattern *regexp.Regexp
}

// ParseTypeRule reads STRATUM=PATTERN. The pattern is a regular expression (RE2)
// that may match anywhere in the text, in upper or lower case.
func ParseTypeRule(text string) (TypeRule, error) {
	stratum, pattern, ok := strings.Cut(text, "=")
	if !ok || stratum == "" {
		return TypeRule{}, fmt.Errorf("rule %q: want STRATUM=PATTERN", text)
	}
	re, err := regexp.Compile("(?i)" + pattern)
	if err != nil {
		return TypeRule{}, fmt.Errorf("rule of stratum %q: %w", stratum, err)
	}
	return TypeRule{stratum, re}, nil
}

// String returns what was parsed.
func (r TypeRule) String() string {
	return r.Stratum + "=" + strings.TrimPrefix(r.Pattern.String(), "(?i)")
}

// typeOf returns the stratum of the first rule that matches; ok is false when rules are given and none does.
func typeOf(rules []TypeRule, text string) (stratum string, ok bool) {
	for _, r := range rules {
		if r.Pattern.MatchString(text) {
			return r.Stratum, true
		}
	}
	return "", len(rules) == 0
}
