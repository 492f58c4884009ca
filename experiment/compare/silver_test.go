package compare_test

import (
	"fmt"
	"math"
	"os"
	"strings"
	"testing"

	"github.com/rankduel/rankduel/experiment/compare"
	"github.com/rankduel/rankduel/experiment/internal/wingtest"
	"github.com/rankduel/rankduel/experiment/result"
	"github.com/rankduel/rankduel/experiment/scoring"
	"github.com/rankduel/rankduel/metrics"
)

// bothLabels makes a baseline that scores 0 and a candidate that scores the differences,
// by people's labels of the first queries and by the model's of all.
func bothLabels(t *testing.T, human, labelled, others []float64) (a, b *scoring.Table) {
	t.Helper()
	profile := wingtest.ProfileNamed(t, metrics.DefaultProfile)
	measures := wingtest.Measures(t, profile, "nDCG@10")
	table := func(name string, scores []float64) *scoring.Table {
		row := func(i int) result.Row { return result.Row{QueryID: fmt.Sprintf("q%04d", i)} }
		return scoring.FromScores(name, profile, result.TestSetInfo{Queries: len(scores)}, measures, len(scores), row, [][]float64{scores})
	}
	all := append(append([]float64{}, labelled...), others...)
	a, b = table("a", make([]float64, len(human))), table("b", human)
	a.Silver, b.Silver = table("a", make([]float64, len(all))), table("b", all)
	return a, b
}

func against(t *testing.T, a, b *scoring.Table, s compare.Settings, state string) result.Pair {
	t.Helper()
	if a.Silver != nil {
		s.Silver = []*result.SilverLabels{{Name: "model", Sampling: result.Sampling{State: state}}}
	}
	c, err := compare.Against(a, []*scoring.Table{b}, s)
	if err != nil {
		t.Fatal(err)
	}
	return c.Comparisons[0]
}

// The estimates are those of numpy 1.24 and scipy 1.10 that stats/silver is tested with;
// below ten labelled queries, and where the model is of no use, people's labels decide alone.
func TestSilverVectors(t *testing.T) {
	if os.Getenv("RANKDUEL_RACE") != "" {
		t.Skip("of numbers, which one goroutine makes: the race detector is for make soak")
	}
	var file struct {
		Cases []struct {
			Name       string
			Alpha      float64
			Y          []float64
			Labelled   []float64 `json:"f_labeled"`
			Unlabelled []float64 `json:"f_unlabeled"`
			Want       map[string]struct {
				Method                   string
				Slope, Estimate, SE, Low float64
				High                     float64
				P                        *float64 `json:"p_two_sided"`
			} `json:"expected_regression_t"`
		}
	}
	wingtest.ReadJSON(t, "../../stats/silver/testdata/few-labels.json", &file)
	for _, c := range file.Cases {
		for target, name := range map[string]string{"queries": "superpopulation", "this_set": "this_set"} {
			t.Run(c.Name+"/"+name, func(t *testing.T) {
				a, b := bothLabels(t, c.Y, c.Labelled, c.Unlabelled)
				settings := compare.Settings{Alpha: c.Alpha, Target: target}
				m := against(t, a, b, settings, result.SamplingVerified).Measures[0]
				a.Silver, b.Silver, settings.Target = nil, nil, ""
				alone := against(t, a, b, settings, "").Measures[0]
				want, source := c.Want[name], "numpy and scipy"
				if want.Method != "regression" || len(c.Y) < 10 {
					if m.Silver.Alone == "" {
						t.Error("the model's labels count")
					}
					want.Estimate, want.P, want.Low, want.High = *alone.MeanDifference, alone.PValue, alone.Interval.Low, alone.Interval.High
					source = "people's labels alone"
				}
				wingtest.WantNumber(t, "difference", m.MeanDifference, want.Estimate, 1e-9, source)
				wingtest.WantNumber(t, "low", &m.Interval.Low, want.Low, 1e-8, source)
				wingtest.WantNumber(t, "high", &m.Interval.High, want.High, 1e-8, source)
				if want.P != nil {
					wingtest.WantNumber(t, "p", m.PValue, *want.P, 1e-8, source)
				}
				wingtest.WantNumber(t, "people's alone", m.Silver.HumanOnly.Mean, *alone.MeanDifference, 1e-12, "the comparison without the model's")
			})
		}
	}
}

// wave returns values around a mean, whose sum of deviations is 0 over every period.
func wave(n int, mean, size float64) []float64 {
	out := make([]float64, n)
	for i := range out {
		out[i] = mean + size*math.Sin(2*math.Pi*float64(i)/float64(n)*3)
	}
	return out
}

