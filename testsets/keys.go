package testsets

import (
	"gopkg.in/yaml.v3"
)

// A queryDraft is a query while it is being read, with the lines of its parts.
type queryDraft struct {
	Query
	at queryPlaces
}

// headerKeys are the keys of a set that is a mapping. Of the formats' keys only
// "queries" depends on another one, so format stands before it.
var headerKeys = mapping[TestSet]{what: "the test set", keys: []key[TestSet]{
	{
		name: "name", shape: shapeName, help: "What the set is called; default: the file's name without its ending. No @ and no /.",
		read: func(r *reader, n *yaml.Node, t *TestSet) { t.Name, _ = r.filled(n) },
	},
	{
		name: "version", shape: shapeText, required: true, help: "Version of the set, such as v1. Every result names it.",
		read: func(r *reader, n *yaml.Node, t *TestSet) { t.Version, _ = r.filled(n) },
	},
	{
		name: "description", shape: shapeText, help: "What the set is for and how it was made.",
		read: func(r *reader, n *yaml.Node, t *TestSet) { t.Description, _ = r.text(n) },
	},
	{
		name: "created", shape: shapeDate, help: "Date, 2026-03-01, or RFC 3339 time at which this version was made.",
		read: func(r *reader, n *yaml.Node, t *TestSet) { t.Created, _ = r.filled(n) },
	},
	{
		name: "profile", shape: shapeText, help: "Conventions of scoring unless an experiment or a flag names others, such as qrels for an imported collection; default: default.",
		read: func(r *reader, n *yaml.Node, t *TestSet) { t.Profile, _ = r.filled(n) },
	},
	{
		name: "parent", shape: shapeParent, help: "The version that this one was made from.",
		read: func(r *reader, n *yaml.Node, t *TestSet) { t.Parent = readMapping(r, n, &parentKeys) },
	},
	{
		name: "provenance", shape: shapeProvenance, help: "The file that says where each query and judgment came from.",
		read: func(r *reader, n *yaml.Node, t *TestSet) { t.Provenance = readMapping(r, n, &provenanceKeys) },
	},
	{
		name: "split", shape: shapeDraw, help: "How the parts were drawn, as testset split writes it.",
		read: func(r *reader, n *yaml.Node, t *TestSet) { t.Draw = readMapping(r, n, &drawKeys) },
	},
	{
		name: "format", shape: shapeFormat, help: "golden when the queries are entries of a golden list; leave it out otherwise.",
		read: func(r *reader, n *yaml.Node, t *TestSet) { t.Format = r.formatMark(n) },
	},
	{
		name: "scale", shape: shapeScale, help: "Allowed grades and what each means; default: 0 irrelevant, 1 somewhat relevant, 2 relevant, 3 highly relevant.",
		read: func(r *reader, n *yaml.Node, t *TestSet) { t.Scale = r.scale(n) },
	},
	{
		name: "strata", shape: shapeTexts, help: "Allowed query types in reporting order; default: exact_term, paraphrase, complex_clinical. [] for queries without a type.",
		read: func(r *reader, n *yaml.Node, t *TestSet) { t.Strata = r.texts(n) },
	},
	{
		name: "queries", shape: shapeQueries, required: true, help: "The queries with their judgments.",
		read: func(r *reader, n *yaml.Node, t *TestSet) { r.queries(n, t) },
	},
}}

var parentKeys = mapping[Parent]{what: "parent", keys: []key[Parent]{
	{
		name: "version", shape: shapeText, required: true, help: "Its version.",
		read: func(r *reader, n *yaml.Node, p *Parent) { p.Version, _ = r.filled(n) },
	},
	{
		name: "sha256", shape: shapeHash, required: true, help: "Its content hash, as testset show prints it.",
		read: func(r *reader, n *yaml.Node, p *Parent) { p.SHA256, _ = r.filled(n) },
	},
}}

