package result

import (
	"cmp"
	"encoding/json"
	"fmt"
	"slices"
	"time"

	"github.com/rankduel/rankduel/metrics"
)

// Schema names of the JSON documents. A field may be added under the same
// name; a changed or removed one needs a new number.
const (
	EvaluationSchema = "rankduel/evaluation/v1"
	ComparisonSchema = "rankduel/comparison/v1"
)

// An Evaluation says how each of one or more systems did on one test set.
type Evaluation struct {
	Schema  string          `json:"schema"`
	Profile string          `json:"profile"`
	TestSet TestSetInfo     `json:"test_set"`
	Runs    []RunEvaluation `json:"runs"`

	Provenance *Provenance `json:"provenance,omitempty"` // what it was computed from; nil where no one noted it
}

// TestSetInfo names the judgments that everything else rests on.
type TestSetInfo struct {
	Name     string         `json:"name"`
	Version  string         `json:"version,omitempty"`
	SHA256   string         `json:"sha256"`
	Part     string         `json:"part,omitempty"` // evaluation, heldout or all
	Queries  int            `json:"queries"`
	Unjudged int            `json:"unjudged_queries,omitempty"` // left out: no one has judged them yet
	Strata   map[string]int `json:"strata,omitempty"`           // queries per stratum
	Order    []string       `json:"strata_order,omitempty"`     // the strata in reporting order
}

// Suite returns the set's name with its version.
func (t TestSetInfo) Suite() string {
	if t.Version == "" {
		return t.Name
	}
	return t.Name + "@" + t.Version
}

// MayHoldOut tells whether scores may be of held-out queries. Of all queries of
// a set no one has kept whether held-out ones are among them.
func (t TestSetInfo) MayHoldOut() bool { return t.Part == "heldout" || t.Part == "all" }

// Label names the set exactly enough to tell it from another version.
func (t TestSetInfo) Label() string {
	return fmt.Sprintf("%s (%s, sha256 %.12s)", t.Suite(), cmp.Or(t.Part, "all"), t.SHA256)
}

// A RunEvaluation is the summary of one system: a run file, a configuration or a component on its own.
type RunEvaluation struct {
	Name           string                      `json:"name"`
	Role           Role                        `json:"role,omitempty"`
	SHA256         string                      `json:"sha256,omitempty"`
	Tag            string                      `json:"tag,omitempty"`        // that the run file gives itself
	Recordings     string                      `json:"recordings,omitempty"` // of live components: tells the recordings that were scored from later ones
	Rankings       string                      `json:"rankings,omitempty"`   // as in System
	Health         []Finding                   `json:"health"`
	Measures       []MeasureSummary            `json:"measures"`
	Primary        string                      `json:"primary,omitempty"` // that decides in the experiment of a stored run
	Strata         map[string][]MeasureSummary `json:"strata,omitempty"`
	PerQuery       []QueryScores               `json:"per_query,omitempty"`
	Latency        *Latency                    `json:"latency"`
	RerankLatency  *Latency                    `json:"rerank_latency,omitempty"`   // part of Latency; nil without a rerank
	Asked          string                      `json:"components_asked,omitempty"` // of several components; empty for one
	Unmatched      []UnmatchedIDs              `json:"unmatched_ids,omitempty"`    // levels at which no id of the system is judged
	Recorded       *Recorded                   `json:"recorded,omitempty"`         // of live components; nil without them
	FailedQueries  int                         `json:"failed_queries"`
	MissingQueries int                         `json:"missing_queries"`

	// Aggregate sums the system up in the profile's own names and layout, see
	// metrics.Layout; nil when the profile has none. It is rounded always.
	Aggregate json.RawMessage `json:"aggregate,omitempty"`
}

// UnmatchedIDs are examples of the ids that a system returned and of those that
// are judged, at a level at which the two have none in common.
type UnmatchedIDs struct {
	Level     string   `json:"level"`   // document or chunk
	RunIDs    []string `json:"run_ids"` // empty when the system returned nothing at all
	JudgedIDs []string `json:"judged_ids"`
	Unplaced  int      `json:"unplaced_hits,omitempty"` // that do not say what they cover, where passages are judged
}

// Recorded is when the rankings of a system were recorded, the first and the last of them.
type Recorded struct {
	From time.Time `json:"from"`
	To   time.Time `json:"to"`
}

// A Role tells a fused configuration from a component on its own.
type Role string

// The roles a system plays in an experiment.
const (
	RoleConfig    Role = "config"
	RoleComponent Role = "component"
)

