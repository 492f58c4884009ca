package result

// ImpactSchema is that of Impact.
const ImpactSchema = "rankduel/impact/v1"

// An Impact sets what agents found next to what their trials came to, and two configurations on the same tasks next to
// each other. It is about association, never cause. CodeScaleBench's names come first in every part.
type Impact struct {
	Schema      string              `json:"schema"`
	Profile     string              `json:"profile"`
	GeneratedAt string              `json:"generated_at"`
	Correlation CorrelationAnalysis `json:"correlation_analysis"`
	Matched     MatchedComparison   `json:"matched_comparison"`
	Configs     []ConfigAggregate   `json:"config_aggregates"` // over all tasks, matched or not
	Warnings    []Warning           `json:"warnings"`
}

// An UnderstoodSide says how much of the traces of a side was understood, and its file
// recall without and with what was done in a shell.
type UnderstoodSide struct {
	Config              string   `json:"config"`
	Calls               int      `json:"calls"`
	ShellCalls          int      `json:"shell_calls"`
	UnreadResults       int      `json:"unread_results"`               // that name what looks like a path, and gave no file
	Unseen              int      `json:"subagents_without_transcript"` // calls that started a subagent of which the trace has nothing
	NotUnderstood       int      `json:"not_understood"`
	Share               float64  `json:"share_not_understood"`
	FileRecall          *float64 `json:"file_recall"` // null where it is known of no task
	FileRecallWithShell *float64 `json:"file_recall_with_shell"`
}

// A CorrelationAnalysis has the correlations of retrieval with outcomes over all trials that have both.
type CorrelationAnalysis struct {
	Computable   bool              `json:"computable"`
	Reason       string            `json:"reason,omitempty"`
	Joined       int               `json:"n_joined"`
	Correlations []RankCorrelation `json:"correlations,omitempty"`
	Family       *Family           `json:"family,omitempty"` // that p_adjusted is adjusted in
}

// A RankCorrelation is Spearman's over N trials; nil where a variable is constant.
type RankCorrelation struct {
	Retrieval      string   `json:"retrieval_metric"`
	Outcome        string   `json:"outcome_metric"`
	R              *float64 `json:"spearman_r"`
	P              *float64 `json:"spearman_p"` // by the normal approximation of the source, which is too small below some 30 trials
	N              int      `json:"n"`
	Interpretation string   `json:"interpretation"`
	PValue         *float64 `json:"p_value"`    // exact up to 9 trials, from t beyond
	Method         string   `json:"p_method"`   // exact or asymptotic
	PAdjusted      *float64 `json:"p_adjusted"` // for all correlations of the analysis, by Holm
}

// A MatchedComparison is of the tasks that a baseline and a configuration with
// the server both ran, by run. Differences are with the server − baseline.
type MatchedComparison struct {
	Computable      bool            `json:"computable"`
	Reason          string          `json:"reason,omitempty"`
	Baseline        string          `json:"baseline_config,omitempty"` // of the first pair
	MCP             string          `json:"mcp_config,omitempty"`
	Baselines       []string        `json:"baseline_configs,omitempty"`
	MCPs            []string        `json:"mcp_configs,omitempty"`
	RunsCompared    *int            `json:"n_runs_compared,omitempty"`
	RunsSkipped     *int            `json:"n_runs_skipped,omitempty"`
	MatchedTasks    *int            `json:"n_matched_tasks,omitempty"`
	BaselineOnly    *int            `json:"n_baseline_only,omitempty"`
	MCPOnly         *int            `json:"n_mcp_only,omitempty"`
	Deltas          *ImpactDeltas   `json:"deltas,omitempty"`
	RunPairs        []RunPair       `json:"run_pairs"`
	SkippedRuns     []SkippedRun    `json:"skipped_runs"`
	PerTask         []MatchedTask   `json:"per_task,omitempty"`
	Excluded        []UnmatchedTask `json:"excluded_tasks"`  // ran in both, and not comparable
	Unmatched       []UnmatchedTask `json:"unmatched_tasks"` // ran in one
	ComparedVerdict Verdict         `json:"verdict,omitempty"`
	VerdictReason   string          `json:"verdict_reason,omitempty"` // on the reward
	Comparison      *ImpactFamily   `json:"settings,omitempty"`

	// Understood is of the candidate and of the baseline, where a trace has anything to say.
	Understood []UnderstoodSide `json:"understood,omitempty"`
}

// An ImpactFamily is what fixes the numbers of deltas beyond the source's.
type ImpactFamily struct {
	Alpha      float64 `json:"alpha"`
	Margin     float64 `json:"margin"` // in the unit of each
	Seed       uint64  `json:"seed"`
	Resamples  int     `json:"resamples"`
	Test       string  `json:"test"`
	Interval   string  `json:"interval"`
	Correction string  `json:"correction"`
	Family     Family  `json:"family"`

	Ranges map[string]float64 `json:"ranges,omitempty"` // by metric, the largest difference of two values; those not known are absent
}

