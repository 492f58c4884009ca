package scripttest

import (
	"cmp"
	"flag"
	"log"
	"maps"
	"os"
	"path/filepath"
	"testing"

	"github.com/rogpeppe/go-internal/testscript"

	"github.com/rankduel/rankduel/cmd/rankduel/program"
)

var update = flag.Bool("update", false, "rewrite the expected files of scripts that are compared with cmp")

// Main makes a program answer to the name rankduel, so that scripts and the tests of signals run it as
// a process of its own: that of RANKDUEL_BIN, which make has built and which starts in a third of the
// time, or the test binary of the family. Under the race detector a program sleeps for a second before
// it exits, which is left out: it has reported by then.
func Main(m *testing.M) {
	if os.Getenv("GORACE") == "" {
		_ = os.Setenv("GORACE", "atexit_sleep_ms=0") // or it takes longer
	}
	commands := map[string]func(){"rankduel": func() {
		os.Exit(program.Execute(os.Args[1:], os.Stdin, os.Stdout, os.Stderr))
	}}
	if built := os.Getenv("RANKDUEL_BIN"); built != "" && commands[filepath.Base(os.Args[0])] == nil {
		if _, err := os.Stat(built); err != nil {
			log.Fatalf("RANKDUEL_BIN: %v", err)
		}
		_ = os.Setenv("PATH", filepath.Dir(built)+string(os.PathListSeparator)+os.Getenv("PATH"))
		commands = nil
	}
	testscript.Main(m, commands)
}

// Commands are what scripts have besides testscript's own.
type Commands map[string]func(ts *testscript.TestScript, neg bool, args []string)

// A Folder of scripts adds commands and variables to those that all scripts have.
type Folder struct {
	Path     string // testdata/script, if empty
	Commands Commands
	SetUp    func(*testscript.Env) // or nil
}

// Run runs every script of a family's folder in a new, empty folder. The first line of each says what it guards.
func Run(t *testing.T, f Folder) {
	cache := t.TempDir() // one for all, as users have it: the same indexes are built once
	commands := shared()
	maps.Copy(commands, f.Commands)
	testscript.Run(t, testscript.Params{
		Dir:                 cmp.Or(f.Path, "testdata/script"),
		RequireExplicitExec: true,
		RequireUniqueNames:  true,
		UpdateScripts:       *update,
		Condition:           condition,
		Cmds:                commands,
		Setup: func(env *testscript.Env) error {
			if f.SetUp != nil {
				f.SetUp(env)
			}
			return setUp(env, cache)
		},
	})
}

// shared returns the commands that scripts of several families use.
func shared() Commands {
	return Commands{
		"exits":     Exits,
		"refuses":   refuses,
		"unchanged": unchanged,
		"example":   example,
		"jsonhas":   jsonHas,
		"jsonlacks": jsonLacks,
		"storeruns": storeRuns,
		"truncate":  truncate,
		"compress":  compress,
		"kebab":     kebabFiles,
	}
}

// setUp keeps a script off the user's caches and names the fixtures.
func setUp(env *testscript.Env, cache string) error {
	examples, err := filepath.Abs("../../../examples")
	if err != nil {
		return err
	}
	testdata, err := filepath.Abs("../testdata")
	if err != nil {
		return err
	}
	env.Setenv("HOME", filepath.Join(env.WorkDir, ".home"))
	env.Setenv("XDG_CACHE_HOME", cache)
	env.Setenv("GORACE", os.Getenv("GORACE"))
	env.Setenv("EXAMPLES", examples)
	env.Setenv("TESTDATA", testdata)
	return nil
}

// condition knows [root]: anyone who tests as root may write anywhere.
func condition(name string) (bool, error) {
	switch name {
	case "root":
		return os.Geteuid() == 0, nil
	case "soak": // what takes minutes
		return os.Getenv("RANKDUEL_SOAK") != "", nil
	}
	return false, os.ErrInvalid
}
