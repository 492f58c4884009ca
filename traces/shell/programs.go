package shell

import (
	"strings"
	"sync"
)

// A kind is what a program does with files.
type kind int

const (
	unknown  kind = iota // it may do anything
	none                 // nothing that matters: it names, shows and writes no file of interest
	reads                // shows what is in the files that it is given
	names                // says something about the files that it is given
	lists                // shows names of files
	searches             // shows lines, with the files that have them
	patches              // shows changes, under heads with files
	writes               // writes the files that it is given
)

// A program is a row of the table.
type program struct {
	kind  kind
	takes string // options of one letter that take the next word
	first bool   // its first operand is a script or a pattern, unless an option gives one
}

// programs is the table.
var programs = sync.OnceValue(func() map[string]program {
	table := map[string]program{
		"head": {kind: reads, takes: "nc"}, "tail": {kind: reads, takes: "nc"}, "nl": {kind: reads, takes: "bdfhilnpsvw"},
		"sed": {kind: reads, takes: "efl", first: true}, "awk": {kind: reads, takes: "Fvf", first: true}, "gawk": {kind: reads, takes: "Fvf", first: true},
		"jq": {kind: reads, takes: "f", first: true}, "cut": {kind: reads, takes: "dfcb"}, "sort": {kind: reads, takes: "ktoS"},
		"xxd": {kind: reads, takes: "slcg"}, "od": {kind: reads, takes: "AjNtw"}, "strings": {kind: reads, takes: "nte"}, "bat": {kind: reads, takes: "rl"},
		"ls": {kind: lists, takes: "ITw"}, "find": {kind: lists}, "fd": {kind: lists, takes: "eEtdxX", first: true}, "tee": {kind: writes},
		"rg": {kind: searches, takes: "efgtTmABCjM", first: true}, "ag": {kind: searches, takes: "GmABC", first: true},
	}
	add := func(p program, list string) {
		for _, name := range strings.Fields(list) {
			table[name] = p
		}
	}
	add(grep, "grep egrep fgrep zgrep ack")
	add(program{kind: reads}, "cat less more tac diff comm uniq column rev paste hexdump batcat")
	add(program{kind: names}, "wc stat file du realpath md5sum sha256sum")
	add(program{kind: none}, `cd pushd popd pwd echo printf true false : mkdir rmdir touch rm cp mv ln chmod chown export unset set alias which type
		date sleep exit return test [ [[ wait kill ps whoami id uname hostname tr seq basename dirname break continue shopt ulimit declare local done fi }`)
	return table
})

var grep = program{kind: searches, takes: "efmABC", first: true}

// subcommands are those of git; others show or change something else than files.
var subcommands = map[string]program{
	"grep": grep, "ls-files": {kind: lists}, "ls-tree": {kind: lists},
	"diff": {kind: patches}, "show": {kind: patches}, "log": {kind: patches}, "blame": {kind: reads, takes: "L"},
	"status": {kind: none}, "branch": {kind: none}, "add": {kind: none}, "commit": {kind: none}, "checkout": {kind: none}, "stash": {kind: none},
	"init": {kind: none}, "config": {kind: none}, "remote": {kind: none}, "fetch": {kind: none}, "rev-parse": {kind: none}, "describe": {kind: none}, "tag": {kind: none},
}

// wrappers run the command behind them, after as many operands of their own.
var wrappers = map[string]int{
	"sudo": 0, "time": 0, "nice": 0, "nohup": 0, "command": 0, "exec": 0, "builtin": 0, "stdbuf": 0, "timeout": 1, "env": 0, "xargs": 0,
	"do": 0, "then": 0, "else": 0, "if": 0, "elif": 0, "while": 0, "until": 0, "!": 0, "{": 0,
}
