package traces

// TaskMetrics is what is computed of one document, in four stages.
type TaskMetrics struct {
	SchemaVersion string            `json:"schema_version"`
	GeneratedAt   string            `json:"generated_at"`
	Provenance    Provenance        `json:"provenance"`
	Coverage      Coverage          `json:"coverage"`
	EventSummary  Summary           `json:"event_summary"`
	FileLevel     FileLevel         `json:"file_level_metrics"`
	ChunkLevel    ChunkLevel        `json:"chunk_level_metrics"`
	Utilization   UtilizationProbes `json:"utilization_probes"`
	Taxonomy      ErrorTaxonomy     `json:"error_taxonomy"`
	Reading       *ReadingFigures   `json:"reading,omitempty"` // next to those of the source
}

// ReadingFigures say how much of a trace was understood, and what its figures are with what the agent did in a shell.
type ReadingFigures struct {
	Understanding
	WithShell *ShellFigures `json:"with_shell,omitempty"`
}

// ShellFigures are those of the events and of the shell together.
type ShellFigures struct {
	FileLevel   FileLevel         `json:"file_level_metrics"`
	Utilization UtilizationProbes `json:"utilization_probes"`
}

// Why something cannot be computed.
const (
	NoGroundTruth = "no_ground_truth"
	NoTrace       = "no_trace" // nothing is left of what the agent did; the shipped program says 0

	// UnreadResults says that nothing relevant was found, and results were not understood: the zero may be theirs.
	UnreadResults = "unread_results"

	// UnseenSubagents says that nothing relevant was found, and of subagents that were started the trace has nothing.
	UnseenSubagents = "subagents_without_transcript"
)

// FileLevel is the first stage: the files that were found against those that the task needs.
type FileLevel struct {
	Computable bool   `json:"computable"`
	Reason     string `json:"reason,omitempty"` // why not
	*FileScores
}

// FileScores are the figures of files, each rounded to four decimals.
type FileScores struct {
	Precision         AtK      `json:"precision"`
	Recall            AtK      `json:"recall"`
	F1                AtK      `json:"f1"`
	MRR               float64  `json:"mrr"`
	NDCG              AtK      `json:"ndcg"`
	MAP               float64  `json:"map_score"`
	FileRecall        float64  `json:"file_recall"`
	ContextEfficiency float64  `json:"context_efficiency"` // share of the files found that are relevant
	Retrieved         int      `json:"n_retrieved"`
	GroundTruth       int      `json:"n_ground_truth"`
	Overlap           int      `json:"n_overlap"`
	FirstHitStep      *int     `json:"first_gt_hit_step"` // nil when nothing relevant was found
	TTFRSeconds       *float64 `json:"ttfr_seconds"`      // until the first relevant file
	TTFRTokens        *int64   `json:"ttfr_tokens"`
}

// AtK is a measure at the cutoffs of the method.
type AtK struct {
	At1  float64 `json:"1"`
	At3  float64 `json:"3"`
	At5  float64 `json:"5"`
	At10 float64 `json:"10"`
}

// At returns the place of a cutoff, nil for one that the method does not have.
func (a *AtK) At(k int) *float64 {
	return map[int]*float64{1: &a.At1, 3: &a.At3, 5: &a.At5, 10: &a.At10}[k]
}

// Cutoffs returns those of AtK.
func Cutoffs() []int { return []int{1, 3, 5, 10} }

// ChunkLevel is the second stage: ranges of lines whose file was found. The lines themselves are not looked at.
type ChunkLevel struct {
	Resolution string   `json:"resolution"` // chunk_level, or file_level_only without chunks
	Recall     *float64 `json:"chunk_recall"`
	Total      int      `json:"chunks_total"`
	Hit        int      `json:"chunks_hit"`
	Validity   string   `json:"validity"` // file_match_only or unsupported
}

// UtilizationProbes are the third stage: whether what is relevant was read, and written. Nil is not computable.
type UtilizationProbes struct {
	Available bool    `json:"probe_available"`
	Reason    *string `json:"reason"`

	ReadOverlap     *float64 `json:"util_read_overlap_with_relevant_files"`
	WriteOverlap    *float64 `json:"util_write_overlap_with_relevant_files_proxy"`
	ReferencedFiles *float64 `json:"util_referenced_file_correctness"` // the former name of WriteOverlap
	EditOverlap     *float64 `json:"util_write_overlap_with_expected_edit_files"`
	ReadBeforeWrite *float64 `json:"util_read_before_write_ratio"`
	EditsAvailable  bool     `json:"expected_edit_probe_available"`
	EditsReason     *string  `json:"expected_edit_probe_reason"`
	FilesRead       int      `json:"files_read"`
	ReadRelevant    int      `json:"files_read_relevant"`
	FilesWritten    int      `json:"files_written"`
	WrittenRelevant int      `json:"files_written_relevant"`
	WrittenExpected int      `json:"files_written_expected_edit"`
}

// ErrorTaxonomy is the fourth stage: what went wrong with files, counted, and what kind of task it was.
type ErrorTaxonomy struct {
	Computable bool           `json:"computable"`
	Reason     string         `json:"reason,omitempty"`
	Labels     map[string]int `json:"labels"`
	Slices     Slices         `json:"slices"`
}

// The labels, in the order of reports.
const (
	Irrelevant    = "irrelevant_retrieval"     // files found that are not relevant
	Missed        = "missed_key_evidence"      // relevant files never found
	WrongEvidence = "wrong_evidence_used"      // files written that are not relevant
	Unused        = "unused_correct_retrieval" // relevant files found and never written
	NearMiss      = "ambiguity_near_miss"      // irrelevant files in the folder of a relevant one
)

// Labels lists them.
func Labels() []string { return []string{Irrelevant, Missed, WrongEvidence, Unused, NearMiss} }

// Slices say what kind of task it was; all are absent where nothing is computable.
type Slices struct {
	Size     string `json:"candidate_set_size,omitempty"` // small, medium or large
	Count    *int   `json:"candidate_set_count,omitempty"`
	Dominant string `json:"dominant_retrieval_category,omitempty"`
	Evidence string `json:"evidence_type,omitempty"` // local or mcp
}

// SliceNames lists those that are summed up.
func SliceNames() []string {
	return []string{"candidate_set_size", "dominant_retrieval_category", "evidence_type"}
}

// Named returns a slice by its name in documents.
func (s Slices) Named(name string) string {
	return map[string]string{"candidate_set_size": s.Size, "dominant_retrieval_category": s.Dominant, "evidence_type": s.Evidence}[name]
}
