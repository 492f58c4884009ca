package console

import (
	"bytes"
	"context"
	"io"
	"strings"
	"testing"
	"time"
	"unicode"

	"github.com/rankduel/rankduel/testsets/label"
)

const wide = `{"query_id":"q1","query_text":"東京の天気はどうですか","need":"somebody plans a trip","doc_id":"d1","title":"天気予報","text":"` +
	`晴れのち曇り晴れのち曇り晴れのち曇り晴れのち曇り晴れのち曇り晴れのち曇り晴れのち曇り晴れのち曇り晴れのち曇り family 👨‍👩‍👧‍👦 flag 🇩🇪 end"}`

// hostile would clear the screen, ring, set the title, reverse text and end it
// with bytes that are no UTF-8.
const hostile = `{"query_id":"q1","query_text":"a\u001b[2Jb\u0007","doc_id":"d1","title":"\u001b]0;owned\u0007","text":"\u202egnp.exe \u009b31m \r rewound \u2028 x"}`

func session(t *testing.T, lines string) *label.Session {
	t.Helper()
	p, err := label.ReadPool("pool.jsonl", strings.NewReader(lines))
	if err != nil {
		t.Fatal(err)
	}
	s, err := label.Open(p, t.TempDir(), label.Settings{Person: "ada", Mode: "terminal", Now: time.Now})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = s.Close() }) // read no more
	return s
}

func repeated(documents int, text string) string {
	var b strings.Builder
	for i := range documents {
		b.WriteString(`{"query_id":"q1","query_text":"first query","doc_id":"d` + string(rune('a'+i)) + `","title":"title","text":"` + text + `"}` + "\n")
	}
	return b.String()
}

// A screen is as wide and high as the terminal at most, whatever is on it.
func TestFits(t *testing.T) {
	long := repeated(1, strings.Repeat("word ", 3000)+strings.Repeat("x", 500))
	for _, lines := range []string{wide, hostile, long} {
		s := session(t, lines)
		for _, size := range []frame{{width: 80, height: 24}, {width: 120, height: 50}, {width: 20, height: 8}, {width: 3, height: 2}} {
			d := &dialog{s: s, view: s.View(), offset: 7}
			screen := d.draw(size)
			rows := strings.Split(screen, "\r\n")
			if len(rows) > size.height {
				t.Errorf("%dx%d: %d lines", size.width, size.height, len(rows))
			}
			for _, row := range rows {
				bare := strings.NewReplacer("\x1b[1m", "", "\x1b[0m", "").Replace(row)
				if width(bare) > max(size.width, 2) {
					t.Errorf("%dx%d: %q has %d columns", size.width, size.height, bare, width(bare))
				}
				if strings.ContainsFunc(bare, func(r rune) bool { return unicode.IsControl(r) || unicode.Is(unicode.Bidi_Control, r) }) {
					t.Errorf("%q would steer the terminal", bare)
				}
			}
		}
	}
}

// Need, query, scale, title, text and progress are there; ids are not.
func TestShown(t *testing.T) {
	s := session(t, wide)
	screen := (&dialog{s: s, view: s.View()}).draw(frame{width: 80, height: 24})
	for _, want := range []string{"query 1 of 1, document 1 of 1 · 0 of 1 answered", "need: somebody plans a trip", "query: 東京の天気はどうですか", "天気予報", "晴れのち", "0 irrelevant · 1 somewhat relevant", "q: quit"} {
		if !strings.Contains(screen, want) {
			t.Errorf("the screen lacks %q:\n%s", want, screen)
		}
	}
	if strings.Contains(screen, "q1") || strings.Contains(screen, "d1") {
		t.Errorf("the screen shows an id:\n%s", screen)
	}
}

