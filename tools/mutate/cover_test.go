package main

import (
	"go/token"
	"strings"
	"testing"
)

// The profile is that of this function, on which only f(1) was called; the
// second package's tests reached nothing:
//
//	10	func f(a int) int {
//	11		if a > 1 {
//	12			return a + 1
//	13		}
//	14		return -a
//	15	}
const sampleProfile = `mode: set
example.org/x/f.go:10.19,11.11 1 1
example.org/x/f.go:11.11,13.3 1 0
example.org/x/f.go:14.2,14.11 1 1
example.org/x/f.go:10.19,11.11 1 0
example.org/x/f.go:11.11,13.3 1 0
example.org/x/f.go:14.2,14.11 1 0
`

func TestReaches(t *testing.T) {
	p, err := readProfile(strings.NewReader(sampleProfile))
	if err != nil {
		t.Fatal(err)
	}
	f := span{10, 15}
	for _, c := range []struct {
		name      string
		line, col int
		scope     span
		want      bool
	}{
		{"condition that ran", 11, 7, f, true},
		{"branch that did not", 12, 12, f, false},
		{"ran in one of two packages", 14, 9, f, true},
		{"value of a case, in no block", 13, 5, f, true},
		{"in no block, nothing ran", 20, 5, span{19, 22}, false},
		{"outside of functions", 3, 9, span{}, true},
	} {
		m := mutant{path: "/somewhere/f.go", pos: token.Position{Line: c.line, Column: c.col}, scope: c.scope}
		if got := p.reaches(m); got != c.want {
			t.Errorf("%s: reaches = %v", c.name, got)
		}
	}
	if _, err := readProfile(strings.NewReader("mode: set\nnonsense\n")); err == nil {
		t.Error("nonsense was read")
	}
}
