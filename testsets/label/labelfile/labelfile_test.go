package labelfile_test

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/klauspost/compress/gzip"

	"github.com/rankduel/rankduel/testsets"
	"github.com/rankduel/rankduel/testsets/label"
	"github.com/rankduel/rankduel/testsets/label/labelfile"
)

func write(t testing.TB, name, text string) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), name)
	if err := os.WriteFile(path, []byte(text), 0o666); err != nil {
		t.Fatal(err)
	}
	return path
}

// said returns what people said of q1/d1, "x" for a blank, "-" for nothing.
func said(people []labelfile.Labels, pair label.Pair) string {
	var words []string
	for _, p := range people {
		word := "-"
		if m, ok := p.Marks[pair]; ok {
			word = "x"
			if m.Grade != nil {
				word = string(rune('0' + *m.Grade))
			}
		}
		words = append(words, p.Person+"="+word)
	}
	return strings.Join(words, " ")
}

const journal = `{"at":"2026-03-01T09:00:00Z","query_id":"q1","doc_id":"d1","state":"graded","grade":1,"comment":"","ms":1,"mode":"page","order":"shuffled"}
{"at":"2026-03-01T09:00:01Z","query_id":"q1","doc_id":"d1","state":"graded","grade":2,"comment":"","ms":1,"mode":"page","order":"shuffled"}
{"at":"2026-03-01T09:00:02Z","query_id":"q1","doc_id":"d1","state":"graded","grade":0,"comment":"","ms":1,"mode":"page","order":"shuffled","repeat":true}
{"at":"2026-03-01T09:00:03Z","query_id":"q1","doc_id":"d2","state":"cannot_judge","grade":null,"comment":"no text","ms":1,"mode":"page","order":"shuffled"}
`

// The same two labels in each form: grade 2 of d1, none of d2.
func TestForms(t *testing.T) {
	for name, text := range map[string]string{
		"journal.jsonl":    journal,
		"lines.jsonl":      "\ufeff" + `{"query_id":"q1","doc_id":"d1","grade":2}` + "\r\n" + `{"query_id":"q1","doc_id":"d2","grade":null}` + "\n",
		"numbers.jsonl":    `{"query_id":"q1","doc_id":"d1","grade":"2.0","comment":"c"}` + "\n\n" + `{"query_id":"q1","doc_id":"d2","grade":"x"}`,
		"table.csv":        "query_id,doc_id,grade\nq1,d1,2\nq1,d2,\n",
		"excel.csv":        "\ufeffquery_id;doc_id;grade;comment\r\nq1;d1;2,0;\r\nq1;d2;x;kein Text\r\n",
		"quepid-basic.csv": "query,docid,rating\nq1,d1,2\nq1,d2,\nq9,,",
		"beir.tsv":         "query-id\tcorpus-id\tscore\nq1\td1\t2\nq1\td2\t\n",
		"ours.csv":         "row,query_id,query_text,doc_id,title,text,grade,comment\n1,q1,t,d1,,x,2,\n2,q1,t,d2,,x,x,no\n3,q1,t,d1,,x,0,\n",
	} {
		people, err := labelfile.Read(write(t, name, text))
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		person, _, _ := strings.Cut(name, ".")
		if got := said(people, label.Pair{Query: "q1", Doc: "d1"}) + said(people, label.Pair{Query: "q1", Doc: "d2"}); got != person+"=2"+person+"=x" {
			t.Errorf("%s: %s, want 2 and x", name, got)
		}
		if (people[0].Journal != nil) != (name == "journal.jsonl") {
			t.Errorf("%s: journal %v", name, people[0].Journal)
		}
	}
	var b strings.Builder
	zip := gzip.NewWriter(&b)
	if _, err := zip.Write([]byte("q1 0 d1 2\r\nq1\tQ0\td2\t-1\n")); err != nil {
		t.Fatal(err)
	}
	if err := zip.Close(); err != nil {
		t.Fatal(err)
	}
	people, err := labelfile.Read(write(t, "nist.qrels.gz", b.String()))
	if err != nil || people[0].Person != "nist" || said(people, label.Pair{Query: "q1", Doc: "d1"}) != "nist=2" || *people[0].Marks[label.Pair{Query: "q1", Doc: "d2"}].Grade != -1 {
		t.Errorf("qrels: %v, %v", people, err)
	}
}

// A book of Quepid's: a column for each judge, by their full name.
func TestBook(t *testing.T) {
	people, err := labelfile.Read(write(t, "book.csv", "query,docid,Ada Example,Ben Example\nmilk,d1,3.0,2.0\nmilk,d2,,1.0\n"))
	if err != nil {
		t.Fatal(err)
	}
	if got := said(people, label.Pair{Query: "milk", Doc: "d1"}); got != "Ada Example=3 Ben Example=2" {
		t.Error(got)
	}
	if got := said(people, label.Pair{Query: "milk", Doc: "d2"}); got != "Ada Example=- Ben Example=1" {
		t.Error(got)
	}
}

