package convert_test

import (
	"encoding/json"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/rankduel/rankduel/testsets"
	"github.com/rankduel/rankduel/testsets/convert"
)

// written puts files into a folder and gives their paths.
func written(t *testing.T, files ...string) []string {
	t.Helper()
	dir := t.TempDir()
	var paths []string
	for i := 0; i < len(files); i += 2 {
		path := filepath.Join(dir, files[i])
		if err := os.MkdirAll(filepath.Dir(path), 0o777); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(files[i+1]), 0o666); err != nil {
			t.Fatal(err)
		}
		paths = append(paths, path)
	}
	return paths
}

// short returns a set as one line a query: id|text|type|doc=grade,…
func short(set *testsets.TestSet) []string {
	var lines []string
	for _, q := range set.Queries {
		var parts []string
		for _, j := range q.Relevant {
			parts = append(parts, j.Doc+"="+string(rune('0'+j.Grade)))
		}
		slices.Sort(parts)
		for _, s := range q.MustContain {
			parts = append(parts, "+"+s)
		}
		for _, s := range q.Forbidden {
			parts = append(parts, "-"+s)
		}
		if q.Unjudged {
			parts = append(parts, "unjudged")
		}
		lines = append(lines, strings.Join([]string{q.ID, q.Text, q.Type, strings.Join(parts, ",")}, "|"))
	}
	return lines
}

