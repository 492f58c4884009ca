package doctor_test

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/rankduel/rankduel/experiment/judgments"
	"github.com/rankduel/rankduel/experiment/result"
	"github.com/rankduel/rankduel/experiment/scoring/scorefile"
	"github.com/rankduel/rankduel/experiment/scoring/scorelog"
	"github.com/rankduel/rankduel/retrieval/runfile"
	"github.com/rankduel/rankduel/retrieval/trec"
	"github.com/rankduel/rankduel/testsets/convert"
)

// readers are what verbs read files with: eval RUN, compare --scores, testset import and --qrels, --test-set. What a
// file has to be told first, which log errors and options say, is not of another kind for that.
var readers = map[string]func(ctx context.Context, path string) error{
	result.FileRun: func(ctx context.Context, path string) error {
		_, _, err := runfile.Read(ctx, trec.File(path), runfile.Options{})
		return err
	},
	result.FileScores: func(_ context.Context, path string) error {
		in, err := trec.File(path).Open()
		if err != nil {
			return err
		}
		defer in.Close()
		_, err = scorefile.ReadSystems(path, in, scorefile.Form{})
		if open := (*scorelog.ChoiceError)(nil); errors.As(err, &open) && len(open.Choices) > 0 {
			return nil
		}
		return err
	},
	result.FileJudgments: func(ctx context.Context, path string) error {
		if _, err := trec.ReadQrels(ctx, trec.File(path), trec.QrelsOptions{}); err == nil {
			return nil
		}
		_, err := convert.Import(ctx, "", []string{path}, convert.Options{Duplicates: "highest", AllZero: "unjudged", WithoutText: "keep", Unjudged: "keep"})
		return err
	},
	result.FileTestSet: func(_ context.Context, path string) error {
		_, err := judgments.OpenTestSet(filepath.Dir(path), filepath.Base(path))
		return err
	},
}

// agrees fails unless the verbs read a file as what it is said to be, or none reads one that is nothing.
func agrees(t *testing.T, path string) (kind string) {
	t.Helper()
	f := examine(t, path).Files[0]
	if read := readers[f.Kind]; read != nil {
		if err := read(t.Context(), path); err != nil && !strings.Contains(f.Is, "with faults") {
			t.Errorf("%s is said to be %s, and is not read as that: %v", path, f.Is, err)
		}
		return f.Kind
	}
	for as, read := range readers {
		if err := read(t.Context(), path); err == nil {
			t.Errorf("%s is said to be %s, and is read as %s", path, f.Is, as)
		}
	}
	return f.Kind
}

// Each of two readers can read some of these: then it is what names and numbers say.
func TestKinds(t *testing.T) {
	const run, judged, scores, set = result.FileRun, result.FileJudgments, result.FileScores, result.FileTestSet
	for _, c := range []struct{ name, text, want string }{
		{"hits of fractions", `{"query_id":"q1","doc_id":"d1","score":3.25}` + "\n" + `{"query_id":"q1","doc_id":"d2","score":1.5}`, run},
		{"hits of whole numbers", `{"query_id":"q1","doc_id":"d1","score":3}` + "\n" + `{"query_id":"q1","doc_id":"d2","score":1}`, run},
		{"hits with ranks", `{"qid":"q1","docno":"d1","rank":0,"score":3}`, run},
		{"hits with the query", `{"query_id":"q1","query":"what is it","doc_id":"d1","score":3}`, run},
		{"chunks", `{"query_id":"q1","chunk_id":"c1","doc_id":"d1","score":3,"start":0,"end":9}` + "\n" + `{"query_id":"q1","chunk_id":"c2","doc_id":"d1","score":1}`, run},
		{"relevance", `{"query_id":"q1","doc_id":"d1","relevance":3}` + "\n" + `{"query_id":"q1","doc_id":"d2","relevance":1}`, judged},
		{"relevance with ranks", `{"query_id":"q1","doc_id":"d1","rank":1,"relevance":3}`, judged},
		{"labels", "qid,docno,label\nq1,d1,3\nq1,d2,1\n", judged},
		{"dictionary of grades", `{"q1":{"d1":3,"d2":1}}`, judged},
		{"dictionary of scores", `{"q1":{"d1":3.5,"d2":1.25}}`, run},
		{"dictionary of lists", `{"q1":["d1","d2"]}`, judged},
		{"qrels of BEIR", "query-id\tcorpus-id\tscore\nq1\td1\t3\nq1\td2\t1\n", judged},
		{"run like qrels of BEIR", "query-id\tcorpus-id\tscore\nq1\td1\t3.5\nq1\td2\t1.25\n", run},
		{"frame of whole scores", "qid,docno,rank,score\nq1,d1,0,3\nq1,d2,1,1\n", run},
		{"lines of queries", `{"query_id":"q1","hits":[{"id":"d1","score":2}]}`, run},
		{"qrels", "q1 0 d1 1\nq1 0 d2 0\n", judged},
		{"run", "q1 Q0 d1 1 2.5 t\n", run},
		{"scores", "query_id,measure,score\nq1,RR,1\nq2,RR,0.5\n", scores},
		{"scores of systems", "query_id,a,b\nq1,1,0\nq2,0.5,1\n", scores},
		{"set", "version: v1\nstrata: []\nqueries:\n- query_id: q1\n  query_text: what\n  passages: [{doc_id: d, start: 0, end: 9, grade: 1}]\n", set},
		{"set in lines", `{"version": "v1", "strata": []}` + "\n" + `{"query_id": "q1", "query_text": "what", "passages": [{"doc_id": "d", "quote": "so it is", "grade": 1}]}` + "\n", set},
		{"golden list", "- id: q1\n  query: what\n  expected_doc_ids: [d1]\n", set},
		{"list of hits", `[{"query_id":"q1","doc_id":"d1","score":3.5}]`, result.FileUnknown},
	} {
		if got := agrees(t, write(t, strings.ReplaceAll(c.name, " ", "-"), c.text)); got != c.want {
			t.Errorf("%s is %q, want %q", c.name, got, c.want)
		}
	}
	f := examine(t, write(t, "q.json", `{"q1":{"d1":3,"d2":1}}`)).Files[0]
	if !strings.Contains(strings.Join(f.Says, " "), "in the place of a run it would be read as one") {
		t.Errorf("%+v, want to be told that eval reads it as a run", f)
	}
}

// What doctor says of files that others wrote is what verbs read them as.
func TestKindsOfStrangers(t *testing.T) {
	var files []string
	for _, folder := range []string{"logs/*", "qrels-topics/*", "runs/*/*"} {
		found, err := filepath.Glob("../../../shared/data/" + folder)
		if err != nil {
			t.Fatal(err)
		}
		files = append(files, found...)
	}
	if len(files) == 0 || testing.Short() {
		t.Skip("needs ../shared/data, and reads all of it")
	}
	for _, path := range files {
		if info, err := os.Stat(path); err == nil && info.Mode().IsRegular() {
			agrees(t, path)
		}
	}
}
