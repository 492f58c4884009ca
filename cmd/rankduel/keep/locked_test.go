package keep_test

import (
	"bufio"
	"errors"
	"os/exec"

	"github.com/rogpeppe/go-internal/testscript"

	"github.com/rankduel/rankduel/cmd/rankduel/internal/scripttest"
)

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
	scripttest.Exits(ts, false, args[1:])
}
