package kebab

import (
	"cmp"
	"fmt"
	"math"

	"github.com/rankduel/rankduel/experiment/result"
	"github.com/rankduel/rankduel/internal/plainjson"
	"github.com/rankduel/rankduel/retrieval"
	"github.com/rankduel/rankduel/retrieval/runfile"
)

const longAgo = "1970-01-01T00:00:00Z"

// row returns kebab's QueryResult, its keys in kebab's order. Kebab refuses a row that
// lacks one, so that what no one knows is empty, and a time the beginning of 1970.
func (x *Exported) row(e Export, r runfile.Result) (result.KebabRow, error) {
	mode, text, took := cmp.Or(e.Settings[modeSetting], modes[0]), e.Texts[r.QueryID], uint32(0)
	if text == "" {
		x.NoText++
	}
	if r.LatencyMS != nil {
		took = uint32(min(math.Round(*r.LatencyMS), math.MaxUint32))
	}
	hits := make([]plainjson.Object, len(r.Hits))
	for i, h := range r.Hits {
		if math.Abs(h.Score) > math.MaxFloat32 {
			return result.KebabRow{}, fmt.Errorf("hit %q: kebab has no number for the score %v", h.ID, h.Score)
		}
		document := cmp.Or(h.Document, h.ID)
		hits[i] = plainjson.Object{
			{"rank", cmp.Or(h.Rank, i+1)},
			{"chunk_id", h.ID},
			{"doc_id", document},
			{"doc_path", document},
			{"heading_path", []string{}},
			{"section_label", nil},
			{"snippet", h.Text},
			{"citation", x.citation(document, h.Spans)},
			{"retrieval", plainjson.Object{
				{"method", mode}, {"fusion_score", h.Score}, {"lexical_score", nil}, {"vector_score", nil}, {"lexical_rank", nil}, {"vector_rank", nil},
			}},
			{"index_version", ""},
			{"embedding_model", nil},
			{"chunker_version", e.Settings["chunker_version"]},
			{"indexed_at", longAgo},
			{"stale", false},
			{"score_kind", scoreKinds[mode]},
		}
	}
	row := plainjson.Object{{"query_id", r.QueryID}, {"query", text}, {"mode", mode}, {"hits_top_k", hits}, {"answer", nil}, {"elapsed_ms", took}, {"error", given(r.Error)}}
	if r.Answer != nil {
		row[4][1] = e.answer(*r.Answer, mode, len(hits), took)
	}
	line, err := plainjson.Line(row)
	return result.KebabRow{QueryID: r.QueryID, JSON: line}, err
}

// scoreKinds are what kebab's scores are by its modes.
var scoreKinds = map[string]string{"hybrid": "rrf", "lexical": "bm25", "vector": "cosine"}

// citation points to the first lines that a hit covers. Without any it is page 0
// of the document, which no document has: lines from 1 would be taken for known.
func (x *Exported) citation(document string, spans []retrieval.Span) plainjson.Object {
	if len(spans) == 0 {
		x.NoLines++
		return noPage(document)
	}
	x.Spans += len(spans) - 1
	return plainjson.Object{{"kind", "line"}, {"path", document}, {"start", spans[0].Start}, {"end", spans[0].End}, {"section", nil}}
}

func noPage(document string) plainjson.Object {
	return plainjson.Object{{"kind", "page"}, {"path", document}, {"page", 0}, {"section", nil}}
}

func (e Export) answer(a retrieval.Answer, mode string, hits int, took uint32) plainjson.Object {
	citations := make([]plainjson.Object, len(a.Citations))
	for i, c := range a.Citations {
		citations[i] = plainjson.Object{{"marker", nil}, {"citation", noPage(c.Path)}, {"indexed_at", longAgo}, {"stale", false}}
	}
	return plainjson.Object{
		{"answer", a.Text},
		{"citations", citations},
		{"grounded", a.Grounded},
		{"refusal_reason", nil},
		{"model", plainjson.Object{{"id", e.Settings["llm.model_id"]}, {"provider", e.Settings["llm.provider"]}, {"dimensions", nil}}},
		{"embedding", nil},
		{"prompt_template_version", e.Settings["prompt_template_version"]},
		{"retrieval", plainjson.Object{
			{"trace_id", ""}, {"mode", mode}, {"k", hits}, {"score_gate", 0}, {"top_score", 0}, {"chunks_returned", hits}, {"chunks_used", 0},
		}},
		{"usage", plainjson.Object{{"prompt_tokens", 0}, {"completion_tokens", 0}, {"latency_ms", took}}},
		{"created_at", longAgo},
	}
}
