package convert_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/rankduel/rankduel/testsets/convert"
)

// Judgments alone, in the shapes that libraries keep them in (ranx, pytrec_eval, BEIR).
func TestJudgmentsAsJSON(t *testing.T) {
	want := []string{"q1|q1||d1=2,d2=0", "q2|q2||d1=1"}
	for name, text := range map[string]string{
		"by document": `{"q1": {"d1": 2, "d2": 0}, "q2": {"d1": 1}}`,
		"records":     `[{"query_id":"q1","doc_id":"d1","relevance":2},{"query_id":"q1","doc_id":"d2","relevance":0},{"query_id":"q2","doc_id":"d1","relevance":1}]`,
		"lines":       `{"query-id":"q1","corpus-id":"d1","score":2}` + "\n" + `{"query-id":"q1","corpus-id":"d2","score":0}` + "\n" + `{"query-id":"q2","corpus-id":"d1","score":1}`,
	} {
		got, err := convert.Import(t.Context(), "", written(t, "qrels.json", text), convert.Options{WithoutText: "keep"})
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		if lines := short(got.Set); got.Format != "qrels-json" || !slices.Equal(lines, want) {
			t.Errorf("%s: format %s, %q, want %q", name, got.Format, lines, want)
		}
	}
	lists := written(t, "qrels.json", `{"q1": ["d1", "d2"], "q2": []}`)
	if _, err := convert.Import(t.Context(), "", lists, convert.Options{WithoutText: "keep"}); err == nil || !strings.Contains(err.Error(), "--all-zero unjudged") {
		t.Errorf("an empty list: %v", err)
	}
	got, err := convert.Import(t.Context(), "", lists, convert.Options{WithoutText: "keep", AllZero: "unjudged"})
	if err != nil || !slices.Equal(short(got.Set), []string{"q1|q1||d1=1,d2=1", "q2|q2||unjudged"}) {
		t.Errorf("lists: %v", err)
	}
	_, err = convert.Import(t.Context(), "", written(t, "run.json", `{"q1": {"d1": 0.83}}`), convert.Options{WithoutText: "keep"})
	if err == nil || !strings.Contains(err.Error(), "whole numbers") {
		t.Errorf("a run: %v", err)
	}
}

// The labels of ESCI (amazon-science/esci-data, README), WANDS (wayfair/WANDS, README) and
// NTCIR (pyNTCIREVAL, sample.rel), best to worst.
func TestLabelsOfCollections(t *testing.T) {
	for text, want := range map[string]string{
		"query_id,product_id,esci_label\nq,a,E\nq,b,S\nq,c,C\nq,d,I\n":   "q|q||a=3,b=2,c=1,d=0",
		"query_id,docno,label\nq,a,Exact\nq,b,Partial\nq,c,Irrelevant\n": "q|q||a=2,b=1,c=0",
		"qid,docno,label\nq,a,L3\nq,b,L2\nq,c,L0\n":                      "q|q||a=3,b=2,c=0",
	} {
		got, err := convert.Import(t.Context(), "", written(t, "labels.csv", text), convert.Options{WithoutText: "keep"})
		if err != nil {
			t.Errorf("%q: %v", text, err)
			continue
		}
		if lines := short(got.Set); !slices.Equal(lines, []string{want}) {
			t.Errorf("%q: %q, want %s", text, lines, want)
		}
	}
	_, err := convert.Import(t.Context(), "", written(t, "labels.csv", "query_id,docno,label\nq,a,Exact\nq,b,Irrelevant\n"), convert.Options{WithoutText: "keep"})
	if err == nil || !strings.Contains(err.Error(), "--map") {
		t.Errorf("labels of two scales: %v", err)
	}
}

// Tables of queries, judgments and documents as WANDS has them (wayfair/WANDS, README), with
// tabs, and a case of Quepid as its view writes it (o19s/quepid, export/cases/_query).
func TestTablesInPairs(t *testing.T) {
	sources := written(t,
		"query.csv", "query_id\tquery\tquery_class\n0\tsalon chair\tChairs\n1\tcoffee table\tTables\n",
		"label.csv", "id\tquery_id\tproduct_id\tlabel\n0\t0\t25434\tExact\n1\t0\t12088\tIrrelevant\n2\t1\t42931\tPartial\n",
		"product.csv", "product_id\tproduct_name\trating_count\n25434\ta\t15.0\n12088\tb\t2.0\n42931\tc\t1.0\n")
	for _, given := range [][]string{sources[:2], {sources[1], sources[0]}, sources} {
		got, err := convert.Import(t.Context(), "", given, convert.Options{StrataFrom: "query_class"})
		if err != nil {
			t.Fatal(err)
		}
		want := []string{"0|salon chair|Chairs|12088=0,25434=2", "1|coffee table|Tables|42931=1"}
		if lines := short(got.Set); !slices.Equal(lines, want) {
			t.Errorf("%q, want %q", lines, want)
		}
	}
	_, err := convert.Import(t.Context(), "", []string{sources[1], sources[1]}, convert.Options{})
	if err == nil || !strings.Contains(err.Error(), "2 tables of judgments") {
		t.Errorf("two of judgments: %v", err)
	}
	quepid := written(t, "case.json", `{"case_name":"c","queries":[{"arranged_at":null,"query_text":"aspirin","options":{},"notes":null,"ratings":{"D7":3.0,"D9":0}}]}`)
	got, err := convert.Import(t.Context(), "", quepid, convert.Options{})
	if err != nil || !slices.Equal(short(got.Set), []string{"q001|aspirin||D7=3,D9=0"}) {
		t.Errorf("a case of Quepid: %v", err)
	}
}

