package metrics_test

import (
	"errors"
	"reflect"
	"strings"
	"testing"

	"github.com/rankduel/rankduel/metrics"
)

func TestParse(t *testing.T) {
	for _, c := range []struct{ text, want string }{
		// canonical texts
		{"R@10", "R@10"},
		{"P@5", "P@5"},
		{"F1@5", "F1@5"},
		{"Success@1", "Success@1"},
		{"RR", "RR"},
		{"RR@10", "RR@10"},
		{"AP", "AP"},
		{"AP@1000", "AP@1000"},
		{"nDCG@10", "nDCG(gain=exp)@10"},
		{"nDCG", "nDCG(gain=exp)"},
		{"nDCG(gain=linear)@10", "nDCG(gain=linear)@10"},
		{"nDCG(gain={0:0,1:1,2:3})@10", "nDCG(gain={0:0,1:1,2:3})@10"},
		{"nDCG(gain={ 2 : 0.9, 1: 5e-1 }, rel=2)", "nDCG(gain={1:0.5,2:0.9},rel=2)"},
		{"Judged@10", "Judged@10"},
		{"NumRet", "NumRet"},
		{"R(rel=2,judged=only,level=chunk)@10", "R(rel=2,judged=only,level=chunk)@10"},
		{"P(level=chunk)@5", "P(level=chunk)@5"},
		{"P( level=chunk , rel=1 )@5", "P(level=chunk)@5"},
		// trec_eval
		{"ndcg_cut_10", "nDCG(gain=linear)@10"},
		{"ndcg_cut.10", "nDCG(gain=linear)@10"},
		{"recall_100", "R@100"},
		{"P_10", "P@10"},
		{"P.10", "P@10"},
		{"map", "AP"},
		{"map_cut_30", "AP@30"},
		{"recip_rank", "RR"},
		{"success_5", "Success@5"},
		{"num_ret", "NumRet"},
		{"num_rel", "NumRel"},
		{"num_rel_ret", "NumRelRet"},
		{"rbp", "RBP(p=0.9,gain=query)"},
		{"rbp.p=0.5", "RBP(p=0.5,gain=query)"},
		{"rbp_resid", "RBPResidual(p=0.9)"},
		{"rbp_resid.p=0.5", "RBPResidual(p=0.5)"},
		{"num_nonrel_judged_ret", "NumNonRelRet"},
		{"ndcg_rel", "ndcg_rel(gain=linear)"},
		{"dcg", "DCG(gain=exp)"},
		{"ideal_dcg", "IdealDCG(gain=exp)"},
		{"bpref", "Bpref"},
		{"gm_bpref", "GMBpref"},
		{"gm_map", "GMAP"},
		{"infAP", "infAP"},
		{"Rprec", "Rprec"},
		{"Rprec_mult_0.20", "Rprec(mult=0.2)"},
		{"Rprec_mult.1.5", "Rprec(mult=1.5)"},
		{"iprec_at_recall_0.10", "IPrec@0.1"},
		{"iprec_at_recall.0.35", "IPrec@0.35"},
		{"11pt_avg", "11pt"},
		{"11pt_avg.0.2,0.5,0.8", "11pt(recall={0.2,0.5,0.8})"},
		{"relative_P_10", "RCap@10"},
		{"set_P", "SetP"},
		{"set_relative_P", "SetP(relative=true)"},
		{"set_recall", "SetR"},
		{"set_map", "SetAP"},
		{"set_F", "SetF1"},
		{"set_F.0.5", "SetF(beta=0.5)"},
		{"set_F.1.0", "SetF1"},
		{"unj_10", "Unjudged@10"},
		{"utility", "Utility"},
		{"utility.1,-1,0,0", "Utility"},
		{"utility.2.0,-1,-0.5,0", "Utility(weights={2,-1,-0.5,0})"},
		{"ndcg.1=3,2=9", "nDCG(gain={0:0,1:3,2:9,3:3,4:4,5:5,6:6,7:7,8:8,9:9,10:10})"},
		// ir_measures
		{"IPrec(rel=2)@0.1", "IPrec(rel=2)@0.1"},
		{"NumRet(rel=1)", "NumRelRet"},
		{"NumRet(rel=2)", "NumRelRet(rel=2)"},
		{"RBP(p=0.8, rel=2)@10", "RBP(p=0.8,rel=2)@10"},
		{"BPM(T=1.0, max_rel=3)@10", "BPM(T=1,max=3)@10"},
		{"INST(max_rel=4, min_rel=1)", "INST(T=1,min=1,max=4)"},
		{"NERR10(p=0.8,max_rel=1)", "NERR10(p=0.8,max=1)"},
		{"ERR@20", "ERR(max=3)@20"},
		{"Compat(p=0.8, normalize=False)", "Compat(p=0.8,normalize=false)"},
		{"Accuracy(rel=2)@5", "Accuracy(rel=2)@5"},
		{"α_nDCG@20", "alpha_nDCG(alpha=0.5)@20"},
		{"alpha_nDCG(alpha=0.3, rel=2)@20", "alpha_nDCG(alpha=0.3,rel=2)@20"},
		{"nNRBP(beta=0.8)", "nNRBP(alpha=0.5,beta=0.8)"},
		{"MAP_IA", "AP_IA"},
		{"P_IA@5", "P_IA@5"},
		{"P_IA_5", "P_IA@5"},
		{"SetP(relative=True)", "SetP(relative=true)"},
		{"SetRelP", "SetP(relative=true)"},
		{"SetF(beta=2.0)", "SetF(beta=2)"},
		{"NDCG@5", "nDCG(gain=exp)@5"},
		{"nDCG(dcg='exp-log2')@20", "nDCG(gain=exp)@20"},
		{"nDCG(dcg='log2')@20", "nDCG(gain=linear)@20"},
		{"nDCG(gains={0:0,1:1,2:5}, judged_only=True)@20", "nDCG(gain={0:0,1:1,2:5},judged=only)@20"},
		{"P(rel=2)@5", "P(rel=2)@5"},
		{"AP(judged_only=False)", "AP"},
		// ranx
		{"recall@10-l2", "R(rel=2)@10"},
		{"map-l2", "AP(rel=2)"},
		{"ndcg@10-l2", "nDCG(gain=exp,rel=2)@10"},
		{"ndcg_burges@10", "nDCG(gain=exp)@10"},
		{"hit_rate@10", "Success@10"},
		{"precision@10", "P@10"},
		{"mrr@10", "RR@10"},
		{"f1@10", "F1@10"},
		{"r-precision", "Rprec"},
		{"r-precision-l2", "Rprec(rel=2)"},
		{"rbp.80", "RBP(p=0.8)"},
		{"rbp.95-l2", "RBP(p=0.95,rel=2)"},
		{"dcg_burges@10", "DCG(gain=exp)@10"},
		{"hits", "NumRelRet"},
		{"hits@10", "NumRelRet@10"},
		// kebab, medkg
		{"hit@3", "Success@3"},
		{"recall@5", "R@5"},
		{"ndcg_linear@10", "nDCG(gain=linear)@10"},
		{"MRR", "RR"},
		// blanks around
		{"  R@10\n", "R@10"},
	} {
		m, err := metrics.Parse(c.text)
		if err != nil {
			t.Errorf("Parse(%q): %v", c.text, err)
			continue
		}
		if got := m.String(); got != c.want {
			t.Errorf("Parse(%q) = %s, want %s", c.text, got, c.want)
		}
		again, err := metrics.Parse(m.String())
		if err != nil || !reflect.DeepEqual(again, m) {
			t.Errorf("Parse(%q) = %#v, %v, want %#v", m.String(), again, err, m)
		}
	}
}

