package compare_test

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"strconv"
	"strings"
	"testing"

	"github.com/rankduel/rankduel/experiment/compare"
	"github.com/rankduel/rankduel/experiment/internal/wingtest"
	"github.com/rankduel/rankduel/experiment/judgments"
	"github.com/rankduel/rankduel/experiment/result"
	"github.com/rankduel/rankduel/experiment/scoring"
	"github.com/rankduel/rankduel/metrics"
	"github.com/rankduel/rankduel/retrieval/trec"
)

// The 33 small files that have gone wrong somewhere, read and scored as the
// command does. Most have to give what trec_eval 10 -c gives; the others say
// why not.
func TestEdgeCases(t *testing.T) {
	for _, c := range []struct {
		name    string
		err     string // part of the message; the rule it comes from is the comment
		is      error  // which the error wraps
		finding string // code of the finding that the file has to draw
		qrels   bool   // the error is in the judgments
	}{
		{name: "01_ties_all", finding: result.FindingTies},
		{name: "02_float32"}, // float64 scores, as trec_eval 10; 9.0.8 reads float32
		{name: "03_extra_query_in_run", finding: result.FindingExtra},
		{name: "04_missing_query_in_run", finding: result.FindingMissing},
		{name: "05_query_without_relevant", finding: result.FindingUndefined},
		{name: "06_dup_doc_in_run", err: "06_dup_doc_in_run.run:", is: trec.ErrDuplicate},
		{name: "07_dup_doc_in_qrels", err: "07_dup_doc_in_qrels.qrels:", is: trec.ErrDuplicate, qrels: true},
		{name: "08_nan_score", err: "08_nan_score.run:"}, // trec_eval ranks NaN somewhere; SEMANTICS: an error with place
		{name: "09_inf_score", finding: result.FindingContradictions},
		{name: "10_negative_rel"},
		{name: "11_graded"},
		{name: "12_short_run"},
		{name: "13_rank_contradicts_score", finding: result.FindingContradictions},
		{name: "14_interleaved", finding: result.FindingInterleaved},
		{name: "15_leading_zero_ids", finding: result.FindingUndefined}, // query 1 is not 001, and only document 7 of it is judged: 0
		{name: "16_nonascii_ids"},
		{name: "17_crlf_tabs"},
		{name: "18_blank_lines_no_final_newline"},
		{name: "19_hash_lines"},
		{name: "20_five_fields", err: "20_five_fields.run:1"},
		{name: "21_seven_fields"},
		{name: "22_float_rel", err: "22_float_rel.qrels:1", qrels: true}, // trec_eval truncates .9 to 0 in silence
		{name: "23_sci_scores", err: "23_sci_scores.run:"},               // the file has a hexadecimal score: an error with place
		{name: "24_empty_run", is: trec.ErrEmpty},
		{name: "25_no_overlap", is: scoring.ErrNoCommonQuery}, // trec_eval -c gives a row of zeros
		{name: "26_all_unjudged", finding: result.FindingFewJudged},
		{name: "27_more_rel_than_cutoff"},
		{name: "28_bpref_no_nonrel"},
		{name: "29_negative_only", finding: result.FindingUndefined}, // trec_eval 10 gives up on the file; ir_measures gives 0 as we do
		{name: "30_ties_at_cutoff"},
		{name: "31_equal_grades_ndcg"},
		{name: "32_minus_zero"},
		{name: "33_custom_gains"}, // trec_eval prints 0; see TestCustomGains
	} {
		t.Run(c.name, func(t *testing.T) {
			s, fromQrels, err := edge(t, c.name, edgeMeasures)
			if c.err != "" || c.is != nil {
				if err == nil || !strings.Contains(err.Error(), c.err) || c.is != nil && !errors.Is(err, c.is) {
					t.Fatalf("error = %v, want one with %q that is %v", err, c.err, c.is)
				}
				if fromQrels != c.qrels {
					t.Errorf("error in the qrels = %v, want %v", fromQrels, c.qrels)
				}
				return
			}
			if err != nil {
				t.Fatal(err)
			}
			if _, ok := wingtest.Finding(s.Health, c.finding); c.finding != "" && !ok {
				t.Errorf("findings = %v, want %s", wingtest.Codes(s.Health), c.finding)
			}
			if c.finding == "" && len(s.Health) > 0 && !tied(s) {
				t.Errorf("findings = %v, want none", wingtest.Codes(s.Health))
			}
			checkEdge(t, c.name, s)
		})
	}
}

const edgeMeasures = "num_ret,num_rel,num_rel_ret,map,Rprec,bpref,recip_rank,P_10,recall_10,infAP,ndcg,ndcg_cut_10,success_10"

// edge reads and scores one of the cases under the trec profile.
func edge(t *testing.T, name, list string) (s *scoring.Table, fromQrels bool, err error) {
	t.Helper()
	const dir = "../testdata/trec/edge/cases/"
	if _, err := os.Stat(dir + name + ".run"); err != nil {
		t.Fatal(err)
	}
	j, err := judgments.Read(t.Context(), trec.File(dir+name+".qrels"), trec.QrelsOptions{})
	if err != nil {
		return nil, true, err
	}
	profile := wingtest.ProfileNamed(t, "trec")
	s, err = scoring.RunFile(t.Context(), trec.File(dir+name+".run"), j, wingtest.Measures(t, profile, list), profile, scoring.Options{})
	return s, false, err
}

