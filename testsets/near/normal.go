package near

import (
	"slices"
	"strings"
	"unicode"

	"github.com/kljensen/snowball/english"
	"github.com/kljensen/snowball/french"
	"github.com/kljensen/snowball/hungarian"
	"github.com/kljensen/snowball/norwegian"
	"github.com/kljensen/snowball/russian"
	"github.com/kljensen/snowball/spanish"
	"github.com/kljensen/snowball/swedish"
	"golang.org/x/text/unicode/norm"
)

// Normal returns the normal form of a text, by which copies are known: compatibility characters resolved
// (NFKC), lower case, words of letters and digits with one blank between them. Of the signs only + # < > =
// stay, which tell C++ from C, and above 5 from below 5. A text of other signs alone is kept as it is.
func Normal(text string) string {
	var b strings.Builder
	gap := false
	for _, c := range strings.ToLower(norm.NFKC.String(text)) {
		if !inWord(c) {
			gap = true
			continue
		}
		if gap && b.Len() > 0 {
			b.WriteByte(' ')
		}
		gap = false
		b.WriteRune(c)
	}
	if b.Len() == 0 {
		return strings.TrimSpace(text)
	}
	return b.String()
}

// inWord reports what words are made of. Marks are: vowels of many scripts are marks.
func inWord(c rune) bool {
	return unicode.IsLetter(c) || unicode.IsNumber(c) || unicode.IsMark(c) || strings.ContainsRune("+#<>=", c)
}

// A stemming remembers the stems of words by language: queries repeat them.
type stemming map[string]map[string]string

// of returns the stems of a normal form, sorted, as one text.
func (s stemming) of(normal, lang string) string {
	known := s[lang]
	if known == nil {
		known = map[string]string{}
		s[lang] = known
	}
	stem := stemmer(lang)
	words := strings.Fields(normal)
	for i, word := range words {
		short, ok := known[word]
		if !ok {
			short = stem(word)
			known[word] = short
		}
		words[i] = short
	}
	slices.Sort(words)
	return strings.Join(words, " ")
}

// stemmer returns that of a language, by the first part of its tag.
func stemmer(tag string) func(string) string {
	language, _, _ := strings.Cut(strings.ToLower(tag), "-")
	stem := map[string]func(string, bool) string{
		"": english.Stem, "en": english.Stem, "fr": french.Stem, "hu": hungarian.Stem, "no": norwegian.Stem, "nb": norwegian.Stem,
		"nn": norwegian.Stem, "ru": russian.Stem, "es": spanish.Stem, "sv": swedish.Stem,
	}[language]
	if stem != nil {
		return func(word string) string { return stem(word, true) }
	}
	return func(word string) string { return word }
}
