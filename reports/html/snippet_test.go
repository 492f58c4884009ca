package html

import (
	"strings"
	"testing"
)

// What is shown of a document is its title and the part with the most words of
// the query, whole words of it, whatever is in it.
func TestSnippet(t *testing.T) {
	filler := strings.Repeat("nothing of interest here ", 20)
	for _, c := range []struct{ name, query, text, want string }{
		{"short", "heart", "Title\nall of it", "Title\nall of it"},
		{"no title", "heart", "all of it", "\nall of it"},
		{"line breaks", "heart", "Title\none\n\n two\tthree", "Title\none two three"},
		{"empty", "heart", "", "\n"},
		{"markup", "script", "<b>T</b>\n<script>alert(1)</script>", "<b>T</b>\n<script>alert(1)</script>"},
	} {
		if got := snippet(c.text, wordsOf(c.query)); got != c.want {
			t.Errorf("%s: %q, want %q", c.name, got, c.want)
		}
	}
	got := snippet("T\n"+filler+"a kidney alone. "+filler+"heart failure and a kidney. "+filler, wordsOf("kidney and heart failure"))
	if !strings.HasPrefix(got, "T\n… ") || !strings.Contains(got, "heart failure and a kidney") {
		t.Errorf("the window is %q, want the place with three words", got)
	}
	if n := len([]rune(got)); n > 2+2+snippetLetters+1 {
		t.Errorf("%d letters", n)
	}
	got = snippet("T\n"+strings.Repeat("ж", 500)+" сердце "+strings.Repeat("щ", 500), wordsOf("сердце"))
	if !strings.Contains(got, "сердце") || strings.Contains(got, "\ufffd") {
		t.Errorf("the window is %q", got)
	}
	for _, text := range []string{"T\n" + strings.Repeat("İ", 900) + " heart", "T\n" + strings.Repeat("a\xff", 900), strings.Repeat("one line ", 400)} {
		if got := snippet(text, wordsOf("heart a one")); len([]rune(got)) > titleLetters+snippetLetters+5 {
			t.Errorf("%.20q: %d letters", text, len([]rune(got)))
		}
	}
}

func FuzzSnippet(f *testing.F) {
	f.Add("heart failure", "T\n"+strings.Repeat("the heart of ", 40))
	f.Fuzz(func(t *testing.T, query, text string) {
		if n := len([]rune(snippet(text, wordsOf(query)))); n > titleLetters+snippetLetters+6 {
			t.Errorf("%d letters", n)
		}
	})
}