func TestParseErrors(t *testing.T) {
	for _, c := range []struct {
		text   string
		column int
		want   string // part of the message
	}{
		{"", 1, "a measure name is missing"},
		{"@10", 1, "a measure name is missing"},
		{"nDGC@10", 1, "nearest: nDCG"},
		{"recal@10", 1, "nearest: recall"},
		{"zzzzzz", 1, `no measure is named "zzzzzz"`},
		{"R", 1, "R needs a cutoff: R@10"},
		{"R@", 3, "R needs a cutoff"},
		{"precision", 1, "P needs a cutoff: P@10"},
		{"P", 1, "names 9 measures, want one"},
		{"R@0", 3, `"0" is not a cutoff`},
		{"R@-1", 3, `"-1" is not a cutoff`},
		{"R@ten", 3, `"ten" is not a cutoff`},
		{"R@10.5", 3, `"10.5" is not a cutoff`},
		{"R@99999999999", 3, "99999999999 is more than 2147483647"},
		{"R@5,10", 1, "names 2 measures, want one"},
		{"NumRet@5", 8, "NumRet has no cutoff"},
		{"R(rel=2", 2, "the parenthesis is not closed"},
		{"R(rel=(2))@5", 7, "unexpected"},
		{"R(rel=0)@5", 2, "rel=0, want an integer of at least 1"},
		{"R(rel=x)@5", 2, "rel=x"},
		{"R(real=2)@5", 3, `R has no parameter "real"; nearest: rel, judged, level`},
		{"R(rel=2,rel=3)@5", 9, "rel is fixed already"},
		{"R(rel=2)@5-l3", 13, "rel is fixed already"},
		{"R(=2)@5", 3, "want parameter=value"},
		{"R(judged=some)@5", 2, "judged=some, want only or all"},
		{"R(level=page)@5", 2, "level=page, want chunk or document"},
		{"R(rel=2)x@5", 9, `unexpected "x@5"`},
		{"nDCG(gain=cubic)@5", 5, `gain "cubic", want exp, linear, binary or {grade:gain,...}`},
		{"nDCG(gain={1})@5", 5, "gain"},
		{"nDCG(gain={1:1,1:2})@5", 5, "grade 1 is declared twice"},
		{"nDCG(gain={-1:1})@5", 5, "below 0"},
		{"nDCG(gain={1:-1})@5", 5, "want a finite number of at least 0"},
		{"nDCG(gain={1:inf})@5", 5, "want a finite number of at least 0"},
		{"nDCG(gain={1:1)@5", 15, "a brace is not closed"},
		{"ndcg_cut(gain=exp)@5", 10, "gain is fixed already"},
		{"ndcg_cut_5@10", 12, "the cutoff is given twice"},
		{"R\x00@5", 2, "unexpected"},
		{"R 5", 2, "unexpected"},
	} {
		m, err := metrics.Parse(c.text)
		if err == nil {
			t.Errorf("Parse(%q) = %s, want an error", c.text, m)
			continue
		}
		var e *metrics.ParseError
		if !errors.As(err, &e) {
			t.Errorf("Parse(%q): %T, want *ParseError", c.text, err)
			continue
		}
		if e.Column != c.column || !strings.Contains(e.Error(), c.want) {
			t.Errorf("Parse(%q): %v, want column %d and %q", c.text, e, c.column, c.want)
		}
	}
}

