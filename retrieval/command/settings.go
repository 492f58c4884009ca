package command

import (
	"cmp"
	"runtime"
	"slices"
	"time"
)

// The modes.
const (
	Lines = "lines" // the program is started once and answers line by line
	Once  = "once"  // the program is started for each query
)

// DefaultGrace is how long a program is left alone with a query that no one waits for any more.
const DefaultGrace = 10 * time.Second

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

	// State is a program with its arguments that prints what changes with the index, such as a count or a hash; empty:
	// no one can tell. It is started in dir with env, and is not part of the fingerprint: what it prints is part of the
	// key of recordings.
	State []string `yaml:"state,omitempty" json:"-"`

	// written is Dir before [Settings.Rebased]; nil when it is as it was written.
	written *string
}

// resolved returns the settings with their defaults written out.
func (s Settings) resolved() Settings {
	s.Mode = cmp.Or(s.Mode, Lines)
	if s.Instances == 0 {
		s.Instances = 1
		if s.Mode == Once {
			s.Instances = runtime.GOMAXPROCS(0)
		}
	}
	s.Concurrency = cmp.Or(s.Concurrency, 1)
	s.Grace = cmp.Or(s.Grace, DefaultGrace)
	return s
}

// Rebased returns the settings with relative paths made by resolve, which puts them behind the folder of an experiment
// file. Arguments stay as they are: they are the program's, which runs in Dir. The fingerprint stays that of the folder as it was written, wherever the experiment file is called from.
func (s Settings) Rebased(resolve func(string) string) Settings {
	dir := cmp.Or(s.Dir, ".")
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

func (s Settings) writtenDir() string {
	if s.written != nil {
		return *s.written
	}
	return s.Dir
}