func tied(s *scoring.Table) bool {
	_, ok := wingtest.Finding(s.Health, result.FindingTies)
	return ok
}

// checkEdge compares all means with what trec_eval 10.0 -c printed, or, where
// it gave up, with the means of ir_measures 0.4.3.
func checkEdge(t *testing.T, name string, s *scoring.Table) {
	t.Helper()
	recorded := edgeResults(t)[name]
	profile := wingtest.ProfileNamed(t, "trec")
	printed := map[string]string{}
	if json.Unmarshal(recorded["trec_eval_10_c"], &printed) != nil || len(printed) < 5 {
		if name != "29_negative_only" && name != "33_custom_gains" {
			t.Errorf("%s: no table of trec_eval 10", name)
		}
		for _, m := range s.Summarize(false).Measures {
			if m.Measure != "NumRet" && *m.Mean != 0 && name == "29_negative_only" {
				t.Errorf("%s = %v, want 0 (ir_measures 0.4.3)", m.Measure, *m.Mean)
			}
		}
		return
	}
	for _, summary := range s.Summarize(false).Measures {
		m, err := profile.Parse(summary.Measure)
		if err != nil {
			t.Fatal(err)
		}
		got := strconv.FormatFloat(*summary.Mean, 'f', 4, 64)
		if metrics.AggregateOf(m) == metrics.Sum {
			got = fmt.Sprint(*summary.Mean * float64(summary.N))
		}
		if want := printed[profile.Key(m)]; got != want {
			t.Errorf("%s = %s, want %s (trec_eval 10.0 -c)", profile.Key(m), got, want)
		}
	}
}

// edgeResults returns what each tool said about each case. The file has NaN, which
// is not JSON.
func edgeResults(t *testing.T) map[string]map[string]json.RawMessage {
	t.Helper()
	text := bytes.ReplaceAll(wingtest.ReadFile(t, "../testdata/trec/edge/results.json.gz"), []byte("NaN"), []byte("null"))
	var all map[string]map[string]json.RawMessage
	if err := json.Unmarshal(text, &all); err != nil {
		t.Fatal(err)
	}
	return all
}

// Gains of one's own, by the formula: see the note of case 33.
func TestCustomGains(t *testing.T) {
	for gains, want := range map[string]float64{
		"{1:0.9,2:0.5,3:0.7}": .9835,
		"{1:0.5,2:0.9,3:0.7}": .8908,
		"{1:0.7,2:0.5,3:0.9}": .9207,
	} {
		s, _, err := edge(t, "33_custom_gains", "nDCG(gain="+gains+")")
		if err != nil {
			t.Fatal(err)
		}
		wingtest.WantNumber(t, "nDCG with gains "+gains, s.Summarize(false).Measures[0].Mean, want, 5e-5, "note of case 33")
	}
}

// The default profile leaves queries without a relevant document out of both
// arms; profile trec counts them 0 (SEMANTICS, Judgments).
func TestUndefinedQueriesByProfile(t *testing.T) {
	const dir = "../testdata/trec/edge/cases/05_query_without_relevant"
	j := wingtest.JudgmentsFrom(t, string(wingtest.ReadFile(t, dir+".qrels")))
	s := wingtest.Scored(t, "run", string(wingtest.ReadFile(t, dir+".run")), j, "AP")
	got := s.Summarize(false).Measures[0]
	wingtest.WantNumber(t, "AP, default profile", got.Mean, 1, 0, "the one query with a relevant document has it first")
	if got.N != 1 || got.Undefined != 1 {
		t.Errorf("n = %d, undefined = %d, want 1 and 1", got.N, got.Undefined)
	}
	if m := compared(t, s, s, compare.Settings{}).Measures[0]; m.N != 1 || m.Undefined != 1 {
		t.Errorf("compared: n = %d, undefined = %d, want 1 and 1", m.N, m.Undefined)
	}
}

// Only what was asked for changes a rule.
func TestEdgeOptions(t *testing.T) {
	const dir = "../testdata/trec/edge/cases/"
	p := wingtest.ProfileNamed(t, "trec")
	j := wingtest.JudgmentsFrom(t, string(wingtest.ReadFile(t, dir+"06_dup_doc_in_run.qrels")))
	s, err := scoring.RunFile(t.Context(), trec.File(dir+"06_dup_doc_in_run.run"), j, wingtest.Measures(t, p, "NumRet"), p,
		scoring.Options{Run: trec.RunOptions{Duplicates: trec.DuplicatesKeepFirst}})
	if err != nil {
		t.Fatal(err)
	}
	if _, ok := wingtest.Finding(s.Health, result.FindingDuplicates); !ok {
		t.Errorf("findings = %v, want %s", wingtest.Codes(s.Health), result.FindingDuplicates)
	}
	j = wingtest.JudgmentsFrom(t, string(wingtest.ReadFile(t, dir+"13_rank_contradicts_score.qrels")))
	for order, want := range map[trec.Order]float64{trec.OrderScore: .5, trec.OrderRank: 1} { // the note: the rank column says a, the scores say b
		s, err := scoring.RunFile(t.Context(), trec.File(dir+"13_rank_contradicts_score.run"), j, wingtest.Measures(t, p, "RR"), p,
			scoring.Options{Run: trec.RunOptions{Order: order}})
		if err != nil {
			t.Fatal(err)
		}
		wingtest.WantNumber(t, "RR by "+string(order), s.Summarize(false).Measures[0].Mean, want, 0, "note of case 13")
	}
}
