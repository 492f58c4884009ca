package rerank

import (
	"context"
	"fmt"

	"github.com/rankduel/rankduel/retrieval"
	"github.com/rankduel/rankduel/retrieval/corpus"
)

// Texts knows texts of documents by id; ok is false for a document that it does not know. The Text method of a
// [retrieval.Texter] is one.
type Texts func(id string) (text string, ok bool)

// readTexts reads a corpus and keeps title and text of each document, as the embedded index has them.
func readTexts(ctx context.Context, path string) (Texts, error) {
	read, err := corpus.Read(ctx, path)
	if err != nil {
		return nil, err
	}
	texts := make(map[string]string, len(read.Documents))
	for _, d := range read.Documents {
		texts[d.ID] = d.Text()
	}
	return func(id string) (string, bool) {
		text, ok := texts[id]
		return text, ok
	}, nil
}

// passages finds the text of each hit.
func (s *Step) passages(hits []retrieval.Hit, texts Texts) ([]Passage, error) {
	passages := make([]Passage, len(hits))
	var missing []int
	for i, h := range hits {
		text, ok := s.text(h, texts)
		if !ok {
			missing = append(missing, i)
		}
		passages[i] = Passage{ID: h.ID, Text: text}
	}
	if len(missing) == 0 {
		return passages, nil
	}
	which := fmt.Sprintf("document %q at rank %d", hits[missing[0]].ID, missing[0]+1)
	if more := len(missing) - 1; more > 0 {
		which += fmt.Sprintf(", and %d more of the first %d", more, len(hits))
	}
	if s.corpus != nil {
		return nil, fmt.Errorf("no text for %s: not in corpus %s", which, s.path)
	}
	return nil, fmt.Errorf("no text for %s: name a corpus that has it (rerank: corpus: PATH), or let the engine return texts", which)
}

func (s *Step) text(h retrieval.Hit, texts Texts) (string, bool) {
	switch {
	case s.corpus != nil:
		return s.corpus(h.ID)
	case h.Text != "":
		return h.Text, true
	case texts != nil:
		return texts(h.ID)
	}
	return "", false
}
