package runs

import (
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"github.com/rankduel/rankduel/traces"
)

// A Result is what the harness says of a trial, as far as it is used.
type Result struct {
	TaskName  string
	Model     string // "" when not said
	Harness   string // the agent and its version; "" when not said
	Reward    *float64
	StartedAt string
	AgentAt   string // when the agent began; "" when not said
	Seconds   *float64
	CostUSD   *float64
}

// readResult reads result.json. A member of another kind than it should be is absent.
func readResult(path string) (Result, error) {
	data, err := os.ReadFile(path)
	if err != nil {
		return Result{}, err
	}
	var file struct {
		TaskName  string `json:"task_name"`
		StartedAt string `json:"started_at"`
		Agent     struct {
			Name    string `json:"name"`
			Version string `json:"version"`
			Model   struct {
				Name string `json:"name"`
			} `json:"model_info"`
		} `json:"agent_info"`
		Verifier struct {
			Rewards struct {
				Reward number `json:"reward"`
			} `json:"rewards"`
		} `json:"verifier_result"`
		Execution struct {
			StartedAt  string `json:"started_at"`
			FinishedAt string `json:"finished_at"`
		} `json:"agent_execution"`
		AgentResult struct {
			CostUSD number `json:"cost_usd"`
		} `json:"agent_result"`
	}
	if err := decode(data, &file); err != nil {
		return Result{}, err
	}
	return Result{
		TaskName: file.TaskName, Model: file.Agent.Model.Name, Harness: strings.TrimSpace(file.Agent.Name + " " + file.Agent.Version),
		Reward: file.Verifier.Rewards.Reward.value, StartedAt: file.StartedAt, AgentAt: file.Execution.StartedAt,
		Seconds: seconds(file.Execution.StartedAt, file.Execution.FinishedAt), CostUSD: file.AgentResult.CostUSD.value,
	}, nil
}

// decode reads JSON; what is of another kind is left empty.
func decode(data []byte, v any) error {
	data, _ = traces.Escaped(data)
	err := json.Unmarshal(data, v)
	if !traces.Readable(err) {
		return fmt.Errorf("not JSON: %w", err)
	}
	return nil
}

// A number is one that may be absent, or something else: then it is not known, and not 0.
type number struct{ value *float64 }

// UnmarshalJSON never fails.
func (n *number) UnmarshalJSON(data []byte) error {
	var x float64
	if n.value = nil; string(data) != "null" && json.Unmarshal(data, &x) == nil {
		n.value = &x
	}
	return nil
}

// seconds from one time to another, nil unless both are given.
func seconds(from, to string) *float64 {
	a, begun := traces.Moment(from)
	b, ended := traces.Moment(to)
	if !begun || !ended {
		return nil
	}
	return new(b.Sub(a).Seconds())
}

// An Outcome is what a trial came to; nil is not known.
type Outcome struct {
	RunID, Config, Task string

	Folder string // of the trial, "" when not known

	Model, Harness string // "" where not said

	Reward           *float64
	CostUSD          *float64
	WallClockSeconds *float64
	OutputTokens     *float64
}

// Outcome reads what a trial came to: the harness's result, and cost and tokens
// from task_metrics.json where there is one. If that cannot be read, neither is known.
func (t Trial) Outcome() (Outcome, error) {
	o := Outcome{
		RunID: t.RunID, Config: t.Config, Task: t.Task, Folder: filepath.Base(t.Dir), Model: t.Result.Model, Harness: t.Result.Harness,
		Reward: t.Result.Reward, CostUSD: t.Result.CostUSD, WallClockSeconds: t.Result.Seconds,
	}
	var file struct {
		CostUSD      number `json:"cost_usd"`
		OutputTokens number `json:"output_tokens"`
	}
	data, err := os.ReadFile(filepath.Join(t.Dir, "task_metrics.json"))
	if err == nil {
		err = decode(data, &file)
	}
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return o, nil
	case err != nil:
		o.CostUSD = nil
		return o, fmt.Errorf("%s/%s/%s: task_metrics.json: %w; cost and tokens of this trial are not known", t.RunID, t.Config, t.Task, err)
	}
	o.OutputTokens = file.OutputTokens.value
	o.CostUSD = cmp.Or(file.CostUSD.value, o.CostUSD)
	return o, nil
}