// Judgments for a run: fractions are gains where these may be real (lines of qrels with the
// same numbers), and the queries need ids.
func TestQrels(t *testing.T) {
	table := written(t, "qrels.csv", "query_id,doc_id,grade\nq1,d1,0.5\nq1,d2,1\n")[0]
	if lines, err := convert.Qrels(t.Context(), "csv", table, true, true); err != nil || string(lines) != "q1 0 d1 0.5\nq1 0 d2 1\n" {
		t.Errorf("%q, %v", lines, err)
	}
	for want, path := range map[string]string{
		"--gains real":     table,
		"by their texts":   written(t, "a.json", `[{"query":"a","relevant_ids":["d1"]}]`)[0],
		"have a blank":     written(t, "a.csv", "query_id,doc_id,grade\nq 1,d1,1\n")[0],
		"no grade for the": written(t, "b.csv", "query_id,doc_id,grade\nq1,d1,good\n")[0],
	} {
		format, err := convert.Detect(path)
		if err == nil {
			_, err = convert.Qrels(t.Context(), format.Name, path, false, true)
		}
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("error %v, want %q in it", err, want)
		}
	}
}

// Judgments of NTCIR: documents and levels of the topic that the file is called after
// (mpkato/pyNTCIREVAL, tests/dat/sample.rel), the same with a topic, and lines of the page of NTCIR-2
// (research.nii.ac.jp/ntcir/ntcir-ws2/sample-r-c-en.html), whose last column it says is the grade.
func TestNTCIR(t *testing.T) {
	const sample = "dummy01 L3\ndummy02 L3\ndummy04 L2\ndummy07 L1\ndummy11 L0\n"
	const levels = "0001 L3 d1\n0001 L0 d2\n\n0002 L1 d1\n"
	for _, c := range []struct{ name, text, notes, want string }{
		{"0001.rel", sample, "known_labels topic_of_file", "0001|0001||dummy01=3,dummy02=3,dummy04=2,dummy07=1,dummy11=0"},
		{"all.rel", levels, "known_labels", "0001|0001||d1=3,d2=0 0002|0002||d1=1"},
		{"all.rel", "0001 d1 L3\r\n0001 d2 L0\r\n", "known_labels", "0001|0001||d1=3,d2=0"},
		{"all.rel", "0001 0 d1 L3\n0001 0 17 L0\n", "known_labels", "0001|0001||17=0,d1=3"},
		{"qrels", "0001\tC\tgakkai-0000010176\t0 \n0001\tA\tgakkai-0000010187\t1 \n", "letters", "0001|0001||gakkai-0000010176=0,gakkai-0000010187=1"},
	} {
		got, err := convert.Import(t.Context(), "", written(t, c.name, c.text), convert.Options{WithoutText: "keep"})
		if err != nil {
			t.Errorf("%q: %v", c.text, err)
			continue
		}
		var notes []string
		for _, n := range got.Notes {
			notes = append(notes, n.Code)
		}
		slices.Sort(notes)
		if lines := strings.Join(short(got.Set), " "); lines != c.want || !strings.Contains(strings.Join(notes, " "), c.notes) {
			t.Errorf("%q: %q with notes %q, want %q with %q", c.text, lines, notes, c.want, c.notes)
		}
	}
	for text, want := range map[string]string{
		"0001 L1 L2\n":              "no format that is known", // which of the two is the document?
		"d1 L1\nd2 three\n":         "sample.rel:2: want a document and its level",
		"d1 L1\nd1 L2\n":            `document "d1" has grade 2 here and 1 at`,
		"0001 0 d1 L1\n0001 d2 5\n": "sample.rel:2: want a document and its level",
	} {
		_, err := convert.Import(t.Context(), "", written(t, "sample.rel", text), convert.Options{WithoutText: "keep"})
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: %v, want %q", text, err, want)
		}
	}
}
