package testsets

// A TestSet is a versioned list of judged queries. [Parse] builds one that is
// valid; [TestSet.Validate] checks one that was put together by a program.
type TestSet struct {
	// File is what Parse was told that the set is called; empty for a set that a
	// program made.
	File string
	// Name is what the file calls the set, or the file's name without its
	// ending. It holds no "@" and no "/".
	Name string
	// Version is free text such as "v1". It is empty only for sets without a
	// header: golden lists and bare lists of queries.
	Version     string
	Description string
	Created     string      // a date, 2026-03-01, or an RFC 3339 time; may be empty
	Profile     string      // conventions that the set is scored by unless somebody asks for others; may be empty
	Parent      *Parent     // the version this one was made from; nil for the first
	Provenance  *Provenance // where queries and judgments came from, kept beside the set; may be nil
	Draw        *Draw       // how the parts were drawn; nil where nobody says
	Format      Format

	// Scale says which grades are allowed. Empty means DefaultScale, in a
	// golden list BinaryScale.
	Scale Scale
	// Strata are the query types that are allowed, in reporting order. Empty
	// means that the queries have no type.
	Strata  []string
	Queries []Query

	// Skipped holds the keys of a golden list that nobody reads. Other sets
	// have none, because there an unknown key is a fault.
	Skipped []Fault
}

// A Parent names the set that a version was made from, by version and by the
// content hash it had then.
type Parent struct {
	Version string `json:"version"`
	SHA256  string `json:"sha256"` // 64 lower-case hexadecimal digits
}

// A Provenance names the file that says where each query and judgment came from,
// and the hash of its bytes. It stands outside of the set, so that the set's
// hash is that of queries and judgments alone.
type Provenance struct {
	File   string `json:"file"` // relative to the set's file
	SHA256 string `json:"sha256"`
}

// A Draw is how the queries were divided into an evaluation part and a held-out
// part, so that anybody can draw them again.
type Draw struct {
	Seed  uint64  `json:"seed"`
	Ratio float64 `json:"ratio"`        // share of the queries that are held out, in (0, 1)
	By    string  `json:"by,omitempty"` // ByGroup, which empty means too, or ByQuery
}

// What a draw keeps in one part, besides families.
const (
	ByGroup = "group" // groups, and queries of the same words
	ByQuery = "query" // nothing
)

// A Format is a convention for writing queries down.
type Format string

// The two formats. They differ in their keys and in one rule: a golden entry
// needs no relevant document, because without one it asks for a refusal.
const (
	Native Format = ""       // query_id, query_text, query_type, relevant_docs
	Golden Format = "golden" // id, query, expected_doc_ids, must_contain
)

// A Query is one question to the retrieval system and what is known about its
// answers. Only ID, Text and, in a stratified set, Type are needed by all.
type Query struct {
	ID    string
	Text  string
	Type  string // stratum; one of TestSet.Strata
	Split Split

	Relevant       []Judgment      // judged documents, grade 0 included
	RelevantChunks []ChunkJudgment // judged chunks, for measures with level=chunk

	// ExpectedDocs and ExpectedChunks are the golden form of judgments. Where
	// a query has no judgments of its own, they stand in Relevant and
	// RelevantChunks with grade 1 as well. A nil ExpectedDocs was left out, an
	// empty one was written as []: both ask for a refusal in a golden list,
	// and only the first draws a warning.
	ExpectedDocs   []string
	ExpectedChunks []string

	// ExpectedSpans are the lines that should be found, where chunks have other ids
	// than those that are expected.
	ExpectedSpans []Span

	MustContain []string // strings that a good answer contains, case counts
	Forbidden   []string // strings that it must not contain

	// Unjudged marks a query that nobody has judged yet, as imports make it. It
	// is left out of every measure, and has no judgments of any kind beside the
	// mark.
	Unjudged bool

	// ExpectedRefusal says whether the system should decline to answer. Nil
	// leaves it to the format, see TestSet.ShouldRefuse.
	ExpectedRefusal *bool

	Lang       string // BCP 47 tag; a label
	Difficulty string // a label
	Group      string // queries of a group ask the same and expect the same documents: one unit of inference
	Family     string // near-duplicates, which no split may part; otherwise without effect
	Tags       []string
	Source     string // where the query came from: a log, a person, another set

	Line int // where the query starts in its file, from 1; 0 when it has none
}

// A Judgment is what an assessor said about one document and one query.
type Judgment struct {
	Doc   string
	Grade int // on the set's scale; negative means pooled but not judged
}

// A ChunkJudgment is a judgment of one chunk of a document.
type ChunkJudgment struct {
	Chunk string
	Grade int
}

// A Split marks the part of the set that a query belongs to.
type Split string

// The parts. Everybody looks at the evaluation part; the held-out part is kept
// to see whether what was gained there was learnt by heart.
const (
	Unsplit    Split = ""
	Evaluation Split = "evaluation"
	HeldOut    Split = "heldout"
)

// ShouldRefuse reports whether a good system declines to answer q. The query's
// own mark decides; without one, a golden entry without expected documents asks
// for a refusal, as its format has it, unless it is unjudged, and no other query
// does.
func (t *TestSet) ShouldRefuse(q *Query) bool {
	if q.ExpectedRefusal != nil {
		return *q.ExpectedRefusal
	}
	return t.Format == Golden && len(q.ExpectedDocs) == 0 && !q.Unjudged
}

// HasRelevant reports whether some document or chunk has a grade above 0.
func (q *Query) HasRelevant() bool {
	for _, j := range q.Relevant {
		if j.Grade > 0 {
			return true
		}
	}
	for _, j := range q.RelevantChunks {
		if j.Grade > 0 {
			return true
		}
	}
	return false
}
