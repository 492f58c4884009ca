package testsets

import (
	"math"
	"slices"
)

// A TestSet is a versioned list of judged queries. [Parse] builds one that is
// valid; [TestSet.Validate] checks one that was put together by a program.
type TestSet struct {
	// Name is what the file calls the set, or the file's name without its ending. It holds no "@" and no "/".
	Name string `json:"name,omitzero" yaml:"name"`
	// Version is free text such as "v1". It is empty only for sets without a
	// header: golden lists and bare lists of queries.
	Version     string      `json:"version,omitzero" yaml:"version" set:"required"`
	Description string      `json:"description,omitzero" yaml:"description" set:"blank"`
	Created     string      `json:"created,omitzero" yaml:"created"`       // a date, 2026-03-01, or an RFC 3339 time; may be empty
	Profile     string      `json:"profile,omitzero" yaml:"profile"`       // conventions of scoring unless others are asked for; may be empty
	Parent      *Parent     `json:"parent,omitzero" yaml:"parent"`         // the version this one was made from; nil for the first
	Provenance  *Provenance `json:"provenance,omitzero" yaml:"provenance"` // where queries and judgments came from, kept in another file; may be nil
	Draw        *Draw       `json:"split,omitzero" yaml:"split"`           // how the parts were drawn; nil where that is not known
	Format      Format      `json:"format,omitzero" yaml:"format"`

	// Scale says which grades are allowed. Empty means DefaultScale, in a golden list BinaryScale.
	Scale Scale `json:"scale,omitzero" yaml:"scale"`
	// PassageShare is how much of a passage a hit has to cover to have found it; 0 is DefaultPassageShare.
	PassageShare Share `json:"passage_share,omitzero" yaml:"passage_share"`
	// Strata are the query types that are allowed, in reporting order. Empty means that the queries have no type.
	Strata  []string `json:"strata,omitzero" yaml:"strata"`
	Queries []Query  `json:"-" yaml:"queries" set:"required"`

	// File is what Parse was told that the set is called; empty for a set that a program made.
	File string `json:"-" yaml:"-"`
	// Skipped holds the keys of a golden list that are not read. Other sets
	// have none, because there an unknown key is a fault.
	Skipped []Fault `json:"-" yaml:"-"`
}

// A Parent names the set that a version was made from, by version and by the content hash it had then.
type Parent struct {
	Version string `json:"version" yaml:"version" set:"required"`
	SHA256  string `json:"sha256" yaml:"sha256" set:"required"` // 64 lower-case hexadecimal digits
}

// A Provenance names the file that says where each query and judgment came from, and the hash of its bytes.
// It is outside of the set, so that the set's hash is that of queries and judgments alone.
type Provenance struct {
	File   string `json:"file" yaml:"file" set:"required"` // relative to the set's file
	SHA256 string `json:"sha256" yaml:"sha256" set:"required"`
}

// A Draw is how the queries were divided into an evaluation part and a held-out
// part, so that anybody can draw them again.
type Draw struct {
	Seed  uint64  `json:"seed" yaml:"seed" set:"required"`
	Ratio float64 `json:"ratio" yaml:"ratio" set:"required"` // share of the queries that are held out, in (0, 1)
	By    string  `json:"by,omitempty" yaml:"by"`            // ByGroup, which empty means too, or ByQuery
}

// isWeight reports a finite number from 0 up.
func isWeight(v float64) bool { return v >= 0 && v <= math.MaxFloat64 }