func TestParseList(t *testing.T) {
	for _, c := range []struct{ text, want string }{
		{"R@5,10,20,nDCG@10, RR", "R@5 R@10 R@20 nDCG(gain=exp)@10 RR"},
		{"R@5, 10, 20", "R@5 R@10 R@20"},
		{"nDCG@10 RR@10", "nDCG(gain=exp)@10 RR@10"},
		{"nDCG(gain={0:0,1:1},rel=2)@5,10;P@5", "nDCG(gain={0:0,1:1},rel=2)@5 nDCG(gain={0:0,1:1},rel=2)@10 P@5"},
		{"ndcg_cut.10,20 recall.100", "nDCG(gain=linear)@10 nDCG(gain=linear)@20 R@100"},
		{"P(rel=2, level=chunk)@5", "P(rel=2,level=chunk)@5"},
		{"recall@5,10-l2", "R(rel=2)@5 R(rel=2)@10"},
		{"RR,MRR,recip_rank", "RR"},
		{"success", "Success@1 Success@5 Success@10"},
		{"ndcg_cut, unj", "nDCG(gain=linear)@5 nDCG(gain=linear)@10 nDCG(gain=linear)@15 nDCG(gain=linear)@20 " +
			"nDCG(gain=linear)@30 nDCG(gain=linear)@100 nDCG(gain=linear)@200 nDCG(gain=linear)@500 " +
			"nDCG(gain=linear)@1000 Unjudged@5 Unjudged@10 Unjudged@20"},
		{"Rprec_mult.0.5,2", "Rprec(mult=0.5) Rprec(mult=2)"},
		{"iprec_at_recall.0,.5,1 utility.1,-1,0,0", "IPrec@0 IPrec@0.5 IPrec@1 Utility"},
		{",,RR,\n", "RR"},
	} {
		measures, err := metrics.ParseList(c.text)
		if err != nil {
			t.Errorf("ParseList(%q): %v", c.text, err)
			continue
		}
		var texts []string
		for _, m := range measures {
			texts = append(texts, m.String())
		}
		if got := strings.Join(texts, " "); got != c.want {
			t.Errorf("ParseList(%q) = %s, want %s", c.text, got, c.want)
		}
	}
	for _, text := range []string{"", " , ", "R@5,nope", "5", "R@5 (rel=2)"} {
		if measures, err := metrics.ParseList(text); err == nil {
			t.Errorf("ParseList(%q) = %v, want an error", text, measures)
		}
	}
}