// What each fixture says was read off it by hand; what it looks like is told by
// the formats' own sources.
func TestFixtures(t *testing.T) {
	for _, c := range []struct {
		format  string
		sources []string
		o       convert.Options
		want    []string
		codes   []string
	}{
		{
			"quepid",
			[]string{"quepid-basic.csv"},
			convert.Options{AllZero: "refusal"},
			[]string{"q001|aspirin, children||D7=3", "q002|=cmd||D9=0", "q003|no labels yet||unjudged"},
			[]string{"all_zero", "unjudged"},
		},
		{
			"quepid",
			[]string{"quepid-book-judgements.csv"},
			convert.Options{Judge: "Ben Test"},
			[]string{"q001|aspirin dose||D7=2"},
			[]string{"other_judges"},
		},
		{
			"quepid",
			[]string{"quepid-book-judgements.csv"},
			convert.Options{Duplicates: "highest"},
			[]string{"q001|aspirin dose||D7=3,D9=1"},
			[]string{"contradictory", "judges"},
		},
		{
			"quepid",
			[]string{"quepid-book.json"},
			convert.Options{},
			[]string{"q001|aspirin dose||007=3,425=1"},
			[]string{"comments", "judges", "unrateable"},
		},
		{"quepid", []string{"quepid-ltr.txt"}, convert.Options{}, []string{"12|aspirin dose||D7=3,D9=0"}, nil},
		{"quepid", []string{"quepid-trec.txt"}, convert.Options{WithoutText: "keep"}, []string{"12|12||D7=3,D9=0"}, []string{"without_text"}},
		{
			"trec",
			[]string{"trec-classic.txt"},
			convert.Options{Unjudged: "keep"},
			[]string{"301|aspirin dose||unjudged", "302|IBUPROFEN||unjudged"},
			[]string{"topic_fields", "unjudged"},
		},
		{"trec", []string{"trec-covid.xml"}, convert.Options{Unjudged: "keep"}, []string{"1|aspirin & dose||unjudged"}, []string{"topic_fields", "unjudged"}},
		{"trec", []string{"trec-covid.xml"}, convert.Options{TopicField: "narrative", Unjudged: "keep"}, []string{"1|adults||unjudged"}, []string{"topic_fields", "unjudged"}},
		{"trec", []string{"trec-colon.txt"}, convert.Options{Unjudged: "keep"}, []string{"301|aspirin: dose||unjudged"}, []string{"unjudged"}},
		{"beir", []string{"beir"}, convert.Options{}, []string{"q1|aspirin dose||007=1", "q2|not judged||unjudged"}, []string{"unjudged"}},
		{
			"rre",
			[]string{"rre-full.json"},
			convert.Options{StrataFrom: "topic"},
			[]string{"q001|aspirin dose|drugs|D7=3", "q002|acetylsalicylic acid dose|drugs|D9=1"},
			[]string{"placeholders"},
		},
		{"rre", []string{"rre-gain-lists.json"}, convert.Options{}, []string{"q001|aspirin dose||1=1,D7=3,D9=1", "q002|unjudged||unjudged"}, []string{"unjudged"}},
		{
			"elasticsearch",
			[]string{"elasticsearch-rank-eval.json"},
			convert.Options{QueryText: ".request.query.match.text // .params.query_string"},
			[]string{"q1|aspirin dose||docs-1/007=3,docs-2/007=0", "q2|ibuprofen||unjudged"},
			[]string{"indexes", "unjudged"},
		},
		{
			"opensearch",
			[]string{"opensearch-judgments.json", "opensearch-queryset.json"},
			convert.Options{Map: convert.Map{"100": 3, "10": 2, "1": 1, "0": 0}, Duplicates: "highest"},
			[]string{"q001|aspirin dose||D7=3,D8=2,D9=1", "q002| ibuprofen||unjudged"},
			[]string{"answers", "contradictory", "unjudged"},
		},
		{"csv", []string{"people-excel-de.csv"}, convert.Options{Map: convert.Map{"1.5": 2}}, []string{"q001|a;b||007=2"}, nil},
		{"promptfoo", []string{"promptfoo.csv"}, convert.Options{}, []string{"q001|what dose||+100 mg,-overdose"}, []string{"columns"}},
		{"ragas", []string{"ragas.jsonl"}, convert.Options{}, []string{"q001|what dose||9=1,D7=1"}, []string{"answers", "judgment_fields", "keys", "passages"}},
		{"deepeval", []string{"deepeval-goldens.json"}, convert.Options{Answers: "must-contain"}, []string{"q001|what dose||+75-100 mg"}, []string{"keys", "passages"}},
		{"label-studio", []string{"label-studio.json"}, convert.Options{WithoutText: "keep"}, []string{"q1|q1||007=2"}, []string{"skipped", "without_text"}},
		{"argilla", []string{"argilla-flat.jsonl"}, convert.Options{WithoutText: "keep"}, []string{"q1|q1||007=2"}, []string{"not_submitted", "without_text"}},
	} {
		t.Run(strings.Join(c.sources, "+"), func(t *testing.T) {
			got, err := convert.Import(t.Context(), "", fixtures(c.sources), c.o)
			if err != nil {
				t.Fatal(err)
			}
			if got.Format != c.format || !got.Detected {
				t.Errorf("recognized as %s, want %s", got.Format, c.format)
			}
			if lines := short(got.Set); !slices.Equal(lines, c.want) {
				t.Errorf("set = %q\nwant  %q", lines, c.want)
			}
			codes := told(got.Notes)
			slices.Sort(codes)
			if !slices.Equal(codes, c.codes) {
				t.Errorf("notes = %v, want %v", got.Notes, c.codes)
			}
			data, err := convert.Encode(got.Set, "set.yaml")
			if err != nil {
				t.Fatal(err)
			}
			if _, err := testsets.Parse("set.yaml", data); err != nil {
				t.Errorf("the written set is not valid: %v", err)
			}
		})
	}
}

