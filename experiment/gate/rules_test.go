package gate_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/rankduel/rankduel/experiment/gate"
)

func TestReadRules(t *testing.T) {
	r, err := gate.ReadRules("rules.yaml", []byte(`
mode: noninferior
evidence: required
alpha: 0.1
min_coverage: 0.9
max_age: 7d
rules:
  R@10: ["drop <= 5%", {limit: ">= 0.7", mode: regression}]
  nDCG@10: {limit: "drop <= 0.01", mode: point, tier: advisory}
  coverage: {limit: ">= 0.98", tier: required}
  latency_p95_ms: "<= 250"
waivers:
  - {rule: "R@10", owner: jane, reason: reindexing, expires: 2026-12-31}
`), profile(t, "default"))
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, rule := range r.Rules {
		got = append(got, fmt.Sprintf("%s %s %v", rule.String(), rule.Mode, rule.Advisory))
	}
	want := []string{
		"R@10: drop <= 5%  false", "R@10: >= 0.7 regression false", "nDCG(gain=exp)@10: drop <= 0.01 point true", "coverage: >= 0.98  false",
		"latency_p95_ms: <= 250  false",
	}
	if !slices.Equal(got, want) {
		t.Errorf("%q, want\n%q", got, want)
	}
	if r.Mode != gate.NonInferior || r.Evidence != gate.EvidenceRequired || r.Alpha != 0.1 || *r.MinCoverage != 0.9 || r.MaxAge != 7*24*time.Hour {
		t.Errorf("%+v", r)
	}
	waiver := gate.Waiver{Rule: "R@10", Owner: "jane", Reason: "reindexing", Expires: time.Date(2026, 12, 31, 0, 0, 0, 0, time.UTC)}
	if !slices.Equal(r.Waivers, []gate.Waiver{waiver}) {
		t.Errorf("%+v", r.Waivers)
	}
	var measures []string
	for _, m := range r.Measures() {
		measures = append(measures, m.String())
	}
	if !slices.Equal(measures, []string{"R@10", "nDCG(gain=exp)@10"}) {
		t.Errorf("each measure once: %v", measures)
	}
	for text, want := range map[string]bool{"latency_p95_ms: <= 250": false, "latency_p95_ms: rise <= 5%": true, "failed_queries: rise <= 1": false, "R@10: drop <= 5%": false} {
		if got := rules(t, text).CompareLatency(); got != want {
			t.Errorf("%s compares latency: %v", text, got)
		}
	}
}

// A file that has rules alone is read at sight, with settings next to them or not,
// and so is a list.
func TestReadRulesWithoutKey(t *testing.T) {
	for name, text := range map[string]string{
		"flat":      "R@10: \"drop <= 5%\"\nR@10{stratum=paraphrase}: \">= 0.70\"\nlatency_p95_ms: \"<= 250\"\nmode: regression\n",
		"list":      "mode: regression\nrules:\n  - R@10: \"drop <= 5%\"\n  - R@10{stratum=paraphrase}: \">= 0.70\"\n  - latency_p95_ms: \"<= 250\"\n",
		"texts":     "mode: regression\nrules:\n  - 'R@10: drop <= 5%'\n  - 'R@10{stratum=paraphrase}: >= 0.70'\n  - 'latency_p95_ms: <= 250'\n",
		"under key": "mode: regression\nrules:\n  R@10: \"drop <= 5%\"\n  R@10{stratum=paraphrase}: \">= 0.70\"\n  latency_p95_ms: \"<= 250\"\n",
	} {
		r, err := gate.ReadRules("rules.yaml", []byte(text), profile(t, "default"))
		var got []string
		for _, rule := range r.Rules {
			got = append(got, rule.String())
		}
		if want := "R@10: drop <= 5%, R@10{stratum=paraphrase}: >= 0.7, latency_p95_ms: <= 250"; err != nil || strings.Join(got, ", ") != want || r.Mode != gate.Regression {
			t.Errorf("%s: %v in mode %s, %v; want %s", name, got, r.Mode, err, want)
		}
	}
	for text, want := range map[string]string{
		"min_coverag: 0.9\n": `rules.yaml:1: `,
		"rules: {R@10: \"drop <= 5%\"}\nmin_coverag: 0.9\n": "rules.yaml:2: unknown key \"min_coverag\"; rules belong under `rules`",
		"rules:\n  - \"drop <= 5%\"\n":                      `rules.yaml:2: "drop <= 5%" is not a rule`,
	} {
		if _, err := gate.ReadRules("rules.yaml", []byte(text), profile(t, "default")); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: %v, want %s", text, err, want)
		}
	}
}

