package testsets_test

import (
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"os"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"gopkg.in/yaml.v3"
	"pgregory.net/rapid"

	"github.com/rankduel/rankduel/testsets"
)

// wantSame fails unless both written forms of set load to set again.
func wantSame(t interface {
	Helper()
	Fatalf(string, ...any)
}, set *testsets.TestSet,
) {
	t.Helper()
	for name, marshal := range map[string]func() ([]byte, error){set.Name + ".yaml": set.Marshal, set.Name + ".jsonl": set.MarshalLines} {
		text, err := marshal()
		if err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		got, err := testsets.Parse(name, text)
		if err != nil {
			t.Fatalf("%s does not load: %v\n%s", name, err, text)
		}
		if got.SHA256() != set.SHA256() {
			t.Fatalf("%s: another hash\n%s", name, text)
		}
		want := *set
		want.Skipped = nil
		if diff := cmp.Diff(&want, got, ignoreLines); diff != "" {
			t.Fatalf("%s (-want +got):\n%s\n%s", name, diff, text)
		}
	}
}

func TestMarshalFiles(t *testing.T) {
	for _, file := range []string{
		"testdata/test_set_v1.yaml", "testdata/kebab_store_golden.yaml", "template/native.yaml", "template/golden.yaml",
		"testdata/valid/every_key.yaml", "testdata/valid/golden_with_header.yaml", "testdata/valid/bare_list.yaml",
	} {
		t.Run(file, func(t *testing.T) {
			set, err := testsets.Load(file)
			if err != nil {
				t.Fatal(err)
			}
			wantSame(t, set)
		})
	}
}