// Tables as people have them. Every one says the same: aspirin has D7 with grade
// 3 and D9 with 0.
func TestTables(t *testing.T) {
	utf16 := func(s string) string {
		out := "\xff\xfe"
		for _, r := range s {
			out += string([]byte{byte(r), byte(r >> 8)})
		}
		return out
	}
	for name, c := range map[string]struct {
		text string
		o    convert.Options
	}{
		"plain":            {"query,docid,grade\naspirin,D7,3\naspirin,D9,0\n", convert.Options{}},
		"any order":        {"grade\tdocument\tquery\n3\tD7\taspirin\n0\tD9\taspirin\n", convert.Options{}},
		"German":           {"Suchanfrage;Dokument-ID;Bewertung\r\naspirin;D7;3\r\naspirin;D9;0\r\n;;\r\n", convert.Options{}},
		"French":           {"Requête;Document;Pertinence\naspirin;D7;3\naspirin;D9;0\n", convert.Options{}},
		"cp1252":           {"Requ\xeate;Document;Pertinence\naspirin;D7;3\naspirin;D9;0\n", convert.Options{}},
		"Spanish":          {"consulta|documento|calificación\naspirin|D7|3\naspirin|D9|0\n", convert.Options{}},
		"BOM and sep":      {"\ufeffsep=;\r\nquery;doc;grade\r\naspirin;D7;3\r\naspirin;D9;0", convert.Options{}},
		"UTF-16":           {utf16("query;doc;grade\r\naspirin;D7;3\r\naspirin;D9;0\r\n"), convert.Options{}},
		"lone returns":     {"query,doc,grade\raspirin,D7,3\raspirin,D9,0\r", convert.Options{}},
		"decimal commas":   {"query;doc;grade\naspirin;D7;3,0\naspirin;D9;0,0\n", convert.Options{}},
		"words":            {"query,doc,label\naspirin,D7,Perfect\naspirin,D9,Bad\n", convert.Options{Map: convert.Map{"Perfect": 3, "Bad": 0}}},
		"names":            {"frage,zeug,wert\naspirin,D7,3\naspirin,D9,0\n", convert.Options{Columns: "query=frage,doc=zeug,grade=wert"}},
		"numbers":          {"aspirin,D7,3\naspirin,D9,0\n", convert.Options{Columns: "query=1,doc=2,grade=3"}},
		"numbers, header":  {"x,y,z\naspirin,D7,3\naspirin,D9,0\n", convert.Options{Columns: "query=1,doc=2,grade=3"}},
		"school marks":     {"query,doc,grade\naspirin,D7,1\naspirin,D9,4\n", convert.Options{Map: convert.Map{"1": 3, "4": 0}}},
		"clicks":           {"query,doc,clicks\naspirin,D7,9\naspirin,D7,1\naspirin,D9,0\n", convert.Options{Clicks: "10=3,2=1"}},
		"rates":            {"query,doc,clicks,impressions\naspirin,D7,5,10\naspirin,D9,1,100\n", convert.Options{Clicks: "ctr:0.5=3,0.2=1"}},
		"equal twice":      {"query,doc,grade\naspirin,D7,3\naspirin,D9,0\naspirin,D7,3\n", convert.Options{}},
		"last counts":      {"query,doc,grade\naspirin,D7,1\naspirin,D9,0\naspirin,D7,3\n", convert.Options{Duplicates: "last"}},
		"lowest counts":    {"query,doc,grade\naspirin,D7,3\naspirin,D9,0\naspirin,D9,2\n", convert.Options{Duplicates: "lowest"}},
		"empty label":      {"query,doc,grade\naspirin,D7,3\naspirin,D9,0\naspirin,D8,\n", convert.Options{}},
		"text of document": {"query_text,doc_id,title,text,grade\naspirin,D7,t,x,3\naspirin,D9,t,x,0\n", convert.Options{}},
	} {
		t.Run(name, func(t *testing.T) {
			got, err := convert.Import(t.Context(), "csv", written(t, "people.csv", c.text), c.o)
			if err != nil {
				t.Fatal(err)
			}
			if lines := short(got.Set); !slices.Equal(lines, []string{"q001|aspirin||D7=3,D9=0"}) {
				t.Errorf("set = %q", lines)
			}
		})
	}
}

