package convert

import (
	"slices"
	"strings"

	"github.com/rankduel/rankduel/internal/pattern"
)

func looksYAML(f *file) bool {
	h := strings.TrimSpace(f.head())
	return !strings.HasPrefix(h, "{") && !strings.HasPrefix(h, "[") && (strings.HasSuffix(f.base(), ".yaml") || strings.HasSuffix(f.base(), ".yml") || hasKey(f, "id") && hasKey(f, "query"))
}

var yamlKey = pattern.Lazy(`(?m)(?:^[ -]*|[{,] *)["']?(\w+)["']?:(?:\s|$)`)

// hasKey reports a key of YAML, on a line of its own or in braces.
func hasKey(f *file, key string) bool { return anyKey(f, func(k string) bool { return k == key }) }

func anyKey(f *file, is func(string) bool) bool {
	return slices.ContainsFunc(yamlKey().FindAllStringSubmatch(f.head(), -1), func(m []string) bool { return is(m[1]) })
}
