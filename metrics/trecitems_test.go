package metrics_test

import (
	"bufio"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/rankduel/rankduel/metrics"
)

// The names and their order are those of trec_eval's own test outputs, for the
// command lines that its Makefile gives.
func TestTrecItemsGoldens(t *testing.T) {
	needShared(t, trecGoldens)
	for golden, text := range map[string]string{
		"out.test":   "official",
		"out.test.a": "all_trec",
		"out.test.meas_params": "iprec_at_recall..10,.20,.25,.75,.50,P.5,7,3,recall.20,2000,Rprec_mult.5.0,0.2,0.35," +
			"utility.2,-1,0,0,11pt_avg..25,.5,.75,ndcg.1=3,2=9,4=4.5,ndcg_cut.10,20,23.4,success.2,5,20",
	} {
		var want []string
		scanner := bufio.NewScanner(open(t, filepath.Join(trecGoldens, golden)))
		for scanner.Scan() {
			if f := strings.Fields(scanner.Text()); f[1] == "all" {
				want = append(want, f[0])
			}
		}
		got := trecNames(t, text, metrics.TrecOptions{})
		// relstring has no line for all queries.
		got = slices.DeleteFunc(got, func(name string) bool { return name == "relstring" })
		if !slices.Equal(got, want) {
			t.Errorf("%s: %v, want %v (trec_eval 10.0)", text, got, want)
		}
	}
}

func trecNames(t *testing.T, text string, o metrics.TrecOptions) []string {
	t.Helper()
	items, err := metrics.TrecItems(text, o)
	if err != nil {
		t.Fatal(err)
	}
	var names []string
	for _, item := range items {
		names = append(names, item.Name)
	}
	return names
}

// What trec_eval 10.0 printed with these after -m, one each.
func TestTrecItems(t *testing.T) {
	for text, want := range map[string]string{
		"map,num_q":                   "num_q map",
		"official,P.7":                "runid num_q num_ret num_rel num_rel_ret map gm_map Rprec bpref recip_rank " + elevenNames + " P_7",
		"P.7,official,num_ret":        "runid num_q num_ret num_rel num_rel_ret map gm_map Rprec bpref recip_rank " + elevenNames + " P_7",
		"set":                         "runid num_q num_ret num_rel num_rel_ret utility set_P set_relative_P set_recall set_map set_F",
		"unj,success":                 "success_1 success_5 success_10 unj_5 unj_10 unj_20",
		"rbp.p=0.5,rbp_resid.p=0.5":   "rbp_p=0.5 rbp_resid_p=0.5",
		"set_F.2.0,set_F.0.5":         "",
		"ndcg_rel.1=2,Rndcg.1=2":      "ndcg_rel_1=2 Rndcg_1=2",
		"G.1=2,dcg,ideal_dcg":         "G_1=2 dcg ideal_dcg",
		"relstring.20,runid,recall.5": "runid relstring_20 recall_5",
		"yaap":                        "yaap",
		// Ours, next to theirs.
		"nDCG@10,P@5,P.3,ERR@10": "P_3 P_5 ndcg_cut_10 ERR(max=3)@10",
		"P@5,P_5,P.5":            "P_5",
	} {
		items, err := metrics.TrecItems(text, metrics.TrecOptions{})
		if want == "" {
			if err == nil {
				t.Errorf("%s: no error", text)
			}
			continue
		}
		if err != nil {
			t.Errorf("%s: %v", text, err)
			continue
		}
		var got []string
		for _, item := range items {
			got = append(got, item.Name)
		}
		if strings.Join(got, " ") != want {
			t.Errorf("%s: %v, want %s", text, got, want)
		}
	}
}

const elevenNames = "iprec_at_recall_0.00 iprec_at_recall_0.10 iprec_at_recall_0.20 iprec_at_recall_0.30 " +
	"iprec_at_recall_0.40 iprec_at_recall_0.50 iprec_at_recall_0.60 iprec_at_recall_0.70 iprec_at_recall_0.80 " +
	"iprec_at_recall_0.90 iprec_at_recall_1.00"

