package command

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/rankduel/rankduel/internal/secrets"
)

// Warnings names secrets that valid settings seem to hold in plain text: arguments such as --api-key=…, headers among
// them, and variables. They would be stored and shared with the experiment. No value is quoted.
func (s Settings) Warnings() []string {
	var warnings []string
	for i, argument := range s.Argv {
		name, value, ok := option(argument)
		if !ok && i+1 < len(s.Argv) && strings.HasPrefix(argument, "--") {
			name, value = argument, s.Argv[i+1]
		}
		if strings.HasPrefix(value, "-") || hasPlaceholder(value) || !secrets.Literal(strings.TrimLeft(name, "-"), value) {
			continue
		}
		warnings = append(warnings, fmt.Sprintf("argv: %s seems to be a secret in plain text, which is stored and shared with the experiment: "+
			"have the program read it from a variable, and set that under env as ${NAME}", name))
	}
	for _, name := range slices.Sorted(maps.Keys(s.Env)) {
		if secrets.Literal(name, s.Env[name]) {
			warnings = append(warnings, fmt.Sprintf("env: %s seems to be a secret in plain text, which is stored and shared with the experiment: "+
				"write ${%s} and set that environment variable", name, name))
		}
	}
	return warnings
}

// option splits --name=value, and the header that is an argument of its own.
func option(argument string) (name, value string, ok bool) {
	if name, value, ok = strings.Cut(argument, "="); ok && strings.HasPrefix(name, "-") {
		return name, value, true
	}
	if name, value, ok = strings.Cut(argument, ":"); ok && !strings.ContainsAny(name, " /\t") {
		return name, value, true
	}
	return "", "", false
}
