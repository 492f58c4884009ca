package kebab

import (
	"bytes"
	"cmp"
	"encoding/json"
	"fmt"
	"math"

	"github.com/rankduel/rankduel/experiment/result"
	"github.com/rankduel/rankduel/retrieval"
	"github.com/rankduel/rankduel/retrieval/runfile"
)

// The types are kebab's QueryResult with what it consists of, in the order of
// its keys. Kebab refuses a row that lacks one, so that what no one knows is
// empty, and a time the beginning of 1970.
type (
	rowJSON struct {
		QueryID   string      `json:"query_id"`
		Query     string      `json:"query"`
		Mode      string      `json:"mode"`
		Hits      []hitJSON   `json:"hits_top_k"`
		Answer    *answerJSON `json:"answer"`
		ElapsedMS uint32      `json:"elapsed_ms"`
		Error     *string     `json:"error"`
	}
	hitJSON struct {
		Rank           int           `json:"rank"`
		ChunkID        string        `json:"chunk_id"`
		DocID          string        `json:"doc_id"`
		DocPath        string        `json:"doc_path"`
		HeadingPath    []string      `json:"heading_path"`
		SectionLabel   *string       `json:"section_label"`
		Snippet        string        `json:"snippet"`
		Citation       any           `json:"citation"`
		Retrieval      retrievalJSON `json:"retrieval"`
		IndexVersion   string        `json:"index_version"`
		EmbeddingModel *string       `json:"embedding_model"`
		ChunkerVersion string        `json:"chunker_version"`
		IndexedAt      string        `json:"indexed_at"`
		Stale          bool          `json:"stale"`
		ScoreKind      string        `json:"score_kind"`
	}
	retrievalJSON struct {
		Method       string   `json:"method"`
		FusionScore  float64  `json:"fusion_score"`
		LexicalScore *float64 `json:"lexical_score"`
		VectorScore  *float64 `json:"vector_score"`
		LexicalRank  *int     `json:"lexical_rank"`
		VectorRank   *int     `json:"vector_rank"`
	}
	lineJSON struct {
		Kind    string  `json:"kind"`
		Path    string  `json:"path"`
		Start   int     `json:"start"`
		End     int     `json:"end"`
		Section *string `json:"section"`
	}
	pageJSON struct {
		Kind    string  `json:"kind"`
		Path    string  `json:"path"`
		Page    int     `json:"page"`
		Section *string `json:"section"`
	}
	answerJSON struct {
		Answer        string              `json:"answer"`
		Citations     []answerCitation    `json:"citations"`
		Grounded      bool                `json:"grounded"`
		RefusalReason *string             `json:"refusal_reason"`
		Model         modelJSON           `json:"model"`
		Embedding     *modelJSON          `json:"embedding"`
		Prompt        string              `json:"prompt_template_version"`
		Retrieval     answerRetrievalJSON `json:"retrieval"`
		Usage         usageJSON           `json:"usage"`
		CreatedAt     string              `json:"created_at"`
	}
	answerCitation struct {
		Marker    *string `json:"marker"`
		Citation  any     `json:"citation"`
		IndexedAt string  `json:"indexed_at"`
		Stale     bool    `json:"stale"`
	}
	modelJSON struct {
		ID         string `json:"id"`
		Provider   string `json:"provider"`
		Dimensions *int   `json:"dimensions"`
	}
	answerRetrievalJSON struct {
		TraceID        string  `json:"trace_id"`
		Mode           string  `json:"mode"`
		K              int     `json:"k"`
		ScoreGate      float64 `json:"score_gate"`
		TopScore       float64 `json:"top_score"`
		ChunksReturned int     `json:"chunks_returned"`
		ChunksUsed     int     `json:"chunks_used"`
	}
	usageJSON struct {
		PromptTokens     int    `json:"prompt_tokens"`
		CompletionTokens int    `json:"completion_tokens"`
		LatencyMS        uint32 `json:"latency_ms"`
	}
)

const longAgo = "1970-01-01T00:00:00Z"

func (x *Exported) row(e Export, r runfile.Result) (result.KebabRow, error) {
	row := rowJSON{QueryID: r.QueryID, Query: e.Texts[r.QueryID], Mode: cmp.Or(e.Settings[modeSetting], modes[0]), Hits: []hitJSON{}}
	if row.Query == "" {
		x.NoText++
	}
	if r.LatencyMS != nil {
		row.ElapsedMS = uint32(min(math.Round(*r.LatencyMS), math.MaxUint32))
	}
	if r.Error != "" {
		row.Error = &r.Error
	}
	for i, h := range r.Hits {
		if math.Abs(h.Score) > math.MaxFloat32 {
			return result.KebabRow{}, fmt.Errorf("hit %q: kebab has no number for the score %v", h.ID, h.Score)
		}
		rank := cmp.Or(h.Rank, i+1)
		document := cmp.Or(h.Document, h.ID)
		row.Hits = append(row.Hits, hitJSON{
			Rank: rank, ChunkID: h.ID, DocID: document, DocPath: document, HeadingPath: []string{}, Snippet: h.Text,
			Citation:  x.citation(document, h.Spans),
			Retrieval: retrievalJSON{Method: row.Mode, FusionScore: h.Score}, ChunkerVersion: e.Settings["chunker_version"],
			IndexedAt: longAgo, ScoreKind: scoreKinds[row.Mode],
		})
	}
	if r.Answer != nil {
		row.Answer = e.answer(row, *r.Answer)
	}
	text, err := encoded(row)
	return result.KebabRow{QueryID: r.QueryID, JSON: text}, err
}

// scoreKinds are what kebab's scores are by its modes.
var scoreKinds = map[string]string{"hybrid": "rrf", "lexical": "bm25", "vector": "cosine"}

// citation points to the first lines that a hit covers. Without any it is page 0
// of the document, which no document has: lines from 1 would be taken for known.
func (x *Exported) citation(document string, spans []retrieval.Span) any {
	if len(spans) == 0 {
		x.NoLines++
		return pageJSON{Kind: "page", Path: document}
	}
	x.Spans += len(spans) - 1
	return lineJSON{Kind: "line", Path: document, Start: spans[0].Start, End: spans[0].End}
}

func (e Export) answer(row rowJSON, a retrieval.Answer) *answerJSON {
	out := &answerJSON{
		Answer: a.Text, Grounded: a.Grounded, Citations: []answerCitation{}, CreatedAt: longAgo,
		Model:     modelJSON{ID: e.Settings["llm.model_id"], Provider: e.Settings["llm.provider"]},
		Prompt:    e.Settings["prompt_template_version"],
		Retrieval: answerRetrievalJSON{Mode: row.Mode, K: len(row.Hits), ChunksReturned: len(row.Hits)},
		Usage:     usageJSON{LatencyMS: row.ElapsedMS},
	}
	for _, c := range a.Citations {
		out.Citations = append(out.Citations, answerCitation{Citation: pageJSON{Kind: "page", Path: c.Path}, IndexedAt: longAgo})
	}
	return out
}

// encoded returns JSON on one line, < and > as they are.
func encoded(v any) ([]byte, error) {
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	err := e.Encode(v)
	return bytes.TrimSuffix(b.Bytes(), []byte("\n")), err
}