// What an import cannot decide is an error that names the flag to decide it with.
func TestUndecided(t *testing.T) {
	for name, c := range map[string]struct {
		file, text string
		o          convert.Options
		want       []string
	}{
		"contradiction":  {"a.csv", "query,doc,grade\na,D1,1\na,D1,2\n", convert.Options{}, []string{"a.csv:3", "a.csv:2", "--duplicates"}},
		"words":          {"a.csv", "query,doc,grade\na,D1,good\n", convert.Options{}, []string{"a.csv:2", "good=GRADE", "--map"}},
		"half grades":    {"a.csv", "query,doc,grade\na,D1,1.5\na,D2,1\n", convert.Options{}, []string{"whole numbers", "1.5=GRADE"}},
		"map not whole":  {"a.csv", "query,doc,grade\na,D1,1\na,D2,7\n", convert.Options{Map: convert.Map{"1": 1}}, []string{`--map has no grade`, `"7" (1)`}},
		"only zeros":     {"a.csv", "query,doc,grade\na,D1,0\n", convert.Options{}, []string{"--all-zero", `"q001"`}},
		"no text":        {"a.txt", "1 0 D1 1\n", convert.Options{}, []string{"--without-text", `"1"`}},
		"no columns":     {"a.csv", "x,y,z\n1,2,3\n", convert.Options{}, []string{`"x", "y", "z"`, "--columns"}},
		"two queries":    {"a.csv", "query,question,doc,grade\na,b,D1,1\n", convert.Options{}, []string{`"query" and "question"`, "--columns"}},
		"clicks alone":   {"a.csv", "query,doc,clicks\na,D1,1\n", convert.Options{}, []string{"--clicks"}},
		"broken quotes":  {"a.csv", "query,doc,grade\n\"a,D1,1\n", convert.Options{}, []string{"a.csv: line 2"}},
		"ragged":         {"a.csv", "query,doc,grade\na,b,D1,1\n", convert.Options{}, []string{"a.csv:2", "4 cells"}},
		"empty":          {"a.csv", "", convert.Options{}, []string{"the file is empty"}},
		"binary":         {"a.csv", "\x01\x00\x00\x00", convert.Options{}, []string{"NUL bytes"}},
		"workbook":       {"a.csv", "PK\x03\x04\x00\x00\x00\x00", convert.Options{}, []string{"a workbook", "CSV UTF-8"}},
		"inspect":        {"a.eval", "PK\x03\x04\x00\x00_journal/start.json", convert.Options{}, []string{"log of Inspect", "inspect log dump", "compare --scores"}},
		"run":            {"a.txt", "301\tQ0\tFR940202-2-00150\t104\t2.129133\tSTANDARD\n", convert.Options{}, []string{"a run", "rankduel eval"}},
		"trec_eval":      {"a.txt", "runid                 \tall\tSTANDARD\nnum_q                 \tall\t3\n", convert.Options{}, []string{"trec_eval prints", "compare --scores"}},
		"mteb":           {"a.json", "{\n  \"task_name\": \"X\", \"mteb_version\": \"2.12.9\", \"scores\": {}}", convert.Options{}, []string{"result of MTEB", "rankduel eval"}},
		"lm-eval":        {"a.json", `{"results": {"copa": {"acc,none": 0.6, "acc_stderr,none": 0.1}}}`, convert.Options{}, []string{"lm-evaluation-harness", "samples_*.jsonl"}},
		"pytest":         {"a.json", `{"created": 1.5, "exitcode": 1, "summary": {}, "tests": []}`, convert.Options{}, []string{"report of pytest", "compare --scores"}},
		"two texts":      {"a.csv", "query_id,query,doc,grade\n1,a,D1,1\n1,b,D2,1\n", convert.Options{}, []string{"a.csv:3", `"b"`, "another id"}},
		"two types":      {"a.csv", "query,type,doc,grade\na,x,D1,1\na,y,D2,1\n", convert.Options{}, []string{"a.csv:3", "type"}},
		"no query text":  {"a.json", `{"requests":[{"id":"1","request":{"query":{"match":{"body":"x"}}},"ratings":[]}]}`, convert.Options{}, []string{"--query-text '.request.query.match.body'"}},
		"broken JSON":    {"a.json", "{\"requests\":\n[{\"ratings\": x}]}", convert.Options{}, []string{"a.json:2"}},
		"wrong kind":     {"a.json", `{"judgmentRatings": {"a": 1}}`, convert.Options{}, []string{"a.json:1", "judgmentRatings"}},
		"user log":       {"a.ndjson", `{"user_query":"x","query_id":"1"}`, convert.Options{}, []string{"refresh start"}},
		"unknown judge":  {"a.csv", "query,doc,grade,judge\na,D1,1,Ada\n", convert.Options{Judge: "Bob"}, []string{`"Ada"`}},
		"unknown column": {"a.csv", "query,doc,grade\na,D1,1\n", convert.Options{StrataFrom: "kind"}, []string{"--strata-from", `"query"`}},
		"endless jq": {
			"a.json", `{"requests":[{"id":"1","request":{"q":"x"},"ratings":[]}]}`,
			convert.Options{QueryText: "[range(1e15)]"},
			[]string{"steps"},
		},
	} {
		t.Run(name, func(t *testing.T) {
			_, err := convert.Import(t.Context(), "", written(t, c.file, c.text), c.o)
			if err == nil {
				t.Fatal("it is taken")
			}
			for _, want := range c.want {
				if !strings.Contains(err.Error(), want) {
					t.Errorf("error = %v, want %q in it", err, want)
				}
			}
		})
	}
}

