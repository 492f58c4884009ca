package convert_test

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/rankduel/rankduel/testsets"
	"github.com/rankduel/rankduel/testsets/convert"
)

// again returns the options that an export of a format is read back with.
func again(format string) convert.Options {
	switch format {
	case "elasticsearch":
		return convert.Options{QueryText: ".request.query.match.text", Unjudged: "keep"}
	case "csb":
		return convert.Options{WithoutText: "keep", Unjudged: "keep"}
	case "kebab", "rankduel":
		return convert.Options{}
	}
	return convert.Options{Unjudged: "keep"}
}

// back exports a set and imports what was written.
func back(t rapid.TB, set *testsets.TestSet, format string) (*testsets.TestSet, []convert.Note, error) {
	var o convert.ExportOptions
	if format == "elasticsearch" || format == "rre" {
		o.Index = "docs"
	}
	exported, err := convert.Export(set, format, o)
	if err != nil {
		return nil, nil, err
	}
	dir, err := os.MkdirTemp("", "convert")
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = os.RemoveAll(dir) }()
	source := dir
	for _, f := range exported.Files {
		path := filepath.Join(dir, filepath.FromSlash(f.Path))
		if f.Path == "" {
			path = filepath.Join(dir, "set"+map[string]string{"csv": ".csv", "quepid": ".csv", "promptfoo": ".csv", "kebab": ".yaml"}[format])
			source = path
		}
		if err := os.MkdirAll(filepath.Dir(path), 0o777); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, f.Data, 0o666); err != nil {
			t.Fatal(err)
		}
	}
	imported, err := convert.Import(context.Background(), format, []string{source}, again(format))
	if err != nil {
		t.Fatalf("%s: what was exported cannot be read: %v", format, err)
	}
	return imported.Set, exported.Notes, nil
}

// told returns the codes of notes but for the head of the set, which is not part of
// its hash.
func told(notes []convert.Note) []string {
	var codes []string
	for _, n := range notes {
		if n.Code != "head" {
			codes = append(codes, n.Code)
		}
	}
	return codes
}

// Whatever a set holds, an export that tells of no loss reads back to the same
// content. So no loss is silent.
func TestNoLossIsSilent(t *testing.T) {
	exact := map[string]int{}
	rapid.Check(t, func(t *rapid.T) {
		set := anySet(t)
		for _, format := range convert.Names(true) {
			got, notes, err := back(t, set, format)
			if err != nil || len(told(notes)) > 0 {
				continue
			}
			exact[format]++
			if got.SHA256() != set.SHA256() {
				a, _ := set.Marshal()
				b, _ := got.Marshal()
				t.Fatalf("%s: reads back to another set and told of nothing:\n%s\n%s", format, a, b)
			}
		}
	})
	for _, format := range convert.Names(true) {
		t.Logf("%d sets went through %s without a loss", exact[format], format)
	}
}

// anySet draws sets that are valid, plain ones more often than not.
func anySet(t *rapid.T) *testsets.TestSet {
	word := rapid.StringMatching(`[a-z =",;#'é:-]{0,6}[a-z][a-z ,"\n]{0,4}`)
	id := rapid.StringMatching(`[a-zA-Z0-9._/-]{1,5}`)
	rich := rapid.Bool().Draw(t, "rich")
	scale := rapid.SampledFrom([]testsets.Scale{testsets.DefaultScale(), {{Grade: 0, Word: "irrelevant"}, {Grade: 1, Word: "relevant"}}}).Draw(t, "scale")
	set := &testsets.TestSet{Name: "set", Version: "v1", Scale: scale}
	isGolden, onlyAnswers := rapid.IntRange(0, 3).Draw(t, "golden") == 0, rapid.Bool().Draw(t, "only answers")
	if isGolden {
		set.Format, set.Scale = testsets.Golden, testsets.BinaryScale()
	} else if rich && rapid.Bool().Draw(t, "typed") {
		set.Strata = []string{"a", "b"}
	}
	n := rapid.IntRange(1, 4).Draw(t, "n")
	texts := rapid.SliceOfNDistinct(word, n, n, rapid.ID[string]).Draw(t, "texts")
	ids := []string{"q001", "q002", "q003", "q004"}[:n]
	if rapid.Bool().Draw(t, "own ids") {
		ids = rapid.SliceOfNDistinct(id, n, n, rapid.ID[string]).Draw(t, "ids")
	}
	for i := range n {
		q := testsets.Query{ID: ids[i], Text: texts[i]}
		if len(set.Strata) > 0 {
			q.Type = rapid.SampledFrom(set.Strata).Draw(t, "type")
		}
		if isGolden {
			goldenQuery(t, &q, id, onlyAnswers)
		} else {
			nativeQuery(t, set, &q, id, rich)
		}
		if rich && rapid.IntRange(0, 5).Draw(t, "lang") == 0 {
			q.Lang = "de"
		}
		set.Queries = append(set.Queries, q)
	}
	if err := set.Validate(); err != nil {
		t.Fatal(err)
	}
	return set
}

