package wingtest

import (
	"testing"

	"github.com/rankduel/rankduel/experiment/judgments"
	"github.com/rankduel/rankduel/experiment/scoring"
	"github.com/rankduel/rankduel/metrics"
	"github.com/rankduel/rankduel/retrieval/trec"
)

// SmallScores scores run A or B of the small vectors under the trec profile.
func SmallScores(t testing.TB, run string, list []metrics.Measure, opts scoring.Options) *scoring.Table {
	t.Helper()
	j, err := judgments.Read(t.Context(), trec.File("../testdata/trec/small.qrels"), trec.QrelsOptions{})
	if err != nil {
		t.Fatal(err)
	}
	opts.Name = run
	s, err := scoring.RunFile(t.Context(), trec.File("../testdata/trec/small."+run+".run.gz"), j, list, ProfileNamed(t, "trec"), opts)
	if err != nil {
		t.Fatal(err)
	}
	return s
}
