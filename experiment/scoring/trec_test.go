package scoring_test

import (
	"testing"

	"github.com/rankduel/rankduel/experiment/internal/wingtest"
	"github.com/rankduel/rankduel/experiment/result"
	"github.com/rankduel/rankduel/experiment/scoring"
	"github.com/rankduel/rankduel/metrics"
)

// Full precision of pytrec_eval 0.5.9, which is trec_eval's C code, for every
// query and measure of two runs of 200 queries: streaming, joining and ordering
// change no number.
func TestScoreRunFullPrecision(t *testing.T) {
	profile := wingtest.ProfileNamed(t, "trec")
	for _, run := range []string{"A", "B"} {
		var want map[string]map[string]float64
		wingtest.ReadJSON(t, "../testdata/trec/small."+run+".pytrec_eval.json.gz", &want)
		names := map[string]string{} // by canonical text
		var list []metrics.Measure
		for _, scores := range want {
			for name := range scores {
				m, err := profile.Parse(name)
				if err != nil {
					t.Fatalf("%s: %v", name, err)
				}
				names[m.String()] = name
				list = append(list, m)
			}
			break
		}
		s := wingtest.SmallScores(t, run, list, scoring.Options{})
		seen := 0
		for _, row := range s.Summarize(true).PerQuery {
			scores, ok := want[row.QueryID]
			if !ok {
				// pytrec_eval lists no query that a run lacks; it is an empty ranking.
				if row.Status != result.Missing {
					t.Errorf("run %s: query %s is not in the reference and not missing", run, row.QueryID)
				}
				continue
			}
			seen++
			for text, got := range row.Scores {
				wingtest.WantNumber(t, run+" "+row.QueryID+" "+text, got, scores[names[text]], 1e-9, "pytrec_eval 0.5.9")
			}
		}
		if seen != len(want) || len(names) < 17 {
			t.Errorf("run %s: %d queries by %d measures compared, want %d by 17 or more", run, seen, len(names), len(want))
		}
	}
}
