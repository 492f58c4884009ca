package examples_test

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"maps"
	"regexp"
	"strings"
	"testing"

	"gopkg.in/yaml.v3"

	"github.com/rankduel/rankduel/examples"
)

// The files are read here with the plain decoders, not with the packages that
// the example is meant to show: this test is about the data.

type document struct {
	ID    string `json:"_id"`
	Title string `json:"title"`
	Text  string `json:"text"`
}

type judgment struct {
	Doc   string `yaml:"doc_id"`
	Grade *int   `yaml:"grade"`
}

type query struct {
	ID       string     `yaml:"query_id"`
	Text     string     `yaml:"query_text"`
	Type     string     `yaml:"query_type"`
	Relevant []judgment `yaml:"relevant_docs"`
}

type testSet struct {
	Name        string         `yaml:"name"`
	Version     string         `yaml:"version"`
	Description string         `yaml:"description"`
	Created     string         `yaml:"created"`
	Scale       map[int]string `yaml:"scale"`
	Strata      []string       `yaml:"strata"`
	Queries     []query        `yaml:"queries"`
}

func read(t *testing.T, name string) []byte {
	t.Helper()
	b, err := fs.ReadFile(examples.Clinical(), name)
	if err != nil {
		t.Fatal(err)
	}
	return b
}

func readCorpus(t *testing.T) []document {
	t.Helper()
	dec := json.NewDecoder(bytes.NewReader(read(t, "corpus.jsonl")))
	dec.DisallowUnknownFields()
	var docs []document
	for {
		var d document
		err := dec.Decode(&d)
		if errors.Is(err, io.EOF) {
			return docs
		}
		if err != nil {
			t.Fatalf("corpus.jsonl: document %d: %v", len(docs)+1, err)
		}
		docs = append(docs, d)
	}
}

func readTestSet(t *testing.T) testSet {
	t.Helper()
	dec := yaml.NewDecoder(bytes.NewReader(read(t, "testset.yaml")))
	dec.KnownFields(true)
	var set testSet
	if err := dec.Decode(&set); err != nil {
		t.Fatal(err)
	}
	return set
}

func TestClinicalFiles(t *testing.T) {
	names, err := fs.Glob(examples.Clinical(), "*")
	if err != nil {
		t.Fatal(err)
	}
	got, want := strings.Join(names, " "), "README.md corpus.jsonl experiment.yaml hybrid.yaml rerank.yaml sweep.yaml testset.yaml"
	if got != want {
		t.Errorf("files = %s, want %s", got, want)
	}
}

func TestCorpus(t *testing.T) {
	docs := readCorpus(t)
	if len(docs) < 140 {
		t.Errorf("%d documents, want at least 140", len(docs))
	}
	idForm := regexp.MustCompile(`^[a-z]+-[0-9]{2}$`)
	ids, titles, texts := map[string]bool{}, map[string]string{}, map[string]string{}
	for _, d := range docs {
		if ids[d.ID] {
			t.Errorf("%s: second document with this id", d.ID)
		}
		if !idForm.MatchString(d.ID) {
			t.Errorf("%s: id is not of the form htn-01", d.ID)
		}
		title, text := fold(d.Title), fold(d.Text)
		if first, ok := titles[title]; ok || title == "" {
			t.Errorf("%s: title is empty or that of %s", d.ID, first)
		}
		if first, ok := texts[text]; ok {
			t.Errorf("%s: text is that of %s", d.ID, first)
		}
		if n := len(strings.Fields(d.Text)); n < 40 || n > 90 {
			t.Errorf("%s: %d words, want 40 to 90", d.ID, n)
		}
		ids[d.ID], titles[title], texts[text] = true, d.ID, d.ID
	}
}

// fold makes texts that differ only in case and blanks equal.
func fold(s string) string { return strings.ToLower(strings.Join(strings.Fields(s), " ")) }

