// Package terms turns text into terms, in one way for what indexes and for what reranks: words by Unicode
// segmentation (UAX #29), of which those with a letter or a digit are kept; lower case; stop words removed; stemmed.
// It knows neither documents nor weights.
//
// An [Analyzer] yields the terms of a text as they are, a [Vocabulary] their numbers, for counting.
package terms

import (
	"fmt"
	"iter"
	"slices"
	"strings"
	"unicode"

	"github.com/blevesearch/go-porterstemmer"
	"github.com/clipperhouse/uax29/v2/words"
	"github.com/kljensen/snowball/english"
	"github.com/kljensen/snowball/french"
	"github.com/kljensen/snowball/hungarian"
	"github.com/kljensen/snowball/norwegian"
	"github.com/kljensen/snowball/russian"
	"github.com/kljensen/snowball/spanish"
	"github.com/kljensen/snowball/swedish"
)

// An Analyzer turns the words of a text into terms. It has no state and is safe for concurrent use.
type Analyzer struct {
	stem stemmer
	stop func(word string) bool // of a word in lower case
}

// New returns the analyzer with a stemmer of its own name and stop words of its own choice, in lower case. With
// stemming porter and English stop words it does what Lucene's EnglishAnalyzer does, possessive 's included.
func New(stemming string, stopWords []string) (Analyzer, error) {
	stem, ok := stemmers()[stemming]
	if !ok {
		return Analyzer{}, fmt.Errorf("stemming %q: want one of %s", stemming, stemmerNames(func(stemmer) bool { return true }))
	}
	stop := make(map[string]struct{}, len(stopWords))
	for _, w := range stopWords {
		stop[w] = struct{}{}
	}
	return Analyzer{stem: stem, stop: func(word string) bool {
		_, is := stop[word]
		return is
	}}, nil
}

// ForLanguage returns the analyzer with the stemmer and the stop words of a language, both Snowball's. The language
// "none" has neither.
func ForLanguage(name string) (Analyzer, error) {
	stem, ok := stemmers()[name]
	if !ok || stem.stop == nil {
		return Analyzer{}, fmt.Errorf("language %q: want one of %s", name, stemmerNames(func(s stemmer) bool { return s.stop != nil }))
	}
	return Analyzer{stem: stem, stop: stem.stop}, nil
}

// Terms yields the terms of a text in their order.
func (a Analyzer) Terms(text string) iter.Seq[string] {
	return func(yield func(string) bool) {
		for word := range wordsOf(text) {
			if term := a.term(word); term != "" && !yield(term) {
				return
			}
		}
	}
}

// wordsOf yields the words of a text as they stand there.
func wordsOf(text string) iter.Seq[string] {
	return func(yield func(string) bool) {
		segments := words.FromString(text)
		for segments.Next() {
			if w := segments.Value(); strings.ContainsFunc(w, isWordRune) && !yield(w) {
				return
			}
		}
	}
}

func isWordRune(r rune) bool { return unicode.IsLetter(r) || unicode.IsNumber(r) }

// term returns the term of a word, or "" for a stop word and for the rare word of which a stemmer leaves nothing.
func (a Analyzer) term(word string) string {
	if a.stem.possessive {
		word = withoutPossessive(word)
	}
	word = strings.ToLower(word)
	if a.stop(word) {
		return ""
	}
	return a.stem.cut(word)
}

// withoutPossessive removes a final 's with any of the apostrophes that Lucene's EnglishPossessiveFilter knows.
func withoutPossessive(word string) string {
	for _, suffix := range []string{"'s", "'S", "’s", "’S", "＇s", "＇S"} {
		if stem, ok := strings.CutSuffix(word, suffix); ok {
			return stem
		}
	}
	return word
}

// A stemmer cuts one lower-case word down to its stem.
type stemmer struct {
	cut        func(word string) string
	stop       func(word string) bool // the stop words that come with it; nil where it has none of its own
	possessive bool                   // 's has to go before stop words are looked up, because cut does not remove it
}

// stemmers returns the stemmers by name. Porter is the suffix stripper of Porter (1980), doi:10.1108/eb046814, as in his
// later programs and in Lucene's PorterStemFilter, which Anserini uses: words of one or two letters stay, step 2 has
// BLI → BLE and LOGI → LOG. The others are Snowball's, where english is the algorithm also known as Porter2.
func stemmers() map[string]stemmer {
	snowball := func(stem func(string, bool) string, stop func(string) bool) stemmer {
		return stemmer{cut: func(word string) string { return stem(word, true) }, stop: stop}
	}
	return map[string]stemmer{
		"none":      {cut: func(word string) string { return word }, stop: func(string) bool { return false }},
		"porter":    {cut: porter, possessive: true},
		"english":   snowball(english.Stem, english.IsStopWord),
		"french":    snowball(french.Stem, french.IsStopWord),
		"hungarian": snowball(hungarian.Stem, hungarian.IsStopWord),
		"norwegian": snowball(norwegian.Stem, norwegian.IsStopWord),
		"russian":   snowball(russian.Stem, russian.IsStopWord),
		"spanish":   snowball(spanish.Stem, spanish.IsStopWord),
		"swedish":   snowball(swedish.Stem, swedish.IsStopWord),
	}
}

func porter(word string) string { return string(porterstemmer.StemWithoutLowerCasing([]rune(word))) }

func stemmerNames(want func(stemmer) bool) string {
	var names []string
	for name, s := range stemmers() {
		if want(s) {
			names = append(names, name)
		}
	}
	slices.Sort(names)
	return strings.Join(names, ", ")
}
