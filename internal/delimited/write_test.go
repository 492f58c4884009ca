package delimited_test

import (
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/rankduel/rankduel/internal/delimited"
)

// The cells are those of OWASP's page on CSV injection, and numbers, which stay
// numbers.
func TestGuard(t *testing.T) {
	for cell, want := range map[string]string{
		"=1+1":            "'=1+1",
		"+cmd|' /C calc'": "'+cmd|' /C calc'",
		"-2+3":            "'-2+3",
		"@SUM(1,2)":       "'@SUM(1,2)",
		"\t=1":            "'\t=1",
		"\n=1":            "'\n=1",
		"＝1":              "'＝1",
		"'=1":             "''=1",
		"-0.5":            "-0.5",
		"+1e-3":           "+1e-3",
		"-":               "'-",
		"'s":              "'s",
		"":                "",
		"q1":              "q1",
		"a=b, \"c\"\nd":   "a=b, \"c\"\nd",
	} {
		if got := (delimited.Table{Rows: [][]string{{cell}}}).Guarded().Rows[0][0]; got != want {
			t.Errorf("guarded %q: %q, want %q", cell, got, want)
		}
	}
}

// What was guarded and written reads back as it was.
func TestWriteReadsBack(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		cells := rapid.SliceOfN(rapid.StringMatching(`['=+\-@ab,;"＝0-9\n\t]{0,6}`), 2, 2).Draw(t, "cells")
		table := delimited.Table{Rows: [][]string{{"id", "text"}, append(cells, "end")}}
		var b strings.Builder
		if err := table.Guarded().Write(&b); err != nil {
			t.Fatal(err)
		}
		got, err := delimited.Read([]byte(b.String()))
		if err != nil || len(got.Rows) != 2 {
			t.Fatalf("%q: %v, %v", b.String(), got.Rows, err)
		}
		for i, cell := range got.Rows[1] {
			got.Rows[1][i] = delimited.Unguard(cell)
		}
		if !slices.Equal(got.Rows[1], table.Rows[1]) {
			t.Errorf("%q from %q, want %q", got.Rows[1], b.String(), table.Rows[1])
		}
	})
}

func TestWriteSeparator(t *testing.T) {
	var b strings.Builder
	err := delimited.Table{Rows: [][]string{{"a,b", "c\td"}}, Separator: '\t'}.Write(&b)
	if want := "a,b\t\"c\td\"\n"; err != nil || b.String() != want {
		t.Errorf("%q, %v, want %q", b.String(), err, want)
	}
}

func TestWriteGuarded(t *testing.T) {
	var b strings.Builder
	err := delimited.WriteGuarded(&b, strings.NewReader("query_id,text\nq1,\"=1,\n2\"\nlonger,a,-3\n"))
	if want := "query_id,text\nq1,\"'=1,\n2\"\nlonger,a,-3\n"; err != nil || b.String() != want {
		t.Errorf("%q, %v, want %q", b.String(), err, want)
	}
}
