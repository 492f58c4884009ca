package metrics_test

import (
	"math"
	"math/rand/v2"
	"strconv"
	"strings"
	"testing"

	"github.com/rankduel/rankduel/metrics"
)

// nDCG without a gain means what the profile says, and is printed with it.
func TestProfileGain(t *testing.T) {
	for name, want := range map[string]string{
		"default": "nDCG(gain=exp)@10", "medkg": "nDCG(gain=exp)@10", "trec": "nDCG(gain=linear)@10",
	} {
		p, err := metrics.ProfileByName(name)
		if err != nil {
			t.Fatal(err)
		}
		m, err := p.Parse("nDCG@10")
		if err != nil || m.String() != want {
			t.Errorf("%s: nDCG@10 is %v %v, want %s", name, m, err, want)
		}
		if m, err = p.Parse("nDCG(gain=exp)@10"); err != nil || m.String() != "nDCG(gain=exp)@10" {
			t.Errorf("%s: a gain that was given became %v %v", name, m, err)
		}
		if m, err = p.Parse("ndcg_cut_10"); err != nil || m.String() != "nDCG(gain=linear)@10" {
			t.Errorf("%s: ndcg_cut_10 is %v %v, want linear gain", name, m, err)
		}
	}
}

func TestProfileKeys(t *testing.T) {
	for _, c := range []struct{ profile, text, want string }{
		{"default", "recip_rank", "RR"},
		{"trec", "nDCG@10", "ndcg_cut_10"},
		{"trec", "nDCG", "ndcg"},
		{"trec", "nDCG(gain=exp)@10", "nDCG(gain=exp)@10"}, // trec_eval has no such measure
		{"trec", "R@100", "recall_100"},
		{"trec", "R(rel=2)@100", "R(rel=2)@100"},
		{"trec", "P@10", "P_10"},
		{"trec", "RR", "recip_rank"},
		{"trec", "RR@10", "RR@10"},
		{"trec", "AP", "map"},
		{"trec", "AP@10", "map_cut_10"},
		{"trec", "Success@5", "success_5"},
		{"trec", "NumRelRet", "num_rel_ret"},
		{"medkg", "R@5", "recall@5"},
		{"medkg", "nDCG@10", "ndcg_exp@10"},
		{"medkg", "nDCG(gain=linear)@10", "ndcg_linear@10"},
		{"medkg", "RR", "mrr"},
		{"medkg", "RR@10", "RR@10"},
	} {
		p, err := metrics.ProfileByName(c.profile)
		if err != nil {
			t.Fatal(err)
		}
		m, err := p.Parse(c.text)
		if err != nil {
			t.Fatal(err)
		}
		if got := p.Key(m); got != c.want {
			t.Errorf("%s: Key(%s) = %s, want %s", c.profile, c.text, got, c.want)
		}
	}
}

func TestProfiles(t *testing.T) {
	seen := map[string]bool{}
	for _, p := range metrics.Profiles() {
		if seen[p.Name] || p.Summary == "" || len(p.Measures) == 0 {
			t.Errorf("profile %+v is not a profile", p)
		}
		seen[p.Name] = true
		found, err := metrics.ProfileByName(p.Name)
		if err != nil || found.Name != p.Name {
			t.Errorf("ProfileByName(%s) = %s, %v", p.Name, found.Name, err)
		}
		if _, err := p.ParseList("R@5,10 nDCG@10"); err != nil {
			t.Error(err)
		}
	}
	if _, err := metrics.ProfileByName("nope"); err == nil || !strings.Contains(err.Error(), "default, qrels, trec, medkg, kebab, csb, kebab-code, csb-code") {
		t.Errorf("ProfileByName(nope): %v, want the names there are", err)
	}
}