// Every family with every parameter that all families share reads itself back.
func TestParseReadsBack(t *testing.T) {
	for _, d := range rankingDefinitions() {
		values := map[string]string{
			"rel": "2", "judged": "only", "level": "chunk", "gain": "linear", "max": "5", "p": "0.25", "alpha": "0.75",
		}
		texts := []string{example(d)}
		for _, p := range d.Params {
			if value, ok := values[p.Name]; ok && d.Name != "RBP" {
				texts = append(texts, strings.Replace(example(d), d.Name, d.Name+"("+p.Name+"="+value+")", 1))
			}
		}
		for _, text := range texts {
			m := mustParse(t, text)
			again, err := metrics.Parse(m.String())
			if err != nil || !reflect.DeepEqual(again, m) {
				t.Errorf("Parse(%q) = %#v, %v, want %#v", m.String(), again, err, m)
			}
		}
	}
}

// What parses prints a text that parses to the same measure, and that text is
// final.
func FuzzParse(f *testing.F) {
	for _, text := range []string{
		"nDCG(gain={0:0,1:1,2:3},rel=2,judged=only,level=chunk)@10", "ndcg_cut.10", "recall@10-l2", "R@5,10",
		"RR", "α_nDCG", "P_10", "nDCG(dcg='exp-log2')@1", "R(", "}{)(", "IPrec@0.2", "RBP(p=0.8)", "rbp.80",
		"rbp.p=0.5", "utility.1,-1,0,0", "11pt(recall={0.2,1e-3})", "ndcg.1=3,2=9", "Rprec_mult.0.2,5", "SetF(beta=2)",
		"Utility(weights={1,-0,1e300,0},docs=7)", "INST(T=2,min=1,max=4)", "Compat(p=0.9,normalize=false)",
		"RBP(p=0.5,gain=scale,max=3)@7-l2", "nNRBP(alpha=0,beta=1)", "GMBpref(rel=3)",
	} {
		f.Add(text)
	}
	registry := metrics.Builtin()
	f.Fuzz(func(t *testing.T, text string) {
		m, err := registry.Parse(text)
		if err != nil {
			if err.Error() == "" {
				t.Error("an error without a text")
			}
			return
		}
		again, err := registry.Parse(m.String())
		if err != nil {
			t.Fatalf("Parse(%q) = %s, which does not parse: %v", text, m, err)
		}
		if !reflect.DeepEqual(m, again) || again.String() != m.String() {
			t.Fatalf("Parse(%q) = %#v, and its text parses to %#v", text, m, again)
		}
	})
}

// A list never panics either, and reads itself back.
func FuzzParseList(f *testing.F) {
	for _, text := range []string{
		"R@5,10,20,nDCG@10, RR", "ndcg_cut.10,20", "P(rel=2, level=chunk)@5,6;AP", "a,,b",
		"official utility.1,-1,0,0", "Rprec_mult.0.2,5 set",
	} {
		f.Add(text)
	}
	registry := metrics.Builtin()
	f.Fuzz(func(t *testing.T, text string) {
		measures, err := registry.ParseList(text)
		if err != nil {
			return
		}
		var texts []string
		for _, m := range measures {
			texts = append(texts, m.String())
		}
		again, err := registry.ParseList(strings.Join(texts, ","))
		if err != nil || !reflect.DeepEqual(measures, again) {
			t.Fatalf("ParseList(%q) = %v, and back %v, %v", text, texts, again, err)
		}
	})
}
