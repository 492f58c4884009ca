package main

import (
	"slices"
	"strings"
	"testing"
)

func TestFind(t *testing.T) {
	for _, c := range []struct{ name, body, want string }{
		{"comparison", "if a < b {}", "8 conditionals boundary < → <=, 8 conditionals negation < → >="},
		{"equality", "if a == b {}", "8 conditionals negation == → !="},
		{"arithmetic", "_ = a*b + a", "11 arithmetic base + → -, 8 arithmetic base * → /"},
		{"sign", "_ = -a", "7 invert negatives - → +"},
		{"text is not subtracted", `_ = f(a) + ": " + f(b)`, ""},
		{"logic", "if p() && q() {}", "10 invert logical && → ||"},
		{"call as condition", "if p() {}", "6 negate condition p() → !(p())"},
		{"assignments", "a += b", "5 invert assignments += → -=, 5 remove self-assignments += → ="},
		{"dropped", "a = b", "3 drop assignment a → _"},
		{"defined or without a name", "c := b; _ = c", ""},
		{"call", "println(a)", "3 drop call println(a) → {}"},
		{"counting", "a++", "4 increment decrement ++ → --"},
		{"loop", "for { break }", "9 invert loop control break → continue"},
		{"labels stay", "x: for { continue x }", ""},
		{"bits", "_ = a << b &^ 1", "9 invert bitwise << → >>, 14 invert bitwise &^ → &"},
		{"comment", "// a < b", ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			found, err := find("x.go", []byte("package x\n\nfunc f(a, b int) {\n\t\t"+c.body+"\n}\n"))
			if err != nil {
				t.Fatal(err)
			}
			var got []string
			for _, m := range found {
				got = append(got, strings.TrimPrefix(m.String(), "x.go:4:"))
			}
			want := strings.Split(c.want, ", ")
			if c.want == "" {
				want = nil
			}
			slices.Sort(got)
			slices.Sort(want)
			if !slices.Equal(got, want) {
				t.Errorf("found %q, want %q", got, want)
			}
		})
	}
}

// TestIdentity: a line more in another function moves a mutant, and is no
// reason to draw another sample.
func TestIdentity(t *testing.T) {
	before, err := find("x.go", []byte("package x\n\nfunc f(a int) bool { return a < 1 || a < 2 }\n"))
	if err != nil {
		t.Fatal(err)
	}
	after, err := find("x.go", []byte("package x\n\nfunc e(a int) bool { return a < 3 }\nfunc f(a int) bool { return a < 1 || a < 2 }\n"))
	if err != nil {
		t.Fatal(err)
	}
	after = after[2:]
	seen := map[string]bool{}
	for i := range before {
		if before[i].id != after[i].id || before[i].pos.Line == after[i].pos.Line {
			t.Errorf("%v became %v", before[i], after[i])
		}
		if seen[before[i].id] {
			t.Errorf("%v has the name of another", before[i])
		}
		seen[before[i].id] = true
	}
}

func TestApplied(t *testing.T) {
	m := mutant{offset: 2, old: "<", new: ">="}
	got, err := m.applied([]byte("a < b"))
	if err != nil || string(got) != "a >= b" {
		t.Errorf("applied = %q, %v", got, err)
	}
	if _, err := m.applied([]byte("a")); err == nil {
		t.Error("a file that has changed is not refused")
	}
}
