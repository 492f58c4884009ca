// Package traces describes what coding agents looked for, read and wrote, as CodeScaleBench does: one document of
// retrieval events for each task and configuration ([Document], schema 1.0), and what is computed of it ([TaskMetrics],
// [RunSummary]). It has the two rules that everything else rests on: what kind of access a tool call is, and when two
// spellings of a path are the same file ([Convention]). The rooms below do the work.
// Everything here describes. It is not a score of a task, ranks no one and gates nothing: the source of the method forbids it.
package traces

import (
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
)

// A Document is what one agent did on one task under one configuration, as far as it looked for, read or
// wrote files. Its JSON is that of the schema retrieval_events, version 1.0.
type Document struct {
	SchemaVersion string      `json:"schema_version"`
	GeneratedAt   string      `json:"generated_at"` // RFC 3339
	Provenance    Provenance  `json:"provenance"`
	Coverage      Coverage    `json:"coverage"`
	GroundTruth   GroundTruth `json:"ground_truth"`
	Events        []Event     `json:"events"` // in the order of the trace; empty and not null without any
	Summary       *Summary    `json:"summary,omitempty"`

	Reading *Reading `json:"-"` // in a file of its own: the schema of the source has no place for it
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

// Coverage says what there was to read. Anyone who computes looks here first: what is not there is not zero.
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

// An execution is what a document is of: one trial of one task.
type execution struct{ RunID, Batch, Config, Task string }

// execution says which one the provenance names.
func (p Provenance) execution() execution {
	e := execution{RunID: p.RunID, Config: p.ConfigName, Task: p.TaskName}
	if p.BatchTimestamp != nil {
		e.Batch = *p.BatchTimestamp
	}
	return e
}

func (e execution) String() string {
	named := slices.DeleteFunc([]string{e.RunID, e.Batch, e.Config, e.Task}, func(s string) bool { return s == "" })
	return strings.Join(named, "/")
}

// Seen remembers the executions that were met, so that each counts once.
type Seen struct {
	Gone func(Provenance) bool // the trial of a document is gone from its run; nil: no one knows of runs

	met map[execution]string
}

// LeftOut tells whether a file does not count, and why: its execution was met before, or its trial is gone.
func (s *Seen) LeftOut(path string, p Provenance) (note string, out bool) {
	e := p.execution()
	if s.Gone != nil && s.Gone(p) {
		return fmt.Sprintf("%s is left out: its trial is gone from the run, %s", path, e), true
	}
	if first, again := s.met[e]; again {
		return fmt.Sprintf("%s is left out: %s is of the same execution, %s", path, first, e), true
	}
	if s.met == nil {
		s.met = map[execution]string{}
	}
	s.met[e] = path
	return "", false
}

// SchemaVersion is the version of the documents that are written.
const SchemaVersion = "1.0"

const schemaMajor = 1

// ErrSchemaVersion says that a document is of a version that this program does
// not know: its fields may mean something else.
var ErrSchemaVersion = errors.New("unknown schema version")

// checkVersion accepts every version with the major number of SchemaVersion:
// a higher minor one only adds fields that may be absent.
func checkVersion(version string) error {
	major, minor, ok := strings.Cut(version, ".")
	n, err := strconv.Atoi(major)
	if _, noMinor := strconv.Atoi(minor); !ok || err != nil || noMinor != nil {
		return fmt.Errorf("schema_version %q: %w: want two numbers such as %s", version, ErrSchemaVersion, SchemaVersion)
	}
	if n != schemaMajor {
		return fmt.Errorf("schema_version %q: %w: this program reads %d.x; write the documents again with `rankduel traces normalize`", version, ErrSchemaVersion, schemaMajor)
	}
	return nil
}