// ImpactDeltas are the differences by metric.
type ImpactDeltas struct {
	Reward     ImpactDelta `json:"reward"`
	CostUSD    ImpactDelta `json:"cost_usd"`
	WallClock  ImpactDelta `json:"wall_clock_seconds"`
	FileRecall ImpactDelta `json:"file_recall"`
	MRR        ImpactDelta `json:"mrr"`
}

// List has them in their order.
func (d *ImpactDeltas) List() []*ImpactDelta {
	return []*ImpactDelta{&d.Reward, &d.CostUSD, &d.WallClock, &d.FileRecall, &d.MRR}
}

// An ImpactDelta is the difference of one metric over the matched tasks that have
// it on both sides. Numbers to the source's four decimals, quartiles by index.
type ImpactDelta struct {
	Metric           string   `json:"metric"`
	N                int      `json:"n"`
	Computable       *bool    `json:"computable,omitempty"` // false without a task
	Mean             *float64 `json:"mean_delta,omitempty"`
	Median           *float64 `json:"median_delta,omitempty"`
	Std              *float64 `json:"std_delta,omitempty"`
	IQR              *float64 `json:"iqr,omitempty"`
	PositiveFraction *float64 `json:"positive_fraction,omitempty"`
	NegativeFraction *float64 `json:"negative_fraction,omitempty"`
	ZeroFraction     *float64 `json:"zero_fraction,omitempty"`
	Interpretation   string   `json:"interpretation,omitempty"`

	Direction     string    `json:"direction"` // higher or lower is better
	Interval      *Interval `json:"interval"`  // of the mean difference
	Test          string    `json:"test,omitempty"`
	PValue        *float64  `json:"p_value"`
	PAdjusted     *float64  `json:"p_adjusted"`
	Verdict       Verdict   `json:"verdict"`
	VerdictReason string    `json:"verdict_reason"`
	Warnings      []Warning `json:"warnings,omitempty"`
}

// A RunPair is one run whose configurations were compared.
type RunPair struct {
	RunID        string `json:"run_id"`
	Baseline     string `json:"baseline_config"`
	MCP          string `json:"mcp_config"`
	MatchedTasks int    `json:"n_matched_tasks"`
	BaselineOnly int    `json:"n_baseline_only"`
	MCPOnly      int    `json:"n_mcp_only"`
}

// A SkippedRun is one that was not compared.
type SkippedRun struct {
	RunID     string   `json:"run_id"`
	Reason    string   `json:"reason"`
	Configs   []string `json:"configs_found,omitempty"`
	Baseline  string   `json:"baseline_config,omitempty"`
	MCP       string   `json:"mcp_config,omitempty"`
	NBaseline *int     `json:"n_baseline,omitempty"` // tasks with a valid reward
	NMCP      *int     `json:"n_mcp,omitempty"`
}

// A MatchedTask is one of a comparison; nil is not known.
type MatchedTask struct {
	RunID              string   `json:"run_id"`
	TaskName           string   `json:"task_name"`
	Baseline           string   `json:"baseline_config"`
	MCP                string   `json:"mcp_config"`
	RewardBaseline     *float64 `json:"reward_baseline"`
	RewardMCP          *float64 `json:"reward_mcp"`
	RewardDelta        *float64 `json:"reward_delta"`
	FileRecallBaseline *float64 `json:"file_recall_baseline"`
	FileRecallMCP      *float64 `json:"file_recall_mcp"`
	FileRecallDelta    *float64 `json:"file_recall_delta"`
	MRRBaseline        *float64 `json:"mrr_baseline"`
	MRRMCP             *float64 `json:"mrr_mcp"`
	MRRDelta           *float64 `json:"mrr_delta"`
}

// An UnmatchedTask is one that is in no difference.
type UnmatchedTask struct {
	RunID    string `json:"run_id"`
	TaskName string `json:"task_name"`
	Config   string `json:"config_name,omitempty"` // that ran it, where one did
	Reason   string `json:"reason"`
}

// A ConfigAggregate sums up all trials of a configuration.
type ConfigAggregate struct {
	RunID   string         `json:"run_id"`
	Config  string         `json:"config_name"`
	Trials  int            `json:"n_trials"`
	Metrics []ConfigMetric `json:"metrics"`
}

// A ConfigMetric is one metric over the trials that have it.
type ConfigMetric struct {
	Metric string  `json:"metric"`
	Mean   float64 `json:"mean"`
	Median float64 `json:"median"`
	N      int     `json:"n"`
}
