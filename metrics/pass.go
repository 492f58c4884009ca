package metrics

import (
	"fmt"
	"strconv"
	"strings"
)

// Pass is what k runs of a system on a query come to, by a measure that is 0 or 1 in each
// run: "pass@3(Success@1)" is the chance that at least one of 3 runs scores 1, and
// "pass^3(Success@1)" that all of them do. With c of the n ≥ k runs of a query at 1,
//
//	pass@k = 1 − C(n−c, k)/C(n, k)        pass^k = C(c, k)/C(n, k)
//
// which are unbiased for every n: the shares of the subsets of k of the runs. Range [0, 1].
//
// Sources: Chen et al. (2021), "Evaluating Large Language Models Trained on Code",
// arXiv:2107.03374, section 2.1; Yao et al. (2024), "τ-bench", arXiv:2406.12045.
type Pass struct {
	Of  Measure
	K   int  // from 1
	All bool // all of k runs, not at least one
}

var _ Measure = Pass{}

// String returns "pass@3(Success@1)".
func (p Pass) String() string {
	sign := "@"
	if p.All {
		sign = "^"
	}
	return fmt.Sprintf("pass%s%d(%s)", sign, p.K, p.Of)
}

// Score returns what the measure says of one run.
func (p Pass) Score(j *Judged) (score float64, defined bool) { return p.Of.Score(j) }

// Cutoff returns that of the measure.
func (p Pass) Cutoff() int { return p.Of.Cutoff() }

// Direction returns that of the measure.
func (p Pass) Direction() Direction { return DirectionOf(p.Of) }

// Width returns 1: it is a share.
func (p Pass) Width() float64 { return 1 }

// NeedsSubtopics reports whether the measure does.
func (p Pass) NeedsSubtopics() bool { return NeedsSubtopics(p.Of) }

func (p Pass) view() View { return View{Level: LevelOf(p.Of)} }

// OfRuns returns the score of a query of which a number of runs scored 1; it is undefined of fewer than k runs.
func (p Pass) OfRuns(ones, runs int) (score float64, defined bool) {
	if runs < p.K {
		return 0, false
	}
	if !p.All {
		ones = runs - ones
	}
	share := 1.0 // of the subsets of k runs that are all of one kind
	for i := range p.K {
		share *= float64(max(0, ones-i)) / float64(runs-i)
	}
	if p.All {
		return share, true
	}
	return 1 - share, true
}

// ParsePass reads pass@k(M) and pass^k(M), where of reads M, which may be several measures. Other texts are not one.
func ParsePass(text string, of func(inner string) ([]Measure, error)) (list []Measure, is bool, err error) {
	head, inner, found := strings.Cut(text, "(")
	inner, closed := strings.CutSuffix(inner, ")")
	number, one := strings.CutPrefix(head, "pass@")
	if !one {
		number, is = strings.CutPrefix(head, "pass^")
	}
	if !found || !closed || !one && !is {
		return nil, false, nil
	}
	k, err := strconv.Atoi(number)
	if err != nil || k < 1 {
		return nil, true, fmt.Errorf("%s: %q is not a number of runs; write pass@3(Success@1), or pass^3(Success@1)", text, number)
	}
	measures, err := of(inner)
	if err != nil {
		return nil, true, fmt.Errorf("%s: %w", text, err)
	}
	for _, m := range measures {
		if _, nested := m.(Pass); nested {
			return nil, true, fmt.Errorf("%s: runs are counted once; write pass@3(Success@1)", text)
		}
		list = append(list, Pass{Of: m, K: k, All: is})
	}
	return list, true, nil
}

// CheckRuns refuses measures over more runs of a query than there are.
func CheckRuns(measures []Measure, runs int) error {
	for _, m := range measures {
		if p, is := m.(Pass); is && (p.K > runs || runs < 2) {
			return fmt.Errorf("%s needs %d runs of each query, and the number of runs is %d", p, max(2, p.K), runs)
		}
	}
	return nil
}
