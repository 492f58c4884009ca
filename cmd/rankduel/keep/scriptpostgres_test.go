//go:build unix

package keep_test

import (
	"bytes"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"sync/atomic"
	"testing"

	"github.com/rogpeppe/go-internal/testscript"

	"github.com/rankduel/rankduel/cmd/rankduel/internal/scripttest"
	"github.com/rankduel/rankduel/internal/pgtest"
)

// password is in the address of every store of these scripts. The server
// trusts everybody, and so any will do.
const password = "xHunter2x"

// TestScriptPostgres runs the scripts of testdata/postgres, each with a store of
// its own, $STORE, and another, $OTHER, in one throwaway server.
func TestScriptPostgres(t *testing.T) {
	server := pgtest.Start(t)
	var stores atomic.Int32
	newStore := func() string {
		name := fmt.Sprint("store", stores.Add(1))
		server.Exec(t, "CREATE SCHEMA "+name)
		return server.URL("search_path="+name, "password="+password)
	}
	scripttest.Run(t, scripttest.Folder{
		Path: "testdata/postgres",
		Commands: scripttest.Commands{
			"nopassword": noPassword,
			"sql":        func(ts *testscript.TestScript, _ bool, args []string) { server.Exec(t, args[0]) },
		},
		SetUp: func(env *testscript.Env) {
			env.Setenv("STORE", newStore())
			env.Setenv("OTHER", newStore())
			env.Setenv("PGDIR", server.Dir)
		},
	})
}

// noPassword looks for the password in what the last command said and in all
// files of the script.
func noPassword(ts *testscript.TestScript, _ bool, _ []string) {
	look := func(place string, content []byte) {
		if at := bytes.Index(content, []byte(password)); at >= 0 {
			ts.Fatalf("%s has the password: …%s…", place, content[max(at-60, 0):min(at+60, len(content))])
		}
	}
	for _, stream := range []string{"stdout", "stderr"} {
		look(stream, []byte(ts.ReadFile(stream)))
	}
	ts.Check(filepath.WalkDir(ts.MkAbs("."), func(path string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() {
			return err
		}
		content, err := os.ReadFile(path)
		look(path, content)
		return err
	}))
}
