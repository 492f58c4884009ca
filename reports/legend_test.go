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
