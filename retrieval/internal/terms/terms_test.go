package terms

import (
	"slices"
	"strings"
	"testing"
	"unicode/utf8"
)

// The examples next to the rules in Porter (1980), step by step, with the conditions it gives.
func TestPorterSteps(t *testing.T) {
	positive := func(stem string) bool { return measure(stem) > 0 }
	steps := map[string]func(string) string{
		"1a": stem1a,
		"1b": stem1b,
		"1c": stem1c,
		"2":  func(w string) string { return replaceSuffix(w, step2, positive) },
		"3":  func(w string) string { return replaceSuffix(w, step3, positive) },
		"4":  stem4,
		"5":  stem5,
	}
	examples := map[string]string{
		"1a": "caresses caress, ponies poni, ties ti, caress caress, cats cat",
		"1b": "feed feed, agreed agree, plastered plaster, bled bled, motoring motor, sing sing, conflated conflate, " +
			"troubled trouble, sized size, hopping hop, tanned tan, falling fall, hissing hiss, fizzed fizz, failing fail, filing file",
		"1c": "happy happi, sky sky",
		"2": "relational relate, conditional condition, rational rational, valenci valence, hesitanci hesitance, " +
			"digitizer digitize, conformabli conformable, radicalli radical, differentli different, vileli vile, analogousli analogous, " +
			"vietnamization vietnamize, predication predicate, operator operate, feudalism feudal, decisiveness decisive, " +
			"hopefulness hopeful, callousness callous, formaliti formal, sensitiviti sensitive, sensibiliti sensible",
		"3": "triplicate triplic, formative form, formalize formal, electriciti electric, electrical electric, hopeful hope, goodness good",
		"4": "revival reviv, allowance allow, inference infer, airliner airlin, gyroscopic gyroscop, adjustable adjust, " +
			"defensible defens, irritant irrit, replacement replac, adjustment adjust, dependent depend, adoption adopt, homologou homolog, " +
			"communism commun, activate activ, angulariti angular, homologous homolog, effective effect, bowdlerize bowdler",
		"5": "probate probat, rate rate, cease ceas, " +
			"controll control, roll roll", //nolint:misspell // Porter's own example
	}
	for step, pairs := range examples {
		for pair := range strings.SplitSeq(pairs, ", ") {
			word, want, _ := strings.Cut(pair, " ")
			if got := steps[step](word); got != want {
				t.Errorf("step %s: %s → %s, want %s (Porter 1980)", step, word, got, want)
			}
		}
	}
}

// Measures from the same paper.
func TestPorterMeasure(t *testing.T) {
	for m, words := range []string{"tr ee tree y by", "trouble oats trees ivy", "troubles private oaten orrery"} {
		for word := range strings.FieldsSeq(words) {
			if got := measure(word); got != m {
				t.Errorf("measure(%s) = %d, want %d (Porter 1980)", word, got, m)
			}
		}
	}
}

// Whole words: the two chains that the paper follows, its CONNECT family, and the three departures of the
// author's later programs, as in voc.txt and output.txt of his distribution.
func TestPorter(t *testing.T) {
	for pair := range strings.SplitSeq("generalizations gener, oscillators oscil, connect connect, connected connect, "+
		"connecting connect, connection connect, connections connect, as as, is is, possibly possibl, archaeology archaeolog", ", ") {
		word, want, _ := strings.Cut(pair, " ")
		if got := porter(word); got != want {
			t.Errorf("porter(%s) = %s, want %s", word, got, want)
		}
	}
}

// Consonant looks back over any number of y; measure goes forward. They have to agree.
func FuzzPorter(f *testing.F) {
	f.Add("syzygy")
	f.Add("yyyying")
	f.Fuzz(func(t *testing.T, word string) {
		m, vowel := 0, false
		for i := range len(word) {
			c := consonant(word, i)
			if c && vowel {
				m++
			}
			vowel = !c
		}
		if got := measure(word); got != m {
			t.Errorf("measure(%q) = %d, by consonant it is %d", word, got, m)
		}
		if stem := porter(word); len(stem) > len(word)+1 {
			t.Errorf("porter(%q) = %q grew", word, stem)
		}
	})
}

