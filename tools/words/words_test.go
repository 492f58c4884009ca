package main

import (
	"io"
	"testing"
)

// TestRules plants each fault in code or a page and expects it to be counted.
func TestRules(t *testing.T) {
	for _, test := range []struct {
		name, file, content, rule string
		count                     int
	}{
		{"a word of a comment", "a.go", "package a\n\n// whoever reads\n", "whoever", 1},
		{"a word of a message", "a.go", "package a\n\nvar x = \"nobody asks\"\n", "nobody", 1},
		{"twice on a line", "a.md", "anew and anew\n", "anew", 2},
		{"part of a word", "a.md", "besides, forbears\n", "beside", 0},
		{"code in a page", "a.md", "```\nwhoever\n```\n", "whoever", 0},
		{"after code in a page", "a.md", "```\nx\n```\nwhoever\n", "whoever", 1},
		{"the name of a function", "a.go", "package a\n\nfunc spent() {}\n", "participle", 1},
		{"the name of a method", "a.go", "package a\n\ntype T int\n\nfunc (T) Asked() {}\n", "participle", 1},
		{"a name that begins so", "a.go", "package a\n\nfunc cutAtDepth() {}\n", "participle", 0},
		{"a function that is", "a.go", "package a\n\n// N is the number.\nfunc N() int { return 1 }\n", "function is", 1},
		{"a function that returns", "a.go", "package a\n\n// N returns what is there.\nfunc N() int { return 1 }\n", "function is", 0},
		{"a type that is", "a.go", "package a\n\n// N is a number.\ntype N int\n", "function is", 0},
		{"a function's comment is read once", "a.go", "package a\n\n// N asks whoever is there.\nfunc N() {}\n", "whoever", 1},
		{"is no", "a.md", "this is no number\n", "is no", 1},
		{"there is no", "a.md", "there is no number, and it is no longer needed\n", "is no", 0},
		{"both on a line", "a.md", "it is no number, there is no other\n", "is no", 1},
		{"lies within", "a.md", "the interval lies within the margin, and the file lies here\n", "lies", 1},
	} {
		t.Run(test.name, func(t *testing.T) {
			pieces, err := read(test.file, []byte(test.content))
			if err != nil {
				t.Fatal(err)
			}
			if got := count(findIn(pieces))[test.rule]; got != test.count {
				t.Errorf("%s counted %d times, want %d", test.rule, got, test.count)
			}
		})
	}
}

func TestReport(t *testing.T) {
	for _, test := range []struct {
		name           string
		allowed, there int
		ok             bool
	}{
		{"as allowed", 3, 3, true},
		{"one more", 3, 4, false},
		{"one less", 3, 2, true},
	} {
		t.Run(test.name, func(t *testing.T) {
			allowed, counts := map[string]int{"anew": test.allowed}, map[string]int{"anew": test.there}
			if got := report(io.Discard, allowed, counts); got != test.ok {
				t.Errorf("report = %v, want %v", got, test.ok)
			}
		})
	}
}

func TestLowered(t *testing.T) {
	got := lowered(map[string]int{"anew": 3, "whoever": 3}, map[string]int{"anew": 2, "whoever": 4})
	if got["anew"] != 2 || got["whoever"] != 3 {
		t.Errorf("lowered = %v, want the lesser of both: anew 2, whoever 3", got)
	}
}

// TestTree holds the tree to the allowance.
func TestTree(t *testing.T) {
	ok, err := check("../..", "", false)
	if err != nil {
		t.Fatal(err)
	}
	if !ok {
		t.Error("a count is above tools/words/allowance.txt, see above")
	}
}
