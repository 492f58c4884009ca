package gate_test

import (
	"fmt"
	"reflect"
	"strings"
	"testing"

	"github.com/rankduel/rankduel/experiment/gate"
)

func TestRulesParseBack(t *testing.T) {
	p := profile(t, "default")
	for _, text := range []string{
		"R@10: drop <= 5%", "nDCG(gain=exp)@10: drop <= 0.01", "R@10{stratum=paraphrase}: >= 0.7", "latency_p95_ms: <= 250",
		"latency_mean_ms: rise <= 10%", "coverage: >= 0.98", "failed_queries: <= 0", "EmptyResultRate: rise <= 0.02",
		"nDCG(gain={0:0,1:1,2:3})@10: drop <= 0.1%", "R@10{stratum=a: b}: >= 0.5",
		// What allows as much as there is, and no more, is a rule.
		"R@10: drop <= 99.9%", "R@10: drop <= 0.99", "R@10: >= 1", "coverage: >= 1", "latency_max_ms: rise <= 300%", "EmptyResultRate: rise <= 100%",
		"latency_p50_ms: rise <= 5", "failed_queries: rise <= 3", "DCG(gain=exp)@10: >= 2", "DCG(gain=exp)@10: drop <= 3",
	} {
		rule, err := gate.ParseRule(text, p)
		if err != nil {
			t.Errorf("%s: %v", text, err)
			continue
		}
		if rule.String() != text {
			t.Errorf("%q prints as %q", text, rule.String())
		}
	}
	// As people write it, and as it is printed.
	for text, want := range map[string]string{
		"  recall@10 :drop<=5 x":       "",
		"  recall@10 :drop<=5 %":       "R@10: drop <= 5%",
		"  recall@10 :drop<=5%  ":      "R@10: drop <= 5%",
		" coverage : ≥ .98":            "coverage: >= 0.98",
		"latency_p95_ms:≤250":          "latency_p95_ms: <= 250",
		"R@10 {stratum=x}: drop <= 7%": "R@10{stratum=x}: drop <= 7%",
		"R@10: drop <= 12.3456789%":    "R@10: drop <= 12.3456789%",
		"latency_p95_ms: <= 2.5e2":     "latency_p95_ms: <= 250",
	} {
		rule, err := gate.ParseRule(text, p)
		if want == "" && err == nil || want != "" && (err != nil || rule.String() != want) {
			t.Errorf("%q: %v, %v, want %q", text, rule.String(), err, want)
		}
	}
}

// Whatever the share, the text of a rule reads back to the same rule.
func TestEveryShareParsesBack(t *testing.T) {
	p := profile(t, "default")
	for i := 1; i < 300; i++ {
		rule, err := gate.ParseRule(fmt.Sprintf("R@10: drop <= %v%%", float64(i)/7), p)
		if err != nil {
			t.Fatal(err)
		}
		if back, err := gate.ParseRule(rule.String(), p); err != nil || !reflect.DeepEqual(back, rule) {
			t.Errorf("%d/7 %%: %q reads back as %q, %v", i, rule.String(), back.String(), err)
		}
	}
}

func TestWrongRules(t *testing.T) {
	for text, want := range map[string]string{
		"R@10":                          "no colon",
		"R@10: drop <= x":               "no number",
		"R@10: drop <= NaN":             "no number",
		"R@10: >= Inf":                  "no number",
		"R@10: drop <= -1%":             "from 0 on",
		"R@10: drop >= 5%":              "wrong way round",
		"R@10: rise <= 5%":              "is about a rise, but R@10 should be high: say drop",
		"latency_p95_ms: drop <= 5%":    "is about a drop, but latency_p95_ms should be low: say rise",
		"failed_queries: drop <= 5":     "say rise",
		"coverage: rise <= 5%":          "coverage is of both systems together: say >=",
		"coverage: drop <= 5%":          "coverage is of both systems together: say >=",
		"coverage: drop <= 0.01":        "coverage is of both systems together: say >=",
		"R@10: drop <= 100%":            "allows everything",
		"R@10: drop <= 1":               "allows everything: R@10 is from 0 to 1; for a share of the baseline write 1%",
		"R@10: drop <= 5":               "allows everything: R@10 is from 0 to 1; for a share of the baseline write 5%",
		"EmptyResultRate: rise <= 1":    "allows everything",
		"R@10: >= 1.01":                 "can never be met: R@10 is from 0 to 1",
		"coverage: >= 1.01":             "can never be met: coverage is from 0 to 1",
		"R@10: >= 70%":                  "is in percent, and R@10 is from 0 to 1: write 0.7;",
		"coverage: >= 98%":              "is in percent, and coverage is from 0 to 1: write 0.98;",
		"latency_p95_ms: <= 70%":        "share of nothing",
		"R@10: <= 0.7":                  "bounds R@10 on its good side",
		"latency_p95_ms: >= 5":          "good side",
		"NumRet: >= 5":                  "no direction",
		"GMAP: drop <= 5%":              "cannot be in a rule",
		"recal@10: drop <= 5%":          "recal@10",
		"coverage{stratum=a}: >= 0.9":   "coverage is of all queries and has no strata",
		"R@10{stratum=}: >= 0.9":        "no stratum",
		"R@10: drop <= 5% or something": "not understood",
		"R@10: fall <= 5%":              "not understood",
		"R@10: < 5":                     "not understood",
		"R@10: = 0.5":                   "not understood",
		"R@10: drop < 0.5":              "wrong way round",
		"R@10: ":                        "not understood",
	} {
		if _, err := gate.ParseRule(text, profile(t, "default")); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: %v, want %q", text, err, want)
		}
	}
}
