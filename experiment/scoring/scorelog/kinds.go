// Package scorelog reads the logs that other programs keep of an evaluation, as rows of scores: a sample, a
// repeat, a system. What each kind looks like is in logs.yaml; nothing here knows one of them.
package scorelog

import (
	_ "embed" // logs.yaml
	"regexp"
	"sync"

	"gopkg.in/yaml.v3"

	"github.com/rankduel/rankduel/internal/jq"
)

//go:embed logs.yaml
var logsText []byte

// A kind is how the logs of one program are read; logs.yaml says what it may say.
type kind struct {
	Name            string
	Records         []string
	Columns         string
	Is, About, Rows string
	Twice           string
	Choose          string
	Right, Costs    []string
	Higher          []string
	Refuse          string
	Rankings        string // a jq filter that makes lines of hits of the rankings in it
	is, about, rows func() *jq.Expression
	header          func() *regexp.Regexp
}

// kinds returns them all, with their expressions, which are compiled at first use.
var kinds = sync.OnceValue(func() []*kind {
	var file struct {
		Functions string
		Kinds     []*kind
	}
	if err := yaml.Unmarshal(logsText, &file); err != nil {
		panic(err) // it is part of the program
	}
	compiled := func(name, text string) func() *jq.Expression {
		return sync.OnceValue(func() *jq.Expression {
			x, err := jq.Compile(name, file.Functions+text, "$head", "$name")
			if err != nil {
				panic(err)
			}
			return x
		})
	}
	for _, k := range file.Kinds {
		k.is, k.about, k.rows = compiled(k.Name, k.Is), compiled(k.Name, k.About), compiled(k.Name, k.Rows)
		k.header = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(k.Columns) })
	}
	return file.Kinds
})

// Rankings returns a jq filter that makes a run in JSON lines of what a kind of log was
// scored by; "" where it has no rankings.
func Rankings(of string) string {
	for _, k := range kinds() {
		if k.Name == of {
			return k.Rankings
		}
	}
	return ""
}

// IsTable reports whether a line is the header of a CSV log of a kind that is known.
func IsTable(header string) bool { return tableKind(header) != nil }

func tableKind(header string) *kind {
	for _, k := range kinds() {
		if k.Columns != "" && k.header().MatchString(header) {
			return k
		}
	}
	return nil
}
