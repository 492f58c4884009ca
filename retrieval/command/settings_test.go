//go:build unix

package command_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"github.com/rankduel/rankduel/retrieval/command"
	"github.com/rankduel/rankduel/retrieval/internal/adaptertest"
)

func TestValidate(t *testing.T) {
	for _, c := range []struct {
		name  string
		given command.Settings
		want  []string // nothing: valid
	}{
		{"least", command.Settings{Argv: []string{"x"}}, nil},
		{"lines", command.Settings{
			Argv: []string{"x", "-y", "${Z} {}"}, Mode: "lines", Env: map[string]string{"A": "${B}", "C": "$D"}, Dir: "d",
			Instances: 2, Concurrency: 3, StartTimeout: time.Minute, Grace: time.Second, Inputs: []string{"f"},
		}, nil},
		{"once", command.Settings{Argv: []string{"x", "{query}", "--k={k}"}, Mode: "once", Instances: 4, Hits: ".[]"}, nil},
		{"nothing", command.Settings{}, []string{"argv is missing: want the program and its arguments as a list"}},
		{"blank", command.Settings{Argv: []string{" "}}, []string{"argv is missing"}},
		{"all at once", command.Settings{
			Argv: []string{"x", "{query}", "\x00"}, Env: map[string]string{"A=B": "1", "": "2", "N": "a\x00", "R": "${"}, Instances: -1, Concurrency: 5000,
			StartTimeout: 30, Grace: -time.Second, Hits: ".", Inputs: []string{"a", ""},
		}, []string{
			"argv has a NUL byte", "which only mode once replaces", "hits is set, but mode lines has no use for it", "instances are -1: want 1 to 256",
			"concurrency is 5000: want 1 to 1024", "start_timeout is 30ns: want at least 1ms, written with a unit such as 30s", "grace is -1s",
			`env: "A=B" is not the name`, `env: "" is not the name`, "env N has a NUL byte", "env R: ${ without a name", "inputs has an empty path",
		}},
		{"mode", command.Settings{Argv: []string{"x"}, Mode: "daemon"}, []string{`mode "daemon": want lines or once`}},
		{
			"once has no use",
			command.Settings{Argv: []string{"x"}, Mode: "once", Concurrency: 2, StartTimeout: time.Second, Grace: time.Second},
			[]string{"concurrency is set, but mode once has no use for it", "start_timeout is set", "grace is set"},
		},
		{"a query is not a program", command.Settings{Argv: []string{"{query}"}, Mode: "once"}, []string{"argv begins with a placeholder"}},
		{"jq syntax", command.Settings{Argv: []string{"x"}, Mode: "once", Hits: ".hits[] | {id: ."}, []string{`hits: unexpected EOF after ".hits[] | {id: ."`}},
		{"jq variable", command.Settings{Argv: []string{"x"}, Mode: "once", Hits: "$nope"}, []string{"hits: variable not defined: $nope"}},
		{"a query in a script", command.Settings{Argv: []string{"sh", "-c", "search {query}"}, Mode: "once"}, []string{"into the script of a shell", `write "$1" there, and after it sh and "{query}"`}},
		{"more options", command.Settings{Argv: []string{"/bin/bash", "--norc", "-euc", "search '{query}'"}, Mode: "once"}, []string{"into the script of a shell"}},
		{"a query next to a script", command.Settings{Argv: []string{"sh", "-c", `search "$1"`, "sh", "{query}"}, Mode: "once"}, nil},
	} {
		t.Run(c.name, func(t *testing.T) {
			err := c.given.Validate()
			if (err == nil) != (len(c.want) == 0) {
				t.Fatalf("Validate = %v, want %q", err, c.want)
			}
			for _, want := range c.want {
				if !strings.Contains(err.Error(), want) {
					t.Errorf("Validate = %v, want %q", err, want)
				}
			}
		})
	}
}

func write(t *testing.T, path, content string) string {
	t.Helper()
	if err := os.WriteFile(path, []byte(content), 0o700); err != nil {
		t.Fatal(err)
	}
	return path
}

