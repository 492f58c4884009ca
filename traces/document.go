package traces

import "encoding/json"

// A Document is what one agent did on one task under one configuration, as far
// as it looked for, read or wrote files. Its JSON is that of the schema
// retrieval_events, version 1.0.
type Document struct {
	SchemaVersion string      `json:"schema_version"`
	GeneratedAt   string      `json:"generated_at"` // RFC 3339
	Provenance    Provenance  `json:"provenance"`
	Coverage      Coverage    `json:"coverage"`
	GroundTruth   GroundTruth `json:"ground_truth"`
	Events        []Event     `json:"events"` // in the order of the trace; empty and not null without any
	Summary       *Summary    `json:"summary,omitempty"`
}

// Provenance says which execution a document is of.
type Provenance struct {
	RunID          string  `json:"run_id"` // the run's folder
	BatchTimestamp *string `json:"batch_timestamp"`
	TaskName       string  `json:"task_name"`
	TrialName      *string `json:"trial_name"` // the trial's folder
	ConfigName     string  `json:"config_name"`
	Benchmark      string  `json:"benchmark"` // the suite
	Model          *string `json:"model"`
}

// Coverage says what there was to read. Anyone who computes looks here first: what
// is not there is not zero.
type Coverage struct {
	HasTrajectory         bool    `json:"has_trajectory"` // found and parseable
	HasTranscript         bool    `json:"has_transcript"` // found and parseable
	HasGroundTruth        bool    `json:"has_ground_truth"`
	HasChunkGroundTruth   bool    `json:"has_chunk_ground_truth"`
	TraceSource           *string `json:"trace_source"`    // one of the Source constants, nil without a usable trace
	DegradedReason        *string `json:"degraded_reason"` // why events are missing or incomplete; nil when they are not
	GroundTruthSource     *string `json:"ground_truth_source"`
	GroundTruthConfidence *string `json:"ground_truth_confidence"` // high, medium or low
}

// Where events come from.
const (
	SourceTrajectory = "trajectory"
	SourceTranscript = "transcript"
	SourceMerged     = "merged"
)

// GroundTruth is what the task needs, as far as that is known.
type GroundTruth struct {
	Files   []string `json:"files"` // relevant evidence; empty without ground truth
	Symbols []Symbol `json:"symbols,omitempty"`
	Chunks  []Chunk  `json:"chunks,omitempty"`

	// ExpectedEditFiles are the files that a solution changes, where a source says
	// so reliably; absent otherwise, which is not the same as none.
	ExpectedEditFiles           []string `json:"expected_edit_files,omitempty"`
	ExpectedEditFilesSource     *string  `json:"expected_edit_files_source,omitempty"`
	ExpectedEditFilesConfidence *string  `json:"expected_edit_files_confidence,omitempty"`
}

// A Symbol is a function or type that the task needs.
type Symbol struct {
	File   string `json:"file"`
	Symbol string `json:"symbol"`
	Repo   string `json:"repo,omitempty"`
}

// A Chunk is a range of lines that the task needs, both ends included.
type Chunk struct {
	File       string `json:"file"`
	LineStart  int    `json:"line_start"` // from 1
	LineEnd    int    `json:"line_end"`
	Annotation string `json:"annotation,omitempty"`
}

// An Event is one call of a tool that has to do with retrieval.
type Event struct {
	StepIndex               int                        `json:"step_index"` // position among all calls, from 0
	Timestamp               *string                    `json:"timestamp"`
	ToolName                string                     `json:"tool_name"` // as in the trace
	ToolCategory            string                     `json:"tool_category"`
	IsMCP                   bool                       `json:"is_mcp"`
	Arguments               map[string]json.RawMessage `json:"arguments"`    // the salient ones
	TargetFiles             []string                   `json:"target_files"` // normalized, first seen first
	TargetSymbols           []string                   `json:"target_symbols"`
	HitsGroundTruth         bool                       `json:"hits_ground_truth"`
	MatchedGroundTruthFiles []string                   `json:"matched_ground_truth_files"`
	IsSubagent              bool                       `json:"is_subagent"`
	CumulativeTokens        *int64                     `json:"cumulative_tokens"` // up to and with this step
	ElapsedSeconds          *float64                   `json:"elapsed_seconds"`   // since the agent began
}

// A Summary counts the events, so that no caller has to read them again.
type Summary struct {
	TotalEvents             int            `json:"total_events"`
	MCPEvents               int            `json:"mcp_events"`
	LocalEvents             int            `json:"local_events"`
	UniqueFilesAccessed     int            `json:"unique_files_accessed"`
	GroundTruthFilesHit     int            `json:"ground_truth_files_hit"`
	GroundTruthFilesTotal   int            `json:"ground_truth_files_total"`
	FirstGroundTruthHitStep *int           `json:"first_ground_truth_hit_step"`
	EventsByCategory        map[string]int `json:"events_by_category"`
}
