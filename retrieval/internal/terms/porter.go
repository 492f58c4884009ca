package terms

import "strings"

// porter returns the suffix stripper of Porter (1980), "An algorithm for suffix stripping", Program 14(3),
// pp. 130-137, doi:10.1108/eb046814, for one lower-case word. Like its author's later programs, and like
// Lucene's PorterStemFilter, which Anserini uses, it departs from the paper in three points: words of one
// or two letters are left alone, step 2 has (m>0) BLI → BLE in place of ABLI → ABLE, and it has
// (m>0) LOGI → LOG in addition. Letters outside a-z count as consonants.
//
// The "english" stemmer of Snowball, often called Porter2, is another algorithm.
func porter(word string) string {
	if len(word) <= 2 {
		return word
	}
	w := stem1a(word)
	w = stem1b(w)
	w = stem1c(w)
	w = replaceSuffix(w, step2, func(stem string) bool { return measure(stem) > 0 })
	w = replaceSuffix(w, step3, func(stem string) bool { return measure(stem) > 0 })
	w = stem4(w)
	return stem5(w)
}

// A rule replaces a suffix. Of several suffixes that fit, the longest counts, even when its condition
// then fails; the tables have a longer suffix before a shorter one that it ends in.
type rule struct{ suffix, replacement string }

var step2 = []rule{
	{"ational", "ate"},
	{"tional", "tion"},
	{"enci", "ence"},
	{"anci", "ance"},
	{"izer", "ize"},
	{"bli", "ble"},
	{"alli", "al"},
	{"entli", "ent"},
	{"eli", "e"},
	{"ousli", "ous"},
	{"ization", "ize"},
	{"ation", "ate"},
	{"ator", "ate"},
	{"alism", "al"},
	{"iveness", "ive"},
	{"fulness", "ful"},
	{"ousness", "ous"},
	{"aliti", "al"},
	{"iviti", "ive"},
	{"biliti", "ble"},
	{"logi", "log"},
}

var step3 = []rule{
	{"icate", "ic"}, {"ative", ""}, {"alize", "al"}, {"iciti", "ic"}, {"ical", "ic"}, {"ful", ""}, {"ness", ""},
}

// step4 has suffixes that go, the longer before one that it ends in.
const step4 = "al ance ence er ic able ible ant ement ment ent ion ou ism ate iti ous ive ize"

func replaceSuffix(w string, rules []rule, condition func(stem string) bool) string {
	for _, r := range rules {
		if stem, ok := strings.CutSuffix(w, r.suffix); ok {
			if condition(stem) {
				return stem + r.replacement
			}
			return w
		}
	}
	return w
}

// stem1a takes plurals away.
func stem1a(w string) string {
	return replaceSuffix(w, []rule{{"sses", "ss"}, {"ies", "i"}, {"ss", "ss"}, {"s", ""}},
		func(string) bool { return true })
}

// stem1b takes -eed, -ed and -ing away and mends what is left.
func stem1b(w string) string {
	if stem, ok := strings.CutSuffix(w, "eed"); ok {
		if measure(stem) > 0 {
			return stem + "ee"
		}
		return w
	}
	stem, ok := strings.CutSuffix(w, "ed")
	if !ok {
		stem, ok = strings.CutSuffix(w, "ing")
	}
	if !ok || !hasVowel(stem) {
		return w
	}
	switch {
	case hasAnySuffix(stem, "at", "bl", "iz"):
		return stem + "e"
	case doubleConsonant(stem) && !hasAnySuffix(stem, "l", "s", "z"):
		return stem[:len(stem)-1]
	case measure(stem) == 1 && endsCVC(stem):
		return stem + "e"
	}
	return stem
}

// stem1c turns a final y into i when there is another vowel.
func stem1c(w string) string {
	if stem, ok := strings.CutSuffix(w, "y"); ok && hasVowel(stem) {
		return stem + "i"
	}
	return w
}

// stem4 takes the last suffix off long stems; -ion only after s or t.
func stem4(w string) string {
	for suffix := range strings.FieldsSeq(step4) {
		if stem, ok := strings.CutSuffix(w, suffix); ok {
			if measure(stem) > 1 && (suffix != "ion" || hasAnySuffix(stem, "s", "t")) {
				return stem
			}
			return w
		}
	}
	return w
}

// stem5 takes a final e away, and one l of a final ll.
func stem5(w string) string {
	if stem, ok := strings.CutSuffix(w, "e"); ok {
		if m := measure(stem); m > 1 || m == 1 && !endsCVC(stem) {
			w = stem
		}
	}
	if strings.HasSuffix(w, "ll") && measure(w) > 1 {
		w = w[:len(w)-1]
	}
	return w
}

// consonant reports whether w[i] is one: not a, e, i, o, u, and y only at the start or after a vowel.
func consonant(w string, i int) bool {
	first := i
	for first > 0 && w[first] == 'y' && w[first-1] == 'y' {
		first--
	}
	c := !vowelLetter(w[first])
	if w[first] == 'y' {
		c = first == 0 || vowelLetter(w[first-1])
	}
	return c == ((i-first)%2 == 0) // in a row of y, consonants and vowels alternate
}

func vowelLetter(b byte) bool {
	return b == 'a' || b == 'e' || b == 'i' || b == 'o' || b == 'u'
}

// measure returns m in [C](VC)^m[V], the number of times a consonant follows a vowel.
func measure(w string) int {
	m := 0
	vowelBefore := false
	for i := range len(w) {
		c := !vowelLetter(w[i])
		if w[i] == 'y' {
			c = i == 0 || vowelBefore
		}
		if c && vowelBefore {
			m++
		}
		vowelBefore = !c
	}
	return m
}

func hasVowel(w string) bool {
	for i := range len(w) {
		if !consonant(w, i) {
			return true
		}
	}
	return false
}

func doubleConsonant(w string) bool {
	n := len(w)
	return n >= 2 && w[n-1] == w[n-2] && consonant(w, n-1)
}

// endsCVC is the condition *o: consonant, vowel, consonant other than w, x, y.
func endsCVC(w string) bool {
	n := len(w)
	return n >= 3 && consonant(w, n-3) && !consonant(w, n-2) && consonant(w, n-1) && !hasAnySuffix(w, "w", "x", "y")
}

func hasAnySuffix(w string, suffixes ...string) bool {
	for _, s := range suffixes {
		if strings.HasSuffix(w, s) {
			return true
		}
	}
	return false
}
