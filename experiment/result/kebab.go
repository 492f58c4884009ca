package result

import (
	"encoding/json"
	"time"
)

// A KebabRun is a run of kebab's own evaluation, as its store has it.
type KebabRun struct {
	ID         string
	Suite      string
	Config     []byte // config_snapshot_json
	Aggregate  []byte // aggregate_json: kebab's AggregateMetrics, {} until it is aggregated
	CommitHash string
	CreatedAt  string // RFC 3339, as it was written
	Queries    int    // rows that it has
}

// A KebabRow is one query of such a run: kebab's QueryResult as JSON. The text
// belongs to anyone who reads it until the next row is read.
type KebabRow struct {
	QueryID string
	JSON    []byte
}

// CreatedTime returns when the run was made; false when the text is not a time.
func (r KebabRun) CreatedTime() (time.Time, bool) {
	t, err := time.Parse(time.RFC3339, r.CreatedAt)
	return t.UTC(), err == nil
}

// Aggregated tells whether the store has an aggregate of the run.
func (r KebabRun) Aggregated() bool { return len(r.Aggregate) > 0 && string(r.Aggregate) != "{}" }

// KebabAggregateSchema names the JSON document of an aggregation.
const KebabAggregateSchema = "rankduel/kebab-aggregate/v1"

// A KebabAggregation is a run of kebab summed up with a golden list as it is today.
type KebabAggregation struct {
	Schema    string          `json:"schema"`
	Profile   string          `json:"profile"`
	RunID     string          `json:"run_id"`
	Golden    TestSetInfo     `json:"golden"`
	Aggregate json.RawMessage `json:"aggregate"` // kebab's own ten keys
	// Strict is the share of grounded answers all of whose citations lead to a document with chunks; nil
	// when there is none, or nobody knows which paths there are.
	Strict  *float64      `json:"citation_coverage_strict"`
	Rows    KebabCounts   `json:"rows"`
	Stored  bool          `json:"stored"` // in the store; false when it was only computed
	Before  *KebabBefore  `json:"before,omitempty"`
	Remarks []string      `json:"remarks"`
	Figures []KebabFigure `json:"-"` // of Aggregate, in its order
}

// KebabCounts say what the rows of a run and the entries of a golden list have in common.
type KebabCounts struct {
	Queries  int `json:"queries"`                // of the run
	Failed   int `json:"failed"`                 // of them
	Empty    int `json:"empty"`                  // of them, without a hit
	Answered int `json:"answered"`               // of them, with an answer
	NoEntry  int `json:"without_golden_entry"`   // of them: they count in the totals alone
	NoRow    int `json:"entries_without_row"`    // of the golden list: they count nowhere
	NoChunks int `json:"entries_without_chunks"` // of the golden list, in the run: hit@k, MRR and precision skip them
	Repeated int `json:"repeated_chunks"`        // chunks that came again in one query: the first counts
}

// A KebabBefore is the aggregate that stood in the store.
type KebabBefore struct {
	Aggregate json.RawMessage `json:"aggregate"`
	Changed   []KebabChange   `json:"changed"`
}

// A KebabChange is one figure that differs from the one before.
type KebabChange struct {
	Name   string   `json:"name"`
	Before *float64 `json:"before"`
	After  *float64 `json:"after"`
}

// A KebabFigure is one number of an aggregate, by kebab's short name.
type KebabFigure struct {
	Name  string // hit@5, MRR, recall@5_doc, precision@5_chunk, citation_coverage, …
	Value *float64
}

// A KebabChunk is a chunk that a store of kebab has now.
type KebabChunk struct {
	Document string
	Version  string   // of the chunker that made it
	Lines    [][2]int // first and last, of its document; nil when it is not known
}

// Schema names of the JSON documents about runs of kebab.
const (
	KebabRunSchema  = "rankduel/kebab-run/v1"
	KebabRunsSchema = "rankduel/kebab-runs/v1"
)

// A KebabDescription is what a store of kebab says of one run.
type KebabDescription struct {
	Schema     string          `json:"schema,omitempty"` // empty within a list
	RunID      string          `json:"run_id"`
	Suite      string          `json:"suite"`
	CommitHash string          `json:"commit_hash"`
	CreatedAt  string          `json:"created_at"`
	Config     json.RawMessage `json:"config"`
	Aggregate  json.RawMessage `json:"aggregate"` // null until it is aggregated
	Rows       KebabRowCounts  `json:"rows"`
	PerQuery   *[]KebabQuery   `json:"per_query,omitempty"` // not within a list
	Settings   []KebabSetting  `json:"-"`                   // of Config, those that change rankings and answers
	Figures    []KebabFigure   `json:"-"`                   // of Aggregate
	Unreadable bool            `json:"-"`                   // the store has something else in its place
}

// KebabRowCounts count the rows of a run; only Queries is known within a list.
type KebabRowCounts struct {
	Queries  int  `json:"queries"`
	Failed   *int `json:"failed,omitempty"`
	Empty    *int `json:"empty,omitempty"`
	Answered *int `json:"answered,omitempty"`
}

