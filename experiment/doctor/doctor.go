// Package doctor looks at files and says what they are: scores, a run, judgments or
// something else, what can be concluded from them, what cannot and which file would
// do, and what to run next. It writes nothing, and a file that it does not know is not an error.
package doctor

import (
	"bufio"
	"cmp"
	"context"
	"errors"
	"fmt"
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
	"github.com/rankduel/rankduel/retrieval/runfile"
	"github.com/rankduel/rankduel/retrieval/trec"
	"github.com/rankduel/rankduel/testsets/convert"
)

// Examine looks at files in their order. The error is about one that cannot be read at all.
func Examine(ctx context.Context, paths []string) (*result.Diagnosis, error) {
	d := &result.Diagnosis{Schema: result.DiagnosisSchema, Files: []result.FileDiagnosis{}, Pairs: []result.PairDiagnosis{}, Next: []string{}}
	var systems []*scoring.Table
	var all []*looked
	for _, path := range paths {
		at, done, err := onDisk(path)
		if err != nil {
			return nil, err
		}
		l := look(ctx, path, at)
		done()
		all, systems = append(all, l), append(systems, l.tables...)
		d.Files = append(d.Files, l.FileDiagnosis)
	}
	for i := 1; i < len(systems); i++ {
		d.Pairs = append(d.Pairs, pair(systems[0], systems[i]))
	}
	if len(systems) == 0 {
		d.Pairs = matched(all)
	}
	d.Next = together(d, all, systems)
	return d, nil
}

// A looked is a file that was looked at, with what others are held against.
type looked struct {
	result.FileDiagnosis
	at     string // where it can be read
	tables []*scoring.Table
	ids    map[string][]string // by query: documents that are judged, or the first hits of a run
	docs   map[string][]string // that these hits are chunks of
	placed int                 // passages, or hits of a run, of which the characters in their document are known
	texts  int                 // likewise, of which what they say is known
	form   scorelog.Form       // what was chosen where a log leaves it open: the first
	signs  string              // where those of files are that are known by them: its beginning, and its end
}

// together returns how several files are compared, and takes it from the files, which cannot say it of others.
func together(d *result.Diagnosis, all []*looked, systems []*scoring.Table) []string {
	files, count := map[string]string{}, map[string]int{}
	for i, l := range all {
		name := ""
		if len(l.tables) == 1 && ordered.Count(systems, func(t *scoring.Table) bool { return t.Name == l.tables[0].Name }) > 1 {
			name = fmt.Sprintf("run%d=", i+1)
		}
		files[l.Kind] += commands(l.File, " "+name+"FILE")[0]
		count[l.Kind]++
	}
	var next prose.Notes
	measures := ""
	if slices.ContainsFunc(all, (*looked).hasPassages) {
		measures = passageMeasures
	}
	verb := map[bool]string{true: "eval", false: "compare"}[count[result.FileRun] == 1]
	for kind, flag := range map[string]string{result.FileJudgments: "--qrels", result.FileTestSet: "--test-set"} {
		alone := !slices.ContainsFunc(d.Pairs, func(p result.PairDiagnosis) bool { return p.Fault != "" }) && count[result.FileRun] > 0 && count[kind] == 1 && count[result.FileJudgments]+count[result.FileTestSet] == 1
		next.If(alone, "rankduel %s%s %s%s%s", verb, files[result.FileRun], flag, files[kind], measures)
	}
	judged := count[result.FileJudgments]+count[result.FileTestSet] > 0
	next.If(!judged && count[result.FileRun] > 1, "rankduel compare%s --qrels QRELS", files[result.FileRun])
	flags := ""
	for _, l := range all {
		flags = cmp.Or(flags, l.flags())
	}
	if len(d.Pairs) > 0 && count[result.FileScores] > 0 && !slices.ContainsFunc(d.Pairs, func(p result.PairDiagnosis) bool { return p.Fault != "" || p.Common == 0 }) {
		next.If(true, "rankduel compare --scores%s%s", files[result.FileScores], flags+tried(systems))
	}
	for i, f := range d.Files {
		if len(next) > 0 || len(d.Pairs) > 0 {
			d.Files[i].Next = slices.DeleteFunc(f.Next, func(c string) bool { return strings.HasPrefix(c, "rankduel") && !strings.Contains(c, "testset") })
		}
	}
	return append([]string{}, next...)
}