// 1/32 is .0313 when halves go away from zero (kebab, KA-O-19) and .0312 when
// they go to the even digit (Python's round, C's printf); a number that is only
// nearly halfway in binary goes where its exact value is.
func TestRound(t *testing.T) {
	for _, c := range []struct {
		rounding metrics.Rounding
		decimals int
		x, want  float64
	}{
		{metrics.HalfAwayZero, 4, 1. / 32, 0.0313},
		{metrics.HalfEven, 4, 1. / 32, 0.0312},
		{metrics.HalfAwayZero, 4, -1. / 32, -0.0313},
		{metrics.HalfEven, 4, 3. / 32, 0.0938},
		{metrics.HalfEven, 4, 2. / 3, 0.6667},
		{metrics.HalfEven, 2, 2.675, 2.67}, // 2.67499999999999982236431605997495353221893310546875
		{metrics.HalfEven, -1, 2. / 3, 2. / 3},
		{metrics.HalfAwayZero, 0, 2.5, 3},
		{metrics.HalfEven, 0, 2.5, 2},
	} {
		p := metrics.Profile{Rounding: c.rounding, Decimals: c.decimals}
		if got := p.Round(c.x); got != c.want {
			t.Errorf("Round(%v) to %d decimals = %v, want %v", c.x, c.decimals, got, c.want)
		}
	}
	if p := (metrics.Profile{Decimals: 4}); !math.IsNaN(p.Round(math.NaN())) {
		t.Error("Round(NaN) is a number")
	}
}

// To even is what strconv writes and reads back, to the bit: fractions as
// measures have them, what is by a half, and numbers of every size.
func TestRoundAsDecimalsRead(t *testing.T) {
	rng := rand.New(rand.NewPCG(5, 6))
	for range 200_000 {
		decimals := rng.IntN(18)
		x := float64(rng.IntN(200)-100) / float64(1+rng.IntN(120))
		switch rng.IntN(4) {
		case 0: // a half and its neighbors
			x = (float64(rng.IntN(2_000_000)-1_000_000) + 0.5) / math.Pow10(decimals)
			x = math.Nextafter(x, float64(rng.IntN(3)-1))
		case 1:
			x = math.Float64frombits(rng.Uint64())
		}
		if math.IsNaN(x) || math.IsInf(x, 0) {
			continue
		}
		want, err := strconv.ParseFloat(strconv.FormatFloat(x, 'f', decimals, 64), 64)
		if err != nil {
			t.Fatal(err)
		}
		got := metrics.Profile{Decimals: decimals}.Round(x)
		if math.Float64bits(got) != math.Float64bits(want) {
			t.Fatalf("Round(%v) to %d decimals = %v, want %v (strconv)", x, decimals, got, want)
		}
	}
}

func TestWords(t *testing.T) {
	for _, c := range []struct {
		got  interface{ String() string }
		want string
	}{
		{metrics.Mean, "mean"},
		{metrics.Sum, "sum"},
		{metrics.GeometricMean, "geometric mean"},
		{metrics.Exclude, "exclude"},
		{metrics.Zero, "count 0"},
		{metrics.LoadError, "refuse the test set"},
		{metrics.HigherIsBetter, "higher is better"},
		{metrics.LowerIsBetter, "lower is better"},
		{metrics.Neutral, "neither higher nor lower is better"},
	} {
		if got := c.got.String(); got != c.want {
			t.Errorf("%q, want %q", got, c.want)
		}
	}
}

// A scale that a declared gain does not cover is found before anything is
// scored.
func TestCheckGrades(t *testing.T) {
	scale := []int{0, 1, 2, 3}
	for text, want := range map[string]string{
		"nDCG@10":                     "",
		"nDCG(gain={1:1,2:3,3:5})@10": "",
		"nDCG(gain={0:0,1:1,2:3})@10": "grade 3 has no declared gain",
		"R@10":                        "",
	} {
		err := metrics.CheckGrades(mustParse(t, text), scale)
		switch {
		case want == "" && err != nil:
			t.Errorf("%s: %v", text, err)
		case want != "" && (err == nil || !strings.Contains(err.Error(), want)):
			t.Errorf("%s: %v, want %q", text, err, want)
		}
	}
}

