package gates

import (
	"github.com/rankduel/rankduel/experiment/gate"
	"github.com/rankduel/rankduel/experiment/result"
	"github.com/rankduel/rankduel/experiment/scoring"
)

// SideOf returns what a gate wants to know of a system.
func SideOf(t *scoring.Table) gate.Side {
	side := gate.Side{
		System: result.System{Name: t.Name, RunID: t.RunID, SHA256: t.SHA256, Rankings: t.HashRankings(), Recorded: t.Recorded}, Profile: t.Profile.Name, TestSet: t.TestSet,
		Rows: t.Rows(), Latency: scoring.LatencyOf(t.Latencies()), Health: t.Health, Unmatched: t.Unmatched,
	}
	if t.Recorded != nil {
		side.RecordedAt = &t.Recorded.From
	}
	return side
}

// StoredSide returns what a gate wants to know of a stored run.
func StoredSide(stored result.StoredRun) (gate.Side, error) {
	t, err := scoring.Restore(stored)
	if err != nil {
		return gate.Side{}, err
	}
	side := SideOf(t)
	side.System.RunID = stored.ID
	return side, nil
}