var provenanceKeys = mapping[Provenance]{what: "provenance", keys: []key[Provenance]{
	{
		name: "file", shape: shapeText, required: true, help: "Its path, from the folder of the set.",
		read: func(r *reader, n *yaml.Node, p *Provenance) { p.File, _ = r.filled(n) },
	},
	{
		name: "sha256", shape: shapeHash, required: true, help: "SHA-256 of its bytes.",
		read: func(r *reader, n *yaml.Node, p *Provenance) { p.SHA256, _ = r.filled(n) },
	},
}}

var drawKeys = mapping[Draw]{what: "split", keys: []key[Draw]{
	{
		name: "seed", shape: shapeSeed, required: true, help: "Seed of the draw.",
		read: func(r *reader, n *yaml.Node, d *Draw) { d.Seed = r.seed(n) },
	},
	{
		name: "ratio", shape: shapeRatio, required: true, help: "Share of the queries that are held out.",
		read: func(r *reader, n *yaml.Node, d *Draw) { d.Ratio = r.ratio(n) },
	},
	{
		name: "by", shape: shapeBy, help: "query when only families were kept together; default: group, which keeps groups and queries of the same words together too.",
		read: func(r *reader, n *yaml.Node, d *Draw) { d.By, _ = r.filled(n) },
	},
}}

// queryKeys are the keys of a native query.
var queryKeys = mapping[queryDraft]{what: "a query", keys: append([]key[queryDraft]{
	{
		name: "query_id", shape: shapeText, required: true, help: "Identifier, unique in the set, kept as it is written.",
		read: func(r *reader, n *yaml.Node, q *queryDraft) { q.ID, _ = r.filled(n) },
	},
	{
		name: "query_text", shape: shapeText, required: true, help: "What is asked.",
		read: func(r *reader, n *yaml.Node, q *queryDraft) { q.Text, _ = r.filled(n) },
	},
	{
		name: "query_type", shape: shapeText, help: "Stratum, one of strata. Required unless the set has no strata.",
		read: func(r *reader, n *yaml.Node, q *queryDraft) {
			q.at.kind = n.Line
			q.Type, _ = r.filled(n)
		},
	},
	{
		name: "relevant_docs", shape: shapeDocs, help: "Judged documents with their grades, grade 0 included. At least one has a grade above 0.",
		read: func(r *reader, n *yaml.Node, q *queryDraft) { r.docs(n, q) },
	},
	{
		name: "relevant_chunks", shape: shapeChunks, help: "Judged chunks with their grades, for measures with level=chunk.",
		read: func(r *reader, n *yaml.Node, q *queryDraft) { r.chunks(n, q) },
	},
}, sharedKeys...)}

// goldenKeys are the keys of an entry of a golden list. Its readers elsewhere
// pass over keys they do not know, so this one does.
var goldenKeys = mapping[queryDraft]{what: "a golden entry", tolerant: true, keys: append([]key[queryDraft]{
	{
		name: "id", shape: shapeText, required: true, help: "Identifier, unique in the list, kept as it is written.",
		read: func(r *reader, n *yaml.Node, q *queryDraft) { q.ID, _ = r.filled(n) },
	},
	{
		name: "query", shape: shapeText, required: true, help: "What is asked.",
		read: func(r *reader, n *yaml.Node, q *queryDraft) { q.Text, _ = r.filled(n) },
	},
}, sharedKeys...)}

