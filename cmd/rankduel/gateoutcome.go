package main

import (
	"fmt"
	"io"
	"os"

	"github.com/rankduel/rankduel/experiment/gate"
	"github.com/rankduel/rankduel/experiment/result"
	"github.com/rankduel/rankduel/metrics"
	"github.com/rankduel/rankduel/reports"
)

// What an inconclusive gate does to the exit code.
const (
	inconclusiveIs4  = ""
	inconclusiveFail = "fail"
	inconclusiveWarn = "warn"
	inconclusivePass = "pass"
)

// outcome turns a gate's state into an error with its exit code.
func outcome(stderr io.Writer, g *result.Gate, onInconclusive string) error {
	switch g.State {
	case result.GateFailed:
		return fmt.Errorf("%w: %s", errGateFailed, g.Reason)
	case result.GateFault:
		return fmt.Errorf("%w: %s", errGateFault, g.Reason)
	case result.GateInconclusive:
		switch onInconclusive {
		case inconclusiveFail:
			return fmt.Errorf("%w: inconclusive: %s", errGateFailed, g.Reason)
		case inconclusiveWarn:
			fmt.Fprintf(reports.Terminal(stderr, false), "rankduel: warning: the gate is inconclusive: %s\n", g.Reason)
			return nil
		case inconclusivePass:
			return nil
		}
		return fmt.Errorf("%w: %s", errGateInconclusive, g.Reason)
	}
	return nil
}

// rulesIn are the rules of a file; none without one.
func rulesIn(path string, profile metrics.Profile) (gate.Rules, error) {
	if path == "" {
		return gate.Rules{}, nil
	}
	data, err := os.ReadFile(path)
	if err != nil {
		return gate.Rules{}, err
	}
	return gate.ReadRules(path, data, profile)
}
