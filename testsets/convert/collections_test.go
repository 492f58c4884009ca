package convert_test

import (
	"os"
	"path/filepath"
	"slices"
	"testing"

	"github.com/rankduel/rankduel/testsets/convert"
)

// shared is where collections are that may not be copied into the repository.
const shared = "../../../shared/data"

// Counts are those of the collections' own descriptions: Cranfield 225 queries
// and 1,837 judgments (1,836 in the TREC form), CACM 64 topics of which 52 are
// judged, 796 judgments, NPL 93 queries and 2,083, DL 2021 477 queries of which
// 53 are judged, 10,828. Each goes out and in again, to the same hash.
func TestCollections(t *testing.T) {
	for _, c := range []struct {
		name                         string
		sources                      []string
		o                            convert.Options
		queries, unjudged, judgments int
		to                           []string
	}{
		{
			"Cranfield, SMART",
			[]string{"collections/cranfield/cran.qry", "collections/cranfield/cranqrel", "collections/cranfield/cran.all.1400.gz"},
			convert.Options{QueryIDs: "position", Map: convert.Map{"1": 4, "2": 3, "3": 2, "4": 1, "-1": 0}},
			225, 0, 1837,
			[]string{"trec", "beir", "smart", "csv"},
		},
		{
			"Cranfield, TREC",
			[]string{"collections/cranfield/cran.qry.trec-format", "collections/cranfield/cran.qrels.trec-format"},
			convert.Options{Invert: true},
			225, 0, 1836,
			[]string{"trec", "beir", "smart", "csv"},
		},
		{
			"CACM",
			[]string{"collections/cacm/topics.cacm.txt", "collections/cacm/qrels.cacm.txt"},
			convert.Options{Corpus: filepath.Join(shared, "collections/cacm/cacm.tar.gz"), DocIDs: "number"},
			64, 12, 796,
			[]string{"trec", "beir", "smart", "csv", "rre", "quepid"},
		},
		{
			"NPL",
			[]string{"collections/vaswani-npl/query-text.trec", "collections/vaswani-npl/qrels"},
			convert.Options{Corpus: filepath.Join(shared, "collections/vaswani-npl/doc-text.trec.gz")},
			93, 0, 2083,
			[]string{"trec", "beir", "smart", "csv"},
		},
		{
			"DL 2021",
			[]string{"qrels-topics/topics.dl21.txt", "qrels-topics/qrels.dl21-passage.txt.gz"},
			convert.Options{},
			477, 424, 10828,
			[]string{"trec", "beir", "smart", "csv"},
		},
		{
			"NFCorpus",
			[]string{"qrels-topics/topics.beir-v1.0.0-nfcorpus.test.tsv.gz", "qrels-topics/qrels.beir-v1.0.0-nfcorpus.test.txt.gz"},
			convert.Options{},
			323, 0, 12334,
			[]string{"trec", "beir", "csv"},
		},
		{
			"SciFact",
			[]string{"qrels-topics/topics.beir-v1.0.0-scifact.test.tsv.gz", "qrels-topics/qrels.beir-v1.0.0-scifact.test.txt"},
			convert.Options{},
			300, 0, 339,
			[]string{"trec", "beir", "csv"},
		},
		{
			"FiQA",
			[]string{"qrels-topics/topics.beir-v1.0.0-fiqa.test.tsv.gz", "qrels-topics/qrels.beir-v1.0.0-fiqa.test.txt"},
			convert.Options{},
			648, 0, 1706,
			[]string{"trec", "beir", "csv"},
		},
		{
			"ArguAna",
			[]string{"qrels-topics/qrels.beir-v1.0.0-arguana.test.txt"},
			convert.Options{WithoutText: "keep"},
			1406, 0, 1406,
			[]string{"trec", "beir", "csv"},
		},
		{
			"MS MARCO dev",
			[]string{"qrels-topics/topics.msmarco-passage.dev-subset.txt.gz", "qrels-topics/qrels.msmarco-passage.dev-subset.txt"},
			convert.Options{},
			6980, 0, 7437,
			[]string{"trec", "beir", "csv"},
		},
		{
			"TREC-COVID",
			[]string{"qrels-topics/topics.covid-round1.xml", "qrels-topics/qrels.covid-round1.txt.gz"},
			convert.Options{TopicField: "question"},
			30, 0, 8691,
			[]string{"trec", "beir", "csv"},
		},
		{
			"mtRAG",
			[]string{"rag/mtrag/clapnq_rewrite.jsonl", "rag/mtrag/clapnq.qrels.dev.tsv"},
			convert.Options{},
			208, 0, 578,
			[]string{"trec", "beir", "ragas", "csv"},
		},
	} {
		t.Run(c.name, func(t *testing.T) {
			var sources []string
			for _, s := range c.sources {
				path := filepath.Join(shared, s)
				if _, err := os.Stat(path); err != nil {
					t.Skipf("%s is not there: this test needs the shared data next to the repository", path)
				}
				sources = append(sources, path)
			}
			got, err := convert.Import(t.Context(), "", sources, c.o)
			if err != nil {
				t.Fatal(err)
			}
			counts := got.Set.Counts()
			if counts.Queries != c.queries || counts.Unjudged != c.unjudged || counts.Judgments != c.judgments {
				t.Errorf("%d queries, %d unjudged, %d judgments; want %d, %d, %d", counts.Queries, counts.Unjudged, counts.Judgments, c.queries, c.unjudged, c.judgments)
			}
			for _, format := range c.to {
				again, notes, err := back(t, got.Set, format)
				if err != nil {
					t.Errorf("%s: %v", format, err)
					continue
				}
				switch codes := told(notes); {
				case slices.Equal(codes, []string{"ids"}):
					set := *got.Set
					set.Queries = slices.Clone(set.Queries)
					renumber(&set)
					got := *got
					got.Set = &set
					if again.SHA256() != got.Set.SHA256() {
						t.Errorf("%s: another hash", format)
					}
				case len(codes) > 0:
					t.Errorf("%s tells of %v", format, notes)
				case again.SHA256() != got.Set.SHA256():
					t.Errorf("%s: another hash", format)
				}
			}
		})
	}
}

// The zero padding of CACM: 46 judged documents are not found under the ids of
// the qrels.
func TestPaddedIDs(t *testing.T) {
	corpus := filepath.Join(shared, "collections/cacm/cacm.tar.gz")
	if _, err := os.Stat(corpus); err != nil {
		t.Skipf("%s is not there: this test needs the shared data next to the repository", corpus)
	}
	sources := []string{filepath.Join(shared, "collections/cacm/topics.cacm.txt"), filepath.Join(shared, "collections/cacm/qrels.cacm.txt")}
	got, err := convert.Import(t.Context(), "trec", sources, convert.Options{Corpus: corpus})
	if err != nil {
		t.Fatal(err)
	}
	judged := map[string]bool{}
	for _, q := range got.Set.Queries {
		for _, j := range q.Relevant {
			if len(j.Doc) < len("CACM-0000") {
				judged[j.Doc] = true
			}
		}
	}
	i := slices.IndexFunc(got.Notes, func(n convert.Note) bool { return n.Code == "doc_ids" })
	if i < 0 || got.Notes[i].Count != len(judged) || len(judged) == 0 {
		t.Errorf("notes = %v, want %d documents told of", got.Notes, len(judged))
	}
}
