package scripttest

import (
	"flag"
	"os"
	"path/filepath"
	"testing"

	"github.com/rogpeppe/go-internal/testscript"

	"github.com/rankduel/rankduel/cmd/rankduel/program"
)

var update = flag.Bool("update", false, "rewrite the expected files of scripts that are compared with cmp")

// Main makes the test binary of a family answer to the name rankduel, so that scripts
// and the tests of signals run the program as a process of its own.
//
// A program that was built with the race detector sleeps for a second before
// it exits. It reports what it found when it finds it, so nothing is lost by
// leaving that out.
func Main(m *testing.M) {
	if os.Getenv("GORACE") == "" {
		_ = os.Setenv("GORACE", "atexit_sleep_ms=0") // or it takes longer
	}
	testscript.Main(m, map[string]func(){"rankduel": func() {
		os.Exit(program.Execute(os.Args[1:], os.Stdin, os.Stdout, os.Stderr))
	}})
}

// Run runs every script of the family's testdata/script in a new, empty folder.
// The first line of each says what it guards.
func Run(t *testing.T) {
	cache := t.TempDir() // one for all, as users have it: the same indexes are built once
	testscript.Run(t, testscript.Params{
		Dir:                 "testdata/script",
		RequireExplicitExec: true,
		RequireUniqueNames:  true,
		UpdateScripts:       *update,
		Setup:               func(env *testscript.Env) error { return setUp(env, cache) },
		Condition:           condition,
		Cmds:                scriptCommands(),
	})
}

// scriptCommands returns those that scripts have besides testscript's own.
func scriptCommands() map[string]func(*testscript.TestScript, bool, []string) {
	return map[string]func(*testscript.TestScript, bool, []string){
		"exits":     exits,
		"refuses":   refuses,
		"unchanged": unchanged,
		"ids":       ids,
		"example":   example,
		"jsonhas":   jsonHas,
		"jsonlacks": jsonLacks,
		"storeruns": storeRuns,
		"repeat":    repeat,
		"truncate":  truncate,
		"compress":  compress,
		"kebab":     kebabFiles,
		"kebabset":  kebabSet,
		"locked":    locked,
		"damage":    damage,
		"searchlog": searchLog,
		"newrun":    newRun,
		"labels":    labelled,
		"lower":     lower,
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