func goldenQuery(t *rapid.T, q *testsets.Query, id *rapid.Generator[string], onlyAnswers bool) {
	no := false
	q.ExpectedRefusal = &no
	q.MustContain = rapid.SliceOfNDistinct(id, 0, 2, rapid.ID[string]).Draw(t, "must")
	if onlyAnswers {
		q.MustContain = []string{"x"}
		return
	}
	if rapid.Bool().Draw(t, "docs") {
		q.ExpectedDocs = rapid.SliceOfNDistinct(id, 1, 2, rapid.ID[string]).Draw(t, "expected")
	}
	for _, d := range q.ExpectedDocs {
		q.Relevant = append(q.Relevant, testsets.Judgment{Doc: d, Grade: 1})
	}
}

func nativeQuery(t *rapid.T, set *testsets.TestSet, q *testsets.Query, id *rapid.Generator[string], rich bool) {
	if rapid.IntRange(0, 4).Draw(t, "unjudged") == 0 {
		q.Unjudged = true
		return
	}
	for i, doc := range rapid.SliceOfNDistinct(id, 1, 4, rapid.ID[string]).Draw(t, "docs") {
		grade := rapid.IntRange(0, set.Scale.Max()).Draw(t, "grade")
		if i == 0 {
			grade = set.Scale.Max()
		}
		if !rich {
			grade = min(1, max(1, grade))
		}
		if i == 0 {
			grade = max(1, grade)
		}
		q.Relevant = append(q.Relevant, testsets.Judgment{Doc: doc, Grade: grade})
	}
	if rich && rapid.IntRange(0, 5).Draw(t, "chunked") == 0 {
		q.RelevantChunks = []testsets.ChunkJudgment{{Chunk: "c", Grade: 1}}
	}
}

// The fixtures were written by hand after the formats' own sources; each comes
// back from its own format as it was.
func TestFixturesRoundTrip(t *testing.T) {
	for _, c := range []struct {
		to      string
		sources []string
		o       convert.Options
	}{
		{"quepid", []string{"quepid-basic.csv"}, convert.Options{AllZero: "drop"}},
		{"quepid", []string{"quepid-book.json"}, convert.Options{Scale: testsets.DefaultScale()}},
		{"quepid", []string{"quepid-ltr.txt"}, convert.Options{}},
		{"quepid", []string{"quepid-book-judgements.csv"}, convert.Options{Judge: "Ada Test"}},
		{"trec", []string{"trec-classic.txt"}, convert.Options{Unjudged: "keep"}},
		{"trec", []string{"trec-colon.txt"}, convert.Options{Unjudged: "keep"}},
		{"trec", []string{"trec-covid.xml"}, convert.Options{TopicField: "question", Unjudged: "keep"}},
		{"trec", []string{"quepid-trec.txt"}, convert.Options{WithoutText: "keep"}},
		{"beir", []string{"beir"}, convert.Options{}},
		{"rre", []string{"rre-full.json"}, convert.Options{}},
		{"rre", []string{"rre-gain-lists.json"}, convert.Options{}},
		{"elasticsearch", []string{"elasticsearch-rank-eval.json"}, convert.Options{QueryText: ".request.query.match.text // .params.query_string"}},
		{"opensearch", []string{"opensearch-judgments.json", "opensearch-queryset.json"}, convert.Options{Map: convert.Map{"100": 3, "10": 2, "1": 1, "0": 0}, Duplicates: "last"}},
		{"csv", []string{"people-excel-de.csv"}, convert.Options{Map: convert.Map{"1,5": 1}}},
		{"promptfoo", []string{"promptfoo.csv"}, convert.Options{}},
		{"ragas", []string{"ragas.jsonl"}, convert.Options{}},
		{"kebab", []string{"deepeval-goldens.json"}, convert.Options{Answers: "must-contain"}},
		{"csv", []string{"label-studio.json"}, convert.Options{WithoutText: "keep"}},
		{"csv", []string{"argilla-flat.jsonl"}, convert.Options{WithoutText: "keep"}},
	} {
		t.Run(strings.Join(c.sources, "+"), func(t *testing.T) {
			first, err := convert.Import(t.Context(), "", fixtures(c.sources), c.o)
			if err != nil {
				t.Fatal(err)
			}
			got, notes, err := back(t, first.Set, c.to)
			if err != nil {
				t.Fatal(err)
			}
			switch codes := told(notes); {
			case slices.Equal(codes, []string{"ids"}):
				renumber(first.Set)
			case len(codes) > 0:
				t.Errorf("%s tells of %v", c.to, codes)
			}
			if got.SHA256() != first.Set.SHA256() {
				a, _ := first.Set.Marshal()
				b, _ := got.Marshal()
				t.Errorf("%s: another hash\n%s\n%s", c.to, a, b)
			}
		})
	}
}

// renumber gives the ids that formats without ids read back.
func renumber(set *testsets.TestSet) {
	for i := range set.Queries {
		set.Queries[i].ID = fmt.Sprintf("q%03d", i+1)
	}
}

func fixtures(names []string) []string {
	var paths []string
	for _, n := range names {
		paths = append(paths, filepath.Join("testdata", "formats", n))
	}
	return paths
}
