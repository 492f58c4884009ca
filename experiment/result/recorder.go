package result

import (
	"context"
	"encoding/json"
	"errors"
	"time"

	"github.com/rankduel/rankduel/retrieval"
)

// ErrNotFound is returned by a Recorder or Archive that has no such run.
var ErrNotFound = errors.New("not found")

// ErrExists is returned by a TokenKeeper that has something of the name already.
var ErrExists = errors.New("exists already")

// A StoreError is what a Recorder could not keep or give back.
type StoreError struct{ Err error }

// Error returns the cause, which names the store.
func (e *StoreError) Error() string { return e.Err.Error() }

func (e *StoreError) Unwrap() error { return e.Err }

// A Recorder keeps what retrieval and scoring produced, so that nothing is done twice. Implementations are
// safe for concurrent use, by several processes too.
type Recorder interface {
	// Recorded lists the queries that are recorded under key. It reads no hits.
	// An unknown key gives an empty map and no error.
	Recorded(ctx context.Context, key RecordingKey) (map[string]RecordingState, error)
	// Recordings returns the recordings of these queries under key, by query id; of all queries when none
	// is named. What is not recorded is not in the map.
	Recordings(ctx context.Context, key RecordingKey, queries ...string) (map[string]Recording, error)
	// Record adds recordings under key. One that exists for the same query is
	// replaced. Either all of the given recordings are kept or none.
	Record(ctx context.Context, key RecordingKey, recordings []Recording) error
	// Run returns a stored run, or an error wrapping ErrNotFound.
	Run(ctx context.Context, id string) (StoredRun, error)
	// SaveRun stores a run and its rows as one. Saving the same id again replaces it; created_at of the first stays.
	SaveRun(ctx context.Context, run StoredRun) error
}

// An Archive is the reading side, for listing, exporting and comparing.
type Archive interface {
	Run(ctx context.Context, id string) (StoredRun, error)
	// Runs lists stored runs without their rows, newest first, then by id.
	Runs(ctx context.Context) ([]StoredRun, error)
}

// A RecordingKey identifies the rankings of one component over one test set.
type RecordingKey struct {
	Component string // SHA-256 over the component's canonical settings and inputs, and the depth
	TestSet   string // content hash of the test set
}

// A Recording is one component's answer to one query: hits or an error.
type Recording struct {
	QueryID   string
	Hits      []retrieval.Hit
	Answer    *retrieval.Answer // nil when the component only searches
	LatencyMS float64           // of the last attempt
	Attempts  int               // calls that the kept answer took, retries included; 0 as 1
	Error     string            // empty when it was answered
	Content   string            // fingerprint of hits and answer; empty in older recordings, which are told apart by their latency

	// RecordedAt is when it was answered; zero is now, to a Recorder. Recordings leaves it out, Recorded has it.
	RecordedAt time.Time
}

// A RecordingState is what is known of a recording without its hits.
type RecordingState struct {
	Error     string // empty when it was answered
	LatencyMS float64
	Content   string
	At        time.Time // when it was recorded, to the second; zero when it is not known
}

// State returns what is known of a recording without its hits.
func (r Recording) State() RecordingState {
	return RecordingState{Error: r.Error, LatencyMS: r.LatencyMS, Content: r.Content, At: r.RecordedAt}
}

// A StoredRun is one scored configuration. Its id derives from everything
// that fixes its scores, so the same id always means the same content.
type StoredRun struct {
	ID         string
	Name       string // of the configuration
	Suite      string // test set name@version
	TestSet    TestSetInfo
	Profile    string
	Config     []byte // canonical JSON: configuration, component settings and fingerprints, measures
	Aggregate  []byte // JSON of its RunEvaluation
	CommitHash string
	CreatedAt  time.Time
	Rows       []Row // by query id
}

// IsComponent tells the run of a component alone from that of a configuration.
func (r StoredRun) IsComponent() bool {
	var summary struct{ Role Role }
	return json.Unmarshal(r.Aggregate, &summary) == nil && summary.Role == RoleComponent
}

