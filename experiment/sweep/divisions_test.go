package sweep_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/rankduel/rankduel/experiment/internal/wingtest"
)

// What learns is trained again for each division. With as many folds as queries
// all divisions are alike but for the numbers of the folds, so that each has the
// mean that is enumerated for one.
func TestSweepLearnsAnewInEachDivision(t *testing.T) {
	const repeats = 3
	queries := leakQueries(12)
	want, wantChosen := leakNested(queries, func(f, g, e int) bool { return e != f && e != g })
	files := leakFiles(queries)
	files["experiment.yaml"] = strings.Replace(files["experiment.yaml"], "repeats: 1", fmt.Sprintf("repeats: %d", repeats), 1)
	s := swept(t, files)
	if len(s.Selection.RepeatMeans) != repeats {
		t.Fatalf("%d means, want %d", len(s.Selection.RepeatMeans), repeats)
	}
	for i := range repeats {
		wingtest.WantNumber(t, fmt.Sprintf("honest mean of division %d", i+1), &s.Selection.RepeatMeans[i], want, 1e-12, "enumeration")
	}
	for _, one := range s.Settings {
		if one.Chosen != repeats*wantChosen[one.Name] {
			t.Errorf("%s is chosen %d times, want %d (enumeration)", one.Name, one.Chosen, repeats*wantChosen[one.Name])
		}
	}
}