// Every fault is told, each with its line where it has one.
func TestRulesFaults(t *testing.T) {
	for _, test := range []struct {
		text string
		want []string
	}{
		{"", []string{`rules.yaml: the file is empty; rules are like R@10: "drop <= 5%" under ` + "`rules`"}},
		{"bogus: 1\nalpha: [1]\n", []string{"rules.yaml:2: the value is a list, want a number", `rules.yaml:1: measure "bogus"`}},
		{"mode: strict\nevidence: some\nalpha: 0.5\nmin_coverage: 1.1\nmax_age: soon\n", []string{
			`rules.yaml: max_age: "soon" is no age above 0; ages are like 12h, 7d or 2w`,
			`rules.yaml: mode "strict" is not known; modes are [point noninferior regression]`,
			`evidence "some" is not known; it is accepted or required`,
			"alpha 0.5 is not in (0, 0.5)",
			"min_coverage 1.1 is not in [0, 1]",
		}},
		{"alpha: 0\nmin_coverage: -0.1\n", []string{"rules.yaml: alpha 0 is not in (0, 0.5)", "rules.yaml: min_coverage -0.1 is not in [0, 1]"}},
		{"alpha: -0.01\n", []string{"rules.yaml: alpha -0.01 is not in (0, 0.5)"}},
		{"alpha: .nan\nmin_coverage: .nan\n", []string{"rules.yaml: alpha NaN is not in (0, 0.5)", "min_coverage NaN is not in [0, 1]"}},
		{"alpha: 0.49\nmin_coverage: 1\n", nil},
		{"min_coverage: 0\n", nil},
		{"rules: ['R@10: drop <= 500%']\n", []string{`rules.yaml:1: `}},
		{"rules: [1]\nwaivers: {a: b}\n", []string{
			`rules.yaml:1: "1" is not a rule; rules are like R@10: "drop <= 5%"`,
			"rules.yaml:2: waivers are a list, each with rule, owner, reason and expires",
		}},
		{`rules:
  R@10: "drop <= 5%"
  R@10: "drop <= 4%"
  R@5: {limit: "drop <= 5%", tier: maybe, mode: strict,
    oops: 1}
  bogus@1: "drop <= 5%"
  nDCG@10: []
  P@5: [[">= 0.1"], ">= 0.2"]
  P@10: {limit: [1]}
`, []string{
			`rules.yaml:3: "R@10" is there twice; give it a list of limits`,
			`rules.yaml:5: unknown key "oops"; a rule has limit, mode and tier`,
			`rules.yaml:4: mode "strict" is not known; modes are [point noninferior regression]`,
			`rules.yaml:4: tier "maybe" is not known; tiers are required and advisory`,
			"rules.yaml:6: ",
			`rules.yaml:7: "nDCG@10" has no limit`,
			`rules.yaml:8: rule "P@5": want a limit like "drop <= 5%"`,
			`rules.yaml:9: rule "P@10": the value is a list, want text`,
		}},
		{"rules:\n  R@10: [\"drop <= 5%\", \"drop<=5.0%\", \">= 0.1\"]\n", []string{`rules.yaml: rule "R@10: drop <= 5%" is there twice`}},
		{`waivers:
  - {rule: "R@10", owner: "", reason: r, expires: tomorrow}
  - {rule: "", owner: jane, reason: " ", expires: 2026-12-31}
  - {rule: "R@10", owner: jane, reason: r}
  - {rule: [1]}
  - {rule: "R@10", owner: jane, reason: r, expires: 2026-12-31, until: 2027-01-01}
  - "R@10"
`, []string{
			"rules.yaml:2: a waiver has no owner; it needs rule, owner, reason and expires",
			`rules.yaml:2: waiver for "R@10" expires on "tomorrow", want a day like 2026-12-31`,
			"rules.yaml:3: a waiver has no rule; it needs rule, owner, reason and expires",
			"rules.yaml:3: a waiver has no reason; it needs rule, owner, reason and expires",
			"rules.yaml:4: a waiver has no expires; it needs rule, owner, reason and expires",
			"rules.yaml:5: waiver: the value is a list, want text",
			`rules.yaml:6: unknown key "until"; a waiver has rule, owner, reason and expires`,
			"rules.yaml:7: waiver: ",
		}},
	} {
		_, err := gate.ReadRules("rules.yaml", []byte(test.text), profile(t, "default"))
		checkFaults(t, test.text, err, test.want)
	}
}

// checkFaults holds the lines of an error against how each should begin.
func checkFaults(t *testing.T, text string, err error, want []string) {
	t.Helper()
	var got []string
	if err != nil {
		got = strings.Split(err.Error(), "\n")
	}
	ok := len(got) == len(want)
	for i := 0; ok && i < len(want); i++ {
		ok = strings.HasPrefix(got[i], want[i])
	}
	if !ok {
		t.Errorf("%s\n%s\nwant\n%s", text, strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
}

func TestReadWaivers(t *testing.T) {
	w, err := gate.ReadWaivers("waivers.yaml", []byte("waivers:\n  - {rule: \"R@10\", owner: jane, reason: r, expires: 2026-12-31}\n"))
	if err != nil || len(w) != 1 || w[0].Owner != "jane" {
		t.Errorf("%+v, %v", w, err)
	}
	_, err = gate.ReadWaivers("waivers.yaml", []byte("rules:\n  R@10: \"drop <= 5%\"\n"))
	checkFaults(t, "rules among waivers", err, []string{"waivers.yaml:1: ", "waivers.yaml: a file of waivers has the one key waivers, "})
	_, err = gate.ReadWaivers("waivers.yaml", []byte("- {rule: R@10}\n"))
	checkFaults(t, "a list alone", err, []string{"waivers.yaml:1: ", "waivers.yaml: a file of waivers has the one key waivers, "})
}
