// Package gates has what a gate's verbs, a comparison of kebab's runs and a server that watches share:
// rules from flags and files, sides, and what a state does to the exit code.
package gates

import (
	"errors"
	"fmt"
	"io"
	"math"

	"github.com/rankduel/rankduel/cmd/rankduel/output"
	"github.com/rankduel/rankduel/experiment/gate"
	"github.com/rankduel/rankduel/experiment/result"
	"github.com/rankduel/rankduel/experiment/scoring"
	"github.com/rankduel/rankduel/internal/unpack"
	"github.com/rankduel/rankduel/metrics"
	"github.com/rankduel/rankduel/reports/document"
)

// What an inconclusive gate does to the exit code.
const (
	InconclusiveIs4  = ""
	InconclusiveFail = "fail"
	InconclusiveWarn = "warn"
	InconclusivePass = "pass"
)

// Outcome turns a gate's state into an error with its exit code.
func Outcome(stderr io.Writer, g *result.Gate, onInconclusive string) error {
	switch g.State {
	case result.GateFailed:
		return fmt.Errorf("%w: %s", output.ErrGateFailed, g.Reason)
	case result.GateFault:
		return fmt.Errorf("%w: %s", output.ErrGateFault, g.Reason)
	case result.GateInconclusive:
		switch onInconclusive {
		case InconclusiveFail:
			return fmt.Errorf("%w: inconclusive: %s", output.ErrGateFailed, g.Reason)
		case InconclusiveWarn:
			fmt.Fprintf(document.Terminal(stderr, false), "rankduel: warning: the gate is inconclusive: %s\n", g.Reason)
			return nil
		case InconclusivePass:
			return nil
		}
		return fmt.Errorf("%w: %s", output.ErrGateInconclusive, g.Reason)
	}
	return nil
}

// ReadRules returns the rules of a file; none without one.
func ReadRules(path string, profile metrics.Profile) (gate.Rules, error) {
	if path == "" {
		return gate.Rules{}, nil
	}
	data, err := unpack.ReadFile(path)
	if err != nil {
		return gate.Rules{}, err
	}
	return gate.ReadRules(path, data, profile)
}

// ParseRules reads the rules of --rule, those that are right and the faults of the others.
func ParseRules(texts []string, profile metrics.Profile) (rules []gate.Rule, err error) {
	for _, text := range texts {
		rule, bad := gate.ParseRule(text, profile)
		if bad != nil {
			err = errors.Join(err, fmt.Errorf("--rule: %w", bad))
			continue
		}
		rules = append(rules, rule)
	}
	return rules, err
}

// SideOf returns what a gate wants to know of a system.
func SideOf(t *scoring.Table) gate.Side {
	side := gate.Side{
		System: result.System{Name: t.Name, RunID: t.RunID, SHA256: t.SHA256, Rankings: t.HashRankings(), Recorded: t.Recorded}, Profile: t.Profile.Name, TestSet: t.TestSet,
		Rows: t.Rows(), Latency: scoring.LatencyOf(t.Latencies()), Health: t.Health, Unmatched: t.Unmatched, Ranges: map[string]float64{}, Judged: map[string]bool{},
	}
	for q, ms := range t.Latencies() { // of tables they are among the scores
		if !math.IsNaN(ms) {
			side.Rows[q].LatencyMS = &ms
		}
	}
	for i, m := range t.Measures {
		side.Judged[m.String()] = t.Judges(i)
		if width, known := metrics.WidthOf(m); known {
			side.Ranges[m.String()] = width
		}
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
