package command

import (
	"fmt"
	"maps"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/rankduel/rankduel/internal/prose"
	"github.com/rankduel/rankduel/internal/secrets"
)

const (
	maxInstances   = 256
	maxConcurrency = 1024
)

// Validate reports every fault of the settings at once, joined. It touches neither the disk nor the environment:
// whether the program is there is found out by [Open].
func (s Settings) Validate() error {
	var faults prose.Faults
	faults.If(len(s.Argv) == 0 || strings.TrimSpace(s.Argv[0]) == "", "argv is missing: want the program and its arguments as a list, such as [python3, search.py]")
	faults.If(slices.ContainsFunc(s.Argv, func(a string) bool { return strings.ContainsRune(a, 0) }), "argv has a NUL byte, which no argument can have")
	switch s.resolved().Mode {
	case Lines:
		faults.If(slices.ContainsFunc(s.Argv, hasPlaceholder), "argv has {query}, {k} or {id}, which only mode once replaces: in mode lines a program is asked on its standard input")
		faults.If(s.Hits != "", "hits is set, but mode lines has no use for it: the program answers in the form that the documentation shows")
	case Once:
		faults = append(faults, s.onceFaults()...)
	default:
		faults = append(faults, fmt.Errorf("mode %q: want %s or %s", s.Mode, Lines, Once))
	}
	faults.If(s.Instances < 0 || s.Instances > maxInstances, "instances are %d: want 1 to %d", s.Instances, maxInstances)
	faults.If(s.Concurrency < 0 || s.Concurrency > maxConcurrency, "concurrency is %d: want 1 to %d", s.Concurrency, maxConcurrency)
	for name, d := range map[string]time.Duration{"start_timeout": s.StartTimeout, "grace": s.Grace} {
		faults.If(d != 0 && d < time.Millisecond, "%s is %v: want at least 1ms, written with a unit such as 30s", name, d) // a number without a unit is read as nanoseconds
	}
	for _, name := range slices.Sorted(maps.Keys(s.Env)) {
		faults.If(name == "" || strings.ContainsAny(name, "=\x00"), "env: %q is not the name of a variable", name)
		faults.In("env "+name, secrets.CheckReferences(s.Env[name]))
		faults.If(strings.ContainsRune(s.Env[name], 0), "env %s has a NUL byte, which no variable can have", name)
	}
	faults.If(slices.Contains(s.Inputs, ""), "inputs has an empty path")
	return faults.Join()
}

func (s Settings) onceFaults() []error {
	var faults prose.Faults
	faults.If(s.Concurrency != 0, "concurrency is set, but mode once has no use for it")
	faults.If(s.StartTimeout != 0, "start_timeout is set, but mode once has no use for it")
	faults.If(s.Grace != 0, "grace is set, but mode once has no use for it")
	faults.If(len(s.Argv) > 0 && hasPlaceholder(s.Argv[0]), "argv begins with a placeholder: a query cannot say which program is run")
	if hasPlaceholder(shellScript(s.Argv)) {
		faults = append(faults, fmt.Errorf(`argv puts a query into the script of a shell, which would run what is in it: write "$1" there, and after it %s and "{query}" as arguments of their own`,
			filepath.Base(s.Argv[0])))
	}
	_, err := compileHits(s.Hits)
	return append(faults, err)
}

// shellScript returns the script that a shell is given by -c, or nothing.
func shellScript(argv []string) string {
	if len(argv) == 0 || !slices.Contains([]string{"sh", "ash", "bash", "dash", "ksh", "zsh", "fish", "busybox"}, filepath.Base(argv[0])) {
		return ""
	}
	for i, a := range argv[1:] {
		// -c may stand among other letters: bash -euc '…'
		if strings.HasPrefix(a, "-") && !strings.HasPrefix(a, "--") && strings.Contains(a, "c") && i+2 < len(argv) {
			return argv[i+2]
		}
	}
	return ""
}

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
