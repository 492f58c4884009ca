package scripttest

import (
	"bufio"
	"errors"
	"os"
	"os/exec"
	"strings"

	"github.com/rogpeppe/go-internal/testscript"

	"github.com/rankduel/rankduel/store/kebab/kebabtest"
)

// kebabFiles puts kebab's store of the conformance vectors and its golden list
// into the current folder: kebab.
func kebabFiles(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) > 0 {
		ts.Fatalf("usage: kebab")
	}
	for name, from := range map[string]string{
		"kebab.sqlite": "../../../store/kebab/testdata/kebab_store.sqlite", "golden.yaml": "../../../testsets/testdata/kebab_store_golden.yaml",
	} {
		data, err := os.ReadFile(from)
		ts.Check(err)
		ts.Check(os.WriteFile(ts.MkAbs(name), data, 0o600))
	}
}

// kebabSet changes settings of a stored run: kebabset STORE RUN NAME=VALUE...
func kebabSet(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) < 3 {
		ts.Fatalf("usage: kebabset STORE RUN NAME=VALUE...")
	}
	for _, setting := range args[2:] {
		name, value, _ := strings.Cut(setting, "=")
		ts.Check(kebabtest.Set(ts.MkAbs(args[0]), args[1], name, value))
	}
}

// locked has the sqlite3 shell hold a store locked while a command runs, which
// has to fail with an exit code: locked STORE CODE program args...
func locked(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) < 3 {
		ts.Fatalf("usage: locked STORE CODE program args...")
	}
	shell := exec.Command("sqlite3", ts.MkAbs(args[0]))
	in, err := shell.StdinPipe()
	ts.Check(err)
	out, err := shell.StdoutPipe()
	ts.Check(err)
	ts.Check(shell.Start())
	defer func() { ts.Check(errors.Join(in.Close(), shell.Wait())) }()
	_, err = in.Write([]byte("BEGIN EXCLUSIVE;\nSELECT 'locked';\n"))
	ts.Check(err)
	line, err := bufio.NewReader(out).ReadString('\n')
	ts.Check(err)
	if line != "locked\n" {
		ts.Fatalf("the shell says %q", line)
	}
	exits(ts, false, args[1:])
}
