package prose_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/rankduel/rankduel/internal/prose"
)

func TestPlural(t *testing.T) {
	for _, c := range []struct {
		n           int
		thing, want string
	}{
		{1, "query", "1 query"},
		{0, "query", "0 queries"},
		{2, "query", "2 queries"},
		{2, "key", "2 keys"},
		{2, "day", "2 days"},
		{1, "key", "1 key"},
		{3, "other split", "3 other splits"},
	} {
		if got := prose.Plural(c.n, c.thing); got != c.want {
			t.Errorf("Plural(%d, %q) = %q, want %q", c.n, c.thing, got, c.want)
		}
	}
}

// Twenty faults are told, and how many more there are.
func TestJoinFirst(t *testing.T) {
	for n, want := range map[int]int{0: 0, 1: 1, 20: 20, 21: 21, 50: 21} {
		var errs []error
		for i := range n {
			errs = append(errs, fmt.Errorf("fault %d", i+1))
		}
		err := prose.JoinFirst(errs)
		if n == 0 {
			if err != nil {
				t.Errorf("no fault: %v", err)
			}
			continue
		}
		lines := strings.Split(err.Error(), "\n")
		if len(lines) != want || n > 20 && lines[20] != fmt.Sprintf("and %d more", n-20) {
			t.Errorf("%d faults are %d lines, the last %q", n, len(lines), lines[len(lines)-1])
		}
	}
}

// Ten of twelve faults are listed, each on its line, and two counted.
func TestTally(t *testing.T) {
	var tally prose.Tally
	want := "twelve:"
	for i := range 12 {
		tally.Add("fault %d", i)
		if i < 10 {
			want += fmt.Sprintf("\nfault %d", i)
		}
	}
	if got := tally.Text("twelve:"); got != want+"\nand 2 more" || tally.Count != 12 {
		t.Errorf("%d faults: %q, want 12 and %q", tally.Count, got, want+"\nand 2 more")
	}
}

// What is quoted is what sh would take apart or put together (POSIX, 2.2), and = at the
// beginning, which zsh looks up.
func TestShellWord(t *testing.T) {
	for word, want := range map[string]string{
		"runs/a.trec": "runs/a.trec", "a=nDCG@10,RR": "a=nDCG@10,RR", "": "''", "two words": "'two words'", "it's": `'it'\''s'`,
		"`id`": "'`id`'", "a{1,2}": "'a{1,2}'", "=ls": "'=ls'", "a&b": "'a&b'", "two\nlines": "'two\nlines'", "~": "'~'",
	} {
		if got := prose.ShellWord(word); got != want {
			t.Errorf("%q: %s, want %s", word, got, want)
		}
	}
}
