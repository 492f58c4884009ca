package wingtest

import (
	"encoding/json"
	"testing"

	"github.com/rankduel/rankduel/experiment/result"
	"github.com/rankduel/rankduel/experiment/scoring"
)

// ThroughJSON writes the rows of a run as a store does, and reads them back.
func ThroughJSON(t testing.TB, run result.StoredRun) *scoring.Table {
	t.Helper()
	rows := run.Rows
	run.Rows = nil
	for _, row := range rows {
		var back result.Row
		if err := json.Unmarshal(Marshal(t, row), &back); err != nil {
			t.Fatal(err)
		}
		run.Rows = append(run.Rows, back)
	}
	s, err := scoring.Restore(run)
	if err != nil {
		t.Fatal(err)
	}
	return s
}