// tried returns the flags without which systems cannot be compared: it makes them comparable, as a comparison does.
func tried(systems []*scoring.Table) (flags string) {
	if scorefile.Align(systems, scorefile.Alignment{}) != nil {
		flags = " --missing " + scorefile.MissingPairs
	}
	first := ordered.Where(systems[0].Measures, func(m metrics.Measure) bool { return metrics.DirectionOf(m) != metrics.Neutral })
	if len(first) > 0 && scorefile.CheckDirection(first[0]) != nil {
		flags += " --direction " + prose.ShellWord(first[0].String()+"=higher")
	}
	return flags
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

// byBeginning are files of this program and documents, by how they begin and what else is near their beginning or their end.
var byBeginning = []struct {
	begin          string
	signs          []string
	kind, is, next string
}{
	{"", []string{`"schema": "rankduel/`}, result.FileOwn, "a report of rankduel", "rankduel verify FILE"},
	{"SQLite format 3\x00", nil, result.FileOwn, "an SQLite database, such as a store of rankduel", "rankduel runs --store FILE"},
	{"", []string{"\ncomponents:"}, result.FileOwn, "an experiment", "rankduel run FILE"},
	{"PAR1", []string{"rankduel_sha256"}, result.FileOwn, "the scores of a shard of a run", "rankduel merge FILE"},
	{`{"_id":`, []string{`"title":`, `"text":`}, result.FileCorpus, "documents", "rankduel compare RUN-A RUN-B --qrels QRELS --corpus FILE -o report.html"},
	{"<DOC>", []string{"<DOCNO>"}, result.FileCorpus, "documents", "rankduel compare RUN-A RUN-B --qrels QRELS --corpus FILE -o report.html"},
}

// has reports whether all signs are there.
func (f *looked) has(signs []string) bool {
	return !slices.ContainsFunc(signs, func(sign string) bool { return !strings.Contains(f.signs, sign) })
}

// look asks the readers of scores first: a log of scores has questions and documents
// too, and would pass for a test set.
func look(ctx context.Context, path, at string) *looked {
	f := &looked{FileDiagnosis: result.FileDiagnosis{File: path, Says: []string{}, Lacks: []string{}, Next: []string{}}, at: at}
	err := f.read()
	var means *scorelog.NoSamplesError
	var log *scorelog.LogError
	switch {
	case err == nil && areKnown(f.tables):
		scores(f)
		return f
	case errors.As(err, &means):
		f.Kind, f.Is, f.Lacks = result.FileMeans, means.Is, append(f.Lacks, "any comparison, which needs a score of each sample")
		return f
	case errors.As(err, &log):
		f.Kind, f.Is, f.Lacks = result.FileScores, "a log of "+log.Kind, append(f.Lacks, without(path, log))
		return f
	}
	for _, file := range byBeginning {
		if strings.HasPrefix(f.signs, file.begin) && f.has(file.signs) {
			f.Kind, f.Is, f.Next = file.kind, file.is, commands(path, file.next)
			return f
		}
	}
	refused, tables := []string{}, f.tables
	if f.tables = nil; err != nil {
		refused = append(refused, "as scores: "+without(path, err))
	}
	readers := []struct {
		what string
		look func(ctx context.Context, f *looked) error
	}{{asJudgments, judgments}, {"as a run: ", run}}
	if f.namesScores() {
		slices.Reverse(readers)
	}
	for _, as := range readers {
		err := as.look(ctx, f)
		if err == nil {
			return f
		}
		refused = append(refused, as.what+without(at, err))
	}
	if f.ids = nil; err == nil { // of measures that no one here knows
		f.tables = tables
		scores(f)
		return f
	}
	if format, err := convert.Detect(at); err == nil && format.Distinct() {
		f.Kind, f.Is = result.FileJudgments, "judged queries in the format "+format.Name+", with faults"
		f.Lacks = append(f.Lacks, "anything before they are mended: "+strings.TrimPrefix(refused[1], asJudgments))
		return f
	}
	f.Kind, f.Is, f.Says = result.FileUnknown, "nothing that is known here", refused
	return f
}

// namesScores reports a table or lines that would pass for judgments where their scores are whole, and that verbs read as
// a run. Of qrels of BEIR and of {query: {document: number}}, which are written like runs, people mean judgments.
func (f *looked) namesScores() bool {
	format, err := runfile.Detect(trec.File(f.at))
	judged, unknown := convert.Detect(f.at)
	return err == nil && (format == runfile.Hits || format == runfile.TSV) && (unknown != nil || !judged.Distinct()) && f.has([]string{"score"})
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

// read reads scores. Of samples that are scored in several ways the first is taken.
func (f *looked) read() error {
	for {
		in, err := trec.File(f.at).Open()
		if err != nil {
			return err
		}
		buffered := bufio.NewReaderSize(in, 4<<10)
		begin, _ := buffered.Peek(4 << 10) // a shorter file is fine
		f.signs = string(begin) + f.raw(-16<<10, 16<<10)
		f.tables, err = scorefile.ReadSystems(f.File, buffered, scorefile.Form{Log: f.form})
		_ = in.Close() // it was only read
		open := (*scorelog.ChoiceError)(nil)
		if !errors.As(err, &open) || len(open.Choices) == 0 {
			return err
		}
		choice := map[string]*string{"filter": &f.form.Part, "sample-id": &f.form.Sample}[open.Flag]
		if *choice != "" {
			return err
		}
		*choice = open.Choices[0]
	}
}

// raw returns the bytes from a place on, from the end where that is below 0, as they are on disk.
func (f *looked) raw(from, size int64) string {
	file, err := os.Open(f.at)
	if err != nil {
		return ""
	}
	defer func() { _ = file.Close() }() // it was only read
	if from < 0 {
		from, _ = file.Seek(from, io.SeekEnd) // 0 where it is shorter
	}
	part, _ := io.ReadAll(io.NewSectionReader(file, from, size)) // as far as it can be read
	return string(part)
}

// flags returns those without which the scores cannot be read.
func (f *looked) flags() (flags string) {
	if f.form.Part != "" {
		flags = " --filter " + prose.ShellWord(f.form.Part)
	}
	if f.form.Sample != "" {
		flags += " --sample-id " + prose.ShellWord(f.form.Sample)
	}
	return flags
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

// commands returns those that are given, with the name of a file in the place of FILE, which standard input keeps.
func commands(file string, list ...string) []string {
	switch {
	case file == "-":
		file = "FILE"
	case strings.HasPrefix(file, "-"):
		file = "./" + file
	}
	return ordered.Each(list, func(c string) string { return strings.ReplaceAll(c, "FILE", prose.ShellWord(file)) })
}