func TestFaults(t *testing.T) {
	for name, c := range map[string]struct{ text, want string }{
		"empty":      {"", "l.csv is empty"},
		"blank":      {"\ufeff\r\n", "l.csv is empty"},
		"no columns": {"a,b,c\n1,2,3\n", "l.csv:1: want a first row with query_id, doc_id and grade"},
		"no grade":   {"query_id,doc_id\nq,d\n", "l.csv:1: has no column grade, and none of a person"},
		"namesakes":  {"query,docid,Ada,Ada\nq,d,1,2\n", `l.csv:1: column 4 is named "Ada"`},
		"twice":      {"query_id,doc_id,grade\nq,d,1\nq,d,2\n", `l.csv:3: query "q", document "d": is in line 2 already`},
		"word":       {"query_id,doc_id,grade\nq,d,good\nq,e,1.5\n", `l.csv:2: query "q", document "d": grade "good" is not an integer` + "\n"},
		"no id":      {"query_id,doc_id,grade\n,d,1\n", "l.csv:2: has no query or no document"},
		"only head":  {"query_id,doc_id,grade\n", "l said nothing of any document"},
		"NUL":        {"PK\x03\x04\x00\x00,", "holds NUL bytes"},
		"qrels":      {"q 0 d 1\nq 0 d\n", "l.csv:2: has 3 fields"},
		"lines":      {`{"query_id":"q","doc_id":"d"}`, "l.csv:1: has no grade; null stands for"},
		"no lines":   {`{"query_id":"q","doc_id":"d","grade":1}` + "\n{", "l.csv:2: is no line of labels"},
		"a journal":  {strings.Replace(journal, "graded", "liked", 1), `l.csv:1: state "liked"`},
	} {
		_, err := labelfile.Read(write(t, "l.csv", c.text))
		if err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: %v, want %s", name, err, c.want)
		}
	}
	if _, err := labelfile.Read(t.TempDir()); err == nil {
		t.Error("a folder is read")
	}
	var many strings.Builder
	many.WriteString("query_id,doc_id,grade\n")
	for range 30 {
		many.WriteString("q,d,good\n")
	}
	if _, err := labelfile.Read(write(t, "l.csv", many.String())); err == nil || strings.Count(err.Error(), "\n") != 20 || !strings.HasSuffix(err.Error(), "and 10 more") {
		t.Errorf("many faults: %v", err)
	}
}

func TestCheck(t *testing.T) {
	people, err := labelfile.Read(write(t, "ada.csv", "query_id,doc_id,grade\nq,d,3\nq,e,5\nq,f,-1\nq,g,\n"))
	if err != nil {
		t.Fatal(err)
	}
	err = people[0].Check(testsets.DefaultScale())
	if err == nil || strings.Count(err.Error(), "\n") != 1 || !strings.Contains(err.Error(), `ada.csv:3: query "q", document "e": grade 5 is not on the scale`) {
		t.Errorf("%v", err)
	}
}

func FuzzRead(f *testing.F) {
	f.Add([]byte(journal))
	f.Add([]byte("query,docid,a,b\nq,d,1,2\n"))
	f.Add([]byte("q 0 d 1\n"))
	f.Add([]byte(`{"query_id":1,"doc_id":"d","grade":"2"}`))
	f.Fuzz(func(t *testing.T, data []byte) {
		people, err := labelfile.Read(write(t, "l", string(data)))
		if err == nil && (len(people) == 0 || len(people[0].Marks) == 0) {
			t.Error("nothing was read, without an error")
		}
	})
}

// In a sheet of ours ids are guarded against spreadsheets; elsewhere an apostrophe is one.
func TestGuardedIDs(t *testing.T) {
	for text, want := range map[string]string{
		"row,query_id,query_text,doc_id,title,text,grade,comment\n1,q1,t,'=d1,,x,2,\n":  "=d1",
		"row,query_id,query_text,doc_id,title,text,grade,comment\n1,q1,t,''=d1,,x,2,\n": "'=d1",
		"query_id,doc_id,grade\nq1,'=d1,2\n":                                            "'=d1",
	} {
		people, err := labelfile.Read(write(t, "x.csv", text))
		if err != nil {
			t.Fatal(err)
		}
		if _, ok := people[0].Marks[label.Pair{Query: "q1", Doc: want}]; !ok {
			t.Errorf("%q: %v, want the document %s", text, people[0].Marks, want)
		}
	}
}

// Votes of a crowd have a row each, with who gave it; two who share no document are two.
func TestVotes(t *testing.T) {
	people, err := labelfile.Read(write(t, "votes.csv", "worker,query,document,label\nw2,q1,d1,2\nw1,q1,d1,1\nw1,q1,d2,0\nw3,q2,d9,1\n"))
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, p := range people {
		got = append(got, fmt.Sprintf("%s %d", p.Person, len(p.Marks)))
	}
	if want := []string{"w2 1", "w1 2", "w3 1"}; !slices.Equal(got, want) {
		t.Errorf("%q, want %q", got, want)
	}
}
