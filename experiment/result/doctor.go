package result

// DiagnosisSchema is the name of a diagnosis.
const DiagnosisSchema = "rankduel/doctor/v1"

// A Diagnosis says what files are, and what can be concluded from them.
type Diagnosis struct {
	Schema string          `json:"schema"`
	Files  []FileDiagnosis `json:"files"`
	Pairs  []PairDiagnosis `json:"pairs"` // of systems with scores, the first of all with each other one
	Next   []string        `json:"next"`  // commands for all of these; those for one are with its file
}

// What a file may be.
const (
	FileScores    = "scores" // of queries or samples
	FileMeans     = "means"  // that no query is left of, or other numbers that nothing can be tested with
	FileRun       = "run"
	FileJudgments = "judgments" // or questions
	FileTestSet   = "test_set"
	FileCorpus    = "corpus"
	FileOwn       = "own" // of this program
	FileUnknown   = "unknown"
)

// A FileDiagnosis is what one file is.
type FileDiagnosis struct {
	File   string            `json:"file"`
	Kind   string            `json:"kind"`
	Is     string            `json:"is"`               // in words
	Of     map[string]string `json:"of,omitempty"`     // what a file that it is compared with must have in common with it, such as a dataset
	Scores []ScoresDiagnosis `json:"scores,omitempty"` // of each system by each measure
	Says   []string          `json:"says"`
	Lacks  []string          `json:"lacks"` // what cannot be concluded, and what would help
	Next   []string          `json:"next"`  // commands
}

// A ScoresDiagnosis is what the scores of one system by one measure are like.
type ScoresDiagnosis struct {
	System     string   `json:"system"`
	Measure    string   `json:"measure"`
	Better     string   `json:"better"` // higher or lower, or empty where no one said so
	Samples    int      `json:"samples"`
	Scored     int      `json:"scored"` // samples; the others have no score, which does not count as 0
	Runs       int      `json:"runs"`   // the most of a sample
	Min        float64  `json:"min"`
	Mean       float64  `json:"mean"`
	Max        float64  `json:"max"`
	Binary     bool     `json:"binary"`     // every score is 0 or 1
	Detectable *float64 `json:"detectable"` // difference to another system that these samples show in 80 % of cases, where scores of both correlate by a half; null where none is
}

// A RankOverlap is how alike two runs rank: rank-biased overlap, 1 where they rank alike.
type RankOverlap struct {
	With        string         `json:"with"` // a run
	Persistence float64        `json:"persistence"`
	Depth       int            `json:"depth"` // hits of each query that were looked at, at most
	Mean        float64        `json:"mean"`
	Interval    *Interval      `json:"interval"`  // of the mean; null of one query
	PerQuery    []QueryOverlap `json:"per_query"` // least alike first
}

// A QueryOverlap is that of one query.
type QueryOverlap struct {
	QueryID string  `json:"query_id"`
	Overlap float64 `json:"overlap"`
}

// A PairDiagnosis says how the samples of two systems go together, or the queries of judgments and of a run.
type PairDiagnosis struct {
	A          string              `json:"a"`
	B          string              `json:"b"`
	Common     int                 `json:"common"`
	OnlyA      []string            `json:"only_a"`
	OnlyB      []string            `json:"only_b"`
	Fault      string              `json:"fault,omitempty"`        // why they are not comparable
	Detectable map[string]*float64 `json:"detectable"`             // difference by measure, by how these two differ from sample to sample
	Judged     *float64            `json:"judged_ratio,omitempty"` // of judgments and a run: how much of the first 10 hits of common queries is judged
	Overlap    *RankOverlap        `json:"overlap,omitempty"`      // of rankings with those of the first run
}
