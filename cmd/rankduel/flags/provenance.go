package flags

import (
	"context"
	"runtime"
	"slices"

	"github.com/rankduel/rankduel/cmd/rankduel/output"
	"github.com/rankduel/rankduel/experiment/request"
	"github.com/rankduel/rankduel/experiment/result"
	"github.com/rankduel/rankduel/experiment/verify"
)

// Provenance records a request of a kind, and its inputs with their hashes.
func Provenance(ctx context.Context, verb string, r *request.Request, kind uint, inputs []result.Input) (*result.Provenance, error) {
	p := &result.Provenance{Program: output.Program(), Architecture: runtime.GOARCH, Command: verb, Inputs: []result.Input{}}
	var err error
	if p.Request, err = r.Record(request.Of(kind)); err != nil {
		return nil, err
	}
	for i, in := range inputs {
		if in.Path == "" || slices.Contains(inputs[:i], in) { // several components may read one corpus
			continue
		}
		if in.Role == result.InputStoredRun {
			p.Inputs = append(p.Inputs, in)
			continue
		}
		now, err := verify.InputOf(ctx, in)
		if err != nil {
			return nil, err
		}
		if !slices.Contains(p.Inputs, now) { // which two paths may lead to
			p.Inputs = append(p.Inputs, now)
		}
	}
	return p, nil
}
