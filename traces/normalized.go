package traces

// NormalizedSchema is that of Normalized.
const NormalizedSchema = "rankduel/traces-normalized/v1"

// Normalized says what became of the trials of a tree.
type Normalized struct {
	Schema  string            `json:"schema"`
	Profile string            `json:"profile"`
	DryRun  bool              `json:"dry_run"` // nothing was written
	Trials  []NormalizedTrial `json:"trials"`
	Notes   []string          `json:"notes"` // what was passed over, and why
}

// A NormalizedTrial is one of them. Of a document that is up to date and was not made again the figures are nil.
type NormalizedTrial struct {
	RunID            string  `json:"run_id"`
	ConfigName       string  `json:"config_name"`
	TaskName         string  `json:"task_name"`
	Document         string  `json:"document"` // its file
	UpToDate         bool    `json:"up_to_date"`
	Events           *int    `json:"events"`
	TraceSource      *string `json:"trace_source"`
	DegradedReason   *string `json:"degraded_reason"`
	GroundTruthFiles *int    `json:"ground_truth_files"`
	GroundTruthHit   *int    `json:"ground_truth_files_hit"`

	Reading *Understanding `json:"reading"` // how much of the trace was understood

	Notes []string `json:"notes,omitempty"` // sources that could not be read, and were passed over
}

// A ToolCall is what a call of a tool is taken for.
type ToolCall struct {
	Schema       string   `json:"schema"`
	Profile      string   `json:"profile"`
	ToolName     string   `json:"tool_name"`
	ToolCategory string   `json:"tool_category"`
	IsMCP        bool     `json:"is_mcp"`
	IsEvent      bool     `json:"is_event"` // its calls are in documents
	TargetFiles  []string `json:"target_files"`
	Symbols      []string `json:"target_symbols"`

	Shell *ShellCall `json:"shell,omitempty"` // nil of any other tool than a shell
}

// A ShellCall is what is read out of a call of a shell.
type ShellCall struct {
	Files      map[string][]string `json:"files"`       // by category
	OutputRead bool                `json:"output_read"` // its output is looked at for files
	Understood bool                `json:"understood"`  // all of it
}

// A FilePath is what a path is matched by.
type FilePath struct {
	Schema         string `json:"schema"`
	Profile        string `json:"profile"`
	Path           string `json:"path"`
	NormalizedPath string `json:"normalized_path"`
	LooksLikeFile  bool   `json:"looks_like_file"`
}

// The schemas of explanations.
const (
	ToolCallSchema = "rankduel/traces-call/v1"
	FilePathSchema = "rankduel/traces-path/v1"
)
