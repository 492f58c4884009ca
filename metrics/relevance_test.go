package metrics_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/rankduel/rankduel/metrics"
)

// With rel=2 a measure of relevance is what it is without, once every grade 1
// has become a 0.
func TestRelIsAThreshold(t *testing.T) {
	texts := []string{
		"Accuracy", "AP", "AP@2", "Bpref", "GMBpref", "GMAP", "infAP", "IPrec@0", "IPrec@0.5", "IPrec@1", "11pt", "F1@2", "P@2", "R@2",
		"RCap@2", "RR", "RR@2", "Rprec", "Rprec(mult=2)", "RBP", "RBP@2", "SetP", "SetR", "SetF1", "SetF(beta=2)", "SetAP",
		"SetP(relative=true)", "Success@2", "Utility", "yaap", "binG", "NumRel", "NumRelRet", "NumRelRet@2", "NumNonRelRet",
	}
	raise := func(grades []int) []int {
		raised := slices.Clone(grades)
		for i, g := range raised {
			if g == 1 {
				raised[i] = 0
			}
		}
		return raised
	}
	for _, text := range texts {
		plain, two := mustParse(t, text), mustParse(t, withRel2(text))
		for _, d := range smallRankings() {
			j, raised := d.judged(), dense{raise(d.ranking), raise(d.missed)}.judged()
			got, ok := two.Score(&j)
			want, defined := plain.Score(&raised)
			if got != want || ok != defined {
				t.Fatalf("%s of %v = %v %v, want %v %v", two, d, got, ok, want, defined)
			}
		}
	}
}

// withRel2 adds rel=2 to a text.
func withRel2(text string) string {
	if before, after, ok := strings.Cut(text, ")"); ok {
		return before + ",rel=2)" + after
	}
	name, cut, ok := strings.Cut(text, "@")
	if ok {
		cut = "@" + cut
	}
	return name + "(rel=2)" + cut
}

// The same by subtopic: with rel=2, judgments of grade 1 might as well not
// have been made.
func TestRelOfSubtopics(t *testing.T) {
	grades := subtopicGrades{
		"a": {0: 1, 1: 2}, "b": {0: 2}, "c": {1: 1, 2: 3}, "d": {2: 1}, "e": {0: 3, 2: 2},
	}
	high := subtopicGrades{}
	for doc, judged := range grades {
		high[doc] = map[int]int{}
		for subtopic, g := range judged {
			if g >= 2 {
				high[doc][subtopic] = g
			}
		}
	}
	for _, text := range []string{
		"alpha_DCG@3", "alpha_nDCG@3", "alpha_nDCG", "ERR_IA@3", "nERR_IA@3", "NRBP", "nNRBP", "AP_IA", "P_IA@3", "StRecall@3",
	} {
		plain, two := mustParse(t, text), mustParse(t, withRel2(text))
		for _, ranking := range orders([]string{"a", "b", "c", "d", "e", "unjudged"}) {
			j, only := subtopicsOf(ranking, grades, 3), subtopicsOf(ranking, high, 3)
			got, ok := two.Score(&j)
			want, defined := plain.Score(&only)
			if got != want || ok != defined {
				t.Fatalf("%s of %v = %v %v, want %v %v", two, ranking, got, ok, want, defined)
			}
		}
	}
}

