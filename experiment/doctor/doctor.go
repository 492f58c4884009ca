// Package doctor looks at files and says what they are: scores, a run, judgments or
// something else, what can be concluded from them, what cannot and which file would
// do, and what to run next. It writes nothing, and a file that it does not know is not an error.
package doctor

import (
	"bufio"
	"context"
	"errors"
	"io"
	"os"
	"slices"
	"strings"

	"github.com/rankduel/rankduel/experiment/result"
	"github.com/rankduel/rankduel/experiment/scoring"
	"github.com/rankduel/rankduel/experiment/scoring/scorefile"
	"github.com/rankduel/rankduel/experiment/scoring/scorelog"
	"github.com/rankduel/rankduel/internal/ordered"
	"github.com/rankduel/rankduel/internal/prose"
	"github.com/rankduel/rankduel/internal/unpack"
	"github.com/rankduel/rankduel/metrics"
	"github.com/rankduel/rankduel/retrieval/trec"
	"github.com/rankduel/rankduel/testsets/convert"
)

// Examine looks at files in their order. The error is about one that cannot be read at all.
func Examine(ctx context.Context, paths []string) (*result.Diagnosis, error) {
	d := &result.Diagnosis{Schema: result.DiagnosisSchema, Files: []result.FileDiagnosis{}, Pairs: []result.PairDiagnosis{}, Next: []string{}}
	var systems []*scoring.Table
	for _, path := range paths {
		at, done, err := onDisk(path)
		if err != nil {
			return nil, err
		}
		f, tables, err := examine(ctx, path, at)
		if done(); err != nil {
			return nil, err
		}
		d.Files, systems = append(d.Files, *f), append(systems, tables...)
	}
	for i := 1; i < len(systems); i++ {
		d.Pairs = append(d.Pairs, pair(systems[0], systems[i]))
	}
	d.Next = together(d)
	return d, nil
}

// together returns how several files are compared, and takes it from the files, which cannot
// say it of others.
func together(d *result.Diagnosis) []string {
	files := map[string]string{}
	count := map[string]int{}
	for _, f := range d.Files {
		files[f.Kind] += commands(f.File, " FILE")[0]
		count[f.Kind]++
	}
	var next prose.Notes
	verb := map[bool]string{true: "eval", false: "compare"}[count[result.FileRun] == 1]
	for kind, flag := range map[string]string{result.FileJudgments: "--qrels", result.FileTestSet: "--test-set"} {
		alone := count[result.FileRun] > 0 && count[kind] == 1 && count[result.FileJudgments]+count[result.FileTestSet] == 1
		next.If(alone, "rankduel %s%s %s%s", verb, files[result.FileRun], flag, files[kind])
	}
	missing, comparable := "", len(d.Pairs) > 0
	for _, p := range d.Pairs {
		comparable = comparable && p.Fault == "" && p.Common > 0
		if len(p.OnlyA)+len(p.OnlyB) > 0 {
			missing = " --missing pairs"
		}
	}
	next.If(comparable, "rankduel compare --scores%s%s", files[result.FileScores], missing)
	for i, f := range d.Files {
		if len(next) > 0 || len(d.Pairs) > 0 {
			d.Files[i].Next = slices.DeleteFunc(f.Next, func(c string) bool { return strings.HasPrefix(c, "rankduel") && !strings.Contains(c, "testset") })
		}
	}
	return append([]string{}, next...)
}

// onDisk returns where a file can be read more than once: standard input and pipes are copied.
func onDisk(path string) (at string, done func(), err error) {
	info, err := os.Stat(path)
	switch {
	case path != "-" && err != nil:
		return "", nil, err
	case path != "-" && info.IsDir():
		return "", nil, unpack.CheckEnds(path, info)
	case path != "-" && info.Mode().IsRegular():
		return path, func() {}, nil
	}
	in, err := trec.File(path).Open()
	if err != nil {
		return "", nil, err
	}
	copied, err := os.CreateTemp("", "rankduel-doctor-")
	if err != nil {
		return "", nil, errors.Join(err, in.Close())
	}
	_, err = io.Copy(copied, in)
	if err = errors.Join(err, in.Close(), copied.Close()); err != nil {
		return "", nil, errors.Join(err, os.Remove(copied.Name()))
	}
	return copied.Name(), func() { _ = os.Remove(copied.Name()) }, nil
}

