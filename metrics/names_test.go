package metrics_test

import (
	"strings"
	"testing"

	"github.com/rankduel/rankduel/metrics"
)

// A measure has trec_eval's name if it is what trec_eval computes under it
// without options; cut, condensed, of another gain or parameter it is not, and
// has none.
func TestTrecNameIsExact(t *testing.T) {
	for text, want := range map[string]string{
		"RBP(p=0.9,gain=query)":             "rbp",
		"RBP(p=0.9,gain=query)@10":          "",
		"RBP(p=0.8,gain=query)":             "",
		"RBP(p=0.9)":                        "",
		"RBP(p=0.9,gain=query,rel=2)":       "",
		"RBP(p=0.9,gain=query,judged=only)": "",
		"RBP(p=0.9,gain=scale,max=3)":       "",
		"RBPResidual(p=0.9)":                "rbp_resid",
		"RBPResidual(p=0.8)":                "",
		"nDCG(gain=linear)":                 "ndcg",
		"nDCG(gain=linear)@10":              "ndcg_cut_10",
		"nDCG(gain=exp)":                    "",
		"nDCG(gain=exp)@10":                 "",
		"nDCG(gain=linear,rel=2)":           "",
		"DCG(gain=linear)":                  "dcg",
		"DCG(gain=linear)@10":               "",
		"DCG(gain=exp)":                     "",
		"IdealDCG(gain=linear)":             "ideal_dcg",
		"IdealDCG(gain=linear)@10":          "",
		"IdealDCG(gain=exp)":                "",
		"AP":                                "map",
		"AP@10":                             "map_cut_10",
		"AP(rel=2)":                         "",
		"RR":                                "recip_rank",
		"RR@10":                             "",
		"NumRelRet":                         "num_rel_ret",
		"NumRelRet@10":                      "",
		"SetP":                              "set_P",
		"SetP(relative=true)":               "set_relative_P",
		"SetF1":                             "set_F",
		"SetF(beta=2)":                      "",
		"11pt":                              "11pt_avg",
		"11pt(recall={0.5})":                "",
		"Rprec":                             "Rprec",
		"ndcg_rel(gain=exp)":                "",
		"Utility":                           "utility",
		"P(level=chunk)@5":                  "",
		"Success@5":                         "success_5",
		"Unjudged@5":                        "unj_5",
		"ERR@5":                             "",
		"nDCG(gain={0:0,1:1,2:2,3:3,4:4,5:5})@10": "",
	} {
		if got, ok := metrics.TrecName(mustParse(t, text)); got != want || ok != (want != "") {
			t.Errorf("TrecName(%s) = %q %v, want %q", text, got, ok, want)
		}
	}
}

// The ends of a parameter's range are in it or out of it as its explanation
// says, and what is beyond is refused.
func TestParameterRanges(t *testing.T) {
	for _, c := range []struct{ accepted, refused string }{
		{"RBP(p=0); RBP(p=0.999)", "RBP(p=1); RBP(p=-0.1); RBP(p=2); RBP(p=NaN); RBP(p=)"},
		{"RBP(gain=scale,max=1); RBP(gain=scale)", "RBP(gain=scale,max=0); RBP(max=3); RBP(gain=query,max=3); RBP(gain=cubic)"},
		{"RBPResidual(p=0)", "RBPResidual(p=1); RBPResidual(p=-1)"},
		{"11pt(recall={0,1}); 11pt(recall={0.5})", "11pt(recall={-0.1}); 11pt(recall={1.1}); 11pt(recall={0,2}); 11pt(recall={x}); 11pt(recall={NaN})"},
		{"IPrec@0; IPrec@1", "IPrec@-0.1; IPrec@1.1; IPrec@NaN; IPrec"},
		{"ERR(max=1)@5; ERR(max=1000)@5", "ERR(max=0)@5; ERR(max=1001)@5; ERR(max=-1)@5"},
		{"alpha_nDCG(alpha=0)@5; alpha_nDCG(alpha=1)@5", "alpha_nDCG(alpha=-0.1)@5; alpha_nDCG(alpha=1.1)@5"},
		{"NRBP(beta=0)", "NRBP(beta=-0.1); NRBP(beta=1.1)"},
		{"R(rel=1)@5; R(rel=2)@1", "R(rel=0)@5; R(rel=-1)@5; R@0"},
		{"SetP(relative=1); SetP(relative=false); SetP(relative=True)", "SetP(relative=2); SetP(relative=yes)"},
		{"R(judged=all)@5; R(judged=only)@5; R(level=document)@5", "R(judged=none)@5; R(level=passage)@5"},
	} {
		for text := range strings.SplitSeq(c.accepted, "; ") {
			if _, err := metrics.Parse(text); err != nil {
				t.Errorf("%s is refused: %v", text, err)
			}
		}
		for text := range strings.SplitSeq(c.refused, "; ") {
			if m, err := metrics.Parse(text); err == nil {
				t.Errorf("%s is accepted as %s", text, m)
			}
		}
	}
}

// Minus zero is zero: two measures that are the same have the same text.
func TestMinusZero(t *testing.T) {
	for text, want := range map[string]string{
		"11pt(recall={-0,0.5})":        "11pt(recall={0,0.5})",
		"IPrec@-0":                     "IPrec@0",
		"RBP(p=-0)":                    "RBP(p=0)",
		"nDCG(gain={1:-0,2:1})":        "nDCG(gain={1:0,2:1})",
		"Utility(weights={1,-0,0,-0})": "Utility(weights={1,0,0,0})",
	} {
		if got := mustParse(t, text).String(); got != want {
			t.Errorf("%s is %s, want %s", text, got, want)
		}
	}
}

// A list of profiles belongs to the caller: what is done to it changes no one
// else's.
func TestProfilesAreCopies(t *testing.T) {
	first := metrics.Profiles()
	want := first[0].Measures[0].String()
	first[0].Measures[0] = nil
	first[1].Name = "changed"
	second := metrics.Profiles()
	if second[0].Measures[0] == nil || second[0].Measures[0].String() != want || second[1].Name != "qrels" {
		t.Errorf("changed by a caller: %v of %s", second[0].Measures, second[1].Name)
	}
	p, err := metrics.ProfileByName("default")
	if err != nil {
		t.Fatal(err)
	}
	p.Measures[0] = nil
	if again, err := metrics.ProfileByName("default"); err != nil || again.Measures[0] == nil {
		t.Errorf("changed by a caller: %v, %v", again.Measures, err)
	}
}

// Needing one relevant document is what Rndcg does anyway: the text is the
// same, and so is trec_eval's name.
func TestNeedsOne(t *testing.T) {
	one, usual := metrics.RNDCG{Gain: metrics.LinearGain(), Needs: 1}, metrics.RNDCG{Gain: metrics.LinearGain()}
	a, _ := metrics.TrecName(one)
	b, _ := metrics.TrecName(usual)
	if one.String() != usual.String() || a != b || a != "Rndcg" {
		t.Errorf("%s and %s are called %q and %q", one, usual, a, b)
	}
	two := metrics.RNDCG{Gain: metrics.LinearGain(), Needs: 2}
	if name, ok := metrics.TrecName(two); ok || two.String() == usual.String() {
		t.Errorf("%s is called %q", two, name)
	}
}