func TestLevelOf(t *testing.T) {
	for text, want := range map[string]metrics.Level{
		"P@5": metrics.DocumentLevel, "P(level=chunk)@5": metrics.ChunkLevel, "Judged(level=chunk)@5": metrics.ChunkLevel,
	} {
		if got := metrics.LevelOf(mustParse(t, text)); got != want {
			t.Errorf("LevelOf(%s) = %q, want %q", text, got, want)
		}
	}
}

func TestAggregate(t *testing.T) {
	for _, c := range []struct {
		aggregate metrics.Aggregate
		scores    []float64
		want      float64
		defined   bool
	}{
		{metrics.Mean, []float64{1, 0, 0.5}, 0.5, true},
		{metrics.Mean, nil, 0, false},
		{metrics.Sum, []float64{1, 2}, 3, true},
		{metrics.Sum, nil, 0, true},
		{metrics.GeometricMean, []float64{0.25, 1}, 0.5, true},
		{metrics.GeometricMean, []float64{0}, 0.00001, true}, // trec_eval's MIN_GEO_MEAN
		{metrics.GeometricMean, nil, 0, false},
	} {
		got, defined := c.aggregate.Of(c.scores)
		if math.Abs(got-c.want) > 1e-15 || defined != c.defined {
			t.Errorf("%s of %v = %v %v, want %v %v", c.aggregate, c.scores, got, defined, c.want, c.defined)
		}
	}
}

// Where passages are judged, text at one cost is looked at first; a profile that reproduces a program keeps its measures.
func TestForPassages(t *testing.T) {
	for name, want := range map[string]string{
		"default": "CharR@2000tok CharP@2000tok nDCG(gain=exp,level=chunk)@10 R(level=chunk)@10",
		"qrels":   "CharR@2000tok CharP@2000tok nDCG(gain=linear,level=chunk)@10 R(level=chunk)@10",
		"medkg":   strings.Join(metrics.Texts(profileNamed(t, "medkg").Measures), " "),
	} {
		p := profileNamed(t, name).ForPassages()
		if got := strings.Join(metrics.Texts(p.Measures), " "); got != want || metrics.Index(p.Measures, p.Primary) < 0 {
			t.Errorf("%s: %s, primary %s, want %s", name, got, p.Primary, want)
		}
	}
}

// Kebab's own names are read under its profiles.
func TestKebabNames(t *testing.T) {
	p := profileNamed(t, "kebab")
	for text, want := range map[string]string{
		"hit@5": "Success(level=chunk)@5", "mrr": "RR(level=chunk)@10", "MRR": "RR(level=chunk)@10", "recall@10_doc": "R@10", "recall@3": "R@3",
		"precision@5_chunk": "P(level=chunk)@5", "precision@10": "P(level=chunk)@10", "citation_coverage": "CitationCoverage",
		"groundedness": "RequiredStrings", "empty_result_rate": "EmptyResultRate", "refusal_correctness": "RefusalCorrectness", "nDCG@10": "nDCG@10",
	} {
		m, err := p.Parse(text)
		if err != nil || !strings.HasPrefix(m.String(), strings.TrimSuffix(want, "@10")) {
			t.Errorf("Parse(%q) = %v, %v; want %s", text, m, err, want)
		}
	}
	for _, text := range []string{"recall@5_chunk", "precision@5_doc", "hit@5_doc", "hit@5_chunk"} { // of the other level, or of none
		if m, err := p.Parse(text); err == nil {
			t.Errorf("Parse(%q) = %v, want an error", text, m)
		}
	}
	for text, want := range map[string]bool{"hit@5": true, "mrr": true, "recall@5_doc": true, "R@5": false, "groundedness": false, "recall@5_chunk": false} {
		if got := p.Calls(text); got != want {
			t.Errorf("Calls(%q) = %t, want %t", text, got, want)
		}
	}
}

func profileNamed(t *testing.T, name string) metrics.Profile {
	t.Helper()
	p, err := metrics.ProfileByName(name)
	if err != nil {
		t.Fatal(err)
	}
	return p
}
