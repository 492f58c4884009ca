package refresh

import (
	"errors"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"unicode/utf8"
)

// Whatever is in a cell comes back, and none is computed by a spreadsheet.
func FuzzTable(f *testing.F) {
	for _, s := range []string{"=cmd()", "'=1", "-5", "+49 30", "@x", "a,b", "a\nb", "''-", "\t=1"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, cell string) {
		if strings.Contains(cell, "\r") {
			t.Skip("encoding/csv reads a carriage return before a line feed as a line feed")
		}
		if !utf8.ValidString(cell) {
			t.Skip("what is not UTF-8 is read as Windows-1252")
		}
		data, err := writeTable([]string{"query_id", "query_text"}, [][]string{{"q", cell}})
		if err != nil {
			t.Fatal(err)
		}
		path := filepath.Join(t.TempDir(), "t.csv")
		if err := os.WriteFile(path, data, 0o644); err != nil {
			t.Fatal(err)
		}
		got, err := readTable(path, []string{"query_id", "query_text"})
		if err != nil {
			t.Fatal(err)
		}
		if got.rows[0]["query_text"] != cell {
			t.Errorf("%q came back as %q", cell, got.rows[0]["query_text"])
		}
		row := strings.TrimPrefix(string(data), "query_id,query_text\nq,")
		_, err = strconv.ParseFloat(cell, 64)
		if written := strings.TrimPrefix(row, `"`); err != nil && strings.ContainsRune("=+@\t", rune(written[0])) {
			t.Errorf("%q is computed", row)
		}
	})
}

// Tables that other programs saved again are read; what is broken is said with
// its line.
func TestReadTable(t *testing.T) {
	for text, want := range map[string]string{
		"a,b\n1,2\n":              "",
		"\ufeffa;b\r\n1;2\r\n":    "",
		"sep=;\r\na;b\r\n1;2\r\n": "",
		"b\ta\n2\t1\n":            "",
		"":                        "it is empty",
		"a\n1\n":                  ":1: no column b; the columns are a, b",
		"a,b\n1\n":                ":2: wrong number of fields",
		"a,b\n\"1,2\n":            ": extraneous or missing",
	} {
		path := filepath.Join(t.TempDir(), "t.csv")
		if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
		got, err := readTable(path, []string{"a", "b"})
		switch {
		case want == "" && (err != nil || got.rows[0]["a"] != "1" || got.rows[0]["b"] != "2"):
			t.Errorf("%q: %v", text, err)
		case want != "" && (err == nil || !strings.Contains(err.Error(), want)):
			t.Errorf("%q: error %v, want %q", text, err, want)
		}
	}
}

// Every fault of a plan is reported at once.
func TestPlanFaults(t *testing.T) {
	_, err := parsePlan("refresh.yaml", []byte("schema: rankduel/refresh/v1\nfrom: {version: v2}\nto: v2\nreplace: 0\nthreshold: 60%\nrule: mean\nlabellers: [ada, ada, ../x]\nsteps: []\n"))
	for _, want := range []string{"threshold", `rule "mean"`, "ada is there twice", `"../x" is no name for a labeller`, "replace 0", "is called v2, as the old one"} {
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("error %v, want %q", err, want)
		}
	}
	for text, want := range map[string]string{"": "it is empty", "schema: other\n": "schema", "schema: rankduel/refresh/v1\nsed: 1\n": "field sed not found", "[": "yaml"} {
		if _, err := parsePlan("refresh.yaml", []byte(text)); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: %v", text, err)
		}
	}
}

// One person alone is refused (R155).
func TestOneLabeller(t *testing.T) {
	s := newScene(t)
	r := s.request(t)
	r.Labellers = []string{"ada"}
	if _, err := Begin(r); err == nil || !strings.Contains(err.Error(), "1 labeller: agreement needs two") {
		t.Errorf("error %v", err)
	}
}

// A log that is too short names every stratum that it is too short for.
func TestTooFewQueries(t *testing.T) {
	s := newScene(t)
	r := s.request(t)
	r.MinClients = 16
	_, err := Begin(r)
	if !errors.Is(err, ErrTooFewQueries) || !strings.Contains(err.Error(), "stratum exact_term: 5 of 8") || !strings.Contains(err.Error(), "stratum paraphrase: 5 of 6") {
		t.Errorf("error %v", err)
	}
}

// The status names the file that made a step stale, and the next command.
func TestStatus(t *testing.T) {
	s := newScene(t)
	says := func(step, want, next string) {
		t.Helper()
		w, err := Open(s.folder)
		if err != nil {
			t.Fatal(err)
		}
		got, err := w.Status()
		if err != nil {
			t.Fatal(err)
		}
		for _, one := range got.Steps {
			if one.Step == step && !strings.Contains(string(one.State)+" "+one.Text, want) {
				t.Errorf("%s: %s %s, want %q", step, one.State, one.Text, want)
			}
		}
		if !strings.Contains(got.Next, next) {
			t.Errorf("next %q, want %q", got.Next, next)
		}
	}
	r := s.request(t)
	r.Guideline = nil
	if _, err := Begin(r); err != nil {
		t.Fatal(err)
	}
	says(stepStart, "begun", "guideline.md")
	template, err := os.ReadFile(filepath.Join(s.folder, guidelineFile))
	if err != nil || !strings.Contains(string(template), "\n| 2 | relevant | |\n| 1 | somewhat relevant | |\n") {
		t.Errorf("the template has not the set's grades: %v\n%s", err, template)
	}
	if err := os.WriteFile(filepath.Join(s.folder, guidelineFile), []byte("# Ours\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	says(stepPool, "open", "refresh pool")
	if err := s.pool(); err != nil {
		t.Fatal(err)
	}
	says(stepLabel, "ada 0 of 60, ben 0 of 60", "--as ada")
	s.label(t, "ada", same)
	says(stepLabel, "begun ada 60 of 60", "--as ben")
	s.label(t, "ben", every(9))
	says(stepAgreement, "its report is not written yet", "refresh agreement")
	report := func() {
		t.Helper()
		if err := s.report(); err != nil {
			t.Fatal(err)
		}
	}
	report()
	says(stepAgreement, "done kappa 0.8", "refresh adjudicate")
	s.adjudicate(t)
	says(stepAdjudicate, "done 60 pairs", "refresh finish")
	s.label(t, "ben", every(8))
	says(stepAgreement, "stale agreement.json is stale: labels/ben.jsonl", "refresh agreement")
	report()
	says(stepAdjudicate, "stale", "refresh adjudicate")
	s.adjudicate(t)
	if _, err := s.finish(); err != nil {
		t.Fatal(err)
	}
	says(stepFinish, "done ../test_set_v2.provenance.jsonl, ../test_set_v2.yaml", "testset diff")
	if err := os.WriteFile(filepath.Join(s.folder, guidelineFile), []byte("# Theirs\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	says(stepPool, "stale guideline.md, which it read, was changed since", "refresh pool")
}