// isRatio reports a share between 0 and 1; NaN is not one.
func isRatio(v float64) bool { return v > 0 && v < 1 }

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
	ID         string `json:"query_id,omitzero" yaml:"query_id" set:"required,native"`
	Text       string `json:"query_text,omitzero" yaml:"query_text" set:"required,native"`
	Type       string `json:"query_type,omitzero" yaml:"query_type" set:"native"` // stratum; one of TestSet.Strata
	Split      Split  `json:"split,omitzero" yaml:"split"`
	Lang       string `json:"lang,omitzero" yaml:"lang" set:"blank"`             // BCP 47 tag; a label
	Difficulty string `json:"difficulty,omitzero" yaml:"difficulty" set:"blank"` // a label
	Group      string `json:"group,omitzero" yaml:"group" set:"blank"`           // queries of a group ask the same and expect the same documents: one unit of inference
	Family     string `json:"family,omitzero" yaml:"family" set:"blank"`         // near-duplicates, which no split may part; otherwise without effect
	// Conversation joins the turns of one: a unit of inference too, and their documents are what each asks for.
	Conversation string   `json:"conversation,omitzero" yaml:"conversation" set:"blank"`
	Weight       *Weight  `json:"weight,omitzero" yaml:"weight"`             // for how much it counts where weights are asked for, such as its traffic, or one over its probability of being drawn; nil: not known
	Source       string   `json:"source,omitzero" yaml:"source" set:"blank"` // where the query came from: a log, a person, another set
	Tags         []string `json:"tags,omitempty" yaml:"tags"`

	Relevant       []Judgment      `json:"relevant_docs,omitempty" yaml:"relevant_docs" set:"native"`     // judged documents, grade 0 included
	RelevantChunks []ChunkJudgment `json:"relevant_chunks,omitempty" yaml:"relevant_chunks" set:"native"` // judged chunks, for measures with level=chunk

	// Passages are judged parts of documents, for measures with level=chunk: a hit has one if it covers
	// enough of it, whatever its id. Their documents are in Relevant where nothing else is judged.
	Passages []Passage `json:"passages,omitempty" yaml:"passages" set:"native"`

	// ExpectedDocs and ExpectedChunks are the golden form of judgments. Where a query has no judgments of its own, they
	// are in Relevant and RelevantChunks with grade 1 as well. A nil ExpectedDocs was left out, an empty one was
	// written as []: both ask for a refusal in a golden list, and only the first draws a warning.
	ExpectedDocs   []string `json:"expected_doc_ids,omitzero" yaml:"expected_doc_ids"`
	ExpectedChunks []string `json:"expected_chunk_ids,omitempty" yaml:"expected_chunk_ids"`

	// ExpectedSpans are the lines that should be found, where chunks have other ids than those that are expected.
	ExpectedSpans []Span `json:"expected_spans,omitempty" yaml:"expected_spans"`

	MustContain []string `json:"must_contain,omitempty" yaml:"must_contain"` // strings that a good answer contains, case counts
	Forbidden   []string `json:"forbidden,omitempty" yaml:"forbidden"`       // strings that it must not contain

	// ExpectedRefusal says whether the system should decline to answer. Nil
	// leaves it to the format, see TestSet.ShouldRefuse.
	ExpectedRefusal *bool `json:"expected_refusal,omitzero" yaml:"expected_refusal"`

	// Unjudged marks a query that has not been judged yet, as imports make it. It is left out of every
	// measure, and has no judgments of any kind besides the mark.
	Unjudged bool `json:"unjudged,omitzero" yaml:"unjudged"`

	Line int `json:"-" yaml:"-"` // where the query starts in its file, from 1; 0 when it has none
}

// A goldenEntry is a query with the keys of a golden list, whose ID and Text are here and not in the query.
type goldenEntry struct {
	ID    string `json:"id,omitzero" yaml:"id" set:"required"`
	Text  string `json:"query,omitzero" yaml:"query" set:"required"`
	Query `yaml:",inline"`
}

// A Weight is a number from 0 up. It has no unit: only ratios of weights count.
type Weight float64

// A Judgment is what an assessor said about one document and one query.
type Judgment struct {
	Doc   string `json:"doc_id" yaml:"doc_id" set:"required"`
	Grade int    `json:"grade" yaml:"grade" set:"required"` // on the set's scale; negative means pooled but not judged
}

// A ChunkJudgment is a judgment of one chunk of a document.
type ChunkJudgment struct {
	Chunk string `json:"chunk_id" yaml:"chunk_id" set:"required"`
	Grade int    `json:"grade" yaml:"grade" set:"required"`
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

// ShouldRefuse reports whether a good system declines to answer q. The query's own mark decides; without
// one, a golden entry without expected documents asks for a refusal, as its format has it, unless it is
// unjudged, and no other query does.
func (t *TestSet) ShouldRefuse(q *Query) bool {
	if q.ExpectedRefusal != nil {
		return *q.ExpectedRefusal
	}
	return t.Format == Golden && len(q.ExpectedDocs) == 0 && !q.Unjudged
}

// Unit names what the query counts as one with in inference, its conversation or its group; empty where it is by itself.
func (q *Query) Unit() string {
	if q.Conversation != "" {
		return "conversation " + q.Conversation // a group may have the same name
	}
	return q.Group
}

// HasRelevant reports whether some document or chunk has a grade above 0.
func (q *Query) HasRelevant() bool {
	return slices.ContainsFunc(q.Relevant, func(j Judgment) bool { return j.Grade > 0 }) ||
		slices.ContainsFunc(q.RelevantChunks, func(j ChunkJudgment) bool { return j.Grade > 0 }) ||
		slices.ContainsFunc(q.Passages, func(p Passage) bool { return p.Grade > 0 })
}
