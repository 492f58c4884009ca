package testsets_test

import (
	"strings"
	"testing"

	"github.com/rankduel/rankduel/testsets"
)

func TestTemplates(t *testing.T) {
	for name, want := range map[string]testsets.Format{"": testsets.Native, "native": testsets.Native, "golden": testsets.Golden, "kebab": testsets.Golden} {
		text, err := testsets.Template(name)
		if err != nil {
			t.Fatal(err)
		}
		set := mustParse(t, "new.yaml", string(text))
		if set.Format != want || set.Name != "new" || len(set.Warnings()) != 0 {
			t.Errorf("%q: format %q, name %q, warnings %v", name, set.Format, set.Name, set.Warnings())
		}
		text[0] = 'X' // the next caller gets it whole
	}
	if _, err := testsets.Template("xml"); err == nil {
		t.Error("unknown format: no error")
	}
}

// TestGoldenTemplate: the header states the conventions, and no id is given
// that a fresh collection would lack.
func TestGoldenTemplate(t *testing.T) {
	text, err := testsets.Template("golden")
	if err != nil {
		t.Fatal(err)
	}
	header, _, _ := strings.Cut(string(text), "\n- ")
	flat := strings.Join(strings.Fields(strings.ReplaceAll(header, "#", " ")), " ")
	for _, s := range []string{
		"expected_doc_ids: [] means the system should refuse to answer",
		"expected_chunk_ids feeds hit_at_k, MRR and precision_at_k_chunk",
		"expected_doc_ids feeds recall_at_k_doc",
		"must_contain, forbidden feed groundedness",
		"precision_at_k_chunk is how many of the first k hits are expected chunks, divided by k: a list shorter than k loses",
		"A query without expected_chunk_ids is skipped",
	} {
		if !strings.Contains(flat, s) {
			t.Errorf("the header lacks %q", s)
		}
	}
	set := mustParse(t, "g.yaml", string(text))
	none := func(string) bool { return false }
	if err := testsets.CheckReferences(set, none, none); err != nil {
		t.Error(err)
	}
	if c := set.Counts(); c.Refusals != 1 {
		t.Errorf("%d entries to refuse, want the last one only", c.Refusals)
	}
}
