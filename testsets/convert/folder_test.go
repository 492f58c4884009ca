package convert_test

import (
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/rankduel/rankduel/testsets/convert"
)

func TestFolders(t *testing.T) {
	smart := []string{
		"c/cran.qry", ".I 001\n.W\nfirst\n.I 004\n.W\nsecond\n",
		"c/cranqrel", "1 184 2\n1 29 1\n2 5 3\n",
		"c/cran.all", ".I 5\n.W\na\n.I 29\n.W\nb\n.I 184\n.W\nc\n",
		"c/binary/cranqrel.trec.txt", "1 0 184 1\n1 0 29 1\n2 0 5 1\n",
	}
	doc := func(id, text string) string {
		return "<DOC>\n<DOCNO>" + id + "</DOCNO>\n" + text + "\n</DOC>\n"
	}
	for _, c := range []struct {
		name  string
		files []string
		o     convert.Options
		want  []string // as short says them
		note  string
		fault string
	}{
		{
			name: "SMART next to the same judgments in another form", files: smart,
			o:    convert.Options{QueryIDs: "position", Map: convert.Map{"1": 4, "2": 3, "3": 2}},
			want: []string{"001|first||184=3,29=4", "004|second||5=2"},
			note: `"binary/cranqrel.trec.txt"; cranqrel was read`,
		},
		{
			name:  "an empty record at the end",
			files: []string{"c/a.qry", ".I 1\n.W\nfirst\n.I 2\n", "c/a.rel", "1 5 1\n"},
			want:  []string{"1|first||5=1"},
			note:  "1 record without content at the end of ",
		},
		{
			name:  "a title that is empty by its word",
			files: []string{"c/topics", "<top>\n<num> 1\n<title> empty\n<desc> what is asked\n</top>\n", "c/qrels", "1 0 d 1\n"},
			want:  []string{"1|what is asked||d=1"},
			note:  "1 topic with an empty <title>, whose text was taken from <desc>",
		},
		{
			name:  "BEIR with three splits",
			files: []string{"c/queries.jsonl", `{"_id":"1","text":"first"}` + "\n", "c/qrels/dev.tsv", "1\tdev\t1\n", "c/qrels/test.tsv", "1\ttest\t1\n", "c/qrels/train.tsv", "1\ttrain\t1\n"},
			want:  []string{"1|first||test=1"},
			note:  "2 other splits",
		},
		{
			name:  "relations that end in two zeros",
			files: []string{"c/CISI.QRY", ".I 1\n.W\nfirst\n", "c/CISI.REL", "1 28 0 0.000000\n1 35 0 0.000000\n"},
			want:  []string{"1|first||28=1,35=1"},
			note:  "2 relations without a grade, taken as grade 1",
		},
		{
			name:  "topics of three words each, of which the last is a number",
			files: []string{"c/topics.tsv", "q1\twindows server 2019\nq2\tbest laptop 2021\n", "c/qrels.txt", "q1\t0\td\t1\nq2 0 e\t2\n"},
			want:  []string{"q1|windows server 2019||d=1", "q2|best laptop 2021||e=2"},
		},
		{
			name:  "topics whose first id begins as a SMART collection does",
			files: []string{"c/topics.tsv", ".Ic/0\tfirst\n", "c/qrels.txt", ".Ic/0\t0\td\t1\n"},
			want:  []string{".Ic/0|first||d=1"},
		},
		{
			name:  "two files of judgments of no usual name",
			files: []string{"c/a.qry", ".I 1\n.W\nfirst\n", "c/a.txt", "1 5 1\n", "c/b.txt", "1 6 1\n"},
			fault: `2 files of judgments, "a.txt", "b.txt"; give the files of one: rankduel testset import QUERIES JUDGMENTS`,
		},
		{
			name:  "documents in the form of topics",
			files: []string{"c/doc-text.trec", doc("1", "a document") + doc("2", "another"), "c/query-text.trec", doc("1", "a query"), "c/qrels", "1 0 2 1\n1 0 9 1\n"},
			want:  []string{"1|a query||2=1,9=1"},
			note:  `1 judged document not in the collection, such as "9"`,
		},
		{
			name:  "an archive next to topics",
			files: []string{"c/docs.tar", "a\x00b", "c/topics.txt", "1\tfirst\n", "c/qrels.txt", "1 0 d 1\n"},
			want:  []string{"1|first||d=1"},
			note:  "1 file of the folder besides topics and qrels",
		},
		{
			name:  "parts of qrels",
			files: []string{"c/topics.txt", "1\tfirst\n2\tsecond\n", "c/qrels.1", "1 0 d 1\n", "c/qrels.2", "2 0 d 1\n"},
			want:  []string{"1|first||d=1", "2|second||d=1"},
		},
		{
			name:  "qrels of two collections",
			files: []string{"c/topics.txt", "1\tfirst\n", "c/qrels.1", "1 0 d 1\n", "c/qrels.2", "1 0 d 2\n"},
			fault: "2 files of qrels that name the same ids, so they are of different collections",
		},
		{
			name:  "topics of two collections",
			files: []string{"c/topics.1", "1\tfirst\n", "c/topics.2", "1\tother\n", "c/qrels", "1 0 d 1\n"},
			fault: "2 files of topics that name the same ids, so they are of different collections",
		},
	} {
		t.Run(c.name, func(t *testing.T) {
			folder := filepath.Dir(written(t, c.files...)[0])
			got, err := convert.Import(t.Context(), "", []string{folder}, c.o)
			if c.fault != "" {
				if err == nil || !strings.Contains(err.Error(), c.fault) || strings.Contains(err.Error(), "\n") {
					t.Fatalf("error %v, want one line with %q", err, c.fault)
				}
				return
			}
			if err != nil {
				t.Fatal(err)
			}
			if lines := short(got.Set); !slices.Equal(lines, c.want) {
				t.Errorf("%q, want %q", lines, c.want)
			}
			if c.note != "" && !slices.ContainsFunc(got.Notes, func(n convert.Note) bool { return strings.Contains(n.Text, c.note) }) {
				t.Errorf("no note with %q in %v", c.note, got.Notes)
			}
		})
	}
}

// Topics are recognized by the beginning of their file; what the rest holds is
// read or refused, and not skipped.
func TestTopicsBehindTheBeginning(t *testing.T) {
	many := strings.Repeat("1234567\tsome text of a query\n", 1)
	for i := range 5000 {
		many += strings.Repeat("9", 1+i%5) + strings.Repeat("x", 1+i/5) + "\ttext\n"
		if len(many) > 80<<10 {
			break
		}
	}
	for _, c := range []struct{ name, topics, fault string }{
		{"tab", many + "8 no tab\n", `a line without a "\t" between id and text`},
		{"colon", strings.ReplaceAll(many, "\t", ":") + "8 no colon\n", `a line without a ":" between id and text`},
		{"xml", `<topics><topic number="1"><query>a</query></topic><topic number="2"><query>b</query>`, "2 topics begun, and 1 with a number and an end"},
		{"doc", "<DOC><DOCNO>1</DOCNO>a</DOC>\n<DOC><DOCNO>2</DOCNO>b", "2 topics begun, and 1 with a number and an end"},
	} {
		t.Run(c.name, func(t *testing.T) {
			paths := written(t, "topics.txt", c.topics, "qrels.txt", "1 0 d 1\n")
			_, err := convert.Import(t.Context(), "trec", paths, convert.Options{})
			if err == nil || !strings.Contains(err.Error(), c.fault) {
				t.Errorf("error %v, want %q", err, c.fault)
			}
		})
	}
}