// The labelled queries have to be a random sample: by the order that was drawn, or because
// someone says so and nothing contradicts.
func TestSilverSampling(t *testing.T) {
	human, silver, others := wave(30, .3, .1), wave(30, .25, .12), wave(170, .25, .12)
	for _, c := range []struct {
		name    string
		state   string
		assume  bool
		shift   float64 // of the queries that people did not label
		verdict result.Verdict
		code    string
		becomes string
	}{
		{"verified", result.SamplingVerified, false, 0, result.Better, "significant", result.SamplingVerified},
		{"nothing said", result.SamplingUnknown, false, 0, result.Inconclusive, "sampling_not_shown", result.SamplingUnknown},
		{"asserted", result.SamplingUnknown, true, 0, result.Better, "significant", result.SamplingAsserted},
		{"asserted and wrong", result.SamplingUnknown, true, .2, result.Inconclusive, "sampling_not_shown", result.SamplingRefuted},
		{"verified, and others differ by chance", result.SamplingVerified, false, .2, result.Better, "significant", result.SamplingVerified},
	} {
		t.Run(c.name, func(t *testing.T) {
			far := make([]float64, len(others))
			for i := range far {
				far[i] = others[i] + c.shift
			}
			a, b := bothLabels(t, human, silver, far)
			p := against(t, a, b, compare.Settings{AssumeRandom: c.assume}, c.state)
			if p.Verdict != c.verdict || p.Measures[0].VerdictCode != c.code || p.Silver.Sampling.State != c.becomes {
				t.Errorf("%s by %s (%s), sampling %s; want %s by %s, %s", p.Verdict, p.Measures[0].VerdictCode, p.VerdictReason, p.Silver.Sampling.State, c.verdict, c.code, c.becomes)
			}
		})
	}
}

// A model that sees the opposite never turns a verdict of people round.
func TestSilverOpposed(t *testing.T) {
	human, silver := wave(40, .06, .02), wave(40, .06, .02)
	others := wave(400, -.5, .02) // by the model's labels the candidate loses everywhere else
	a, b := bothLabels(t, human, silver, others)
	p := against(t, a, b, compare.Settings{}, result.SamplingVerified)
	if p.Verdict != result.Inconclusive || p.Measures[0].VerdictCode != "sources_disagree" {
		t.Errorf("%s: %s", p.Verdict, p.VerdictReason)
	}
	if !strings.Contains(p.VerdictReason, "the labels disagree") {
		t.Errorf("reason: %s", p.VerdictReason)
	}
}

// A model's bias for a system is told and taken out: it sees .1 more everywhere, and errs.
func TestSilverBias(t *testing.T) {
	human, silver, others := wave(30, 0, .1), wave(30, .1, .1), wave(300, .1, .1)
	for i := range silver { // with 7 periods, which no wave of 3 correlates with
		silver[i] += .1 * math.Sin(2*math.Pi*float64(i)/30*7)
	}
	a, b := bothLabels(t, human, silver, others)
	p := against(t, a, b, compare.Settings{}, result.SamplingVerified)
	m := p.Measures[0]
	wingtest.WantNumber(t, "difference", m.MeanDifference, 0, 1e-9, "what was made")
	wingtest.WantNumber(t, "bias", m.Silver.Bias.Mean, .1, 1e-9, "what was made")
	if f, ok := wingtest.Finding(p.Health, result.FindingSilverBias); !ok || !strings.Contains(f.Text, "favours b by 0.1000") {
		t.Errorf("finding: %v", f)
	}
	if p.Verdict != result.Inconclusive {
		t.Error("the model's bias made a verdict")
	}
}

// A query that a system could not answer is none of those that the estimate is about.
func TestSilverFailures(t *testing.T) {
	human, silver, others := wave(30, .02, .1), wave(30, .05, .1), wave(60, .05, .1)
	for i := range silver {
		silver[i] += .1 * math.Sin(2*math.Pi*float64(i)/30*7)
	}
	a, b := bothLabels(t, human, silver, others)
	for q := range 2 {
		b.Silver.Edit(b.Silver.Len() - 1 - q).Status = result.Failed
	}
	got := against(t, a, b, compare.Settings{}, result.SamplingVerified).Measures[0]
	a, b = bothLabels(t, human, silver, others[:58])
	want := against(t, a, b, compare.Settings{}, result.SamplingVerified).Measures[0]
	wingtest.WantNumber(t, "difference", got.MeanDifference, *want.MeanDifference, 1e-15, "without the queries that failed")
	if got.Silver.Queries != 88 {
		t.Errorf("%d queries, want 88", got.Silver.Queries)
	}
}

func TestSilverRefusals(t *testing.T) {
	a, b := bothLabels(t, wave(12, .1, .1), wave(12, .1, .1), wave(30, .1, .1))
	rest := make([]int, b.Silver.Len()-1)
	for i := range rest {
		rest[i] = i + 1
	}
	b.Silver.KeepQueries(rest)
	if _, err := compare.Against(a, []*scoring.Table{b}, compare.Settings{Silver: []*result.SilverLabels{{Name: "model"}}}); err == nil || !strings.Contains(err.Error(), "labels of model") {
		t.Errorf("error: %v", err)
	}
}