// A KebabQuery is one row of a run in short.
type KebabQuery struct {
	QueryID   string   `json:"query_id"`
	Hits      int      `json:"hits"`
	First     string   `json:"first_chunk_id,omitempty"`
	Document  string   `json:"first_doc_id,omitempty"`
	Answer    string   `json:"answer,omitempty"` // grounded or refused; empty without an answer
	LatencyMS *float64 `json:"latency_ms"`
	Error     string   `json:"error,omitempty"`
}

// A KebabSetting is one entry of a run's configuration, as text.
type KebabSetting struct {
	Name  string `json:"name"`
	Value string `json:"value"`
}

// KebabComparisonSchema names the JSON document of a comparison of two runs of kebab.
const KebabComparisonSchema = "rankduel/kebab-comparison/v1"

// How the hits of two runs of kebab were recognized.
const (
	KebabExact = "exact"             // by chunk ids: both runs name one chunker, or neither names any
	KebabSpans = "fallback_doc_span" // by document, and by lines that overlap at least half of those expected
	KebabDocs  = "fallback_doc"      // by document alone
)

// A KebabComparison sets two runs of kebab side by side: kebab's own report, and what it lacks.
type KebabComparison struct {
	Schema     string            `json:"schema"`
	Profile    string            `json:"profile"`
	Golden     TestSetInfo       `json:"golden"`
	Report     json.RawMessage   `json:"kebab"` // kebab's CompareReport
	Matched    KebabMatch        `json:"matched"`
	Settings   []KebabDifference `json:"settings_differ"`
	RowsA      KebabCounts       `json:"rows_a"`
	RowsB      KebabCounts       `json:"rows_b"`
	Remarks    []string          `json:"remarks"`
	Comparison *Comparison       `json:"comparison"`              // null where nothing could be compared
	NoEvidence string            `json:"no_comparison,omitempty"` // why
	Gate       *Gate             `json:"gate,omitempty"`

	RunA, RunB string         `json:"-"`
	Deltas     []KebabDelta   `json:"-"` // of Report, in kebab's order
	Verdicts   []KebabVerdict `json:"-"` // of Report, by query
}

// A KebabMatch says how hits were recognized, and why so.
type KebabMatch struct {
	Mode     string  `json:"chunker_version_match"`
	ChunkerA *string `json:"chunker_version_a"`
	ChunkerB *string `json:"chunker_version_b"`
	Why      string  `json:"why,omitempty"`
}

// Comparable tells whether figures of chunks can be set against each other.
func (m KebabMatch) Comparable() bool { return m.Mode == KebabExact }

// A KebabDifference is a setting that differs between two runs, "" where a run does not have it.
type KebabDifference struct {
	Name string `json:"name"`
	A    string `json:"a"`
	B    string `json:"b"`
}

// A KebabDelta is one figure of both runs, b − a as kebab computes it.
type KebabDelta struct {
	Name        string
	Measure     string // what it is called in Comparison; empty where it is not compared
	A, B, Delta *float64
	Comparable  bool // false for figures of chunks after the chunker changed
}

// A KebabVerdict is what became of one query.
type KebabVerdict struct {
	QueryID string  `json:"query_id"`
	Kind    string  `json:"kind"` // win, loss, draw or regression
	A       *int    `json:"a_hit_rank"`
	B       *int    `json:"b_hit_rank"`
	Note    *string `json:"note"`
}

// KebabVariantsSchema names the JSON document of the wordings of a run.
const KebabVariantsSchema = "rankduel/kebab-variants/v1"

// KebabVariants say whether a run answers the wordings of one question alike.
type KebabVariants struct {
	Schema  string          `json:"schema"`
	Profile string          `json:"profile"`
	RunID   string          `json:"run_id"`
	Golden  TestSetInfo     `json:"golden"`
	Report  json.RawMessage `json:"kebab"` // kebab's document
	Remarks []string        `json:"remarks"`

	Groups     []KebabGroup `json:"-"` // of Report
	Spread     float64      `json:"-"` // mean of the groups'
	Consistent int          `json:"-"` // groups all of whose wordings find every expected document
	A, B       int          `json:"-"` // groups whose misses are rather mis-ranked, and rather missing
}

// A KebabGroup is the wordings of one question.
type KebabGroup struct {
	Group    string         `json:"group"`
	Variants []KebabVariant `json:"variants"`
	Spread   float64        `json:"recall_spread_narrow"` // largest − smallest recall at the narrow cutoff
	Worst    *float64       `json:"worst_recall_narrow"`  // nil when no wording expects a document
	Answers  *bool          `json:"answer_consistency"`   // all judged answers are right; nil without one
	Misrank  int            `json:"mis_ranked"`
	Missing  int            `json:"missing"`
}

// A KebabVariant is one wording.
type KebabVariant struct {
	QueryID  string   `json:"query_id"`
	Narrow   *float64 `json:"recall_narrow"` // of the expected documents among the first 10 hits; nil when none is expected
	Pool     *float64 `json:"recall_pool"`   // among the first 50
	AnswerOK *bool    `json:"answer_ok"`     // nil without an answer, or without strings to look for
	Class    string   `json:"class"`         // Ok, MisRanked, Missing or NoExpected
}
