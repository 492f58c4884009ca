package metrics_test

import (
	"cmp"
	"encoding/csv"
	"math"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/rankduel/rankduel/metrics"
)

// subtopicGrades holds grades by document and subtopic.
type subtopicGrades map[string]map[int]int

// subtopicsOf joins a ranking with judgments by subtopic.
func subtopicsOf(ranking []string, grades subtopicGrades, count int) metrics.Judged {
	s := &metrics.Subtopics{Count: count}
	for i, doc := range ranking {
		for subtopic := range count {
			if g := grades[doc][subtopic]; g > 0 {
				s.Hits = append(s.Hits, metrics.SubtopicHit{Rank: i + 1, Subtopic: subtopic, Grade: g})
			}
		}
	}
	var docs []string
	for doc := range grades {
		docs = append(docs, doc)
	}
	slices.SortFunc(docs, func(a, b string) int { return cmp.Compare(b, a) })
	for _, doc := range docs {
		var judgments []metrics.SubtopicGrade
		for subtopic := range count {
			if g := grades[doc][subtopic]; g > 0 {
				judgments = append(judgments, metrics.SubtopicGrade{Subtopic: subtopic, Grade: g})
			}
		}
		if judgments != nil {
			s.Documents = append(s.Documents, judgments)
		}
	}
	return metrics.Judged{Retrieved: len(ranking), Subtopics: s}
}

// Every number of ndeval 4.5 -traditional for a random set of 15 topics with up
// to 6 subtopics, with its defaults and with -alpha 0.3 -beta 0.8. The set and
// both outputs are in testdata/ndeval.
func TestNdeval(t *testing.T) {
	judgments := map[string]subtopicGrades{}
	for _, f := range readFields(t, "testdata/ndeval/div.qrels") {
		subtopic, _ := strconv.Atoi(f[1])
		grade, _ := strconv.Atoi(f[3])
		if judgments[f[0]] == nil {
			judgments[f[0]] = subtopicGrades{}
		}
		if judgments[f[0]][f[2]] == nil {
			judgments[f[0]][f[2]] = map[int]int{}
		}
		judgments[f[0]][f[2]][subtopic-1] = grade
	}
	rankings := map[string][]string{}
	for _, f := range readFields(t, "testdata/ndeval/div.run") {
		rankings[f[0]] = append(rankings[f[0]], f[2])
	}
	for _, c := range []struct{ file, alpha, beta string }{
		{"testdata/ndeval/div.csv", "0.5", "0.5"},
		{"testdata/ndeval/div.a3b8.csv", "0.3", "0.8"},
	} {
		rows, err := csv.NewReader(open(t, c.file)).ReadAll()
		if err != nil {
			t.Fatal(err)
		}
		for _, row := range rows[1 : len(rows)-1] { // without the head and the mean
			j := subtopicsOf(rankings[row[1]], judgments[row[1]], 6)
			for i, name := range rows[0][2:] {
				m := mustParse(t, noveltyText(name, c.alpha, c.beta))
				want, err := strconv.ParseFloat(row[i+2], 64)
				if err != nil {
					t.Fatal(err)
				}
				if got, _ := m.Score(&j); math.Abs(got-want) > 5.1e-7 {
					t.Errorf("topic %s: %s = %v, want %v (ndeval 4.5)", row[1], m, got, want)
				}
			}
		}
	}
}

// noveltyText gives a name of ndeval's table its parameters.
func noveltyText(name, alpha, beta string) string {
	name, cut, ok := strings.Cut(name, "@")
	if ok {
		cut = "@" + cut
	}
	switch name {
	case "NRBP", "nNRBP":
		return name + "(alpha=" + alpha + ",beta=" + beta + ")"
	case "MAP-IA", "P-IA", "strec":
		return name + cut
	}
	return name + "(alpha=" + alpha + ")" + cut
}

// Values of ir_measures 0.4.3, tests/test_pyndeval.py.
func TestIRMeasuresDiversity(t *testing.T) {
	joined := map[string]metrics.Judged{
		"0": subtopicsOf([]string{"D0", "D2", "D3", "D1", "D4"},
			subtopicGrades{"D1": {0: 1}, "D2": {0: 1, 1: 1}, "D3": {1: 2}}, 2),
		"1": subtopicsOf([]string{"D1", "D3", "D2", "D4"}, subtopicGrades{"D0": {0: 1}, "D3": {0: 2}, "D5": {1: 2}}, 2),
	}
	checkExpectations(t, joined, 5.1e-5, "pyndeval", []expectation{
		{"ERR_IA@20", map[string]float64{"0": 0.4659, "1": 0.1803}},
	})
}

func TestDiversityWithoutSubtopics(t *testing.T) {
	none := subtopicsOf([]string{"a"}, subtopicGrades{"a": {0: 0}}, 1)
	low := subtopicsOf([]string{"a"}, subtopicGrades{"a": {0: 1}}, 1)
	for _, text := range []string{
		"alpha_nDCG@5", "alpha_DCG@5", "ERR_IA@5", "nERR_IA@5", "NRBP", "nNRBP", "AP_IA", "P_IA@5", "StRecall@5",
	} {
		m := mustParse(t, text)
		for name, j := range map[string]*metrics.Judged{"no judgments": {Retrieved: 1}, "nothing relevant": &none} {
			if score, defined := m.Score(j); score != 0 || defined {
				t.Errorf("%s: %s = %v %v, want 0 and undefined", name, m, score, defined)
			}
		}
		strict := withParameter(t, m, "rel=2")
		if score, defined := strict.Score(&low); score != 0 || defined {
			t.Errorf("nothing relevant enough: %s = %v %v, want 0 and undefined", strict, score, defined)
		}
	}
}

// A ranking in which every document covers everything scores 1, at any cutoff.
func TestDiversityPerfect(t *testing.T) {
	all := map[int]int{0: 1, 1: 1}
	j := subtopicsOf([]string{"a", "b", "c"}, subtopicGrades{"a": all, "b": all, "c": all}, 2)
	for _, text := range []string{
		"alpha_nDCG@1,2,3", "alpha_DCG@1,2,3", "ERR_IA@1,2,3", "nERR_IA@1,2,3", "alpha_DCG", "ERR_IA", "alpha_nDCG",
		"nNRBP", "StRecall@1", "P_IA@1,2,3", "AP_IA",
	} {
		measures, err := metrics.ParseList(text)
		if err != nil {
			t.Fatal(err)
		}
		for _, m := range measures {
			if got, _ := m.Score(&j); math.Abs(got-1) > 1e-12 {
				t.Errorf("%s = %v, want 1", m, got)
			}
		}
	}
}
