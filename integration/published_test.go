package integration_test

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/rankduel/rankduel/experiment/scoring"
	"github.com/rankduel/rankduel/metrics"
	"github.com/rankduel/rankduel/retrieval/trec"
)

// collections says where the runs and judgments of a collection lie and from
// which grade on documents are relevant to the measures that are not graded.
var collections = map[string]struct {
	runs, qrels string
	level       int
}{
	"trec-covid-round1": {"runs/trec-covid-round1", "qrels-topics/qrels.covid-round1.txt.gz", 1},
	"dl21-passage":      {"runs/dl21-passage", "qrels-topics/qrels.dl21-passage.txt.gz", 2},
	"dl-hard-passage":   {"runs/dl-hard/passage", "runs/dl-hard/dl_hard-passage.qrels", 2},
	"dl-hard-doc":       {"runs/dl-hard/doc", "runs/dl-hard/dl_hard-doc.qrels.gz", 2},
	"dl19-passage":      {"runs/dl19-passage", "qrels-topics/qrels.dl19-passage.txt.gz", 2},
}

// publishedMeasures are the names of published figures; %d is the level.
// Every published nDCG has linear gain over all grades.
var publishedMeasures = map[string]string{
	"ndcg10": "nDCG(gain=linear)@10", "p5": "P(rel=%d)@5", "map": "AP(rel=%d)", "rr": "RR(rel=%d)", "r1000": "R(rel=%d)@1000",
}

func measureText(name string, level int) string {
	text := publishedMeasures[name]
	if strings.Contains(text, "%d") {
		text = fmt.Sprintf(text, level)
	}
	return text
}

// Every run with a published figure (leaderboards of TREC-COVID and TREC DL,
// the authors' tables of DL-HARD, Anserini's page for DL 2019) comes out to the
// printed precision.
func TestPublishedFigures(t *testing.T) {
	table := lines(t, data(t, "SANITY.tsv"), "\t")
	column := func(name string) int { return slices.Index(table[0], name) }
	figures := 0
	for _, row := range table[1:] {
		published := row[column("published")]
		if published == "" {
			continue
		}
		name, c := row[column("run")], collections[row[column("collection")]]
		t.Run(row[column("collection")]+"/"+name, func(t *testing.T) {
			j := judged(t, data(t, c.qrels))
			var list, want []string
			for _, figure := range strings.Split(published, "; ") {
				measure, value, _ := strings.Cut(figure, " ")
				list, want = append(list, measureText(measure, c.level)), append(want, value)
			}
			s := scoredAsTrec(t, asPublished(t, data(t, c.runs, name+".gz")), j, strings.Join(list, ","))
			for i, m := range s.Summarize(false).Measures {
				figures++
				if got := strconv.FormatFloat(*m.Mean, 'f', 4, 64); got != want[i] {
					t.Errorf("%s = %s, want %s (published)", m.Measure, got, want[i])
				}
			}
		})
	}
	if figures < 150 {
		t.Errorf("%d figures compared, want at least 150", figures)
	}
	t.Logf("%d published figures compared", figures)
}

// narrow are the runs with scores that 64 bits tell apart and 32 do not, near
// the top of some topic. Their published figures come from trec_eval 9, which
// reads 32 bits and breaks the ties by document id; what we give, as trec_eval
// 10 does, is in the table.
var narrow = map[string]struct{ published, full string }{
	"BERT.gz":                      {"0.1731", "0.1736"},
	"input.Fast_ForwardP_5.txt.gz": {"0.5132", "0.5140"},
	"input.ielab-uniCOIL.txt.gz":   {"0.6420", "0.6426"},
}

// asPublished returns a run as the tool read it that the published figures are from.
func asPublished(t *testing.T, path string) trec.Source {
	t.Helper()
	if _, ok := narrow[filepath.Base(path)]; !ok {
		return trec.File(path)
	}
	var out bytes.Buffer
	for _, f := range lines(t, path, "") {
		score, err := strconv.ParseFloat(f[4], 64) // first to 64 bits, as C's atof does: it is not the same
		if err != nil {
			t.Fatal(err)
		}
		f[4] = strconv.FormatFloat(float64(float32(score)), 'g', -1, 64)
		fmt.Fprintln(&out, strings.Join(f, " "))
	}
	return trec.Bytes(filepath.Base(path), out.Bytes())
}

// Read in full, narrow runs differ from their published figures in the third or
// fourth digit. The full figures are from a dozen lines of Python that sort by
// (score, id); that of BERT is in the data's manifest, too.
func TestSinglePrecisionScores(t *testing.T) {
	for name, want := range narrow {
		c := collections["dl21-passage"]
		if name == "BERT.gz" {
			c = collections["trec-covid-round1"]
		}
		path, j := data(t, c.runs, name), judged(t, data(t, c.qrels))
		for what, got := range map[string]*scoring.Table{
			want.full:      scoredAsTrec(t, trec.File(path), j, "ndcg_cut_10"),
			want.published: scoredAsTrec(t, asPublished(t, path), j, "ndcg_cut_10"),
		} {
			if mean := strconv.FormatFloat(*got.Summarize(false).Measures[0].Mean, 'f', 4, 64); mean != what {
				t.Errorf("%s: nDCG@10 = %s, want %s", name, mean, what)
			}
		}
	}
}

