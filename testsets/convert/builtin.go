package convert

import (
	"bytes"
	_ "embed" // formats.yaml
	"fmt"
	"slices"
	"strings"
	"sync"

	"gopkg.in/yaml.v3"

	"github.com/rankduel/rankduel/internal/prose"
)

//go:embed formats.yaml
var formatsText []byte

// Builtin lists the formats. Adding one is an entry of formats.yaml, with one of shapes.yaml or with code for it below.
func Builtin() []Format { return builtin() }

var builtin = sync.OnceValue(func() (list []Format) {
	d := yaml.NewDecoder(bytes.NewReader(formatsText))
	d.KnownFields(true)
	if err := d.Decode(&list); err != nil {
		panic(err) // it is part of the program
	}
	for i := range list {
		f := &list[i]
		f.code = codes()[f.Name]
		if f.looks == nil {
			f.looks = only(begins(f.Begins.Mark, f.Begins.Has...))
		}
		if f.read == nil {
			f.read = shaped(f.Name)
		}
	}
	return list
})

// codes returns them by the names of formats.
func codes() map[string]code {
	return map[string]code{
		"trec": {looks: looksTREC, read: readTREC, write: writeTREC, text: strings.NewReplacer("\r\n", " ", "\n", " ", "\r", " ", "\t", " ").Replace},
		"beir": {
			looks: func(in *input) bool { return in.any(looksBEIRQueries) || in.all(looksBEIRQrels) },
			read:  readBEIR, write: writeBEIR,
		},
		"smart": {looks: func(in *input) bool { return in.any(looksSMART) }, read: readSMART, write: writeSMART, text: flat},
		"ntcir": {looks: func(in *input) bool { return len(in.legible()) > 0 && in.all(looksNTCIR) }, read: readNTCIR},
		"csv": {
			looks: func(in *input) bool {
				return in.all(looksTable) && !in.any(isQuestionTable) || in.opts.Columns != "" && only(isTable)(in)
			},
			read: readCSV, write: writeCSV, text: plainEnds,
		},
		"quepid": {
			looks: only(func(f *file) bool { return quepidForm(f) != "" }),
			read:  ofOneFile(readQuepid), write: writeQuepid,
			text: func(s string) string { return unguarded(guarded(plainEnds(s))) },
		},
		"rre":           {write: writeRRE},
		"elasticsearch": {read: ofOneFile(readElastic), write: writeElastic},
		"opensearch": {
			looks: func(in *input) bool {
				return in.all(func(f *file) bool { return begins("", `"judgmentRatings"`)(f) || begins("", `"querySetQueries"`)(f) })
			},
			read: readOpenSearch, write: writeOpenSearch,
		},
		"qrels-json": {looks: only(looksQrelsJSON), read: ofOneFile(readQrelsJSON)},
		"ragas":      {looks: only(looksRagas), read: ofOneFile(readRAG), write: writeRagas},
		"deepeval":   {looks: only(looksDeepEval), read: ofOneFile(readRAG)},
		"promptfoo":  {looks: only(looksPromptfoo), read: ofOneFile(readPromptfoo), write: writePromptfoo, text: plainEnds},
		"rag": {
			looks: func(in *input) bool {
				return only(looksRAG)(in) || in.opts.DocField+in.opts.GradeField != "" && only(isTable)(in)
			},
			read: ofOneFile(readRAG),
		},
		"kebab":    {looks: only(looksKebab), read: ofOneFile(readSet), write: writeGolden},
		"csb":      {write: writeCSB},
		"rankduel": {looks: only(looksOwn), read: ofOneFile(readSet)},
	}
}

// begins recognizes a file by its first mark and by what its beginning has.
func begins(mark string, parts ...string) func(*file) bool {
	return func(f *file) bool {
		h := f.head()
		return strings.HasPrefix(strings.TrimSpace(h), mark) && !slices.ContainsFunc(parts, func(part string) bool { return !strings.Contains(h, part) })
	}
}

func plainEnds(s string) string { return strings.ReplaceAll(s, "\r\n", "\n") }

// find returns the format of a name. To write, those that can be written are named.
func find(name string, write bool) (Format, error) {
	for _, f := range Builtin() {
		if f.Name == name {
			return f, nil
		}
	}
	return Format{}, fmt.Errorf("unknown format %q: want %s", name, strings.Join(Names(write), ", "))
}

// Names lists the formats, those that can be written alone if only is set.
func Names(only bool) []string {
	var names []string
	for _, f := range Builtin() {
		if f.Writes() || !only {
			names = append(names, f.Name)
		}
	}
	return names
}

// refuse says which formats the flags are for that change nothing in this one.
func (f Format) refuse(given []string) error {
	var errs []error
	for _, flag := range f.refused(given) {
		var names []string
		for _, other := range Builtin() {
			if len(other.refused([]string{flag})) == 0 {
				names = append(names, other.Name)
			}
		}
		errs = append(errs, fmt.Errorf("--%s has no use in the format %s; it is for %s", flag, f.Name, strings.Join(names, ", ")))
	}
	return prose.JoinFirst(errs)
}
