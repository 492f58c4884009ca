package metrics_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"strconv"
	"testing"

	"github.com/rankduel/rankduel/metrics"
)

// Small cases that have gone wrong somewhere, with what trec_eval 10 -c, its
// option -l2 (rel=2), its option -J (judged=only) and ir_measures 0.4.3 print.
// Cases that are about reading files are left to the readers of files.
func TestEdgeCases(t *testing.T) {
	cases := []string{
		"01_ties_all", "02_float32", "03_extra_query_in_run", "04_missing_query_in_run",
		"05_query_without_relevant", "09_inf_score", "10_negative_rel", "11_graded", "12_short_run",
		"13_rank_contradicts_score", "14_interleaved", "15_leading_zero_ids", "16_nonascii_ids",
		"26_all_unjudged", "27_more_rel_than_cutoff", "28_bpref_no_nonrel", "30_ties_at_cutoff",
		"31_equal_grades_ndcg", "32_minus_zero",
	}
	recorded := recordedTables(t)
	options := map[string]string{"trec_eval_10_c": "", "trec_eval_10_l2": "rel=2", "trec_eval_10_J": "judged=only"}
	for _, name := range cases {
		grades := readQrels(t, "testdata/trec/edge/cases/"+name+".qrels")
		scores := readRun(t, "testdata/trec/edge/cases/"+name+".run")
		joined := map[string]metrics.Judged{}
		for query := range grades {
			joined[query] = join(scores[query], grades[query])
		}
		for tool, option := range options {
			for measure, want := range recorded[name][tool] {
				text, ok := withOption(measure, option)
				if !ok {
					continue
				}
				m := mustParse(t, text)
				if got := trecFormat(m, aggregate(m, joined)); got != fmt.Sprint(want) {
					t.Errorf("%s: %s = %s, want %s (%s)", name, m, got, want, tool)
				}
			}
		}
	}
}

// recordedTables reads what each tool printed for each case. The file has the
// NaN that some tools print, which is not JSON.
func recordedTables(t *testing.T) map[string]map[string]map[string]any {
	t.Helper()
	text, err := io.ReadAll(open(t, "testdata/trec/edge/results.json.gz"))
	if err != nil {
		t.Fatal(err)
	}
	var raw map[string]map[string]any
	if err := json.Unmarshal(bytes.ReplaceAll(text, []byte("NaN"), []byte("null")), &raw); err != nil {
		t.Fatal(err)
	}
	all := map[string]map[string]map[string]any{}
	for name, tools := range raw {
		all[name] = map[string]map[string]any{}
		for tool, table := range tools {
			if m, ok := table.(map[string]any); ok {
				all[name][tool] = m
			}
		}
	}
	return all
}

// withOption writes trec_eval's measure under an option for the whole run as
// our measure with a parameter. It leaves out what we do not have.
func withOption(measure, option string) (string, bool) {
	with := func(name, cut string) (string, bool) {
		if option == "" {
			return name + cut, true
		}
		return name + "(" + option + ")" + cut, true
	}
	switch measure {
	case "num_ret":
		if option == "judged=only" {
			return with("NumRet", "")
		}
		return "NumRet", true
	case "num_rel":
		return "NumRel", true // the total of trec_eval -c ignores -l
	case "num_rel_ret":
		if option == "rel=2" {
			return with("NumRelRet", "")
		}
		return "NumRelRet", true
	case "map":
		return with("AP", "")
	case "Rprec":
		return with("Rprec", "")
	case "bpref":
		if option == "judged=only" {
			return "Bpref", true // it looks at judged documents anyway
		}
		return with("Bpref", "")
	case "infAP":
		if option == "judged=only" {
			return "", false // an estimate about unjudged documents cannot do without them
		}
		return with("infAP", "")
	case "rbp", "rbp_resid":
		if option == "rel=2" {
			return measure, true // trec_eval's rbp ignores -l
		}
		if option == "judged=only" && measure == "rbp" {
			return "RBP(p=0.9,gain=query,judged=only)", true
		}
		return measure, option == ""
	case "unj_10":
		if option == "judged=only" {
			return "", false
		}
		return "Unjudged@10", true
	case "recip_rank":
		return with("RR", "")
	case "P_10":
		return with("P", "@10")
	case "recall_10":
		return with("R", "@10")
	case "success_10":
		return with("Success", "@10")
	case "ndcg", "ndcg_cut_10":
		if option == "rel=2" {
			return "", false // trec_eval ignores -l for nDCG, a measure's rel= is not ignored
		}
		text := "nDCG(gain=linear"
		if option != "" {
			text += "," + option
		}
		text += ")"
		if measure == "ndcg_cut_10" {
			text += "@10"
		}
		return text, true
	}
	return "", false
}