// A measure counts all documents from some grade on alike exactly where lowering what
// is above that grade changes no ranking's score, while taking it away does.
func TestRelevantFrom(t *testing.T) {
	lowered := func(d dense, to func(grade int) int) metrics.Judged {
		ranking, missed := slices.Clone(d.ranking), slices.Clone(d.missed)
		for _, grades := range [][]int{ranking, missed} {
			for i, g := range grades {
				if g > 0 {
					grades[i] = to(g)
				}
			}
		}
		return dense{ranking, missed}.judged()
	}
	texts := []string{
		"nDCG@2", "nDCG(gain=linear,rel=2)", "nDCG(gain=binary)@2", "nDCG(gain=binary,rel=2)", "DCG", "IdealDCG", "ndcg_rel", "Rndcg", "G", "ERR@2", "nERR",
		"RBP(gain=query)", "RBP(gain=scale,max=3)", "Compat", "Judged@2", "NumRet", "NumQ", "RBPResidual", "EmptyResultRate", "RefusalCorrectness",
		"P(judged=only)@2", "RR(level=chunk)", "P(rel=3)@2", "Success(rel=2)@2",
	}
	for _, text := range []string{
		"Accuracy", "AP", "Bpref", "GMAP", "infAP", "IPrec@0.5", "11pt", "F1@2", "P@2", "P@1", "R@2", "RCap@2", "RR", "Rprec", "RBP", "SetP", "SetR", "SetF1", "SetAP",
		"Success@2", "Utility", "yaap", "binG", "NumRel", "NumRelRet", "NumNonRelRet",
	} {
		texts = append(texts, text, withRel2(text))
	}
	for _, text := range texts {
		m := mustParse(t, text)
		want := 0
		for _, least := range []int{3, 2, 1} {
			alike, asked := true, false
			for _, d := range smallRankings() {
				as := func(to func(int) int) float64 {
					j := lowered(d, to)
					score, _ := m.Score(&j)
					return score
				}
				flat := as(func(g int) int { return least * min(g/least, 1) })
				alike = alike && as(func(g int) int { return g }) == flat
				asked = asked || flat != as(func(int) int { return 0 })
			}
			if alike && asked {
				want = least
			}
		}
		if got := metrics.RelevantFrom(m); got != want {
			t.Errorf("%s: relevant from grade %d, want %d", m, got, want)
		}
	}
}

// orders lists all orders of some names.
func orders(names []string) [][]string {
	if len(names) == 0 {
		return [][]string{nil}
	}
	var all [][]string
	for i := range names {
		for _, rest := range orders(slices.Delete(slices.Clone(names), i, i+1)) {
			all = append(all, append(rest, names[i]))
		}
	}
	return all
}

// Intent-aware precision and average precision are the plain ones of each
// subtopic, averaged over the subtopics; subtopic recall is the share of them
// that the first k documents cover.
func TestIntentsOneByOne(t *testing.T) {
	grades := subtopicGrades{"a": {0: 1, 1: 2}, "b": {0: 2}, "c": {1: 1, 2: 3}, "d": {2: 1}}
	for _, ranking := range orders([]string{"a", "b", "c", "d", "unjudged"}) {
		j := subtopicsOf(ranking, grades, 3)
		var ap, p2, covered, ever float64
		for subtopic := range 3 {
			var d dense
			for _, doc := range ranking {
				d.ranking = append(d.ranking, grades[doc][subtopic])
			}
			ap += refAP(d, 1, 0) / 3
			p2 += refPrecision(d, 1, 2) / 3
			covered += refSuccess(d, 1, 2) / 3
			ever += refSuccess(d, 1, 0) / 3
		}
		for text, want := range map[string]float64{"AP_IA": ap, "P_IA@2": p2, "StRecall@2": covered, "StRecall": ever} {
			if got, _ := mustParse(t, text).Score(&j); got < want-1e-14 || got > want+1e-14 {
				t.Fatalf("%s of %v = %v, want %v", text, ranking, got, want)
			}
		}
	}
}

// The explanation of a normalized measure says what it normalizes.
func TestNormalizedFormulas(t *testing.T) {
	for name, plain := range map[string]string{"nERR": "ERR"} {
		normalized, ok := metrics.Builtin().Lookup(name)
		base, found := metrics.Builtin().Lookup(plain)
		if !ok || !found || !strings.Contains(normalized.Formula, base.Formula) || normalized.Formula == base.Formula {
			t.Errorf("the formula of %s does not hold that of %s: %s", name, plain, normalized.Formula)
		}
	}
}