func TestOpenFaults(t *testing.T) {
	dir := t.TempDir()
	write(t, filepath.Join(dir, "program"), "#!/bin/sh\n")
	if err := os.WriteFile(filepath.Join(dir, "text"), nil, 0o600); err != nil {
		t.Fatal(err)
	}
	t.Setenv("COMMAND_TEST_EMPTY", "")
	for _, c := range []struct {
		name  string
		given command.Settings
		want  []string
	}{
		{"not in PATH", command.Settings{Argv: []string{"no-such-program"}}, []string{"executable file not found in $PATH; a program that is not in PATH is written with its folder, such as ./no-such-program"}},
		{"not there", command.Settings{Argv: []string{"./program"}}, []string{"argv:", "no such file"}},
		{"no program", command.Settings{Argv: []string{"./text"}, Dir: dir}, []string{"argv:", "permission denied; want a file that can be executed, relative to dir"}},
		{
			"all at once",
			command.Settings{Argv: []string{"no-such-program"}, Dir: filepath.Join(dir, "text"), Env: map[string]string{"A": "${COMMAND_TEST_UNSET}", "B": "${COMMAND_TEST_EMPTY}"}},
			[]string{"argv:", "is not a folder", "env A: environment variable COMMAND_TEST_UNSET is not set", "env B: environment variable COMMAND_TEST_EMPTY is empty"},
		},
		{"no folder", command.Settings{Argv: []string{"sh"}, Dir: filepath.Join(dir, "gone")}, []string{"dir: stat"}},
	} {
		for _, mode := range []string{command.Lines, command.Once} {
			c.given.Mode = mode
			r, err := command.Open(t.Context(), c.given)
			if r != nil || err == nil {
				t.Fatalf("%s: opened", c.name)
			}
			for _, want := range c.want {
				if !strings.Contains(err.Error(), want) {
					t.Errorf("%s: %v, want %q", c.name, err, want)
				}
			}
		}
	}
}

func TestFingerprint(t *testing.T) {
	dir, other := t.TempDir(), t.TempDir()
	program, input := write(t, filepath.Join(dir, "search"), "#!/bin/sh\n"), write(t, filepath.Join(dir, "index"), "1")
	write(t, filepath.Join(dir, "script.py"), "print(1)")
	write(t, filepath.Join(other, "script.py"), "print(1)")
	print := func(s command.Settings) string {
		t.Helper()
		f, err := s.Fingerprint(t.Context())
		if err != nil || len(f) != 64 || strings.Trim(f, "0123456789abcdef") != "" {
			t.Fatalf("Fingerprint = %q, %v, want 64 hexadecimal digits", f, err)
		}
		return f
	}
	t.Setenv("COMMAND_TEST_KEY", "one")
	settings := command.Settings{Argv: []string{"./search", "-v"}, Dir: dir, Env: map[string]string{"KEY": "${COMMAND_TEST_KEY}"}, Inputs: []string{input}}
	base := print(settings)
	t.Setenv("COMMAND_TEST_KEY", "two")
	same := settings
	same.Mode, same.Instances, same.Concurrency, same.StartTimeout, same.Grace = "lines", 2, 3, time.Second, time.Second
	if print(same) != base {
		t.Error("what changes no ranking changed the fingerprint")
	}
	seen := map[string]string{base: "base"}
	differs := func(name string, s command.Settings) {
		t.Helper()
		f := print(s)
		if twin, twice := seen[f]; twice {
			t.Errorf("%s: the fingerprint is that of %s", name, twin)
		}
		seen[f] = name
	}
	for name, change := range map[string]func(*command.Settings){
		"argv":      func(s *command.Settings) { s.Argv = []string{"./search", "-w"} },
		"mode":      func(s *command.Settings) { s.Mode = "once" },
		"hits":      func(s *command.Settings) { s.Mode, s.Hits = "once", ".[]" },
		"env":       func(s *command.Settings) { s.Env = map[string]string{"KEY": "${OTHER}"} },
		"no inputs": func(s *command.Settings) { s.Inputs = nil },
		"script":    func(s *command.Settings) { s.Argv = []string{"sh", "-x", "script.py"} },
		"folder":    func(s *command.Settings) { s.Argv, s.Dir = []string{"sh", "-x", "script.py"}, other },
	} {
		changed := settings
		change(&changed)
		differs(name, changed)
	}
	script := settings
	script.Argv = []string{"sh", "-x", "script.py"}
	write(t, filepath.Join(dir, "script.py"), "print(2)")
	differs("the script is edited", script)
	write(t, program, "#!/bin/sh\n# changed\n")
	differs("the program is edited", settings)
	write(t, input, "2")
	differs("the index is edited", settings)

	gone := settings
	gone.Argv = []string{"no-such-program"} // its recordings can still be read
	print(gone)
	for _, path := range []string{filepath.Join(dir, "gone"), dir} {
		settings.Inputs = []string{path}
		if f, err := settings.Fingerprint(t.Context()); err == nil || !strings.Contains(err.Error(), "inputs: ") || !strings.Contains(err.Error(), path) {
			t.Errorf("input %s: %q, %v, want an error that names it", path, f, err)
		}
	}
	if _, err := (command.Settings{}).Fingerprint(t.Context()); err == nil {
		t.Error("faulty settings have a fingerprint")
	}
}

