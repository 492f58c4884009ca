package embedded

import (
	"bufio"
	"math"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"github.com/rankduel/rankduel/retrieval"
)

// A testCollection is one of the public collections below ../shared/data/collections.
type testCollection struct {
	corpus   string
	topics   []retrieval.Query          // numbered as in the qrels
	relevant map[string]map[string]bool // query → relevant documents
}

// collectionPath skips the test when the collections are not there.
func collectionPath(t testing.TB, name string) string {
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

func cacm(t testing.TB) testCollection {
	t.Helper()
	return testCollection{
		corpus:   collectionPath(t, "cacm/cacm.tar.gz"),
		topics:   topics(t, "cacm/topics.cacm.txt", `(?s)<DOCNO>\s*(\S+)\s*</DOCNO>(.*?)</DOC>`),
		relevant: relevant(t, "cacm/qrels.cacm.txt"),
	}
}

func vaswani(t testing.TB) testCollection {
	t.Helper()
	return testCollection{
		corpus:   collectionPath(t, "vaswani-npl/doc-text.trec.gz"),
		topics:   topics(t, "vaswani-npl/query-text.trec", `(?s)<num>(\d+)</num><title>(.*?)</title>`),
		relevant: relevant(t, "vaswani-npl/qrels"),
	}
}

// cranfield numbers the queries by position: the qrels do, whatever the .I lines say.
func cranfield(t testing.TB) testCollection {
	t.Helper()
	c := testCollection{
		corpus:   collectionPath(t, "cranfield/cran.all.1400.gz"),
		topics:   topics(t, "cranfield/cran.qry", `(?s)\.I (\d+)\r?\n\.W\r?\n([^.]*(?:\.[^I][^.]*)*)`),
		relevant: relevant(t, "cranfield/cran.qrels.trec-format"),
	}
	for i := range c.topics {
		c.topics[i].ID = strconv.Itoa(i + 1)
	}
	return c
}

func topics(t testing.TB, name, pattern string) []retrieval.Query {
	t.Helper()
	var queries []retrieval.Query
	for _, m := range regexp.MustCompile(pattern).FindAllStringSubmatch(readText(t, collectionPath(t, name)), -1) {
		queries = append(queries, retrieval.Query{ID: m[1], Text: m[2]})
	}
	return queries
}

// relevant reads "query iteration document grade" lines; grades of 1 and more are relevant.
func relevant(t testing.TB, name string) map[string]map[string]bool {
	t.Helper()
	judged := make(map[string]map[string]bool)
	lines := bufio.NewScanner(strings.NewReader(readText(t, collectionPath(t, name))))
	for lines.Scan() {
		f := strings.Fields(lines.Text())
		if len(f) < 4 || strings.HasPrefix(f[3], "-") || f[3] == "0" {
			continue
		}
		if judged[f[0]] == nil {
			judged[f[0]] = make(map[string]bool)
		}
		judged[f[0]][f[2]] = true
	}
	return judged
}

func readText(t testing.TB, path string) string {
	t.Helper()
	b, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return string(b)
}

// effectiveness returns mean AP and mean P@30 of the first 1000 hits over the queries with a relevant
// document, as trec_eval defines them.
func (c testCollection) effectiveness(t testing.TB, r retrieval.Retriever) (ap, p30 float64) {
	t.Helper()
	for _, q := range c.topics {
		hits, err := r.Retrieve(t.Context(), q, 1000)
		if err != nil {
			t.Fatal(err)
		}
		found := 0.0
		for i, h := range hits {
			if !c.relevant[q.ID][h.ID] {
				continue
			}
			found++
			ap += found / float64(i+1) / float64(len(c.relevant[q.ID]))
			if i < 30 {
				p30 += 1. / 30
			}
		}
	}
	n := float64(len(c.relevant))
	return ap / n, p30 / n
}

func open(t testing.TB, s Settings) *Retriever {
	t.Helper()
	r, err := Open(t.Context(), s, "")
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// Anserini's regression for CACM (src/main/resources/regression/cacm.yaml, HtmlCollection, Porter, Lucene's
// stop words, k1 = .9, b = .4) publishes 3,204 documents, 320,968 terms of which 14,363 are distinct, AP .3123
// and P@30 .1942 over 52 topics.
//
// Its qrels lack the zeros of CACM-0046, so that 55 judged documents count as not retrieved; the figures are
// for that. Ours differ in the fourth digit because Lucene rounds document lengths and scores, and Anserini
// breaks ties by ascending id: with these three, the slow scorer gives its figures to all four digits.
func TestCACMAgainstAnserini(t *testing.T) {
	c := cacm(t)
	r := open(t, Settings{Corpus: c.corpus, K1: new(0.9), B: new(0.4)})
	total := 0.0
	for _, l := range r.index.Length {
		total += l
	}
	if r.Len() != 3204 || total != 320968 || len(r.index.Terms) != 14363 {
		t.Errorf("%d documents, %.0f terms, %d distinct; want 3204, 320968, 14363 (Anserini)", r.Len(), total, len(r.index.Terms))
	}
	ap, p30 := c.effectiveness(t, r)
	t.Logf("exact lengths: AP %.4f, P@30 %.4f", ap, p30)
	if math.Abs(ap-.3123) > .002 || math.Abs(p30-.1942) > .002 {
		t.Errorf("AP %.4f, P@30 %.4f, want .3123 and .1942 (Anserini) within .002", ap, p30)
	}
	slow := newSlowScorer(t, c.corpus, r.analyzer, 0.9, 0.4)
	slow.lucene = true
	ap, p30 = c.effectiveness(t, slow)
	if math.Abs(ap-.3123) > .00005 || math.Abs(p30-.1942) > .00005 {
		t.Errorf("slow scorer in Lucene's way: AP %.5f, P@30 %.5f, want .3123 and .1942 (Anserini)", ap, p30)
	}

	padded := testCollection{corpus: c.corpus, topics: c.topics, relevant: make(map[string]map[string]bool)}
	for q, docs := range c.relevant {
		padded.relevant[q] = make(map[string]bool)
		for d := range docs {
			number := strings.TrimPrefix(d, "CACM-")
			padded.relevant[q]["CACM-"+strings.Repeat("0", max(0, 4-len(number)))+number] = true
		}
	}
	ap, p30 = padded.effectiveness(t, r)
	t.Logf("with the ids of the qrels padded like the files: AP %.4f, P@30 %.4f", ap, p30)
}

// Every ranking of the index on the three collections is the slow scorer's.
func TestCollectionsAgainstSlowScorer(t *testing.T) {
	for name, load := range map[string]func(testing.TB) testCollection{"cacm": cacm, "vaswani": vaswani, "cranfield": cranfield} {
		t.Run(name, func(t *testing.T) {
			c := load(t)
			r := open(t, Settings{Corpus: c.corpus, K1: new(1.2), B: new(0.75)})
			slow := newSlowScorer(t, c.corpus, r.analyzer, 1.2, 0.75)
			for _, q := range c.topics {
				got, err := r.Retrieve(t.Context(), q, 1000)
				if err != nil {
					t.Fatal(err)
				}
				want, err := slow.Retrieve(t.Context(), q, 1000)
				if err != nil {
					t.Fatal(err)
				}
				compareRankings(t, q.Text, got, want)
			}
		})
	}
}

// What the two models reach; the size of the collections is as their sources state it. Only RANKDUEL_SOAK=1
// asks LSA, of which nothing more is tested here.
func TestCollections(t *testing.T) {
	tests := []struct {
		name               string
		load               func(testing.TB) testCollection
		documents, queries int
	}{
		{"cacm", cacm, 3204, 64},
		{"cranfield", cranfield, 1400, 225},
		{"vaswani", vaswani, 11429, 93},
	}
	models := []string{BM25}
	if os.Getenv("RANKDUEL_SOAK") != "" {
		models = append(models, LSA)
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			c := tt.load(t)
			for _, model := range models {
				r := open(t, Settings{Corpus: c.corpus, Model: model})
				if r.Len() != tt.documents || len(c.topics) != tt.queries {
					t.Errorf("%d documents, %d queries, want %d and %d", r.Len(), len(c.topics), tt.documents, tt.queries)
				}
				ap, p30 := c.effectiveness(t, r)
				t.Logf("%s: AP %.4f, P@30 %.4f", model, ap, p30)
			}
		})
	}
}