// Several judges are told apart, and each gets a file.
func TestLabelFiles(t *testing.T) {
	got, err := convert.Import(t.Context(), "", fixtures([]string{"quepid-book-judgements.csv"}), convert.Options{LabelsOnly: true})
	if err != nil {
		t.Fatal(err)
	}
	want := map[string]string{
		"ada_test.csv":  "query_id,doc_id,grade\nq001,D7,3\nq001,D9,0\n",
		"ben_test.csv":  "query_id,doc_id,grade\nq001,D7,2\n",
		"anonymous.csv": "query_id,doc_id,grade\nq001,D9,1\n",
	}
	if got.Set != nil || len(got.Labels) != len(want) {
		t.Errorf("set %v, %d files", got.Set, len(got.Labels))
	}
	for _, f := range got.Labels {
		if string(f.Data) != want[f.Path] {
			t.Errorf("%s = %q, want %q", f.Path, f.Data, want[f.Path])
		}
	}
}

// SMART collections: MED's relations have grades in the fourth column, CISI's
// and CACM's end in zeros that say nothing, and the last record may be empty.
func TestSMART(t *testing.T) {
	const queries = ".I 1\n.W\nfirst\nquestion\n.I 2\n.W\nsecond\n"
	for name, c := range map[string]struct {
		relations string
		want      []string
		o         convert.Options
	}{
		"MED":       {"1 0 13 1\n2 0 14 1\n", []string{"1|first question||13=1", "2|second||14=1"}, convert.Options{}},
		"CISI":      {"     1     28\t0\t0.000000\n     1     35\t0\t0.000000\n", []string{"1|first question||28=1,35=1", "2|second||unjudged"}, convert.Options{}},
		"CACM":      {"01 1410  0 0\n02 1572  0 0\n", []string{"1|first question||1410=1", "2|second||1572=1"}, convert.Options{QueryIDs: "number"}},
		"Cranfield": {"1 184 2 \n1 29 1\n2 12 -1\n2 13 1\n", []string{"1|first question||184=1,29=2", "2|second||12=/,13=2"}, convert.Options{Invert: true}},
	} {
		t.Run(name, func(t *testing.T) {
			paths := written(t, "x.all", ".I 13\n.T\nd\n.W\ntext\n.I 14\n.W\nt\n.I 99\n.W\nt\n.I 100\n", "x.qry", queries, "x.rel", c.relations)
			got, err := convert.Import(t.Context(), "", paths, c.o)
			if err != nil {
				t.Fatal(err)
			}
			if lines := short(got.Set); !slices.Equal(lines, c.want) {
				t.Errorf("set = %q, want %q", lines, c.want)
			}
			if !slices.Contains(told(got.Notes), "empty_records") {
				t.Errorf("the empty record at the end is not told of: %v", got.Notes)
			}
		})
	}
}

// The registry of CodeScaleBench, in the shape of its configs/ground_truth_files.json.
func TestRegistry(t *testing.T) {
	paths := written(t, "ground_truth_files.json", `{
  "fix-002": {"task_id": "fix-002", "benchmark": "csb_sdlc_fix", "files": ["lib/a.py", "kafka::b.java"], "source": "ground_truth_json_files", "confidence": "medium"},
  "ask-001": {"task_id": "ask-001", "benchmark": "csb_sdlc_understand", "files": ["c.go"], "source": "patch", "confidence": "high"}}`)
	if _, err := convert.Import(t.Context(), "", paths, convert.Options{}); err == nil || !strings.Contains(err.Error(), "--without-text") {
		t.Errorf("without texts: %v", err)
	}
	got, err := convert.Import(t.Context(), "", paths, convert.Options{WithoutText: "keep"})
	if err != nil {
		t.Fatal(err)
	}
	want := []string{"ask-001|ask-001|csb_sdlc_understand|c.go=1", "fix-002|fix-002|csb_sdlc_fix|kafka::b.java=1,lib/a.py=1"}
	if lines := short(got.Set); !slices.Equal(lines, want) {
		t.Errorf("set = %q, want %q", lines, want)
	}
	again, _, err := back(t, got.Set, "csb")
	if err != nil || again.SHA256() != got.Set.SHA256() {
		t.Errorf("another hash: %v", err)
	}
}

