package terms

import (
	"iter"
	"strings"
)

// A Vocabulary numbers terms, from 0 as they come. It is for one goroutine.
type Vocabulary struct {
	analyzer Analyzer
	ofWord   map[string]int32 // word as it is in a text → term, -1 where it has none; stems each word once
	ofTerm   map[string]int32
	terms    []string
}

// NewVocabulary returns an empty vocabulary.
func NewVocabulary(a Analyzer) *Vocabulary {
	return &Vocabulary{analyzer: a, ofWord: make(map[string]int32), ofTerm: make(map[string]int32)}
}

// Terms returns the terms by number. They belong to the vocabulary.
func (v *Vocabulary) Terms() []string { return v.terms }

// Numbers yields the numbers of the terms of a text in their order. A term that is new has the next number. Texts are
// kept as long as the vocabulary.
func (v *Vocabulary) Numbers(text string) iter.Seq[int32] {
	return func(yield func(int32) bool) {
		for word := range wordsOf(text) {
			term, known := v.ofWord[word]
			if !known {
				term = v.number(v.analyzer.term(word))
				v.ofWord[word] = term
			}
			if term >= 0 && !yield(term) {
				return
			}
		}
	}
}

func (v *Vocabulary) number(term string) int32 {
	if term == "" {
		return -1
	}
	n, known := v.ofTerm[term]
	if !known {
		n = int32(len(v.terms))
		term = strings.Clone(term) // a substring would keep its text in memory for as long as the terms live
		v.ofTerm[term] = n
		v.terms = append(v.terms, term)
	}
	return n
}
