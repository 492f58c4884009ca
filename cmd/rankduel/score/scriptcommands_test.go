package score_test

import (
	"os"
	"strconv"
	"strings"

	"github.com/rogpeppe/go-internal/testscript"

	"github.com/rankduel/rankduel/cmd/rankduel/internal/scripttest"
	"github.com/rankduel/rankduel/store/kebab/kebabtest"
)

// commands returns those of the scripts of this family.
func commands() scripttest.Commands {
	return scripttest.Commands{"ids": ids, "repeat": repeat, "kebabset": kebabSet}
}

// ids finds the two runs of one name in the output of runs list --format csv
// and puts their ids into $FIRST and $SECOND: ids NAME FILE.
func ids(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) != 2 {
		ts.Fatalf("usage: ids NAME FILE")
	}
	var found []string
	for line := range strings.Lines(ts.ReadFile(args[1])) {
		if id, rest, _ := strings.Cut(line, ","); strings.HasPrefix(rest, args[0]+",") {
			found = append(found, id)
		}
	}
	if len(found) != 2 {
		ts.Fatalf("%d runs are named %s, want 2", len(found), args[0])
	}
	ts.Setenv("FIRST", found[0])
	ts.Setenv("SECOND", found[1])
}

// repeat writes a text many times over: repeat FILE TIMES TEXT.
func repeat(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) != 3 {
		ts.Fatalf("usage: repeat FILE TIMES TEXT")
	}
	times, err := strconv.Atoi(args[1])
	ts.Check(err)
	ts.Check(os.WriteFile(ts.MkAbs(args[0]), []byte(strings.Repeat(args[2], times)), 0o666))
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
