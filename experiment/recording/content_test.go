package recording_test

import (
	"context"
	"encoding/binary"
	"errors"
	"math"
	"testing"

	"github.com/rankduel/rankduel/experiment/recording"
	"github.com/rankduel/rankduel/experiment/result"
	"github.com/rankduel/rankduel/retrieval"
)

// Whatever can be scored of a recording makes another one of it, and nothing else
// does: neither the time it took nor the texts, which a retriever may keep for
// itself.
func TestContent(t *testing.T) {
	contentOf := func(r retrieval.Response, failure string) string {
		t.Helper()
		s := newShelf()
		component := &recording.Component{
			Name: "a", Key: result.RecordingKey{Component: "a", TestSet: "s"}, Depth: 10,
			Known: map[string]result.RecordingState{}, Missing: asQueries("q1"),
			Open: func(context.Context) (retrieval.Retriever, error) { return says{r, failure}, nil },
		}
		if _, err := recording.Ask(t.Context(), asQueries("q1"), []*recording.Component{component}, s, recording.Settings{}, recording.Hooks{}); err != nil {
			t.Fatal(err)
		}
		kept := s.held[component.Key]["q1"]
		if kept.State().Content != kept.Content || component.Known["q1"].Content != kept.Content {
			t.Errorf("content %q, in its state %q, known %q", kept.Content, kept.State().Content, component.Known["q1"].Content)
		}
		return kept.Content
	}
	hits := func(list ...retrieval.Hit) retrieval.Response { return retrieval.Response{Hits: list} }
	answer := func(a retrieval.Answer) retrieval.Response { return retrieval.Response{Answer: &a} }
	a, b := retrieval.Hit{ID: "a", Score: 2}, retrieval.Hit{ID: "b", Score: 1}
	distinct := map[string]string{}
	for what, r := range map[string]retrieval.Response{
		"none":          hits(),
		"one":           hits(a),
		"two":           hits(a, b),
		"turned":        hits(b, a),
		"other id":      hits(retrieval.Hit{ID: "c", Score: 2}),
		"other score":   hits(retrieval.Hit{ID: "a", Score: 2.5}),
		"minus":         hits(retrieval.Hit{ID: "a", Score: -2}),
		"of a document": hits(retrieval.Hit{ID: "a", Score: 2, Document: "d"}),
		"with a span":   hits(retrieval.Hit{ID: "a", Score: 2, Spans: []retrieval.Span{{Start: 1, End: 2}}}),
		"characters":    hits(retrieval.Hit{ID: "a", Score: 2, Extent: retrieval.Extent{End: 2}}),
		"tokens":        hits(retrieval.Hit{ID: "a", Score: 2, Extent: retrieval.Extent{Tokens: 2}}),
		"other start":   hits(retrieval.Hit{ID: "a", Score: 2, Spans: []retrieval.Span{{Start: 0, End: 2}}}),
		"another span":  hits(retrieval.Hit{ID: "a", Score: 2, Spans: []retrieval.Span{{Start: 1, End: 3}}}),
		"empty answer":  answer(retrieval.Answer{}),
		"answer":        answer(retrieval.Answer{Text: "yes"}),
		"grounded":      answer(retrieval.Answer{Text: "yes", Grounded: true}),
		"cites":         answer(retrieval.Answer{Text: "yes", Citations: []retrieval.Citation{{Path: "grounded"}}}),
		"cites two":     answer(retrieval.Answer{Text: "yes", Citations: []retrieval.Citation{{Path: "a"}, {Path: "b"}}}),
		"cites one":     answer(retrieval.Answer{Text: "yes", Citations: []retrieval.Citation{{Path: "ab"}}}),
	} {
		got := contentOf(r, "")
		if other, twice := distinct[got]; twice || len(got) != 16 {
			t.Errorf("content %q of %q and of %q", got, what, other)
		}
		distinct[got] = what
	}
	// Spans and the hit after them are of the same bytes here, differently divided.
	word := func(s string) int { return int(binary.LittleEndian.Uint64([]byte(s))) }
	one := int(math.Float64bits(1))
	if contentOf(hits(retrieval.Hit{ID: "a", Score: 2, Spans: []retrieval.Span{{Start: 8, End: word("document")}, {Start: one, End: 0}}}, retrieval.Hit{ID: "passages", Score: 1}), "") ==
		contentOf(hits(a, retrieval.Hit{ID: "document", Score: 1, Spans: []retrieval.Span{{Start: 8, End: word("passages")}, {Start: one, End: 0}}}), "") {
		t.Error("spans of one hit and the next hit run into each other")
	}
	withText := retrieval.Hit{ID: "a", Score: 2, Text: "a text"}
	if contentOf(retrieval.Response{Hits: []retrieval.Hit{withText}, Took: 5, Attempts: 2}, "") != contentOf(hits(a), "") {
		t.Error("text, time and attempts make another content")
	}
	if got := contentOf(retrieval.Response{}, "refused"); got != "" {
		t.Errorf("content of a failure = %q, want none", got)
	}
}

// says has one answer to everything, or an error.
type says struct {
	retrieval.Response
	failure string
}

func (s says) Retrieve(context.Context, retrieval.Query, int) ([]retrieval.Hit, error) {
	return nil, errors.New("not asked by Respond")
}

func (s says) Respond(context.Context, retrieval.Query, int) (retrieval.Response, error) {
	if s.failure != "" {
		return retrieval.Response{}, errors.New(s.failure)
	}
	return s.Response, nil
}
