package rerank

import (
	"maps"
	"slices"
	"strings"
	"unicode"

	"github.com/clipperhouse/uax29/v2/words"
	"github.com/kljensen/snowball/english"
	"github.com/kljensen/snowball/french"
	"github.com/kljensen/snowball/hungarian"
	"github.com/kljensen/snowball/norwegian"
	"github.com/kljensen/snowball/russian"
	"github.com/kljensen/snowball/spanish"
	"github.com/kljensen/snowball/swedish"
)

// A language knows its stems and stop words.
type language struct {
	stem func(word string, stemStopWords bool) string
	stop func(word string) bool
}

// languages are those of the Snowball project, with its stop words. "none" leaves words as they are.
func languages() map[string]language {
	return map[string]language{
		"english":   {english.Stem, english.IsStopWord},
		"french":    {french.Stem, french.IsStopWord},
		"hungarian": {hungarian.Stem, hungarian.IsStopWord},
		"none":      {func(word string, _ bool) string { return word }, func(string) bool { return false }},
		"norwegian": {norwegian.Stem, norwegian.IsStopWord},
		"russian":   {russian.Stem, russian.IsStopWord},
		"spanish":   {spanish.Stem, spanish.IsStopWord},
		"swedish":   {swedish.Stem, swedish.IsStopWord},
	}
}

func languageNames() string {
	return strings.Join(slices.Sorted(maps.Keys(languages())), ", ")
}

// A vocabulary numbers the terms of one query and its candidates, from 0 as they come.
type vocabulary struct {
	language language
	ofWord   map[string]int32 // word as it stands in a text → term, -1 for a stop word; stems each word once
	ofTerm   map[string]int32
	terms    []string
}

func newVocabulary(l language) *vocabulary {
	return &vocabulary{language: l, ofWord: make(map[string]int32), ofTerm: make(map[string]int32)}
}

// read returns the terms of a text in their order, without stop words. Words are found by Unicode segmentation
// (UAX #29); those with a letter or a digit are kept, in lower case, stemmed.
func (v *vocabulary) read(text string) []int32 {
	var read []int32
	segments := words.FromString(text)
	for segments.Next() {
		word := segments.Value()
		term, known := v.ofWord[word]
		if !known {
			term = v.number(word)
			v.ofWord[word] = term
		}
		if term >= 0 {
			read = append(read, term)
		}
	}
	return read
}

func (v *vocabulary) number(word string) int32 {
	if !strings.ContainsFunc(word, func(r rune) bool { return unicode.IsLetter(r) || unicode.IsNumber(r) }) {
		return -1
	}
	word = strings.ToLower(word)
	if v.language.stop(word) {
		return -1
	}
	term := v.language.stem(word, true)
	n, known := v.ofTerm[term]
	if !known {
		n = int32(len(v.terms))
		v.ofTerm[term] = n
		v.terms = append(v.terms, term)
	}
	return n
}
