package terms

import (
	"slices"
	"strings"
	"testing"
	"unicode/utf8"
)

// Whole words: the two chains that the paper follows, its CONNECT family, those of its examples to which no later step
// applies, and the departures of the author's later programs, as in voc.txt and output.txt of his distribution.
func TestPorter(t *testing.T) {
	for pair := range strings.SplitSeq("generalizations gener, oscillators oscil, connect connect, connected connect, "+
		"connecting connect, connection connect, connections connect, caresses caress, ponies poni, ties ti, cats cat, feed feed, "+
		"plastered plaster, bled bled, motoring motor, sing sing, hopping hop, tanned tan, falling fall, hissing hiss, fizzed fizz, "+
		"failing fail, filing file, happy happi, sky sky, goodness good, revival reviv, allowance allow, inference infer, airliner airlin, "+
		"gyroscopic gyroscop, adjustable adjust, defensible defens, irritant irrit, replacement replac, adjustment adjust, "+
		"dependent depend, adoption adopt, communism commun, activate activ, homologous homolog, effective effect, bowdlerize bowdler, "+
		"probate probat, rate rate, cease ceas, roll roll, as as, is is, possibly possibl, archaeology archaeolog", ", ") {
		word, want, _ := strings.Cut(pair, " ")
		if got := porter(word); got != want {
			t.Errorf("porter(%s) = %s, want %s", word, got, want)
		}
	}
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
