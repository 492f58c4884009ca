package metrics_test

import (
	"math"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/rankduel/rankduel/metrics"
)

// By the formulas: gains 0.5 and 1.5 at ranks 1 and 3, 2.25 not retrieved, and
// one document that is worth nothing.
func TestRealGains(t *testing.T) {
	j := metrics.Judged{
		Retrieved: 4, Hits: []metrics.Hit{{1, 0}, {3, 1}, {4, 0}}, Gains: []float64{0.5, 1.5, 0},
		Ideal: []int{2, 1}, IdealGains: []float64{2.25, 1.5, 0.5}, NonRelevant: 2,
	}
	log3 := math.Log2(3)
	exp := func(x float64) float64 { return math.Pow(2, x) - 1 }
	for text, want := range map[string]float64{
		"nDCG(gain=linear)":       (0.5 + 1.5/2) / (2.25 + 1.5/log3 + 0.5/2),
		"nDCG(gain=linear)@2":     0.5 / (2.25 + 1.5/log3),
		"nDCG(gain=exp)":          (exp(0.5) + exp(1.5)/2) / (exp(2.25) + exp(1.5)/log3 + exp(0.5)/2),
		"nDCG(gain=binary)":       (1. / 2) / (1 + 1/log3),
		"nDCG(gain=linear,rel=2)": 0,
		"DCG(gain=linear)":        0.5 + 1.5/2,
		"DCG(gain=exp)@1":         exp(0.5),
		"IdealDCG(gain=linear)":   2.25 + 1.5/log3 + 0.5/2,
		"P@4":                     1. / 4, // only 1.5 reaches 1
		"R@4":                     1. / 2,
		"R(rel=2)@4":              0,
		"RR":                      1. / 3,
		"RBP(p=0.5)":              0.5 * 0.25,
		"RBP(p=0.5,gain=query)":   0.5 * 0.25 * 1.5 / 2.25,
		"Judged@4":                3. / 4,
	} {
		m := mustParse(t, text)
		if got, defined := m.Score(&j); !defined || math.Abs(got-want) > 1e-15 {
			t.Errorf("%s = %v %v, want %v", m, got, defined, want)
		}
	}
	// Half a gain is not a relevant document, and yet something to rank by.
	small := metrics.Judged{Retrieved: 1, Hits: []metrics.Hit{{1, 0}}, Gains: []float64{0.5}, IdealGains: []float64{0.5}, NonRelevant: 1}
	for text, want := range map[string]bool{
		"nDCG": true, "nDCG(gain=linear)@5": true, "DCG(gain=linear)": true, "IdealDCG(gain=linear)": true, "G": true, "ndcg_rel": true,
		"Rndcg": true, "Rndcg(needs=1)": true, "Rndcg(needs=2)": false, "R@5": false, "AP": false, "RBP(gain=query)": false,
	} {
		m := mustParse(t, text)
		if _, defined := m.Score(&small); defined != want {
			t.Errorf("%s defined = %v, want %v", m, defined, want)
		}
	}
	if bounds, ok := metrics.Bounds(mustParse(t, "DCG@5"), &small, 3); ok {
		t.Errorf("DCG of gains, which have no top, is bounded by %+v", bounds)
	}
}

// Gains that are whole numbers are grades: no score of any measure changes.
func TestWholeGainsAreGrades(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		grades := drawDense(t).judged()
		gains := grades
		gains.Gains = make([]float64, 0, len(grades.Hits))
		for _, h := range grades.Hits {
			gains.Gains = append(gains.Gains, float64(h.Grade))
		}
		for _, g := range grades.Ideal {
			gains.IdealGains = append(gains.IdealGains, float64(g))
		}
		for _, d := range rankingDefinitions() {
			for _, text := range []string{example(d), with(d, "gain=linear"), with(d, "rel=2"), with(d, "gain={0:1,1:2,2:0,3:5}"), with(d, "judged=only")} {
				m, err := metrics.Parse(text)
				if err != nil {
					continue // the family has no such parameter
				}
				want, wantDefined := m.Score(&grades)
				if got, defined := m.Score(&gains); got != want || defined != wantDefined {
					t.Fatalf("%s = %v %v with gains, %v %v with grades", m, got, defined, want, wantDefined)
				}
			}
		}
	})
}

func TestCheckGains(t *testing.T) {
	gains := []float64{2, 0.5}
	for _, text := range []string{
		"nDCG", "DCG@5", "IdealDCG", "G", "ndcg_rel", "Rndcg", "nDCG(gain=binary)", "RBP", "RBP(gain=query)", "P@5", "AP", "NumRet", "Bpref", "alpha_nDCG@5",
	} {
		if err := metrics.CheckGains(mustParse(t, text), gains); err != nil {
			t.Errorf("%s: %v", text, err)
		}
	}
	for _, text := range []string{"ERR@20", "nERR@20", "Compat", "SDCG@10", "nDCG(gain={1:1,2:3})", "DCG(gain={2:1})", "Rndcg(gain={2:1})"} {
		m := mustParse(t, text)
		if err := metrics.CheckGains(m, gains); err == nil || !strings.Contains(err.Error(), "0.5") || !strings.Contains(err.Error(), m.String()) {
			t.Errorf("%s: error %v, want one that names the measure and 0.5", text, err)
		}
		if err := metrics.CheckGains(m, []float64{1, 2}); err != nil {
			t.Errorf("%s refuses whole gains: %v", text, err)
		}
	}
}

func TestForGains(t *testing.T) {
	for name, want := range map[string]string{
		"default": "nDCG(gain=linear)@10 R@5 R@10 R@20 RR", "medkg": "R@10 R@5 R@20 nDCG(gain=linear)@10 RR",
	} {
		p, err := metrics.ProfileByName(name)
		if err != nil {
			t.Fatal(err)
		}
		before := slices.Clone(p.Measures)
		var texts []string
		for _, m := range p.ForGains().Measures {
			texts = append(texts, m.String())
		}
		if got := strings.Join(texts, " "); got != want {
			t.Errorf("%s: %s, want %s", name, got, want)
		}
		if m, err := p.ForGains().Parse("DCG@5"); err != nil || m.String() != "DCG(gain=linear)@5" {
			t.Errorf("%s reads DCG@5 as %v, %v", name, m, err)
		}
		if m, err := p.ForGains().Parse("nDCG(gain=exp)@5"); err != nil || m.String() != "nDCG(gain=exp)@5" {
			t.Errorf("%s reads nDCG(gain=exp)@5 as %v, %v", name, m, err)
		}
		for i := range before {
			if p.Measures[i].String() != before[i].String() {
				t.Errorf("%s itself has become %s", name, p.Measures[i])
			}
		}
	}
	csb, err := metrics.ProfileByName("csb")
	if err != nil {
		t.Fatal(err)
	}
	if m, err := csb.ForGains().Parse("nDCG@5"); err != nil || m.String() != "nDCG(gain=binary)@5" {
		t.Errorf("csb reads nDCG@5 as %v, %v", m, err)
	}
}