// Golden lists pass or fail as the vectors of their origin say; ids that a store
// lacks are looked up by testset validate.
func TestGoldenVectors(t *testing.T) {
	var vectors struct {
		Cases []struct {
			ID    string
			Given struct {
				YAML  string
				Store any
			}
			Expected struct {
				OK       bool
				N        int
				Contains []string `json:"message_contains"`
			}
		}
	}
	read(t, "kebab_loader.json", &vectors)
	for _, c := range vectors.Cases {
		got, err := convert.Import(t.Context(), "", written(t, "golden.yaml", c.Given.YAML), convert.Options{})
		if c.Given.Store != nil && !c.Expected.OK {
			continue
		}
		if (err == nil) != c.Expected.OK {
			t.Errorf("%s: %v", c.ID, err)
			continue
		}
		if err == nil && c.Expected.N > 0 && (len(got.Set.Queries) != c.Expected.N || got.Format != "kebab") {
			t.Errorf("%s: %d queries, format %s", c.ID, len(got.Set.Queries), got.Format)
		}
		for _, want := range c.Expected.Contains {
			if !strings.Contains(err.Error(), want) {
				t.Errorf("%s: %v, want %q in it", c.ID, err, want)
			}
		}
	}
}

// Test sets as JSON pass or fail as the vectors of their origin say.
func TestSetVectors(t *testing.T) {
	var vectors struct {
		Cases []struct {
			ID       string
			Given    map[string]any
			Expected struct {
				OK       bool
				Contains []string `json:"message_contains"`
			}
		}
	}
	read(t, "medkg_testset.json", &vectors)
	for _, c := range vectors.Cases {
		if c.Given["file"] != nil {
			continue // the bundled set of 50 queries, which package testsets reads
		}
		data, err := json.Marshal(c.Given)
		if err != nil {
			t.Fatal(err)
		}
		_, err = convert.Import(t.Context(), "", written(t, "set.json", string(data)), convert.Options{})
		if (err == nil) != c.Expected.OK {
			t.Errorf("%s: %v", c.ID, err)
			continue
		}
		for _, want := range c.Expected.Contains {
			if !strings.Contains(err.Error(), want) {
				t.Errorf("%s: %v, want %q in it", c.ID, err, want)
			}
		}
	}
}

func read(t *testing.T, name string, into any) {
	t.Helper()
	data, err := os.ReadFile(filepath.Join("testdata", name))
	if err != nil {
		t.Fatal(err)
	}
	if err := json.Unmarshal(data, into); err != nil {
		t.Fatal(err)
	}
}

// What differs in blanks alone looks the same in a sheet.
func TestBlanks(t *testing.T) {
	paths := written(t, "x.csv", "query,document,label\ntea ,d1,1\ntea,d1 ,2\ncoffee,d,3\n")
	got, err := convert.Import(t.Context(), "csv", paths, convert.Options{})
	if err != nil {
		t.Fatal(err)
	}
	if want := []string{"q001|tea ||d1=1", "q002|tea||d1 =2", "q003|coffee||d=3"}; !slices.Equal(short(got.Set), want) {
		t.Errorf("%q, want %q", short(got.Set), want)
	}
	for _, want := range []string{`1 query text with other blanks elsewhere, kept as queries of their own: "tea"`, `1 document id with blanks at an end, kept as they are: "d1 "`} {
		if !slices.ContainsFunc(got.Notes, func(n convert.Note) bool { return n.Text == want }) {
			t.Errorf("no note %q in %v", want, got.Notes)
		}
	}
}

// Records that say nothing to ask are counted, in lines, lists and tables.
func TestRecordsWithoutQuestion(t *testing.T) {
	for name, text := range map[string]string{
		"x.jsonl": `{"question":"a","doc_ids":["d"]}` + "\n" + `{"answer":"b"}` + "\n" + `{"question":" ","answer":"c"}` + "\n",
		"x.json":  `{"data":[{"question":"a"},{"answer":"b"},{"answer":"c"}]}`,
		"x.csv":   "question,answer\na,1\n,2\n,3\n",
	} {
		got, err := convert.Import(t.Context(), "rag", written(t, name, text), convert.Options{Unjudged: "keep"})
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		want := "2 records without a question"
		if len(got.Set.Queries) != 1 || !slices.ContainsFunc(got.Notes, func(n convert.Note) bool { return n.Text == want }) {
			t.Errorf("%s: %d queries, no %q in %v", name, len(got.Set.Queries), want, got.Notes)
		}
	}
}