// Any number that the model's labels alone decide may stand for a query of which they
// have no score: it counts as 0, and people's labels of it are not lost.
func TestSilverUndefined(t *testing.T) {
	human, silver, others := wave(20, .3, .1), wave(20, .25, .12), wave(40, .2, .12)
	silver[3], others[5] = 0, 0
	a, b := bothLabels(t, human, silver, others)
	want := against(t, a, b, compare.Settings{}, result.SamplingVerified).Measures[0]
	silver[3], others[5] = math.NaN(), math.NaN()
	a, b = bothLabels(t, human, silver, others)
	p := against(t, a, b, compare.Settings{AssumeRandom: true}, result.SamplingUnknown)
	m := p.Measures[0]
	if m.Silver.Labelled != 20 || m.Silver.Queries != 60 || p.Silver.Sampling.State != result.SamplingAsserted {
		t.Errorf("%d labelled of %d queries, %s", m.Silver.Labelled, m.Silver.Queries, p.Silver.Sampling.State)
	}
	wingtest.WantNumber(t, "difference", m.MeanDifference, *want.MeanDifference, 1e-15, "0 in their place")
	wingtest.WantNumber(t, "p", m.PValue, *want.PValue, 1e-15, "0 in their place")
}

// Labels of people that repeat the model's on every document are probably a copy.
// One query that people labelled whole is too few for the model, and the report says so.
func TestSilverOfOneQuery(t *testing.T) {
	for n, want := range map[int]bool{1: true, 30: false} {
		a, b := bothLabels(t, wave(n, .3, .1), wave(n, .31, .12), wave(40, .2, .12))
		if f, told := wingtest.Finding(against(t, a, b, compare.Settings{}, result.SamplingVerified).Health, result.FindingSilverAlone); told != want {
			t.Errorf("%d queries: finding %v", n, f)
		}
	}
}

func TestSilverCopied(t *testing.T) {
	a, b := bothLabels(t, wave(20, .3, .1), wave(20, .3, .1), wave(40, .2, .12))
	for kappa, want := range map[float64]bool{1: true, .99: false} {
		c, err := compare.Against(a, []*scoring.Table{b}, compare.Settings{Silver: []*result.SilverLabels{{Name: "model", Documents: 40, Kappa: &kappa}}})
		if err != nil {
			t.Fatal(err)
		}
		if f, told := wingtest.Finding(c.Comparisons[0].Health, result.FindingCopied); told != want {
			t.Errorf("kappa %v: finding %v", kappa, f)
		}
	}
}

// Wordings of one need are one unit by both kinds of labels: the means of groups are what
// the ClusteredPPIMeanEstimator of GLIDE 0.10.0 (EmertonData/glide at d6021e6a, executed)
// takes, in threes of labelled queries and in twos of the others, with λ = 1.
func TestSilverGroups(t *testing.T) {
	var vectors struct {
		Cases []struct {
			Y          []float64
			Labelled   []float64 `json:"f_labeled"`
			Unlabelled []float64 `json:"f_unlabeled"`
		}
	}
	var glide struct {
		Clusters []struct {
			Case  int
			Plain struct{ Mean, SE float64 }
		}
	}
	wingtest.ReadJSON(t, "../../stats/silver/testdata/few-labels.json", &vectors)
	wingtest.ReadJSON(t, "../../stats/silver/testdata/glide.json", &glide)
	want := glide.Clusters[0]
	c := vectors.Cases[want.Case]
	a, b := bothLabels(t, c.Y, c.Labelled, c.Unlabelled)
	for _, table := range []*scoring.Table{a, b, a.Silver, b.Silver} {
		for i := range table.Len() {
			if table.Edit(i).Group = fmt.Sprintf("three %d", i/3); i >= len(c.Y) {
				table.Edit(i).Group = fmt.Sprintf("two %d", (i-len(c.Y))/2)
			}
		}
	}
	m := against(t, a, b, compare.Settings{SilverLambda: 1}, result.SamplingVerified).Measures[0]
	if m.Unit != "groups" || m.Silver.Labelled != 14 || m.Silver.Queries != 14+230 {
		t.Errorf("%d of %d %s", m.Silver.Labelled, m.Silver.Queries, m.Unit)
	}
	wingtest.WantNumber(t, "difference", m.MeanDifference, want.Plain.Mean, 1e-12, "GLIDE")
	// its interval is normal; ours has the same standard error, and t of Satterthwaite's degrees
	half := (m.Interval.High - m.Interval.Low) / 2
	if low, high := 1.96*want.Plain.SE, 2.17*want.Plain.SE; half < low || half > high { // 2.17: t of 13 degrees
		t.Errorf("half the interval is %v, want %v to %v", half, low, high)
	}
	alone := against(t, a, b, compare.Settings{SilverLambda: 1, Ungrouped: true}, result.SamplingVerified).Measures[0]
	if alone.Silver.Labelled != len(c.Y) || alone.Silver.Queries != len(c.Y)+len(c.Unlabelled) {
		t.Errorf("ungrouped: %d of %d", alone.Silver.Labelled, alone.Silver.Queries)
	}
}