// A MeasureSummary is one measure over the queries for which it is defined. Std is the sample standard
// deviation (n − 1), nil when n < 2; Mean and Median are nil when n = 0. Overall is trec_eval's number for
// all queries: the sum of a count such as NumRet, the geometric mean of GMAP, else the mean, added up by
// query id; nil when there is none. Of is the measure itself, nil in a document that was read back.
type MeasureSummary struct {
	Measure   string          `json:"measure"`
	Of        metrics.Measure `json:"-"`
	N         int             `json:"n"`
	Undefined int             `json:"undefined"`
	Mean      *float64        `json:"mean"`
	Median    *float64        `json:"median"`
	Std       *float64        `json:"std"`
	Overall   *float64        `json:"overall,omitempty"`

	Ties   *TieSummary    `json:"ties,omitempty"`   // nil when not asked for
	Bounds *BoundsSummary `json:"bounds,omitempty"` // nil when not asked for, or when the measure has none
}

// A TieSummary is the mean of a measure over the orders of tied scores: the lowest it can be, the expected and the
// highest. It covers the same queries as the mean. Method is TiesExact or TiesSampled and is about Expected.
type TieSummary struct {
	Min      float64 `json:"min"`
	Expected float64 `json:"expected"`
	Max      float64 `json:"max"`
	Method   string  `json:"method"`
}

// How the expected value over the orders of ties was found.
const (
	TiesExact   = "exact"   // all arrangements of all queries
	TiesSampled = "sampled" // metrics.TieSamples random ones where a query has more
)

// A BoundsSummary is how low and how high the mean of a measure could be if the unjudged documents that it
// looks at were judged. It covers the same queries as the mean.
type BoundsSummary struct {
	Low      float64 `json:"low"`
	High     float64 `json:"high"`
	Method   string  `json:"method"`    // exact or outer
	MaxGrade int     `json:"max_grade"` // that an unjudged document is assumed to get at most
}

// How bounds were found.
const (
	BoundsExact = "exact" // some judgments up to the assumed grade lead to each end
	BoundsOuter = "outer" // no judgments lead beyond, but perhaps none to the ends
)

// QueryScores is one query's row; a nil score is undefined for the query.
type QueryScores struct {
	QueryID string              `json:"query_id"`
	Stratum string              `json:"stratum,omitempty"`
	Group   string              `json:"group,omitempty"`  // of wordings of one need: one unit of inference
	Status  Status              `json:"status,omitempty"` // empty when scored
	Error   string              `json:"error,omitempty"`
	Scores  map[string]*float64 `json:"scores"`

	// RelString shows the judgments of the first hits, where they were kept; see metrics.RelString.
	RelString string `json:"relstring,omitempty"`
}

// Latency summarizes per-query times in milliseconds over the queries that
// were answered. Percentiles are by linear interpolation (type 7).
type Latency struct {
	N      int     `json:"n"`
	MeanMS float64 `json:"mean_ms"`
	P50MS  float64 `json:"p50_ms"`
	P95MS  float64 `json:"p95_ms"`
	P99MS  float64 `json:"p99_ms"`
	MaxMS  float64 `json:"max_ms"`
}

// How a configuration's components are asked in service. A run always asks
// them apart; the words say how their latencies add up.
const (
	AskedInParallel = "in_parallel" // at the same time: the slowest counts; the default
	AskedInSequence = "in_sequence" // one after the other: the sum counts
)

// A SystemDetail is what one system gave to every query: what a page shows
// next to a comparison, which holds means and differences alone.
type SystemDetail struct {
	Name     string
	Measures []string // of the scores, in their order
	Better   []int    // of each measure: 1 where higher scores are better, -1 lower ones, 0 neither
	Queries  []Row    // by the bytes of their ids
	Depth    int      // so many hits of each query are kept at most; 0: none

	// NoHits says why no hits are kept although they were asked for, "" when they are.
	NoHits string
}

// Kept returns a system of which only what was stored with its run is known: its depth
// is that of the longest list, and without any list why says why.
func (d SystemDetail) Kept(why string) SystemDetail {
	d.Depth, d.NoHits = 0, ""
	for _, q := range d.Queries {
		d.Depth = max(d.Depth, len(q.Hits))
	}
	if d.Depth == 0 {
		d.NoHits = why
	}
	return d
}

// Only returns a system with the queries of these ids.
func (d SystemDetail) Only(ids []string) SystemDetail {
	d.Queries = slices.DeleteFunc(slices.Clone(d.Queries), func(q Row) bool { return !slices.Contains(ids, q.QueryID) })
	return d
}

// A JudgedHit is one hit as the measures saw it. Its rank is its position.
type JudgedHit struct {
	DocID string
	Grade int // Unjudged where it is not known
	Score float64
}

// Unjudged is the grade of a hit without judgments.
const Unjudged = -1
