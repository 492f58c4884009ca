package html

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// Words of a query are looked for once, up to sixteen of them; short ones only where there are no others.
func TestWordsOfAQuery(t *testing.T) {
	for _, tt := range []struct{ name, query, want string }{
		{"none", "", ""},
		{"marks alone", "?! –", ""},
		{"long ones", "What is the Dose of metformin?", "what dose metformin"},
		{"short ones alone", "is it so", "is it so"},
		{"of four letters", "dose of", "dose"},
		{"twice", "heart Heart HEART failure", "heart failure"},
		{"with digits", "covid19 b12", "covid19"},
		{"in other scripts", "щитовидная железа", "щитовидная железа"},
		{
			"twenty", "w001 w002 w003 w004 w005 w006 w007 w008 w009 w010 w011 w012 w013 w014 w015 w016 w017 w018 w019 w020",
			"w001 w002 w003 w004 w005 w006 w007 w008 w009 w010 w011 w012 w013 w014 w015 w016",
		},
	} {
		if got := strings.Join(wordsOf(tt.query), " "); got != tt.want {
			t.Errorf("%s: %q, want %q", tt.name, got, tt.want)
		}
	}
}

// A word is found at its begin: heart in hearts, and not in sweetheart.
func TestWordAt(t *testing.T) {
	for _, tt := range []struct {
		text string
		from int
		want int
	}{
		{"heart", 0, 0},
		{"hearts", 0, 0},
		{"a heart", 0, 2},
		{"a heart", 3, -1},
		{"sweetheart", 0, -1},
		{"sweetheart heart", 0, 11},
		{"éheart (heart)", 0, 9},
		{"2heart", 0, -1},
		{"heart heart", 1, 6},
		{"", 0, -1},
		{"a", 5, -1},
	} {
		if got := wordAt(tt.text, "heart", tt.from); got != tt.want {
			t.Errorf("heart in %q from %d on: %d, want %d", tt.text, tt.from, got, tt.want)
		}
	}
}

// A text is cut after so many letters, between words where one ends in the last quarter.
func TestFirstLetters(t *testing.T) {
	for _, tt := range []struct {
		text string
		most int
		want string
	}{
		{"abcd", 4, "abcd"},
		{"abcde", 4, "abcd…"},
		{"", 4, ""},
		{"äöüßx", 4, "äöüß…"},
		{"one two three", 12, "one two thre…"}, // the blank is in front of the last quarter
		{"eleven words or so", 16, "eleven words or…"},
		{"abcdefgh ijk", 10, "abcdefgh…"},
		{"abcdefg hijkl", 10, "abcdefg hi…"},
		{"abcdefg  x", 9, "abcdefg…"},
	} {
		if got := firstLetters(tt.text, tt.most); got != tt.want {
			t.Errorf("%d letters of %q: %q, want %q", tt.most, tt.text, got, tt.want)
		}
	}
}

// The window is where most words of the query are, the first of such places; it begins with the first word of the thirty
// letters before it.
func TestWindow(t *testing.T) {
	filler := strings.Repeat("nothing of interest ", 12) // 240 letters
	for _, tt := range []struct{ name, text, begins string }{
		{"short", "heart", "heart"},
		{"at the begin", "the heart " + filler, "the heart nothing"},
		{"behind forty letters", filler[:40] + "heart " + filler, filler[:20]},
		{"behind forty-one letters", filler[:40] + "x heart " + filler, "… nothing of interest x heart"},
		{"of two places with one word the first", filler + "heart " + filler + "heart " + filler, "… interest nothing of interest heart nothing"},
		{"of two places that with more words", filler + "heart " + filler + "failure heart " + filler, "… interest nothing of interest failure heart"},
		{"nowhere", filler + filler, "nothing of interest"},
		{"behind a long word", strings.Repeat("x", 300) + " heart " + filler, "… heart nothing"},
	} {
		got := window(tt.text, []string{"heart", "failure"})
		if !strings.HasPrefix(got, tt.begins) {
			t.Errorf("%s: %q, want it to begin with %q", tt.name, got, tt.begins)
		}
	}
}

// A first line of more than 320 bytes is not a title, and of a text 3000 bytes are looked at.
func TestTitles(t *testing.T) {
	long := strings.Repeat("t", 4*titleLetters)
	for _, tt := range []struct{ name, text, title string }{
		{"a title", "Title \t here\nbody", "Title here"},
		{"a long title", long + "\nbody", strings.Repeat("t", titleLetters) + "…"},
		{"a line that is too long for one", long + "t\nbody", ""},
		{"no line feed", "Title", ""},
	} {
		title, _, _ := strings.Cut(snippet(tt.text, nil), "\n")
		if diff := cmp.Diff(tt.title, title); diff != "" {
			t.Errorf("%s (-want +got):\n%s", tt.name, diff)
		}
	}
	far := "T\n" + strings.Repeat("xyz ", 750) + "heart failure" // 3000 bytes, then the words
	if got := snippet(far, []string{"heart"}); strings.Contains(got, "heart") {
		t.Errorf("a word behind 3000 bytes is looked for: %q", got)
	}
	if got := snippet("T\n"+strings.Repeat("xyz ", 740)+"heart failure", []string{"heart"}); !strings.Contains(got, "heart failure") {
		t.Errorf("a word before 3000 bytes is not found: %q", got)
	}
}
