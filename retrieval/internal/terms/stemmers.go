package terms

import (
	"slices"
	"strings"

	"github.com/kljensen/snowball/english"
	"github.com/kljensen/snowball/french"
	"github.com/kljensen/snowball/hungarian"
	"github.com/kljensen/snowball/norwegian"
	"github.com/kljensen/snowball/russian"
	"github.com/kljensen/snowball/spanish"
	"github.com/kljensen/snowball/swedish"
)

// A stemmer cuts one lower-case word down to its stem.
type stemmer struct {
	cut        func(word string) string
	stop       func(word string) bool // the stop words that come with it; nil where it has none of its own
	possessive bool                   // 's has to go before stop words are looked up, because cut does not remove it
}

// stemmers returns the stemmers by name. Porter is our own, the others are Snowball's, where english is the algorithm
// also known as Porter2.
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