// TestMarshalText fixes the layout: it is read by people and by diff.
func TestMarshalText(t *testing.T) {
	set, err := testsets.Load("testdata/valid/every_key.yaml")
	if err != nil {
		t.Fatal(err)
	}
	got, err := set.Marshal()
	if err != nil {
		t.Fatal(err)
	}
	want, err := os.ReadFile("testdata/every_key.marshal.yaml")
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(string(want), string(got)); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

// TestMarshalBareList: types from the default strata need no header, so a list stays a list.
func TestMarshalBareList(t *testing.T) {
	const text = "- query_id: q1\n  query_text: t\n  query_type: paraphrase\n  relevant_docs:\n  - {doc_id: a, grade: 1}\n"
	set := mustParse(t, "bare.yaml", text)
	wantSame(t, set)
	if got, err := set.Marshal(); err != nil || string(got) != text {
		t.Errorf("error %v, text\n%s\nwant\n%s", err, got, text)
	}
}

// TestYAMLTextElsewhere reads what Marshal writes with the YAML library's own
// rules: every id must come out as text, whatever it looks like.
func TestYAMLTextElsewhere(t *testing.T) {
	ids := []string{
		"007", "7", "1e3", "0x1F", "0o17", "1_000", "12:30:45", "2024-01-01", "2024-01-01T00:00:00Z", ".5", "-1", "+1", ".inf", ".NaN", "NaN",
		"null", "Null", "~", "true", "False", "yes", "NO", "on", "Off", "y", "N", "=", "<<", "-", "?", "? a", "- a", "---", "...", ":", "a: b", "a:", "a #b", "#a",
		"*a", "&a", "!a", "%a", "@a", "`a", "|", ">", "'a'", `"a"`, `\`, "[a]", "{a}", "a,b", "a]", " a", "a ", "a  b", "\ta", "a\nb", "a\r\nb", "\x00", "\x7f", "a\u0085", "a\u00a0", "a\u2028b",
		"\u2029a", "\ufeff", "\ufffe", "\ufffd", "é", "中文", "😀", "\U000e0001", "10.1145/582415.582418", "D239-0", "msmarco_passage_01_123",
	}
	set := &testsets.TestSet{Name: "ids", Scale: testsets.DefaultScale()}
	for _, id := range ids {
		set.Queries = append(set.Queries, testsets.Query{ID: id, Text: id, Relevant: []testsets.Judgment{{Doc: id, Grade: 1}}, Tags: []string{id}})
	}
	wantSame(t, set)
	text, err := set.Marshal()
	if err != nil {
		t.Fatal(err)
	}
	var list []struct {
		QueryID      any   `yaml:"query_id"`
		Tags         []any `yaml:"tags"`
		RelevantDocs []struct {
			DocID any `yaml:"doc_id"`
		} `yaml:"relevant_docs"`
	}
	if err := yaml.Unmarshal(text, &list); err != nil {
		t.Fatal(err)
	}
	for i, q := range list {
		if q.QueryID != ids[i] || q.RelevantDocs[0].DocID != ids[i] || q.Tags[0] != ids[i] {
			t.Errorf("%q is read as %#v, %#v and %#v", ids[i], q.QueryID, q.RelevantDocs[0].DocID, q.Tags[0])
		}
	}
}

// TestSHA256 recomputes a hash from the text that the documentation describes,
// written out by hand.
func TestSHA256(t *testing.T) {
	set := mustParse(t, "x.yaml", `
version: v1
strata: [short, long]
scale: {0: bad, 1: "g\u00f6\"od"}
queries:
- {query_id: b, query_text: "two\nlines \u2028", query_type: long, tags: [z, a], relevant_docs: [{doc_id: 9, grade: 0}, {doc_id: 10, grade: 1}]}
- {query_id: a, query_text: none, query_type: short, expected_refusal: true, expected_doc_ids: []}
`)
	canonical := `{"scale":{"0":"bad","1":"gö\"od"},"strata":["long","short"]}` + "\n" +
		`{"query_id":"a","query_text":"none","query_type":"short","expected_refusal":true}` + "\n" +
		`{"query_id":"b","query_text":"two\nlines ` + "\u2028" + `","query_type":"long","tags":["a","z"],"relevant_docs":[{"doc_id":"10","grade":1},{"doc_id":"9","grade":0}]}` + "\n"
	sum := sha256.Sum256([]byte(canonical))
	if got, want := set.SHA256(), hex.EncodeToString(sum[:]); got != want {
		t.Errorf("SHA256 = %s, want %s of\n%s", got, want, canonical)
	}
}

func TestSHA256Ignores(t *testing.T) {
	const base = "version: v1\nqueries:\n- {query_id: a, query_text: t, query_type: paraphrase, relevant_docs: [{doc_id: x, grade: 1}, {doc_id: y, grade: 0}]}\n- {query_id: b, query_text: u, query_type: paraphrase, expected_doc_ids: [x]}\n"
	want := mustParse(t, "a.yaml", base).SHA256()
	same := map[string]string{
		"name, version, description": "name: n\ndescription: d\nprofile: qrels\n" + strings.Replace(base, "v1", "v2", 1),
		"provenance and draw":        "provenance: {file: p, sha256: " + strings.Repeat("0", 64) + "}\nsplit: {seed: 3, ratio: 0.1}\n" + base,
		"key order and style":        "queries:\n- relevant_docs: [{grade: 0, doc_id: y}, {grade: 1, doc_id: 'x'}]\n  query_type: \"paraphrase\"\n  query_text: t # comment\n  query_id: a\n- {query_id: b, query_text: u, query_type: paraphrase, expected_doc_ids: [x], tags: []}\nversion: v1\n",
		"a mark that says no":        strings.ReplaceAll(base, "query_type:", "unjudged: false, query_type:"),
		"the default scale, spelt":   "scale: {3: highly relevant, 2: relevant, 1: somewhat relevant, 0: irrelevant}\nstrata: [paraphrase, exact_term, complex_clinical]\n" + base,
	}
	for name, text := range same {
		if got := mustParse(t, "b.yaml", text).SHA256(); got != want {
			t.Errorf("%s: another hash", name)
		}
	}
	other := map[string]string{
		"grade":    strings.Replace(base, "grade: 1", "grade: 2", 1),
		"text":     strings.Replace(base, "query_text: t", "query_text: T", 1),
		"split":    strings.ReplaceAll(base, "query_type:", "split: heldout, query_type:"),
		"scale":    "scale: {0: a, 1: b}\n" + base,
		"strata":   "strata: [paraphrase]\n" + base,
		"group":    strings.Replace(base, "query_type:", "group: g, query_type:", 1),
		"family":   strings.Replace(base, "query_type:", "family: f, query_type:", 1),
		"unjudged": strings.Replace(base, "expected_doc_ids: [x]", "unjudged: true", 1),
		"refusal":  strings.Replace(base, "query_type:", "expected_refusal: true, query_type:", 1),
		"query":    base + "- {query_id: c, query_text: u, query_type: paraphrase, expected_doc_ids: [x]}\n",
	}
	for name, text := range other {
		if got := mustParse(t, "b.yaml", text).SHA256(); got == want {
			t.Errorf("%s: the same hash", name)
		}
	}
	flipped := mustParse(t, "a.yaml", base)
	flipped.Queries[0], flipped.Queries[1] = flipped.Queries[1], flipped.Queries[0]
	if flipped.SHA256() != want {
		t.Error("the order of the queries changes the hash")
	}
}

func TestMarshalRefusesInvalid(t *testing.T) {
	set := &testsets.TestSet{Description: "no version", Strata: []string{"a", "a", ""}, Queries: []testsets.Query{
		{ID: "q", Text: "t", Type: "b", Relevant: []testsets.Judgment{{Doc: "", Grade: 9}}, Tags: []string{"x", "x", ""}},
		{ID: "q", Text: "\xff", Type: "a"},
	}}
	for _, marshal := range []func() ([]byte, error){set.Marshal, set.MarshalLines} {
		_, err := marshal()
		var got []testsets.Code
		for _, f := range asErrors(t, err) {
			got = append(got, f.Code)
		}
		want := []testsets.Code{
			testsets.CodeMissingKey, testsets.CodeValue, testsets.CodeValue, testsets.CodeQueryType, testsets.CodeValue, testsets.CodeGrade,
			testsets.CodeValue, testsets.CodeValue, testsets.CodeNoRelevant, testsets.CodeEncoding, testsets.CodeDuplicateQuery,
		}
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("(-want +got):\n%s\n%v", diff, err)
		}
	}
	golden := &testsets.TestSet{Format: testsets.Golden, Queries: []testsets.Query{
		{ID: "g", Text: "t", Type: "a", Relevant: []testsets.Judgment{{Doc: "d", Grade: 1}}},
	}}
	if faults := asErrors(t, golden.Validate()); len(faults) != 2 || faults[0].Code != testsets.CodeFormat || faults[1].Code != testsets.CodeFormat {
		t.Errorf("graded golden entry: %v", faults)
	}
	if err := errors.Unwrap(golden.Validate()); err != nil {
		t.Errorf("Unwrap = %v", err)
	}
}

// TestRoundTrip builds random valid sets of both formats.
func TestRoundTrip(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) { wantSame(t, anySet().Draw(t, "set")) })
}

// anySet generates valid sets; texts are any UTF-8 that is not blank.
func anySet() *rapid.Generator[*testsets.TestSet] {
	return rapid.Custom(func(t *rapid.T) *testsets.TestSet {
		text := rapid.String().Filter(func(s string) bool { return strings.TrimSpace(s) != "" })
		texts := func(name string) []string {
			if s := rapid.SliceOfNDistinct(text, 0, 4, rapid.ID[string]).Draw(t, name); len(s) > 0 {
				return s
			}
			return nil
		}
		set := &testsets.TestSet{
			Name: "any", Version: text.Draw(t, "version"), Description: rapid.String().Draw(t, "description"),
			Profile: rapid.OneOf(rapid.Just(""), text).Draw(t, "profile"),
			Scale:   testsets.DefaultScale(), Strata: texts("strata"),
		}
		if rapid.Bool().Draw(t, "drawn") {
			set.Draw = &testsets.Draw{Seed: rapid.Uint64().Draw(t, "seed"), Ratio: rapid.Float64Range(1e-300, 0.99).Draw(t, "ratio"), By: rapid.SampledFrom([]string{"", testsets.ByGroup, testsets.ByQuery}).Draw(t, "by")}
			set.Provenance = &testsets.Provenance{File: text.Draw(t, "file"), SHA256: strings.Repeat("0f", 32)}
		}
		if rapid.Bool().Draw(t, "golden") {
			set.Format, set.Scale, set.Strata = testsets.Golden, testsets.BinaryScale(), nil
		} else if rapid.Bool().Draw(t, "own scale") {
			set.Scale = testsets.Scale{{Grade: -1, Word: rapid.String().Draw(t, "word")}, {Grade: 0}, {Grade: 7, Word: "yes"}, {Grade: 9, Word: "more"}}
		}
		split := rapid.Bool().Draw(t, "split")
		for _, id := range rapid.SliceOfNDistinct(text, 1, 5, rapid.ID[string]).Draw(t, "ids") {
			q := testsets.Query{
				ID: id, Text: text.Draw(t, "text"), MustContain: texts("must"), Forbidden: texts("forbidden"), Tags: texts("tags"),
				Lang: rapid.String().Draw(t, "lang"), Source: rapid.String().Draw(t, "source"), ExpectedDocs: texts("docs"), ExpectedChunks: texts("chunks"),
			}
			if split {
				q.Split = rapid.SampledFrom([]testsets.Split{testsets.Evaluation, testsets.HeldOut}).Draw(t, "part")
			}
			if len(set.Strata) > 0 {
				q.Type = rapid.SampledFrom(set.Strata).Draw(t, "type")
			}
			if !split {
				q.Family = rapid.String().Draw(t, "family")
			}
			if rapid.IntRange(0, 4).Draw(t, "unjudged") == 0 {
				q.Unjudged, q.Group = true, rapid.String().Draw(t, "group")
				q.ExpectedDocs, q.ExpectedChunks, q.MustContain, q.Forbidden = nil, nil, nil, nil
			} else if set.Format == testsets.Golden {
				for _, d := range q.ExpectedDocs {
					q.Relevant = append(q.Relevant, testsets.Judgment{Doc: d, Grade: 1})
				}
				for _, c := range q.ExpectedChunks {
					q.RelevantChunks = append(q.RelevantChunks, testsets.ChunkJudgment{Chunk: c, Grade: 1})
				}
			} else {
				grade := rapid.SampledFrom([]int{0, set.Scale.Max()})
				q.Relevant = []testsets.Judgment{{Doc: "first", Grade: set.Scale.Max()}}
				q.RelevantChunks = []testsets.ChunkJudgment{{Chunk: "first", Grade: 0}}
				for _, d := range texts("judged") {
					if d != "first" {
						q.Relevant = append(q.Relevant, testsets.Judgment{Doc: d, Grade: grade.Draw(t, "grade")})
					}
				}
			}
			set.Queries = append(set.Queries, q)
		}
		return set
	})
}

// FuzzParse: nothing panics, and what loads is written, in both forms, as
// something that loads to the same hash.
func FuzzParse(f *testing.F) {
	for _, file := range []string{
		"testdata/kebab_store_golden.yaml", "template/native.yaml", "template/golden.yaml",
		"testdata/valid/every_key.yaml", "testdata/valid/golden_with_header.yaml", "testdata/valid/bare_list.yaml",
	} {
		text, err := os.ReadFile(file)
		if err != nil {
			f.Fatal(err)
		}
		f.Add(text)
		if set, err := testsets.Parse("x", text); err == nil {
			lines, _ := set.MarshalLines()
			f.Add(lines)
		}
	}
	f.Add([]byte(`{"version":"v1","queries":[{"query_id":"\ud800","query_text":"\u0000","expected_refusal":true,"query_type":"paraphrase"}]}`))
	f.Add([]byte("[{id: a, query: b}]"))
	f.Fuzz(func(t *testing.T, data []byte) {
		set, err := testsets.Parse("x", data)
		if err != nil {
			if err.Error() == "" {
				t.Error("an error without text")
			}
			return
		}
		set.Counts()
		set.Warnings()
		for _, marshal := range []func() ([]byte, error){set.Marshal, set.MarshalLines} {
			text, err := marshal()
			if err != nil {
				t.Fatalf("loads, but is not valid: %v", err)
			}
			again, err := testsets.Parse("x", text)
			if err != nil {
				t.Fatalf("written, but does not load: %v\n%s", err, text)
			}
			if again.SHA256() != set.SHA256() || again.Version != set.Version || again.Name != set.Name {
				t.Fatalf("changed by writing:\n%s", text)
			}
		}
	})
}
