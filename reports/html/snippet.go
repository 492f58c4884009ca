package html

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/rankduel/rankduel/internal/ordered"
)

const (
	snippetLetters = 160
	titleLetters   = 80
	mostText       = 3000 // bytes of a document that are looked at
)

// snippet returns what a page shows of a document: its title, a line break, and the
// part of its text that has the most words of the query.
func snippet(text string, words []string) string {
	title, body, two := strings.Cut(text, "\n")
	if !two || len(title) > 4*titleLetters { // a first line of such a length is not a title
		title, body = "", text
	}
	if len(body) > mostText {
		body = strings.ToValidUTF8(body[:mostText], "")
	}
	body = strings.Join(strings.Fields(body), " ")
	return firstLetters(strings.Join(strings.Fields(title), " "), titleLetters) + "\n" + window(body, words)
}

// window cuts so many letters out of a text, where the most different words begin.
func window(text string, words []string) string {
	if utf8.RuneCountInString(text) <= snippetLetters {
		return text
	}
	lower := strings.ToLower(text)
	if len(lower) != len(text) { // places would not be the same
		lower = text
	}
	best, most := 0, 0
	for _, word := range words {
		for at := wordAt(lower, word, 0); at >= 0; at = wordAt(lower, word, at+1) {
			here := lower[at:min(len(lower), at+snippetLetters)]
			n := ordered.Count(words, func(other string) bool { return wordAt(here, other, 0) >= 0 })
			if n > most || n == most && at < best {
				best, most = at, n
			}
		}
	}
	from := best
	if from > 40 {
		from = best - 30
		if space := strings.IndexByte(text[from:best], ' '); space >= 0 {
			from += space + 1
		} else {
			from = best
		}
	} else {
		from = 0
	}
	for from < len(text) && !utf8.RuneStart(text[from]) {
		from++
	}
	if cut := firstLetters(text[from:], snippetLetters); from > 0 {
		return "… " + cut
	}
	return firstLetters(text, snippetLetters)
}

// wordAt returns where a word begins in a text, from a place on; -1 for nowhere. Its ending may be another one.
func wordAt(text, word string, from int) int {
	for from < len(text) {
		at := strings.Index(text[from:], word)
		if at < 0 {
			return -1
		}
		at += from
		before, _ := utf8.DecodeLastRuneInString(text[:at])
		if at == 0 || !isLetter(before) {
			return at
		}
		from = at + len(word)
	}
	return -1
}

func isLetter(r rune) bool { return unicode.IsLetter(r) || unicode.IsDigit(r) }

// wordsOf returns the words of a query that are worth finding: long ones, or all where there is no long one.
func wordsOf(query string) []string {
	var long, all []string
	seen := map[string]bool{}
	for _, word := range strings.FieldsFunc(strings.ToLower(query), func(r rune) bool { return !isLetter(r) }) {
		if seen[word] || len(all) == 16 {
			continue
		}
		seen[word], all = true, append(all, word)
		if len(word) > 3 {
			long = append(long, word)
		}
	}
	if len(long) > 0 {
		return long
	}
	return all
}

func firstLetters(s string, most int) string {
	n := 0
	for at := range s {
		if n++; n > most {
			if space := strings.LastIndexByte(s[:at], ' '); space > at*3/4 { // between words
				at = space
			}
			return strings.TrimRight(s[:at], " ") + "…"
		}
	}
	return s
}
