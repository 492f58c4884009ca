package prom_test

import (
	"encoding/json"
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/rankduel/rankduel/experiment/result"
	"github.com/rankduel/rankduel/metrics"
	"github.com/rankduel/rankduel/reports/prom"
)

// PR-O-01 of seeds/prometheus.json, from the scenario of the medical seed.
func TestSeedVector(t *testing.T) {
	data, err := os.ReadFile("testdata/seeds/prometheus.json")
	if err != nil {
		t.Fatal(err)
	}
	var file struct {
		Cases []struct {
			ID       string
			Given    map[string]float64
			Expected struct {
				Line string `json:"exposition_line"`
				Type string `json:"type_line"`
			}
		}
	}
	if err := json.Unmarshal(data, &file); err != nil {
		t.Fatal(err)
	}
	vector := file.Cases[0]
	c := collector(t, prom.Options{})
	c.Follow("medkg")
	for text, v := range vector.Given {
		m, err := metrics.Parse(text)
		if err != nil {
			t.Fatal(err)
		}
		publish(t, c, evaluated("rrf", mean(m.String(), v)))
	}
	if vector.ID != "PR-O-01" || len(vector.Given) != 1 {
		t.Fatalf("the vector is %+v", vector)
	}
	has(t, scrape(t, c), vector.Expected.Line, vector.Expected.Type)
}

// R251 of the ledger: recall at 5, 10 and 20, nDCG and MRR each have a gauge.
func TestEveryMeasureOfTheSeed(t *testing.T) {
	profile, err := metrics.ProfileByName("medkg")
	if err != nil {
		t.Fatal(err)
	}
	measures, err := profile.ParseList("R@5,10,20 nDCG@10 RR")
	if err != nil {
		t.Fatal(err)
	}
	var list []result.MeasureSummary
	for i, m := range measures {
		list = append(list, mean(m.String(), float64(i+1)/8))
	}
	c := collector(t, prom.Options{})
	c.Follow(profile.Name)
	publish(t, c, evaluated("rrf", list...))
	has(t, scrape(t, c),
		`medicalkg_retrieval_recall_at_k{k="5"} 0.125`, `medicalkg_retrieval_recall_at_k{k="10"} 0.25`, `medicalkg_retrieval_recall_at_k{k="20"} 0.375`,
		`medicalkg_retrieval_ndcg_at_k{k="10"} 0.5`, `medicalkg_retrieval_mrr 0.625`)
}

// The names are neutral, but for the profile whose source has names; one that is
// asked for is taken for every profile.
func TestPrefix(t *testing.T) {
	for _, tt := range []struct{ asked, profile, want string }{
		{"", "default", "rankduel"}, {"", "", "rankduel"}, {"", "medkg", "medicalkg"}, {"shop", "medkg", "shop"},
	} {
		c := collector(t, prom.Options{Prefix: tt.asked})
		c.Follow(tt.profile)
		publish(t, c, evaluated("rrf", mean("RR", .5)))
		has(t, scrape(t, c), tt.want+"_retrieval_mrr 0.5", tt.want+"_retrieval_evaluation_success 1")
	}
}

// What a measure is called, with labels for whatever its bare name does not mean.
func TestNames(t *testing.T) {
	for text, want := range map[string]string{
		"RR":                          `mrr`,
		"RR@10":                       `mrr_at_k{k="10"}`,
		"AP":                          `map`,
		"P@5":                         `precision_at_k{k="5"}`,
		"R(level=chunk)@10":           `recall_at_k{k="10",level="chunk"}`,
		"nDCG(gain=exp)@10":           `ndcg_at_k{k="10"}`,
		"nDCG(gain=linear)@10":        `ndcg_at_k{k="10",gain="linear"}`,
		"nDCG(gain={1:1,2:3})@10":     `ndcg_at_k{k="10",gain="{1:1,2:3}"}`,
		"IPrec@0.1":                   `interpolated_precision_at_r{r="0.1"}`,
		"RBP(p=0.8)":                  `rbp`,
		"RBP(p=0.95)":                 `rbp{p="0.95"}`,
		"BPM(T=2,max=3)@10":           `bpm_at_k{k="10",t="2"}`,
		"NumRelRet":                   `num_rel_ret`,
		"SetF(beta=2)":                `set_f{beta="2"}`,
		"My measure, of my own (v2)!": `my_measure_of_my_own_v2`,
		"clicks@3":                    `clicks_at_k{k="3"}`,
		"Ärger":                       `rger`,
		"日本":                          `measure`,
	} {
		if m, err := metrics.Parse(text); err == nil && m.String() != text {
			t.Errorf("%s is not canonical: %s", text, m)
		}
		c := collector(t, prom.Options{Prefix: "x"})
		publish(t, c, evaluated("a", mean(text, 0.5)))
		has(t, scrape(t, c), "x_retrieval_"+want+" 0.5")
	}
}