// typed runs the dialog on keys and returns the journal's words.
func run(t *testing.T, s *label.Session, keys string) string {
	t.Helper()
	in, feed := io.Pipe()
	go func() {
		for _, k := range strings.Split(keys, "|") {
			if _, err := feed.Write([]byte(k)); err != nil {
				return
			}
		}
		_ = feed.Close() // it never fails
	}()
	var out bytes.Buffer
	if err := ask(context.Background(), in, &out, func() (int, int) { return 80, 24 }, s, Options{Guideline: "grade it"}); err != nil {
		t.Fatal(err)
	}
	_ = in.Close() // it never fails
	var said []string
	for _, r := range s.Rows() {
		if r.Said == nil {
			said = append(said, "-")
			continue
		}
		word := string(r.Said.State)
		if r.Said.Grade != nil {
			word = string(rune('0' + *r.Said.Grade))
		}
		said = append(said, strings.TrimSpace(word+" "+r.Said.Comment))
	}
	return strings.Join(said, ", ")
}

func TestKeys(t *testing.T) {
	for name, c := range map[string]struct{ keys, want string }{
		"grades":            {"3|0|1", "3, 0, 1"},
		"off the scale":     {"9|1|q", "1, -, -"},
		"later":             {"s|2|2", "later, 2, 2"},
		"undo":              {"3|u|1|q", "1, -, -"},
		"undo nothing":      {"u|1|q", "1, -, -"},
		"cannot judge":      {"x|no té\x7fxt|\r|q", "cannot_judge no txt, -, -"},
		"no reason":         {"x|\r|2|q", "2, -, -"},
		"comment":           {"c|a 1\x15b 2|\r|2|q", "2 b 2, -, -"},
		"comment left":      {"c|abc|\x1b|2|q", "2, -, -"},
		"unknown keys":      {"z|\x1b[15~|\x1b[1;5A|2|q", "2, -, -"},
		"scroll":            {"\x1b[A|\x1b[B|\x1b[6~| |\x1b[H|\x1b[F|2|q", "2, -, -"},
		"guideline":         {"?|\x1b[B|3|3|q", "3, -, -"},
		"ctrl-C":            {"2|\x03|3", "2, -, -"},
		"the stream ends":   {"2", "2, -, -"},
		"pasted grades":     {"\x1b[200~333\r\x1b[201~|1|q", "1, -, -"},
		"a pasted comment":  {"c|\x1b[200~one\rtwo\x1b[201~|\r|1|q", "1 one two, -, -"},
		"a split sequence":  {"\x1b[|A|1|q", "1, -, -"},
		"a split character": {"c|\xc3|\xa9|\r|1|q", "1 é, -, -"},
	} {
		t.Run(name, func(t *testing.T) {
			if got := run(t, session(t, repeated(3, "text")), c.keys); got != c.want {
				t.Errorf("%s, want %s", got, c.want)
			}
		})
	}
}

func TestLines(t *testing.T) {
	s := session(t, repeated(4, "some text"))
	var out strings.Builder
	if err := Lines(strings.NewReader("3 the best\ns\nx empty\r\nu\n0\n"), &out, s); err != nil {
		t.Fatal(err)
	}
	if v := s.View(); v.Answered != 2 || v.PutOff != 1 {
		t.Errorf("%+v", v.Progress)
	}
	if !strings.HasPrefix(out.String(), "query 1 of 1, document 1 of 4 · 0 of 4 answered\nquery: first query\ntitle: title\ntext: some text\ngrade (0 irrelevant") {
		t.Errorf("asked:\n%s", out.String())
	}
	for _, bad := range []string{"good", "7", "x", "1.5", ""} {
		if err := Lines(strings.NewReader("1\n"+bad+"\n2\n"), io.Discard, session(t, repeated(4, "t"))); err == nil || !strings.HasPrefix(err.Error(), "line 2 of the answers: ") {
			t.Errorf("%q: %v", bad, err)
		}
	}
	out.Reset()
	if err := Lines(strings.NewReader("q\n"), &out, session(t, hostile)); err != nil || strings.ContainsAny(out.String(), "\x1b\x07\u202e\u009b\r") {
		t.Errorf("%v: %q", err, out.String())
	}
}
