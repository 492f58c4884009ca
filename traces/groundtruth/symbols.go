package groundtruth

import (
	"encoding/json"

	"github.com/rankduel/rankduel/traces"
)

// symbols are the oracle's in task_spec.json, which the shipped program does not
// read.
func (t *task) symbols() {
	if t.convention.Code {
		return
	}
	for _, name := range []string{"tests/task_spec.json", "task_spec.json"} {
		var spec struct {
			Artifacts struct {
				Oracle struct {
					Symbols []json.RawMessage `json:"required_symbols"`
				} `json:"oracle"`
			} `json:"artifacts"`
		}
		if !t.json(name, &spec) {
			continue
		}
		for _, i := range items(spec.Artifacts.Oracle.Symbols) {
			if i.Symbol != "" && i.path() != "" {
				t.truth.Symbols = append(t.truth.Symbols, traces.Symbol{File: i.path(), Symbol: i.Symbol, Repo: i.Repo})
			}
		}
		return
	}
}