// own are files of this program, by a sign in their beginning, and what reads them.
var own = []struct{ sign, is, next string }{
	{`"schema": "rankduel/`, "a report of rankduel", "rankduel verify FILE"},
	{"SQLite format 3\x00", "an SQLite database, such as a store of rankduel", "rankduel runs --store FILE"},
	{"\ncomponents:", "an experiment", "rankduel run FILE"},
}

// examine asks the readers of scores first: a log of scores has questions and documents
// too, and would pass for a test set.
func examine(ctx context.Context, path, at string) (*result.FileDiagnosis, []*scoring.Table, error) {
	f := &result.FileDiagnosis{File: path, Says: []string{}, Lacks: []string{}, Next: []string{}}
	tables, head, err := read(path, at)
	var means *scorelog.NoSamplesError
	var log *scorelog.LogError
	switch {
	case err == nil && areKnown(tables):
		scores(f, tables)
		return f, tables, nil
	case errors.As(err, &means):
		f.Kind, f.Is, f.Lacks = result.FileMeans, means.Is, append(f.Lacks, "any comparison, which needs a score of each sample")
		return f, nil, nil
	case errors.As(err, &log):
		f.Kind, f.Is, f.Lacks = result.FileScores, "a log of "+log.Kind, append(f.Lacks, without(path, log))
		return f, nil, nil
	}
	for _, file := range own {
		if strings.Contains(head, file.sign) {
			f.Kind, f.Is, f.Next = result.FileOwn, file.is, commands(path, file.next)
			return f, nil, nil
		}
	}
	refused := []string{}
	if err != nil {
		refused = append(refused, "as scores: "+without(path, err))
	}
	for _, as := range []struct {
		what string
		look func(ctx context.Context, f *result.FileDiagnosis, at string) error
	}{{asJudgments, judgments}, {"as a run: ", run}} {
		err := as.look(ctx, f, at)
		if err == nil {
			return f, nil, nil
		}
		refused = append(refused, as.what+without(at, err))
	}
	if err == nil { // of measures that no one here knows
		scores(f, tables)
		return f, tables, nil
	}
	if format, err := convert.Detect(at); err == nil && format.Distinct() {
		f.Kind, f.Is = result.FileJudgments, "judged queries in the format "+format.Name+", with faults"
		f.Lacks = append(f.Lacks, "anything before they are mended: "+strings.TrimPrefix(refused[1], asJudgments))
		return f, nil, nil
	}
	f.Kind, f.Is, f.Says = result.FileUnknown, "nothing that is known here", refused
	return f, nil, nil
}

const asJudgments = "as judgments: "

// without returns what an error says, but for the name of the file and where to ask.
func without(path string, err error) string {
	text, _, _ := strings.Cut(strings.TrimPrefix(err.Error(), path), prose.AskDoctor)
	if line, is := strings.CutPrefix(text, ":"); is && !strings.HasPrefix(line, " ") {
		return "line " + line
	}
	return strings.TrimLeft(text, ": ")
}

// read reads scores, and the beginning of the file.
func read(path, at string) (tables []*scoring.Table, head string, err error) {
	in, err := trec.File(at).Open()
	if err != nil {
		return nil, "", err
	}
	defer func() { _ = in.Close() }() // it was only read
	buffered := bufio.NewReaderSize(in, 4<<10)
	begin, _ := buffered.Peek(4 << 10) // a shorter file is fine
	head = string(begin)
	tables, err = scorefile.ReadSystems(path, buffered, scorefile.Form{})
	return tables, head, err
}

// areKnown tells scores from other tables of numbers, such as a run whose ids are
// numbers: a log says what it is, and a table has a measure that is known.
func areKnown(tables []*scoring.Table) bool {
	for _, t := range tables {
		for _, m := range t.Measures {
			if _, foreign := m.(metrics.Foreign); t.Kind != "" || !foreign {
				return true
			}
		}
	}
	return false
}

// commands returns those that are given, with the name of a file in the place of FILE, which
// standard input keeps.
func commands(file string, list ...string) []string {
	switch {
	case file == "-":
		file = "FILE"
	case strings.HasPrefix(file, "-"):
		file = "./" + file
	}
	return ordered.Each(list, func(c string) string { return strings.ReplaceAll(c, "FILE", prose.ShellWord(file)) })
}
