package command

import (
	"errors"
	"fmt"
	"maps"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"time"

	"github.com/rankduel/rankduel/internal/secrets"
)

// The modes.
const (
	Lines = "lines" // the program is started once and answers line by line
	Once  = "once"  // the program is started for each query
)

// DefaultGrace is how long a program is left alone with a query that nobody waits for any more.
const DefaultGrace = 10 * time.Second

const (
	maxInstances   = 256
	maxConcurrency = 1024
)

// Settings declare a program. Only Argv is needed.
type Settings struct {
	// Argv is the program and its arguments. There is no shell: nothing is expanded or split. A program without a slash is
	// looked for in PATH; one with a slash is relative to Dir.
	Argv []string `yaml:"argv" json:"argv"`

	// Mode is "lines", the default, or "once".
	Mode string `yaml:"mode,omitempty" json:"mode,omitempty"`

	// Env is added to the environment of this process, in which ${NAME} stands for a variable. What such variables hold
	// is shown in no error.
	Env map[string]string `yaml:"env,omitempty" json:"env,omitempty"`

	// Dir is where the program runs; empty is the current folder.
	Dir string `yaml:"dir,omitempty" json:"dir,omitempty"`

	// Instances is how many processes run side by side; 0 means 1, in mode once as many as there are processors.
	Instances int `yaml:"instances,omitempty" json:"instances,omitempty"`

	// Concurrency is how many requests a process may have before it has answered the first; 0 means 1. Only for lines.
	// More is for programs that work on several at once: with others it only adds waiting to the latency.
	Concurrency int `yaml:"concurrency,omitempty" json:"concurrency,omitempty"`

	// StartTimeout is how long the program may take to write {"ready":true}, in YAML with a unit ("2m"). 0 means that it is
	// not waited for: requests are sent at once. Only for lines.
	StartTimeout time.Duration `yaml:"start_timeout,omitempty" json:"start_timeout,omitempty"`

	// Grace is how long the program may go on with a query whose caller has given up, before it is killed and started
	// again; 0 means [DefaultGrace]. Only for lines; in mode once the process is killed at once.
	Grace time.Duration `yaml:"grace,omitempty" json:"grace,omitempty"`

	// Hits is a jq expression that makes hits of what the program wrote. Only for once.
	Hits string `yaml:"hits,omitempty" json:"hits,omitempty"`

	// Inputs are files that rankings depend on, such as an index, a model or a module of the program. Their content is
	// part of the fingerprint.
	Inputs []string `yaml:"inputs,omitempty" json:"inputs,omitempty"`

	// written is Dir before [Settings.Rebased]; nil when it is as it was written.
	written *string
}

// resolved returns the settings with their defaults written out.
func (s Settings) resolved() Settings {
	if s.Mode == "" {
		s.Mode = Lines
	}
	if s.Instances == 0 {
		s.Instances = 1
		if s.Mode == Once {
			s.Instances = runtime.GOMAXPROCS(0)
		}
	}
	if s.Concurrency == 0 {
		s.Concurrency = 1
	}
	if s.Grace == 0 {
		s.Grace = DefaultGrace
	}
	return s
}

// Rebased returns the settings with relative paths made by resolve, which puts them behind the folder of an experiment
// file. Arguments stay as they are: they are the program's, which runs in Dir. The fingerprint stays that of the folder as it was written, wherever the experiment file is called from.
func (s Settings) Rebased(resolve func(string) string) Settings {
	dir := s.Dir
	if dir == "" {
		dir = "."
	}
	if s.written == nil {
		s.written = new(s.Dir)
	}
	s.Dir = resolve(dir)
	s.Inputs = slices.Clone(s.Inputs)
	for i, path := range s.Inputs {
		s.Inputs[i] = resolve(path)
	}
	return s
}

// writtenDir is Dir as it was written.
func (s Settings) writtenDir() string {
	if s.written != nil {
		return *s.written
	}
	return s.Dir
}

// Validate reports every fault of the settings at once, joined. It touches neither the disk nor the environment:
// whether the program is there is found out by [Open].
func (s Settings) Validate() error {
	var faults []error
	fault := func(format string, args ...any) { faults = append(faults, fmt.Errorf(format, args...)) }

	if len(s.Argv) == 0 || strings.TrimSpace(s.Argv[0]) == "" {
		fault("argv is missing: want the program and its arguments as a list, such as [python3, search.py]")
	}
	if slices.ContainsFunc(s.Argv, func(a string) bool { return strings.ContainsRune(a, 0) }) {
		fault("argv has a NUL byte, which no argument can have")
	}
	switch s.resolved().Mode {
	case Lines:
		if slices.ContainsFunc(s.Argv, hasPlaceholder) {
			fault("argv has {query}, {k} or {id}, which only mode once replaces: in mode lines a program is asked on its standard input")
		}
		if s.Hits != "" {
			fault("hits is set, but mode lines has no use for it: the program answers in the form that the documentation shows")
		}
	case Once:
		faults = append(faults, s.onceFaults()...)
	default:
		fault("mode %q: want %s or %s", s.Mode, Lines, Once)
	}
	if s.Instances < 0 || s.Instances > maxInstances {
		fault("instances are %d: want 1 to %d", s.Instances, maxInstances)
	}
	if s.Concurrency < 0 || s.Concurrency > maxConcurrency {
		fault("concurrency is %d: want 1 to %d", s.Concurrency, maxConcurrency)
	}
	for name, d := range map[string]time.Duration{"start_timeout": s.StartTimeout, "grace": s.Grace} {
		if d != 0 && d < time.Millisecond { // a number without a unit is read as nanoseconds
			fault("%s is %v: want at least 1ms, written with a unit such as 30s", name, d)
		}
	}
	for _, name := range slices.Sorted(maps.Keys(s.Env)) {
		if name == "" || strings.ContainsAny(name, "=\x00") {
			fault("env: %q is no name of a variable", name)
		}
		if err := secrets.CheckReferences(s.Env[name]); err != nil {
			fault("env %s: %w", name, err)
		}
		if strings.ContainsRune(s.Env[name], 0) {
			fault("env %s has a NUL byte, which no variable can have", name)
		}
	}
	if slices.Contains(s.Inputs, "") {
		fault("inputs has an empty path")
	}
	return errors.Join(faults...)
}

func (s Settings) onceFaults() []error {
	var faults []error
	for _, unused := range []struct {
		name string
		set  bool
	}{
		{"concurrency", s.Concurrency != 0},
		{"start_timeout", s.StartTimeout != 0},
		{"grace", s.Grace != 0},
	} {
		if unused.set {
			faults = append(faults, fmt.Errorf("%s is set, but mode once has no use for it", unused.name))
		}
	}
	if len(s.Argv) > 0 && hasPlaceholder(s.Argv[0]) {
		faults = append(faults, errors.New("argv begins with a placeholder: a query cannot say which program is run"))
	}
	if script := shellScript(s.Argv); hasPlaceholder(script) {
		faults = append(faults, fmt.Errorf(`argv puts a query into the script of a shell, which would run what is in it: write "$1" there, and after it %s and "{query}" as arguments of their own`,
			filepath.Base(s.Argv[0])))
	}
	if _, err := compileHits(s.Hits); err != nil {
		faults = append(faults, err)
	}
	return faults
}

// shellScript is the script that a shell is given by -c, or nothing.
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