// Candidates are one family: Holm's correction of two p values doubles the smaller one.
func TestSilverCandidates(t *testing.T) {
	a, b := bothLabels(t, wave(30, .04, .1), wave(30, .05, .12), wave(90, .05, .12))
	_, c := bothLabels(t, wave(30, .01, .1), wave(30, .02, .12), wave(90, .02, .12))
	c.Name, c.Silver.Name = "c", "c"
	labels := func() *result.SilverLabels {
		return &result.SilverLabels{Name: "model", Sampling: result.Sampling{State: result.SamplingVerified}}
	}
	settings := compare.Settings{Silver: []*result.SilverLabels{labels(), labels()}, Judge: "GPT-4o", Models: []string{"c=gpt-4o", "b=bert"}}
	got, err := compare.Against(a, []*scoring.Table{b, c}, settings)
	if err != nil {
		t.Fatal(err)
	}
	if got.AllPairs != nil {
		t.Error("systems are ordered by people's labels alone")
	}
	for i, p := range got.Comparisons {
		one := against(t, a, []*scoring.Table{b, c}[i], compare.Settings{}, result.SamplingVerified).Measures[0]
		factor := []float64{2, 1}[i]
		wingtest.WantNumber(t, p.B.Name+", p", p.Measures[0].PValue, *one.PValue, 1e-15, "the comparison of two")
		wingtest.WantNumber(t, p.B.Name+", adjusted", p.Measures[0].PAdjusted, factor**one.PValue, 1e-15, "Holm (1979)")
		if f, told := wingtest.Finding(p.Health, result.FindingCircular); told != (p.B.Name == "c") || told && !strings.Contains(f.Text, "CIRCULAR: c is made with gpt-4o") {
			t.Errorf("%s: %v", p.B.Name, f)
		}
		if p.Silver.Judge != "GPT-4o" {
			t.Errorf("judge %q", p.Silver.Judge)
		}
	}
}

// By how much the model's scores are above people's is said of each system.
func TestSilverBiasOfArms(t *testing.T) {
	a, b := bothLabels(t, wave(20, .3, .1), wave(20, .35, .1), wave(40, .2, .12))
	for _, table := range []*scoring.Table{a.Silver, b.Silver} { // as if both were .1 better by the model
		columns := [][]float64{make([]float64, table.Len())}
		for q := range columns[0] {
			columns[0][q] = table.Value(0, q) + .1
		}
		*table = *scoring.FromScores(table.Name, table.Profile, table.TestSet, table.Measures, table.Len(), table.Query, columns)
	}
	s := against(t, a, b, compare.Settings{}, result.SamplingVerified).Measures[0].Silver
	wingtest.WantNumber(t, "baseline", s.BiasA, .1, 1e-12, "what was made")
	wingtest.WantNumber(t, "candidate", s.BiasB, .15, 1e-12, "what was made")
}

// What goes with people's labels alone is refused next to a model's, and the other way round.
func TestSilverSettings(t *testing.T) {
	a, b := bothLabels(t, wave(12, .1, .1), wave(12, .1, .1), wave(30, .1, .1))
	for want, s := range map[string]compare.Settings{
		"interval bca has no use with":     {Interval: compare.IntervalBCa},
		"correction maxt has no use with":  {Correction: compare.CorrectionMaxT},
		"looks 3 has no use with":          {Looks: 3},
		"models has no use without judge":  {Models: []string{"b=x"}},
		`models: "d=x", want SYSTEM=FAMIL`: {Judge: "x", Models: []string{"d=x"}},
		`models: "b", want SYSTEM=FAMILY `: {Judge: "x", Models: []string{"b"}},
	} {
		s.Silver = []*result.SilverLabels{{Name: "model"}}
		if _, err := compare.Against(a, []*scoring.Table{b}, s); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("error %v, want %q", err, want)
		}
	}
	for want, s := range map[string]compare.Settings{
		"target has no use without":        {Target: "this_set"},
		"judge has no use without":         {Judge: "x"},
		"silver_lambda has no use without": {SilverLambda: 1},
		"silver_lambda":                    {SilverLambda: 2},
	} {
		if _, err := compare.Against(a, []*scoring.Table{b}, s); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("error %v, want %q", err, want)
		}
	}
}