func TestRebased(t *testing.T) {
	given := command.Settings{Argv: []string{"./search", "index"}, Inputs: []string{"a", "/b"}}
	got := given.Rebased(func(p string) string {
		if filepath.IsAbs(p) {
			return p
		}
		return filepath.Join("/plan", p)
	})
	want := command.Settings{Argv: []string{"./search", "index"}, Dir: "/plan", Inputs: []string{"/plan/a", "/b"}}
	if diff := cmp.Diff(want, got, cmpopts.IgnoreUnexported(command.Settings{})); diff != "" {
		t.Errorf("want -, got +:\n%s", diff)
	}
	if given.Inputs[0] != "a" || given.Dir != "" {
		t.Errorf("the settings given were changed: %+v", given)
	}
}

// An experiment file that is called by another path, or moved with all that belongs to it, has the same recordings.
func TestFingerprintOfRebased(t *testing.T) {
	print := func(dir, below string) string {
		t.Helper()
		s := command.Settings{Argv: []string{"sh", "script.sh"}, Dir: below, Inputs: []string{"index"}}
		behind := func(path string) string { return filepath.Join(dir, path) }
		f, err := s.Rebased(behind).Rebased(func(path string) string { return path }).Fingerprint(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		return f
	}
	one, other := t.TempDir(), t.TempDir()
	for _, dir := range []string{one, other} {
		if err := os.Mkdir(filepath.Join(dir, "below"), 0o777); err != nil {
			t.Fatal(err)
		}
		write(t, filepath.Join(dir, "script.sh"), "cat")
		write(t, filepath.Join(dir, "below", "script.sh"), "cat")
		write(t, filepath.Join(dir, "index"), "1")
	}
	base := print(one, "")
	t.Chdir(one)
	for name, dir := range map[string]string{"another folder": other, "the folder itself": ".", "a longer way": "../" + filepath.Base(one)} {
		if print(dir, "") != base {
			t.Errorf("%s changes the fingerprint", name)
		}
	}
	if print(one, "below") == base {
		t.Error("another folder that is written does not change the fingerprint")
	}
	write(t, filepath.Join(other, "script.sh"), "cat -n")
	if print(other, "") == base {
		t.Error("a script that is edited does not change the fingerprint")
	}
}

// Both encodings of the settings read back, and say the same.
func TestEncodings(t *testing.T) {
	const text = `
argv: [python3, search.py, --index, wiki]
mode: lines
env: {HF_TOKEN: "${HF_TOKEN}"}
dir: engine
instances: 2
concurrency: 4
start_timeout: 2m
grace: 5s
inputs: [engine/search.py, engine/wiki.idx]
`
	want := command.Settings{
		Argv: []string{"python3", "search.py", "--index", "wiki"}, Mode: "lines", Env: map[string]string{"HF_TOKEN": "${HF_TOKEN}"}, Dir: "engine",
		Instances: 2, Concurrency: 4, StartTimeout: 2 * time.Minute, Grace: 5 * time.Second, Inputs: []string{"engine/search.py", "engine/wiki.idx"},
	}
	if diff := cmp.Diff(want, adaptertest.Settings[command.Settings](t, text), cmpopts.IgnoreUnexported(command.Settings{})); diff != "" {
		t.Errorf("want -, got +:\n%s", diff)
	}
}