func TestTestSetHeader(t *testing.T) {
	set := readTestSet(t)
	if set.Name != "clinical" || set.Version != "v1" || set.Description == "" || set.Created != "2026-11-20" {
		t.Errorf("header = %q %q %q %q", set.Name, set.Version, set.Description, set.Created)
	}
	scale := map[int]string{0: "irrelevant", 1: "somewhat relevant", 2: "relevant", 3: "highly relevant"}
	if !maps.Equal(set.Scale, scale) {
		t.Errorf("scale = %v, want %v", set.Scale, scale)
	}
	if got, want := strings.Join(set.Strata, " "), "exact_term paraphrase complex_clinical"; got != want {
		t.Errorf("strata = %s, want %s", got, want)
	}
}

func TestQueries(t *testing.T) {
	set := readTestSet(t)
	counts := map[string]int{}
	ids, asked := map[string]bool{}, map[string]string{}
	for _, q := range set.Queries {
		counts[q.Type]++
		if ids[q.ID] {
			t.Errorf("%s: second query with this id", q.ID)
		}
		if first, ok := asked[fold(q.Text)]; ok || q.Text == "" {
			t.Errorf("%s: text is empty or that of %s", q.ID, first)
		}
		ids[q.ID], asked[fold(q.Text)] = true, q.ID
	}
	if got, want := fmt.Sprint(counts), "map[complex_clinical:15 exact_term:20 paraphrase:15]"; got != want {
		t.Errorf("strata = %s, want %s", got, want)
	}
}

func TestJudgments(t *testing.T) {
	inCorpus := map[string]bool{}
	for _, d := range readCorpus(t) {
		inCorpus[d.ID] = true
	}
	for _, q := range readTestSet(t).Queries {
		relevant, useless := 0, 0
		seen := map[string]bool{}
		for _, j := range q.Relevant {
			switch {
			case !inCorpus[j.Doc]:
				t.Errorf("%s: document %s is not in the corpus", q.ID, j.Doc)
			case seen[j.Doc]:
				t.Errorf("%s: document %s is judged twice", q.ID, j.Doc)
			case j.Grade == nil || *j.Grade < 0 || *j.Grade > 3:
				t.Errorf("%s: document %s has no grade from 0 to 3", q.ID, j.Doc)
			case *j.Grade > 0:
				relevant++
			default:
				useless++
			}
			seen[j.Doc] = true
		}
		if n := len(q.Relevant); n < 4 || n > 8 {
			t.Errorf("%s: %d judged documents, want 4 to 8", q.ID, n)
		}
		if relevant < 2 || useless < 1 {
			t.Errorf("%s: %d relevant and %d grade 0, want at least 2 and 1", q.ID, relevant, useless)
		}
	}
}

func TestExperimentNamesTheOtherFiles(t *testing.T) {
	var exp struct {
		TestSet    string `yaml:"test_set"`
		Components map[string]struct {
			Embedded struct {
				Corpus string `yaml:"corpus"`
			} `yaml:"embedded"`
		} `yaml:"components"`
		Configs  map[string]any `yaml:"configs"`
		Baseline string         `yaml:"baseline"`
	}
	if err := yaml.Unmarshal(read(t, "experiment.yaml"), &exp); err != nil {
		t.Fatal(err)
	}
	read(t, exp.TestSet)
	if len(exp.Components) != 2 {
		t.Errorf("%d components, want 2", len(exp.Components))
	}
	for _, c := range exp.Components {
		read(t, c.Embedded.Corpus)
	}
	if _, ok := exp.Configs[exp.Baseline]; !ok || len(exp.Configs) != 2 {
		t.Errorf("baseline %q is not one of two configurations", exp.Baseline)
	}
}

// Editors find the schemas by the first line of a file.
func TestFirstLineNamesTheSchema(t *testing.T) {
	for name, schema := range map[string]string{
		"testset.yaml":    "testset.schema.json",
		"experiment.yaml": "experiment.schema.json",
	} {
		s := bufio.NewScanner(bytes.NewReader(read(t, name)))
		s.Scan()
		if got, want := s.Text(), "# yaml-language-server: $schema=../../schemas/"+schema; got != want {
			t.Errorf("%s: first line = %q, want %q", name, got, want)
		}
	}
}