// sharedKeys are those that both kinds of queries have.
var sharedKeys = []key[queryDraft]{
	{
		name: "expected_doc_ids", shape: shapeTexts, help: "Documents that should be found. In a golden list [] means: the system should refuse to answer.",
		read: func(r *reader, n *yaml.Node, q *queryDraft) { q.ExpectedDocs = r.texts(n) },
	},
	{
		name: "expected_chunk_ids", shape: shapeTexts, help: "Chunks that should be found.",
		read: func(r *reader, n *yaml.Node, q *queryDraft) { q.ExpectedChunks = none(r.texts(n)) },
	},
	{
		name: "expected_spans", shape: shapeSpans, help: "Lines that should be found, such as d7:3-12, for runs whose chunks have other ids by now.",
		read: func(r *reader, n *yaml.Node, q *queryDraft) { q.ExpectedSpans = r.spans(n) },
	},
	{
		name: "must_contain", shape: shapeTexts, help: "Strings that a good answer contains; upper and lower case differ.",
		read: func(r *reader, n *yaml.Node, q *queryDraft) { q.MustContain = none(r.texts(n)) },
	},
	{
		name: "forbidden", shape: shapeTexts, help: "Strings that a good answer does not contain.",
		read: func(r *reader, n *yaml.Node, q *queryDraft) { q.Forbidden = none(r.texts(n)) },
	},
	{
		name: "expected_refusal", shape: shapeFlag, help: "Whether a good system declines to answer.",
		read: func(r *reader, n *yaml.Node, q *queryDraft) { q.ExpectedRefusal = r.flag(n) },
	},
	{
		name: "unjudged", shape: shapeFlag, help: "true for a query that nobody has judged yet: no measure counts it. It has no judgments and no expectations.",
		read: func(r *reader, n *yaml.Node, q *queryDraft) {
			q.at.unjudged = n.Line
			yes := r.flag(n)
			q.Unjudged = yes != nil && *yes
		},
	},
	{
		name: "split", shape: shapeSplit, help: "Part of the set: evaluation or heldout. All queries have it or none.",
		read: func(r *reader, n *yaml.Node, q *queryDraft) {
			q.at.split = n.Line
			s, _ := r.filled(n)
			q.Split = Split(s)
		},
	},
	{
		name: "lang", shape: shapeLabel, help: "Language of the query, a BCP 47 tag.",
		read: func(r *reader, n *yaml.Node, q *queryDraft) { q.Lang, _ = r.text(n) },
	},
	{
		name: "difficulty", shape: shapeLabel, help: "A label such as easy.",
		read: func(r *reader, n *yaml.Node, q *queryDraft) { q.Difficulty, _ = r.text(n) },
	},
	{
		name: "group", shape: shapeLabel, help: "Queries of one group ask the same in other words and expect the same documents; they count as one.",
		read: func(r *reader, n *yaml.Node, q *queryDraft) { q.Group, _ = r.text(n) },
	},
	{
		name: "family", shape: shapeLabel, help: "Queries of one family are nearly the same and belong to one part of a split.",
		read: func(r *reader, n *yaml.Node, q *queryDraft) { q.Family, _ = r.text(n) },
	},
	{
		name: "tags", shape: shapeTexts, help: "Labels of your own.",
		read: func(r *reader, n *yaml.Node, q *queryDraft) { q.Tags = none(r.texts(n)) },
	},
	{
		name: "source", shape: shapeLabel, help: "Where the query came from.",
		read: func(r *reader, n *yaml.Node, q *queryDraft) { q.Source, _ = r.text(n) },
	},
}

var docKeys = mapping[Judgment]{what: "a judged document", keys: []key[Judgment]{
	{
		name: "doc_id", shape: shapeText, required: true, help: "Identifier of the document, kept as it is written.",
		read: func(r *reader, n *yaml.Node, j *Judgment) { j.Doc, _ = r.filled(n) },
	},
	{
		name: "grade", shape: shapeGrade, required: true, help: "How relevant it is, on the set's scale.",
		read: func(r *reader, n *yaml.Node, j *Judgment) { j.Grade, _ = r.integer(n) },
	},
}}

var chunkKeys = mapping[ChunkJudgment]{what: "a judged chunk", keys: []key[ChunkJudgment]{
	{
		name: "chunk_id", shape: shapeText, required: true, help: "Identifier of the chunk, kept as it is written.",
		read: func(r *reader, n *yaml.Node, j *ChunkJudgment) { j.Chunk, _ = r.filled(n) },
	},
	{
		name: "grade", shape: shapeGrade, required: true, help: "How relevant it is, on the set's scale.",
		read: func(r *reader, n *yaml.Node, j *ChunkJudgment) { j.Grade, _ = r.integer(n) },
	},
}}
