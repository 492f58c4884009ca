package main

import (
	"github.com/rankduel/rankduel/experiment/gate"
	"github.com/rankduel/rankduel/experiment/result"
	"github.com/rankduel/rankduel/experiment/scoring"
)

// sideOf is what a gate wants to know of a system.
func sideOf(t *scoring.Table) gate.Side {
	side := gate.Side{
		System: result.System{Name: t.Name, SHA256: t.SHA256, Recorded: t.Recorded}, Profile: t.Profile.Name, TestSet: t.TestSet,
		Rows: t.Rows(), Latency: scoring.LatencyOf(t.Latencies()), Health: t.Health, Unmatched: t.Unmatched,
	}
	if t.Recorded != nil {
		side.RecordedAt = &t.Recorded.From
	}
	return side
}
