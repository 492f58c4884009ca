package embedded

import (
	"fmt"
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

// An analyzer turns the words of a text into terms. With stemming porter and English stop words it does what
// Lucene's EnglishAnalyzer does: words by Unicode segmentation (UAX #29), of which those with a letter or a
// digit are kept; possessive 's removed; lower case; stop words removed; stemmed.
// It has no state and is safe for concurrent use.
type analyzer struct {
	stop map[string]struct{}
	stem stemmer
}

// A stemmer cuts one lower-case word down to its stem.
type stemmer struct {
	cut        func(word string) string
	possessive bool // 's has to go before stop words are looked up, because cut does not remove it
}

// stemmers returns the stemmers by the name they have in settings. Porter is our own, the others are
// Snowball's, where english is the algorithm also known as Porter2.
func stemmers() map[string]stemmer {
	snowball := func(stem func(string, bool) string) stemmer {
		return stemmer{cut: func(word string) string { return stem(word, true) }}
	}
	return map[string]stemmer{
		"none":      {cut: func(word string) string { return word }},
		"porter":    {cut: porter, possessive: true},
		"english":   snowball(english.Stem),
		"french":    snowball(french.Stem),
		"hungarian": snowball(hungarian.Stem),
		"norwegian": snowball(norwegian.Stem),
		"russian":   snowball(russian.Stem),
		"spanish":   snowball(spanish.Stem),
		"swedish":   snowball(swedish.Stem),
	}
}

func stemmerNames() string {
	return strings.Join(slices.Sorted(maps.Keys(stemmers())), ", ")
}

func newAnalyzer(stopWords []string, stemming string) (analyzer, error) {
	stem, ok := stemmers()[stemming]
	if !ok {
		return analyzer{}, fmt.Errorf("stemming %q: want one of %s", stemming, stemmerNames())
	}
	a := analyzer{stem: stem, stop: make(map[string]struct{}, len(stopWords))}
	for _, w := range stopWords {
		a.stop[w] = struct{}{}
	}
	return a, nil
}

// words yields the words of a text as they stand there.
func (a analyzer) words(text string) func(yield func(word string) bool) {
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

// term returns the term of a word, or "" for a stop word.
func (a analyzer) term(word string) string {
	if a.stem.possessive {
		word = withoutPossessive(word)
	}
	word = strings.ToLower(word)
	if _, stop := a.stop[word]; stop {
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