// A Row is one query of one system: in a table of scores, in a store, and on a page.
// A table keeps the scores of its rows in columns.
type Row struct {
	QueryID     string                `json:"query_id"`
	Stratum     string                `json:"stratum,omitempty"`
	Group       string                `json:"group,omitempty"`  // of wordings of one need; empty outside a group
	Weight      *float64              `json:"weight,omitempty"` // nil where it is not known
	Text        string                `json:"query_text,omitempty"`
	Status      Status                `json:"status,omitempty"`
	Error       string                `json:"error,omitempty"`        // why it failed
	LatencyMS   *float64              `json:"latency_ms"`             // nil when not measured
	RerankMS    *float64              `json:"rerank_ms,omitempty"`    // part of LatencyMS; nil without a rerank
	Scores      map[string]*float64   `json:"scores"`                 // by measure; nil is undefined
	Runs        map[string][]*float64 `json:"runs,omitempty"`         // by measure, what each of repeated runs scored; nil is none, and nil of one run
	FailedRuns  int                   `json:"failed_runs,omitempty"`  // of repeated ones
	MissingRuns int                   `json:"missing_runs,omitempty"` // of repeated ones: they lack the query, which scores 0 there
	Judged      *float64              `json:"judged_ratio,omitempty"` // share of the first 10 hits that is judged; nil when unknown
	Relevant    []RankedRelevant      `json:"relevant,omitempty"`     // where the relevant documents are; nil when not kept
	Top         *StoredTop            `json:"top,omitempty"`          // Hits as they are stored; nil in runs of versions that kept none

	Hits      []JudgedHit `json:"-"` // the first ones, best first; nil when not kept
	Retrieved int         `json:"-"` // hits of the whole ranking; 0 when Hits are not kept
	Ranking   uint64      `json:"-"` // hash of the ids of the whole ranking in their order; 0 when it is not known
	RelString string      `json:"-"` // judgments of the first hits; empty when not kept
}

// OfScores returns what an evaluation shows of the row.
func (r Row) OfScores() QueryScores {
	return QueryScores{QueryID: r.QueryID, Stratum: r.Stratum, Group: r.Group, Status: r.Status, Error: r.Error, Scores: r.Scores, RelString: r.RelString}
}

// A StoredTop is how a ranking began, best first, as the measures saw it: enough
// to lay two stored runs side by side when their recordings are elsewhere.
type StoredTop struct {
	DocIDs    []string `json:"doc_ids"`
	Grades    []int    `json:"grades"`    // of each document; Unjudged, -1, where it is not known
	Retrieved int      `json:"retrieved"` // hits of the whole ranking
}

// RankedRelevant is where a relevant document stood (rank 0: not retrieved).
type RankedRelevant struct {
	DocID     string `json:"doc_id"`
	Grade     int    `json:"grade"`
	Rank      int    `json:"rank"`
	FusedRank *int   `json:"fused_rank,omitempty"` // before the rerank; nil when there was none
}

// A Status says why a query of a system has no ranking. The zero value means that it has one and is scored.
type Status string

// The states of a query in one system's results.
const (
	Scored  Status = ""
	Missing Status = "missing" // not in the run: an empty ranking, scores 0
	Failed  Status = "failed"  // the retriever gave an error: left out of the pair
)

// A Ranking is what one system has to say to one query, on its way from a
// recording or a run file to its scores: hits, or the reason why there are none.
type Ranking struct {
	Hits      []retrieval.Hit
	Fused     []retrieval.Hit   // before it was reranked; nil when it was not
	Written   *retrieval.Answer // nil when the system only searches
	LatencyMS *float64          // nil when not measured, as for most run files
	RerankMS  *float64          // part of LatencyMS
	Failure   string            // empty when it was answered
	Absent    bool              // the recording is not in the store
	Missing   bool              // a run file does not have the query: an empty ranking
}
