package metrics_test

import (
	"math"
	"path/filepath"
	"testing"

	"github.com/rankduel/rankduel/metrics"
)

// irmGoldens is the test data of ir_measures, outside this repository.
const irmGoldens = "../../shared/data/goldens/ir_measures-tests"

type expectation struct {
	text   string
	scores map[string]float64 // by query
}

func checkExpectations(t *testing.T, joined map[string]metrics.Judged, tolerance float64, source string, all []expectation) {
	t.Helper()
	for _, e := range all {
		m := mustParse(t, e.text)
		for query, want := range e.scores {
			j := joined[query]
			if got, defined := m.Score(&j); !defined || math.Abs(got-want) > tolerance {
				t.Errorf("%s of %s = %v %v, want %v (%s)", m, query, got, defined, want, source)
			}
		}
	}
}

// joinFiles joins a run file with a qrels file.
func joinFiles(t *testing.T, qrelsPath, runPath string) map[string]metrics.Judged {
	t.Helper()
	grades, scores := readQrels(t, qrelsPath), readRun(t, runPath)
	joined := map[string]metrics.Judged{}
	for query := range grades {
		joined[query] = join(scores[query], grades[query])
	}
	return joined
}

// Values of ir_measures 0.4.3, tests/test_cwl_eval.py, which says that they are
// from a manual execution of cwl_eval.
func TestCWLGoldens(t *testing.T) {
	needShared(t, irmGoldens)
	joined := joinFiles(t, filepath.Join(irmGoldens, "cwl.qrels"), filepath.Join(irmGoldens, "cwl.run"))
	three := func(t1, t2, t3 float64) map[string]float64 {
		return map[string]float64{"T1": t1, "T2": t2, "T3": t3}
	}
	checkExpectations(t, joined, 0.0001, "cwl_eval", []expectation{
		{"AP", three(0.7087, 0.7438, 0.3068)},
		{"BPM(T=1.0, max_rel=1)@20", three(1.0000, 1.0000, 0.1667)},
		{"BPM(T=2.0, max_rel=1)@10", three(0.6667, 1.0000, 0.2857)},
		{"INSQ(T=1.0, max_rel=1)", three(0.5872, 0.6629, 0.0880)},
		{"INSQ(T=2.0, max_rel=1)", three(0.4513, 0.5068, 0.1292)},
		{"INST(T=1.0, max_rel=1)", three(0.7934, 0.9226, 0.0888)},
		{"INST(T=2.0, max_rel=1)", three(0.5994, 0.6924, 0.1397)},
		{"SDCG(max_rel=1)@10", three(0.5645, 0.6531, 0.2848)},
		{"NERR8(max_rel=1)@10", three(1.0000, 1.0000, 0.1667)},
		{"NERR9(max_rel=1)@10", three(1.0000, 1.0000, 0.0680)},
		{"NERR10(p=0.8, max_rel=1)", three(1.0000, 1.0000, 0.0888)},
		{"NERR11(T=2.0, max_rel=1)", three(1.0000, 1.0000, 0.0691)},
		{"P@1", three(1, 1, 0)},
		{"P@10", three(0.5, 0.6, 0.4)},
		{"P@20", three(0.25, 0.3, 0.2)},
		{"P@5", three(0.6, 0.6, 0)},
		{"RBP(p=0.9, rel=1)", three(0.3501, 0.3996, 0.1988)},
		{"RR", three(1, 1, 0.1667)},
	})
}

// Values of ir_measures 0.4.3, tests/test_compat.py, from a manual execution of
// github.com/claclark/Compatibility.
func TestCompatGoldens(t *testing.T) {
	needShared(t, irmGoldens)
	joined := joinFiles(t, filepath.Join(irmGoldens, "compat.qrels"), filepath.Join(irmGoldens, "compat.run"))
	checkExpectations(t, joined, 1e-9, "Compatibility", []expectation{
		{"Compat(p=0.95)", map[string]float64{"31_1": 0.51779512165509, "31_2": 0.018400100569017922}},
		{"Compat(p=0.9)", map[string]float64{"31_1": 0.3761334522946854, "31_2": 0.004344079941789211}},
		{"Compat(p=0.8)", map[string]float64{"31_1": 0.16723008845234535, "31_2": 0.00022806427320561776}},
	})
}

// Values of ir_measures 0.4.3, tests/test_gdeval.py: gdeval.pl rounds to 5
// digits and takes 4 for the highest grade.
func TestGdeval(t *testing.T) {
	q0 := map[string]int{"D0": 0, "D1": 1, "D2": 1, "D3": 2, "D4": 0}
	q1 := map[string]int{"D0": 1, "D3": 2, "D5": 2}
	joined := map[string]metrics.Judged{
		"0": join(map[string]float64{"D0": 0.8, "D2": 0.7, "D1": 0.3, "D3": 0.4, "D4": 0.1}, q0),
		"1": join(map[string]float64{"D1": 0.8, "D3": 0.7, "D4": 0.3, "D2": 0.4}, q1),
	}
	checkExpectations(t, joined, 5.001e-6, "gdeval", []expectation{
		{"nDCG(dcg='exp-log2')@20", map[string]float64{"0": 0.6201, "1": 0.35099}},
		{"nDCG(dcg='exp-log2')@2", map[string]float64{"0": 0.17377, "1": 0.38685}},
		{"ERR(max=4)@20", map[string]float64{"0": 0.10175, "1": 0.09375}},
		{"ERR(max=4)@2", map[string]float64{"0": 0.03125, "1": 0.09375}},
	})
}

// Values of ir_measures 0.4.3, tests/test_accuracy.py.
func TestAccuracyValues(t *testing.T) {
	joined := map[string]metrics.Judged{
		"0": judge([]string{"C0_1", "A0_1", "C0_2", "C0_3"}, map[string]int{"C0_1": 0, "B0_1": 1, "A0_1": 2}),
		"1": judge([]string{"C1_1", "A1_1", "C1_2", "B1_1", "C1_3"},
			map[string]int{"A1_1": 2, "A1_2": 2, "B1_1": 1, "C1_2": 0}),
		"2": judge([]string{"B1_1", "C1_1"}, map[string]int{"B1_1": 1}),
	}
	checkExpectations(t, joined, 1e-9, "ir_measures", []expectation{
		{"Accuracy(rel=1)", map[string]float64{"0": 2. / 3, "1": .5 * (2./3 + 1./3), "2": 1}},
		{"Accuracy(rel=2)", map[string]float64{"0": 2. / 3, "1": 0.75}},
	})
}
