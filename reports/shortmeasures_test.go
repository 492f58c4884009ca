package reports

import "testing"

// Canonical texts as metrics writes them.
func TestWithoutGain(t *testing.T) {
	for in, want := range map[string][2]string{
		"R@10":                              {"R@10", ""},
		"nDCG(gain=exp)@10":                 {"nDCG@10", "exp"},
		"nDCG(gain=linear)":                 {"nDCG", "linear"},
		"nDCG(gain={0:0,1:1,2:3})@10":       {"nDCG@10", "{0:0,1:1,2:3}"},
		"nDCG(gain=exp,level=chunk)@5":      {"nDCG(level=chunk)@5", "exp"},
		"nDCG(judged=only,gain=linear)@5":   {"nDCG(judged=only)@5", "linear"},
		"nDCG(a=1,gain={0:0,1:1},b=2)@5":    {"nDCG(a=1,b=2)@5", "{0:0,1:1}"},
		"a measure of one's own with gain=": {"a measure of one's own with gain=", ""},
	} {
		if short, gain := withoutGain(in); short != want[0] || gain != want[1] {
			t.Errorf("withoutGain(%q) = %q, %q, want %q", in, short, gain, want)
		}
	}
}

// Two gains in one table keep whole names: one would pass for the other.
func TestTwoGainsKeepTheirNames(t *testing.T) {
	s := newShortMeasures([]string{"nDCG(gain=exp)@10", "nDCG(gain=linear)@5"})
	if got := s.of("nDCG(gain=exp)@10"); got != "nDCG(gain=exp)@10" || s.legend(3) != "" {
		t.Errorf("%q, legend %q", got, s.legend(3))
	}
}

func TestLegendOfTheGain(t *testing.T) {
	for _, test := range []struct {
		measure string
		grade   int
		want    string
	}{
		{"nDCG(gain=exp)@10", 1, "nDCG: gain is 2^grade − 1"},
		{"nDCG(gain=exp)@10", 3, "nDCG: gain is 2^grade − 1 (trec_eval: gain=linear)"},
		{"nDCG(gain=linear)@10", 1, "nDCG: gain is the grade, as in trec_eval"},
		{"nDCG(gain=linear)@10", 2, "nDCG: gain is the grade (gain=exp: 2^grade − 1)"},
		{"nDCG(gain={1:1,2:3})", 2, "nDCG: gain is {1:1,2:3}"},
		{"R@10", 3, ""},
	} {
		if got := newShortMeasures([]string{test.measure}).legend(test.grade); got != test.want {
			t.Errorf("legend of %s, top grade %d: %q, want %q", test.measure, test.grade, got, test.want)
		}
	}
}
