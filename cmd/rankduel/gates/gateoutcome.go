package gates

import (
	"errors"
	"fmt"
	"io"

	"github.com/rankduel/rankduel/cmd/rankduel/output"
	"github.com/rankduel/rankduel/experiment/gate"
	"github.com/rankduel/rankduel/experiment/result"
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

// ParseRules reads the rules of --rule, those that are right and the faults of the
// others.
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