// All measures of one run that has every measure there is have samples of their
// own, and names as Prometheus wants them.
func TestAllMeasures(t *testing.T) {
	var list []result.MeasureSummary
	for _, d := range metrics.Builtin().Definitions() {
		for _, cut := range map[metrics.Cut][]string{
			metrics.CutNone: {""}, metrics.CutOptional: {"", "@10"}, metrics.CutRequired: {"@10", "@20"}, metrics.CutRecall: {"@0.5"},
		}[d.Cut] {
			m, err := metrics.Parse(d.Name + cut)
			if err != nil {
				t.Fatal(err)
			}
			list = append(list, mean(m.String(), 0.5))
		}
	}
	c := collector(t, prom.Options{})
	publish(t, c, evaluated("a", list...))
	form := regexp.MustCompile(`^rankduel_retrieval_[a-z0-9_]+(\{(k="\d+"|r="0\.5")\})? 0\.5$`)
	seen := map[string]bool{}
	n := 0
	for _, line := range samples(scrape(t, c)) {
		if strings.HasSuffix(line, " 0.5") {
			n++
			if !form.MatchString(line) || seen[line] {
				t.Errorf("%s", line)
			}
			seen[line] = true
		}
	}
	if n != len(list) || n < 60 {
		t.Errorf("%d samples of %d measures", n, len(list))
	}
	promtool(t, scrape(t, c))
}

// Two measures that would have one name, or the name of something else, are
// refused as a whole.
func TestCollisions(t *testing.T) {
	c := collector(t, prom.Options{})
	publish(t, c, evaluated("a", mean("R@10", 0.5)))
	before := scrape(t, c)
	for _, texts := range [][2]string{{"my score", "my-score"}, {"R@10", "R@10"}, {"R@10", "verdict"}, {"R@10", "query latency seconds sum"}} {
		err := c.Publish(evaluated("a", mean(texts[0], 0.1), mean(texts[1], 0.2)))
		if err == nil || !strings.Contains(err.Error(), texts[1]) {
			t.Errorf("%q: error %v", texts, err)
		}
	}
	if after := scrape(t, c); after != before {
		t.Errorf("it shows\n%s", after)
	}
}

func TestOptions(t *testing.T) {
	for prefix, ok := range map[string]bool{"": true, "medicalkg": true, "a_b2": true, "2a": false, "a-b": false, "a_": false, "_a": false, "a:b": false, "ä": false, "a\n": false} {
		if _, err := prom.New(prom.Options{Prefix: prefix}); (err == nil) != ok {
			t.Errorf("prefix %q: %v", prefix, err)
		}
	}
}

// Help and type of a metric are the same whatever is evaluated: node_exporter
// refuses two files that differ in them.
func TestHelpIsTheSame(t *testing.T) {
	help := func(o prom.Options, e prom.Evaluation) (lines []string) {
		c := collector(t, o)
		publish(t, c, e)
		for line := range strings.Lines(scrape(t, c)) {
			if strings.HasPrefix(line, "#") {
				lines = append(lines, line)
			}
		}
		return lines
	}
	one := evaluated("a", mean("R@10", 0.5), mean("nDCG(gain=exp)@10", 0.5))
	other := evaluated("b", mean("R(level=chunk)@5", 0.9), mean("nDCG(gain=linear)@100", 0.1))
	other.TestSet.Name, other.Profile = "other", "trec"
	if a, b := help(prom.Options{}, one), help(prom.Options{Labels: prom.Labels{Config: true}}, other); !slices.Equal(a, b) {
		t.Errorf("%q\n%q", a, b)
	}
}
