package rerank_test

import (
	"bufio"
	"math"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/rankduel/rankduel/retrieval"
	"github.com/rankduel/rankduel/retrieval/embedded"
	"github.com/rankduel/rankduel/retrieval/rerank"
)

// A collection is one of the public ones below ../shared/data/collections.
type collection struct {
	corpus  string
	queries []retrieval.Query
	grades  map[string]map[string]float64 // query → document → grade above 0
}

// collectionFile skips the test when the collections are not there.
func collectionFile(t testing.TB, name string) string {
	t.Helper()
	if testing.Short() {
		t.Skip("integration test on a public collection, skipped by -short")
	}
	path := filepath.Join("..", "..", "..", "shared", "data", "collections", filepath.FromSlash(name))
	if _, err := os.Stat(path); err != nil {
		t.Skipf("the public collections are not next to this checkout: %v", err)
	}
	return path
}

func readCollection(t testing.TB, name string) string {
	t.Helper()
	b, err := os.ReadFile(collectionFile(t, name))
	if err != nil {
		t.Fatal(err)
	}
	return string(b)
}

func queries(t testing.TB, name, pattern string) []retrieval.Query {
	t.Helper()
	var list []retrieval.Query
	for _, m := range regexp.MustCompile(pattern).FindAllStringSubmatch(readCollection(t, name), -1) {
		list = append(list, retrieval.Query{ID: m[1], Text: m[2]})
	}
	return list
}

// grades reads judgments, the grade made of each line's last field; 0 and less are left out.
func grades(t testing.TB, name string, document int, grade func(code int) int) map[string]map[string]float64 {
	t.Helper()
	judged := make(map[string]map[string]float64)
	lines := bufio.NewScanner(strings.NewReader(readCollection(t, name)))
	for lines.Scan() {
		f := strings.Fields(lines.Text())
		if len(f) <= document+1 {
			continue
		}
		code, err := strconv.Atoi(f[document+1])
		if err != nil {
			t.Fatal(err)
		}
		if g := grade(code); g > 0 {
			if judged[f[0]] == nil {
				judged[f[0]] = make(map[string]float64)
			}
			judged[f[0]][f[document]] = float64(g)
		}
	}
	return judged
}

// cranfield has its judgments inverted: code 1 is a complete answer, 4 of minimum interest, and −1 the paper that the
// question was asked about, which is left out. Queries are numbered by position, whatever the .I lines say.
func cranfield(t testing.TB) collection {
	t.Helper()
	c := collection{
		corpus:  collectionFile(t, "cranfield/cran.all.1400.gz"),
		queries: queries(t, "cranfield/cran.qry", `(?s)\.I (\d+)\r?\n\.W\r?\n([^.]*(?:\.[^I][^.]*)*)`),
		grades: grades(t, "cranfield/cranqrel", 1, func(code int) int {
			if code == -1 {
				return 0
			}
			return 5 - code
		}),
	}
	for i := range c.queries {
		c.queries[i].ID = strconv.Itoa(i + 1)
	}
	return c
}

func cacm(t testing.TB) collection {
	t.Helper()
	return collection{
		corpus:  collectionFile(t, "cacm/cacm.tar.gz"),
		queries: queries(t, "cacm/topics.cacm.txt", `(?s)<DOCNO>\s*(\S+)\s*</DOCNO>(.*?)</DOC>`),
		grades:  grades(t, "cacm/qrels.cacm.txt", 2, func(code int) int { return code }),
	}
}

func vaswani(t testing.TB) collection {
	t.Helper()
	return collection{
		corpus:  collectionFile(t, "vaswani-npl/doc-text.trec.gz"),
		queries: queries(t, "vaswani-npl/query-text.trec", `(?s)<num>(\d+)</num><title>(.*?)</title>`),
		grades:  grades(t, "vaswani-npl/qrels", 2, func(code int) int { return code }),
	}
}

// ndcg10 returns nDCG@10 with the grade as gain.
func ndcg10(hits []retrieval.Hit, grade map[string]float64) float64 {
	dcg, best := 0.0, 0.0
	var ideal []float64
	for _, g := range grade {
		ideal = append(ideal, g)
	}
	slices.SortFunc(ideal, func(a, b float64) int { return int(b - a) })
	for i := range 10 {
		discount := math.Log2(float64(i) + 2)
		if i < len(hits) {
			dcg += grade[hits[i].ID] / discount
		}
		if i < len(ideal) {
			best += ideal[i] / discount
		}
	}
	return dcg / best
}

// The built-in reranker on rankings of BM25 over three collections: 100 hits, of which 50 are reranked. It has to
// change rankings, must not lose a document, has to be of use on the collection of the demonstration, and to do little
// harm elsewhere. The figures are in the log; no published ones are comparable, because no one else reranked just
// these candidates.
func TestLexicalOnCollections(t *testing.T) {
	for _, test := range []struct {
		name  string
		load  func(testing.TB) collection
		least float64 // gain
	}{{"cranfield", cranfield, .01}, {"cacm", cacm, -.01}, {"vaswani", vaswani, -.01}} {
		t.Run(test.name, func(t *testing.T) {
			before, after := test.load(t).rerank(t)
			t.Logf("nDCG@10 of bm25 %.4f, reranked %.4f (%+.4f)", before, after, after-before)
			if after < before+test.least {
				t.Errorf("nDCG@10 went from %.4f to %.4f: want a gain of at least %v", before, after, test.least)
			}
		})
	}
}

// rerank returns mean nDCG@10 before and after, over the queries with a relevant document.
func (c collection) rerank(t *testing.T) (before, after float64) {
	t.Helper()
	engine, err := embedded.Open(t.Context(), embedded.Settings{Corpus: c.corpus}, "")
	if err != nil {
		t.Fatal(err)
	}
	step := open(t, rerank.Settings{Method: "lexical"}, nil)
	n, changed := 0.0, 0
	for _, q := range c.queries {
		if len(c.grades[q.ID]) == 0 {
			continue
		}
		n++
		hits, err := engine.Retrieve(t.Context(), q, 100)
		if err != nil {
			t.Fatal(err)
		}
		reranked, _, err := step.Rerank(t.Context(), q, hits, nil)
		if err != nil {
			t.Fatal(err)
		}
		checkReranked(t, hits, reranked, rerank.DefaultTopN)
		if !slices.Equal(ids(hits), ids(reranked)) {
			changed++
		}
		before += ndcg10(hits, c.grades[q.ID])
		after += ndcg10(reranked, c.grades[q.ID])
	}
	if float64(changed) < .9*n {
		t.Errorf("%d of %.0f rankings changed: want nearly all", changed, n)
	}
	return before / n, after / n
}
