package rungen_test

import (
	"bytes"
	"strings"
	"testing"

	"github.com/rankduel/rankduel/tools/studies/rungen"
)

func TestFilesAreDeterministicAndOfTheRightShape(t *testing.T) {
	shape := rungen.Shape{Name: "test", Queries: 50, Depth: 203, Judged: 1.5, Graded: true}
	g := rungen.Generator{Shape: shape, Seed: 7}
	var first, again, other, qrels bytes.Buffer
	for _, err := range []error{g.WriteRun(&first, 0), g.WriteRun(&again, 0), g.WriteRun(&other, 1), g.WriteQrels(&qrels)} {
		if err != nil {
			t.Fatal(err)
		}
	}
	if !bytes.Equal(first.Bytes(), again.Bytes()) {
		t.Error("the same shape, seed and system gave two different runs")
	}
	if bytes.Equal(first.Bytes(), other.Bytes()) {
		t.Error("two systems gave the same run")
	}
	seen := map[string]bool{}
	retrieved := map[string]bool{}
	tied, last := 0, ""
	for line := range strings.Lines(first.String()) {
		f := strings.Fields(line)
		if len(f) != 6 {
			t.Fatalf("line %q has %d fields, want 6", line, len(f))
		}
		seen[f[0]] = true
		if retrieved[f[0]+" "+f[2]] {
			t.Errorf("document twice: %q", line)
		}
		retrieved[f[0]+" "+f[2]] = true
		if f[4] == last {
			tied++
		}
		last = f[4]
	}
	if len(seen) != 50 || len(retrieved) != 50*203 {
		t.Errorf("%d queries and %d lines, want 50 and %d", len(seen), len(retrieved), 50*203)
	}
	if tied == 0 || tied > 50*203/50 {
		t.Errorf("%d ties in %d lines, want a few", tied, 50*203)
	}
	judged, found := 0, 0
	for line := range strings.Lines(qrels.String()) {
		f := strings.Fields(line)
		judged++
		if retrieved[f[0]+" "+f[2]] {
			found++
		}
	}
	if judged < 60 || judged > 90 || found < judged/2 {
		t.Errorf("%d judgments, %d of them retrieved; want about 75 and most of them", judged, found)
	}
}