// Topic by topic: the track's nDCG@10 of 19 runs of TREC DL 2021 and of two of
// DL 2019.
func TestPublishedTopics(t *testing.T) {
	for _, c := range []struct {
		collection, table string
		runs              int
	}{
		{"dl21-passage", "dl21.ndcg_cut10.gz", 19},
		{"dl19-passage", "dl19.ndcg_cut10.gz", 2},
	} {
		t.Run(c.collection, func(t *testing.T) {
			where := collections[c.collection]
			want := map[string]map[string]string{}
			for _, row := range lines(t, data(t, where.runs, c.table), ",") {
				if want[row[0]] == nil {
					want[row[0]] = map[string]string{}
				}
				want[row[0]][row[1]] = row[2]
			}
			j := judged(t, data(t, where.qrels))
			files, err := filepath.Glob(filepath.Join(data(t, where.runs), "input.*.txt.gz"))
			if err != nil || len(files) != c.runs {
				t.Fatalf("%d runs (%v), want %d", len(files), err, c.runs)
			}
			for _, file := range files {
				run := strings.TrimSuffix(strings.TrimPrefix(filepath.Base(file), "input."), ".txt.gz")
				s := scoredAsTrec(t, asPublished(t, file), j, "ndcg_cut_10")
				checkTopics(t, run, s, want[run])
			}
		})
	}
}

func checkTopics(t *testing.T, run string, s *scoring.Table, want map[string]string) {
	t.Helper()
	compared := 0
	for q := range s.Len() {
		query := s.Query(q)
		value, ok := want[query.QueryID]
		if !ok {
			continue
		}
		compared++
		v, _ := s.Score(0, q)
		if got := strconv.FormatFloat(v, 'f', len(value)-2, 64); got != value {
			t.Errorf("%s, topic %s: nDCG@10 = %s, want %s (TREC)", run, query.QueryID, got, value)
		}
	}
	if compared != s.Len() {
		t.Errorf("%s: %d of %d topics have a published value", run, compared, s.Len())
	}
}

// What the authors of DL-HARD got from trec_eval -l 2 -c -M 1000 -q -m all_trec
// for ten runs, each topic and the mean.
func TestDLHardTopics(t *testing.T) {
	names := map[string]string{
		"map": "AP(rel=2)", "recip_rank": "RR(rel=2)", "Rprec": "Rprec(rel=2)", "bpref": "Bpref(rel=2)",
		"ndcg": "nDCG(gain=linear)", "num_ret": "NumRet", "num_rel_ret": "NumRelRet(rel=2)",
	}
	for _, k := range []string{"5", "10", "20", "100", "1000"} {
		names["P_"+k], names["recall_"+k] = "P(rel=2)@"+k, "R(rel=2)@"+k
		names["ndcg_cut_"+k], names["map_cut_"+k] = "nDCG(gain=linear)@"+k, "AP(rel=2)@"+k
	}
	var list []string
	for _, text := range names {
		list = append(list, text)
	}
	compared := 0
	for _, collection := range []string{"dl-hard-passage", "dl-hard-doc"} {
		c := collections[collection]
		j := judged(t, data(t, c.qrels))
		files, err := filepath.Glob(filepath.Join(data(t, c.runs), "*.eval.gz"))
		if err != nil || len(files) == 0 {
			t.Fatalf("no evaluations in %s (%v)", c.runs, err)
		}
		for _, file := range files {
			run := strings.TrimSuffix(file, ".eval.gz") + ".gz"
			if _, err := os.Stat(run); err != nil {
				t.Fatal(err)
			}
			s := scoredAsTrec(t, trec.File(run), j, strings.Join(list, ","))
			at := map[string]int{}
			for q := range s.Len() {
				at[s.ID(q)] = q
			}
			for _, f := range lines(t, file, "") {
				text, ok := names[f[0]]
				q, topic := at[f[1]]
				if !ok || !topic {
					continue
				}
				compared++
				v, _ := s.Score(slices.Index(metrics.Texts(s.Measures), text), q)
				decimals := len(f[2]) - strings.Index(f[2]+".", ".") - 1
				if got := strconv.FormatFloat(v, 'f', max(decimals, 0), 64); got != f[2] {
					t.Errorf("%s, topic %s: %s = %s, want %s (trec_eval -l 2)", filepath.Base(run), f[1], f[0], got, f[2])
				}
			}
		}
	}
	if compared < 10*50*20 {
		t.Errorf("%d values compared", compared)
	}
	t.Logf("%d values compared", compared)
}
