package near_test

import (
	"bufio"
	"compress/gzip"
	"fmt"
	"math/rand/v2"
	"os"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/rankduel/rankduel/testsets/near"
)

func TestNormal(t *testing.T) {
	for text, want := range map[string]string{
		"  What IS\tmetformin?! ": "what is metformin",
		"Ｆｕｌｌ－width ﬁeld":         "full width field",        // NFKC: wide letters, the ligature fi
		"m²":                      "m2",                      // NFKC: superscript two
		"STRASSE Élan":            "strasse élan",            // composed
		"E\u0301lan":              "élan",                    // decomposed
		"C++ or C#":               "c++ or c#",               // two languages
		"LDL > 100":               "ldl > 100",               // and not below it
		"हिन्दी में":              "हिन्दी में",              // vowels that are marks
		"what's new, doc-12":      "what s new doc 12",       //
		" ?! ":                    "?!",                      // nothing but signs
		"":                        "",                        //
		"日本語 の 検索":                "日本語 の 検索",                //
		"İstanbul":                "istanbul",                // Unicode's simple lower case of a dotted capital I
		"\u00a0non\u00a0breaking": "non breaking",            // NFKC: a blank
		"zero\u200bwidth":         "zero width",              // a character that no one sees
		"½ dose":                  "1 2 dose",                // NFKC has a fraction slash, which is a sign
		"plain":                   "plain",                   //
		"tab\tand\nline":          "tab and line",            //
		"\xff broken":             strings.ToLower("broken"), // not UTF-8
	} {
		if got := near.Normal(text); got != want {
			t.Errorf("Normal(%q) = %q, want %q", text, got, want)
		}
	}
}

// Similarities are counted by hand: " ab" "abc" "bc " and " ab" "abd" "bd "
// share one of five trigrams.
func TestPairs(t *testing.T) {
	texts := []string{
		"metformin contraindications",  // 0
		"Metformin: contraindications", // 1 a copy of 0
		"contraindication metformin",   // 2 its stems
		"METFORMIN contraindications?", // 3 another copy of 0
		"abc",                          // 4
		"abd",                          // 5
		"abcd",                         // 6: " ab" "abc" "bcd" "cd " shares two of five with 4, two of five with 5? no: " ab" alone
		"",                             // 7
		"?",                            // 8
	}
	got := near.Pairs(texts, near.Options{Least: 0.2})
	want := []near.Pair{
		{A: 0, B: 1, Kind: near.Same, Similarity: 1},
		{A: 0, B: 3, Kind: near.Same, Similarity: 1},
		{A: 0, B: 2, Kind: near.Stems},
		{A: 4, B: 6, Kind: near.Similar, Similarity: 2. / 5},
		{A: 4, B: 5, Kind: near.Similar, Similarity: 1. / 5},
	}
	for i := range got {
		if got[i].Kind == near.Stems {
			if got[i].Similarity < 0.7 || got[i].Similarity >= 1 {
				t.Errorf("similarity %v of the same words in another order", got[i].Similarity)
			}
			got[i].Similarity = 0
		}
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

// The stemmer is that of the language: French plurals are one with their
// singular in French, and a language without stemmer keeps its words.
func TestLanguages(t *testing.T) {
	texts := []string{"maladies chroniques", "chronique maladie"}
	for tag, want := range map[string]int{"fr": 1, "fr-CA": 1, "FR": 1, "ja": 0} {
		if got := near.Pairs(texts, near.Options{Least: 1, Lang: func(int) string { return tag }}); len(got) != want {
			t.Errorf("%s: %v, want %d pairs", tag, got, want)
		}
	}
}

// Against all pairs, one by one: random texts of few letters, so that many are
// near, at several bounds.
func TestAgainstAllPairs(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	for round := range 40 {
		texts := make([]string, 60)
		for i := range texts {
			var b strings.Builder
			for range 1 + rng.IntN(14) {
				b.WriteByte("abc "[rng.IntN(4)])
			}
			texts[i] = b.String()
		}
		least := []float64{0.2, 0.5, near.Listed, near.Reported, 1}[round%5]
		got := map[string]float64{}
		for _, p := range near.Pairs(texts, near.Options{Least: least, Lang: func(int) string { return "xx" }}) {
			if p.Kind == near.Similar {
				got[fmt.Sprint(p.A, p.B)] = p.Similarity
			}
		}
		if diff := cmp.Diff(allPairs(texts, least), got); diff != "" {
			t.Fatalf("least %v (-want +got):\n%s\n%q", least, diff, texts)
		}
	}
}

// allPairs compares the sets of trigrams of each two texts that are not copies
// and have other words.
func allPairs(texts []string, least float64) map[string]float64 {
	out := map[string]float64{}
	var seen []string
	var at []int
	for i, text := range texts {
		if normal := near.Normal(text); !slices.Contains(seen, normal) {
			seen, at = append(seen, normal), append(at, i)
		}
	}
	words := func(text string) []string {
		return slices.Sorted(slices.Values(strings.Fields(text)))
	}
	set := func(text string) map[string]bool {
		s := map[string]bool{}
		text = " " + text + " "
		for i := 0; i+3 <= len(text); i++ {
			s[text[i:i+3]] = true
		}
		return s
	}
	for i := range seen {
		for j := range i {
			if slices.Equal(words(seen[i]), words(seen[j])) {
				continue
			}
			a, b, both := set(seen[i]), set(seen[j]), 0
			for g := range a {
				if b[g] {
					both++
				}
			}
			if s := float64(both) / float64(len(a)+len(b)-both); both > 0 && s >= least {
				out[fmt.Sprint(at[j], at[i])] = s
			}
		}
	}
	return out
}

// The development queries of MS MARCO. The three pairs from .8 on, and that two
// counties in two states come to .74, are of a program in Python that compared
// all sets of trigrams.
func TestMarco(t *testing.T) {
	texts := marco(t)
	start := time.Now()
	pairs := near.Pairs(texts, near.Options{Least: near.Listed})
	t.Logf("%d texts in %v", len(texts), time.Since(start))
	n, reported, counties := 0, 0, 0.0
	for _, p := range pairs {
		if p.Similarity >= near.Listed {
			n++
		}
		if p.Similarity >= near.Reported {
			reported++
		}
		if texts[p.A] == "madison county tn population" || texts[p.B] == "madison county tn population" {
			counties = max(counties, p.Similarity)
		}
	}
	if reported != 3 || n != 163 || fmt.Sprintf("%.4f", counties) != "0.7419" {
		t.Errorf("%d pairs from .8 on, %d from .6 on, counties %v; want 3, 163, 0.7419", reported, n, counties)
	}
}

func BenchmarkPairs(b *testing.B) {
	texts := marco(b)
	for b.Loop() {
		near.Pairs(texts, near.Options{})
	}
}

// marco returns the queries, which are not copied into this repository.
func marco(t testing.TB) []string {
	t.Helper()
	const path = "../../../shared/data/qrels-topics/topics.msmarco-passage.dev-subset.txt.gz"
	f, err := os.Open(path)
	if err != nil {
		t.Skipf("no %s", path)
	}
	defer func() { _ = f.Close() }() // it was only read
	plain, err := gzip.NewReader(f)
	if err != nil {
		t.Fatal(err)
	}
	var texts []string
	lines := bufio.NewScanner(plain)
	for lines.Scan() {
		_, text, _ := strings.Cut(lines.Text(), "\t")
		texts = append(texts, text)
	}
	if err := lines.Err(); err != nil {
		t.Fatal(err)
	}
	return texts
}
