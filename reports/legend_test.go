package reports

import "testing"

func TestLongName(t *testing.T) {
	for measure, want := range map[string]string{
		"R@10": "Recall@10", "P@5": "Precision@5", "nDCG(gain=exp)@10": "nDCG@10 with gain 2^grade − 1",
		"nDCG(gain=linear)": "nDCG with the grade as gain", "RR": "the reciprocal rank (its mean is MRR)",
		"AP@100": "the average precision@100 (its mean is MAP)", "R(rel=2)@10": "", "Judged@10": "", "": "",
	} {
		if got := LongName(measure); got != want {
			t.Errorf("longName(%q) = %q, want %q", measure, got, want)
		}
	}
}

func TestRelevance(t *testing.T) {
	for _, test := range []struct {
		measures []string
		top      int
		want     string
	}{
		{[]string{"nDCG(gain=exp)@10", "R@5", "RR"}, 1, ""}, // every grade above 0 is the same
		{[]string{"nDCG(gain=exp)@10", "Judged@10", "a measure of one's own"}, 3, ""},
		{[]string{"nDCG(gain=exp)@10", "R@5", "RR"}, 3, "relevant: grade 1 and above"},
		{[]string{"nDCG(gain=exp)@10", "R(rel=2)@5", "RR(rel=2)"}, 3, "relevant: grade 2 and above"},
		{[]string{"RR(rel=2)", "P@5", "AP(rel=2)", "P(rel=3)@5"}, 3, "relevant: grade 1 and above; RR(rel=2), AP(rel=2): grade 2 and above; P(rel=3)@5: grade 3 and above"},
	} {
		if got := Relevance(test.measures, test.top); got != test.want {
			t.Errorf("of %v up to grade %d: %q, want %q", test.measures, test.top, got, test.want)
		}
	}
}