func TestTrecItemsRefused(t *testing.T) {
	for text, want := range map[string]string{
		"P.5,P.10":         "given parameters twice",
		"map.5":            "takes no parameters",
		"runid.5":          "takes no parameters",
		"relstring.0":      "at least 1",
		"relstring.x":      "at least 1",
		"P.0":              "not a cutoff",
		"P.x":              "not a cutoff",
		"ndcg.1":           "not grade=gain",
		"G.x=1":            "not grade=gain",
		"utility.1,2":      "want four numbers",
		"prefs_simp":       "preference judgments",
		"prefs":            "preference judgments",
		"prefs_pair_ret":   "preference judgments",
		"map_avgjg":        "several assessors",
		"P_avgjg.5":        "several assessors",
		"Rprec_mult_avgjg": "several assessors",
		"nope":             "no measure is named",
		"rbp.1=2":          "want p=0.9",
		"set_F.-1":         "want a number",
		"11pt_avg.7":       "not a recall level",
		"Rprec_mult.0,1":   "want a number",
	} {
		if _, err := metrics.TrecItems(text, metrics.TrecOptions{}); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v, want %q", text, err, want)
		}
	}
}

// Which measures trec_eval's options reach; the numbers are compared in
// cmd/rankduel.
func TestTrecOptions(t *testing.T) {
	all := metrics.TrecOptions{Rel: 2, JudgedOnly: true, Documents: 100}
	for text, want := range map[string]string{
		"P@5":                      "P(rel=2,judged=only)@5",
		"P(rel=3)@5":               "P(rel=3,judged=only)@5",
		"RR":                       "RR(rel=2,judged=only)",
		"P(level=chunk)@5":         "P(rel=2,judged=only,level=chunk)@5",
		"nDCG(gain=linear)@10":     "nDCG(gain=linear,judged=only)@10",
		"nDCG(gain={0:0,1:3})":     "nDCG(gain={0:0,1:3},judged=only)",
		"IdealDCG(gain=linear)":    "IdealDCG(gain=linear)",
		"Rndcg(gain=linear)":       "Rndcg(gain=linear,needs=2,judged=only)",
		"RBP(p=0.9,gain=query)":    "RBP(p=0.9,gain=query,judged=only)",
		"RBP(p=0.9)":               "RBP(p=0.9,rel=2,judged=only)",
		"ERR(max=3)@10":            "ERR(max=3,judged=only)@10",
		"Bpref":                    "Bpref(rel=2)",
		"NumRet":                   "NumRet(judged=only)",
		"NumRel":                   "NumRel(rel=2)",
		"NumQ":                     "NumQ",
		"Unjudged@5":               "Unjudged@5",
		"Utility":                  "Utility(docs=100,rel=2,judged=only)",
		"Utility(docs=7)":          "Utility(docs=7,rel=2,judged=only)",
		"11pt(recall={0.25,0.5})":  "11pt(recall={0.25,0.5},rel=2,judged=only)",
		"StRecall@5":               "StRecall(rel=2)@5",
		"P(judged=only,rel=2)@100": "P(rel=2,judged=only)@100",
	} {
		m := mustParse(t, text)
		if same, err := (metrics.TrecOptions{Rel: 1}).Adjust(m); err != nil || same.String() != m.String() {
			t.Errorf("%s without options: %v, %v", text, same, err)
		}
		got, err := all.Adjust(m)
		if err != nil || got.String() != want {
			t.Errorf("%s: %v, %v, want %s", text, got, err, want)
		}
	}
}

// With -c the total of num_rel is that of level 1 (m_num_rel.c adds up every
// grade above 0), and only then.
func TestTrecTotal(t *testing.T) {
	for _, c := range []struct {
		o    metrics.TrecOptions
		want string
	}{
		{metrics.TrecOptions{Rel: 2, Complete: true}, "NumRel"},
		{metrics.TrecOptions{Rel: 2}, ""},
		{metrics.TrecOptions{Complete: true}, ""},
	} {
		items, err := metrics.TrecItems("num_rel", c.o)
		if err != nil || len(items) != 1 {
			t.Fatal(items, err)
		}
		got := ""
		if items[0].Total != nil {
			got = items[0].Total.String()
		}
		if got != c.want {
			t.Errorf("%+v: total of %q, want %q", c.o, got, c.want)
		}
	}
}