// What there is to say about a query is little when there is little of it.
func TestDegenerate(t *testing.T) {
	type want struct {
		text    string
		score   float64
		defined bool
	}
	relevantAt := func(rank, retrieved int) metrics.Judged {
		return metrics.Judged{Retrieved: retrieved, Hits: []metrics.Hit{{Rank: rank, Grade: 1}}, Ideal: []int{1}}
	}
	for _, c := range []struct {
		name   string
		judged metrics.Judged
		wants  []want
	}{
		{"nothing at all", metrics.Judged{}, []want{
			{"R@5", 0, false},
			{"P@5", 0, false},
			{"F1@5", 0, false},
			{"Success@5", 0, false},
			{"RR", 0, false},
			{"AP", 0, false},
			{"nDCG@5", 0, false},
			{"Judged@5", 0, false},
			{"NumRet", 0, true},
			{"NumRel", 0, true},
			{"NumRelRet", 0, true},
		}},
		{"empty ranking", metrics.Judged{Ideal: []int{2, 1}, NonRelevant: 3}, []want{
			{"R@5", 0, true},
			{"P@5", 0, true},
			{"F1@5", 0, true},
			{"Success@5", 0, true},
			{"RR", 0, true},
			{"AP", 0, true},
			{"nDCG@5", 0, true},
			{"Judged@5", 0, false},
			{"NumRel", 2, true},
		}},
		{"only unjudged documents", metrics.Judged{Retrieved: 9, Ideal: []int{1}}, []want{
			{"R@5", 0, true}, {"nDCG@5", 0, true}, {"Judged@5", 0, true}, {"NumRet", 9, true},
		}},
		{"only non-relevant judgments", metrics.Judged{
			Retrieved: 2, Hits: []metrics.Hit{{Rank: 1, Grade: 0}, {Rank: 2, Grade: 0}}, NonRelevant: 2,
		}, []want{
			{"R@5", 0, false}, {"nDCG@5", 0, false}, {"Judged@5", 1, true}, {"NumRelRet", 0, true},
		}},
		{"one document, relevant", relevantAt(1, 1), []want{
			{"R@1", 1, true},
			{"P@1", 1, true},
			{"P@5", 0.2, true},
			{"F1@5", 1 / 3., true},
			{"Success@1", 1, true},
			{"RR", 1, true},
			{"AP", 1, true},
			{"nDCG@1", 1, true},
			{"nDCG", 1, true},
			{"Judged@5", 1, true},
		}},
		{"just within and just beyond the cutoff", relevantAt(10, 20), []want{
			{"R@10", 1, true},
			{"R@9", 0, true},
			{"RR@10", 0.1, true},
			{"RR@9", 0, true},
			{"AP@10", 0.1, true},
			{"AP@9", 0, true},
			{"Success@10", 1, true},
			{"Success@9", 0, true},
			{"nDCG@9", 0, true},
			{"Judged@9", 0, true},
			{"Judged@10", 0.1, true},
		}},
		{"cutoff beyond the ranking", relevantAt(2, 2), []want{
			{"R@1000000", 1, true}, {"RR@1000000", 0.5, true}, {"Judged@1000000", 0.5, true}, {"AP@1000000", 0.5, true},
		}},
		{"no document is relevant enough", relevantAt(1, 1), []want{
			{"R(rel=2)@5", 0, false}, {"RR(rel=2)", 0, false}, {"nDCG(rel=2)@5", 0, false}, {"NumRel(rel=2)", 0, true},
		}},
		{"unjudged on top, skipped", relevantAt(4, 5), []want{
			{"RR(judged=only)", 1, true},
			{"AP(judged=only)", 1, true},
			{"nDCG(judged=only)@1", 1, true},
			{"R(judged=only)@1", 1, true},
			{"P(judged=only)@1", 1, true},
			{"NumRet(judged=only)", 1, true},
		}},
		{"declared gains", metrics.Judged{
			Retrieved: 3, Hits: []metrics.Hit{{Rank: 1, Grade: 1}, {Rank: 2, Grade: 2}}, Ideal: []int{2, 1}, NonRelevant: 1,
		}, []want{
			{"nDCG(gain={1:1,2:1})@2", 1, true},
			{"nDCG(gain={1:0,2:1})@1", 0, true},
			{"nDCG(gain={7:1})@1", 0, false}, // no judged document gains anything
			{"nDCG(gain={1:5})@1", 1, true},  // grade 2 is not declared and gains 0
			{"nDCG(gain={0:1,1:1,2:1})@3", (1 + 1/1.5849625007211562) / (1 + 1/1.5849625007211562 + 0.5), true},
		}},
		{"infinite gain", metrics.Judged{
			Retrieved: 1, Hits: []metrics.Hit{{Rank: 1, Grade: 5000}}, Ideal: []int{5000},
		}, []want{{"nDCG(gain=exp)@1", 0, false}, {"nDCG(gain=linear)@1", 1, true}}},
	} {
		t.Run(c.name, func(t *testing.T) {
			for _, w := range c.wants {
				got, defined := mustParse(t, w.text).Score(&c.judged)
				if defined != w.defined || !near(got, w.score) {
					t.Errorf("%s = %v %v, want %v %v", w.text, got, defined, w.score, w.defined)
				}
			}
		})
	}
}

func near(a, b float64) bool { return a == b || a-b < 1e-15 && b-a < 1e-15 }

// Ranks beyond the table of logarithms go on as if it had no end.
func TestDiscountBeyondTable(t *testing.T) {
	m := mustParse(t, "nDCG(gain=linear)")
	last := 1.0
	for rank := 1020; rank < 1030; rank++ {
		j := metrics.Judged{Retrieved: rank, Hits: []metrics.Hit{{Rank: rank, Grade: 1}}, Ideal: []int{1}}
		got, _ := m.Score(&j)
		if got >= last || got <= last*0.999 && rank > 1020 {
			t.Errorf("at rank %s: %v after %v", strconv.Itoa(rank), got, last)
		}
		last = got
	}
}
