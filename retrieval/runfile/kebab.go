package runfile

import (
	"fmt"

	"github.com/rankduel/rankduel/retrieval"
)

// The names are those of kebab's QueryResult, SearchHit, Answer and Citation.
// Keys that are not read here are ignored, as its documentation asks of readers.
var kebabShape = resultShape{
	hits: "hits_top_k", answer: "answer", text: "answer", latency: "elapsed_ms", hit: (*collector).kebabHit,
}.withKeys()

var (
	kebabHit   = []string{"rank", "chunk_id", "doc_id", "snippet", "citation", "retrieval"}
	kebabRanks = kebabHit[:3] // all that ranks need; what comes behind is passed over in one go
)

// kebabHit reads a SearchHit: the hit is the chunk, of a document, and covers the lines of its citation.
func (c *collector) kebabHit(s *scanner, l *resultLine) error {
	h := hit{rank: noRank}
	names := kebabHit
	if c.opts.RanksOnly {
		names = kebabRanks
	}
	err := s.fields(names, func(name string) (err error) {
		switch name {
		case "rank":
			h.rank, err = s.rank()
		case "chunk_id":
			h.id, err = s.id()
		case "doc_id":
			h.parent, err = s.id()
		case "snippet":
			if c.opts.SkipText {
				return s.skip()
			}
			h.text, err = s.optional()
		case "citation":
			if c.opts.SkipText {
				return s.skip()
			}
			h.spans, err = s.kebabLines()
		case "retrieval":
			err = s.fieldsOrNull([]string{"fusion_score"}, func(string) (err error) {
				h.score, err = s.score()
				h.scored = true
				return err
			})
		}
		return err
	})
	if err != nil {
		return fmt.Errorf("hit %d: %w", l.draft.Len()+1, err)
	}
	if c.opts.RanksOnly {
		h.score, h.scored = 0-float64(l.draft.Len()+1), true
	}
	if h.rank == noRank {
		h.rank = int32(l.draft.Len() + 1)
	}
	return c.append(l.draft, l.p, h)
}

// kebabLines reads the lines of a citation. Only two of its kinds have any:
// line and code; pages, regions, captions and times cover no lines.
func (s *scanner) kebabLines() ([]retrieval.Span, error) {
	lines := s.atSameValue()
	if err := s.skip(); err != nil {
		return nil, err
	}
	kind := ""
	tagged := lines.atSameValue()
	err := tagged.fieldsOrNull([]string{"kind"}, func(string) (err error) {
		kind, err = tagged.optional()
		return err
	})
	if err != nil {
		return nil, err
	}
	var span *retrieval.Span
	switch kind {
	case "line":
		span, err = lines.span("start", "end")
	case "code":
		span, err = lines.span("line_start", "line_end")
	}
	if span == nil {
		return nil, err
	}
	return []retrieval.Span{*span}, nil
}

// atSameValue returns a second scanner of what comes next, for a value whose meaning depends on a key further on.
func (s *scanner) atSameValue() *scanner {
	ahead := *s
	return &ahead
}