func TestAnalysis(t *testing.T) {
	const english = "and it the" // of Lucene's
	tests := []struct {
		name, stopWords, stemming, text, want string
	}{
		{"lucene english", english, "porter", "The wings' flows, and O'Neil's THE theory's", "wing flow o'neil theori"},
		{"curly apostrophe", english, "porter", "It’s John’s", "john"},
		{"no stop words", "", "porter", "the wings", "the wing"},
		{"no stemming", "", "none", "The wings' flows", "the wings flows"},
		{"snowball english", english, "english", "generously skies", "generous sky"},
		{"snowball french", "", "french", "continuellement", "continuel"},
		{"numbers and joins", "", "none", "3.14 x-ray e-mail A_1 10,000 u.s.a. c++", "3.14 x ray e mail a_1 10,000 u.s.a c"},
		{"symbols alone are no words", "", "none", "-- _ ... $ 🜚 §", ""},
		{"other scripts", "", "none", "東京 ÉTÉ ١٢٣ Ελληνικά", "東 京 été ١٢٣ ελληνικά"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			a, err := New(tt.stemming, strings.Fields(tt.stopWords))
			if err != nil {
				t.Fatal(err)
			}
			if s := strings.Join(slices.Collect(a.Terms(tt.text)), " "); s != tt.want {
				t.Errorf("terms = %s, want %s", s, tt.want)
			}
		})
	}
}

// Stems are from voc.txt and output.txt of the Snowball project, stop words from its lists, where they are looked up as
// they stand in the text: "does" would be "doe".
func TestForLanguage(t *testing.T) {
	for _, tt := range []struct{ language, text, want string }{
		{"english", "Does the generously -- SKIES", "generous sky"},
		{"french", "Des, continuellement", "continuel"},
		{"none", "Does the generously -- SKIES", "does the generously skies"},
	} {
		a, err := ForLanguage(tt.language)
		if err != nil {
			t.Fatal(err)
		}
		if got := strings.Join(slices.Collect(a.Terms(tt.text)), " "); got != tt.want {
			t.Errorf("%s: terms = %s, want %s", tt.language, got, tt.want)
		}
	}
}

func TestUnknownNames(t *testing.T) {
	const languages = "french, hungarian, none, norwegian, "
	_, err := New("Porter", nil)
	if want := `stemming "Porter": want one of english, ` + languages + "porter, russian, spanish, swedish"; err == nil || err.Error() != want {
		t.Errorf("New: error %v, want %q", err, want)
	}
	for _, name := range []string{"porter", "latin"} { // Porter's stemmer comes without stop words
		_, err := ForLanguage(name)
		if want := `language "` + name + `": want one of english, ` + languages + "russian, spanish, swedish"; err == nil || err.Error() != want {
			t.Errorf("ForLanguage: error %v, want %q", err, want)
		}
	}
}

// A vocabulary numbers what an analyzer yields, each term by its first place among them.
func TestVocabulary(t *testing.T) {
	a, err := ForLanguage("english")
	if err != nil {
		t.Fatal(err)
	}
	v := NewVocabulary(a)
	var terms []string
	for _, text := range []string{"A wing, wings and the Flow.", "", "flows of heat; WING"} {
		for n := range v.Numbers(text) {
			terms = append(terms, v.Terms()[n])
		}
	}
	if got, want := strings.Join(terms, " "), "wing wing flow flow heat wing"; got != want {
		t.Errorf("terms of the numbers = %s, want %s", got, want)
	}
	if got, want := strings.Join(v.Terms(), " "), "wing flow heat"; got != want {
		t.Errorf("terms = %s, want %s", got, want)
	}
	for n := range v.Numbers("heat wing") {
		if n != 2 {
			t.Errorf("number of heat = %d, want 2", n)
		}
		break
	}
}

// No stemmer panics, whatever the text, and numbers stand for the terms.
func FuzzAnalysis(f *testing.F) {
	f.Add("The wings' flows, ÉTÉ naïve 東京 x’s")
	f.Fuzz(func(t *testing.T, text string) {
		for name := range stemmers() {
			a, err := New(name, []string{"the"})
			if err != nil {
				t.Fatal(err)
			}
			v := NewVocabulary(a)
			numbers := slices.Collect(v.Numbers(text))
			i := 0
			for term := range a.Terms(text) {
				if utf8.ValidString(text) && !utf8.ValidString(term) {
					t.Errorf("%s: a word of %q became %q, which is not UTF-8", name, text, term)
				}
				if i >= len(numbers) || v.Terms()[numbers[i]] != term {
					t.Fatalf("%s: term %d of %q is %q, its number is another's", name, i, text, term)
				}
				i++
			}
			if i != len(numbers) {
				t.Errorf("%s: %d numbers of %d terms in %q", name, len(numbers), i, text)
			}
		}
	})
}
