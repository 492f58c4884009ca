package testsets_test

import (
	"encoding/json"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/rankduel/rankduel/testsets"
)

// A vectorFile is a conformance vector file: cases with what is given and what
// is expected. The expected values were fixed before this package was written.
type vectorFile[G, E any] struct {
	Cases []struct {
		ID       string
		Title    string
		Given    G
		Expected E
	}
}

func readVectors[G, E any](t *testing.T, name string) vectorFile[G, E] {
	t.Helper()
	data, err := os.ReadFile(filepath.Join("testdata", name))
	if err != nil {
		t.Fatal(err)
	}
	var v vectorFile[G, E]
	if err := json.Unmarshal(data, &v); err != nil {
		t.Fatal(err)
	}
	if len(v.Cases) == 0 {
		t.Fatalf("%s has no cases", name)
	}
	return v
}

// TestVectorsTestSet runs MT-O-01 and MT-O-10 to MT-O-13.
func TestVectorsTestSet(t *testing.T) {
	type expected struct {
		OK              bool
		Version         string
		N               int
		Strata          map[string]int
		First           json.RawMessage
		MessageContains []string `json:"message_contains"`
	}
	for _, c := range readVectors[json.RawMessage, expected](t, "medkg_testset.json").Cases {
		t.Run(c.ID, func(t *testing.T) {
			var file struct{ File, Name string }
			if err := json.Unmarshal(c.Given, &file); err != nil {
				t.Fatal(err)
			}
			var set *testsets.TestSet
			var err error
			if file.File != "" {
				set, err = testsets.Open("testdata", file.Name)
			} else {
				set, err = testsets.Parse("given.json", c.Given)
			}
			if !c.Expected.OK {
				wantMessage(t, err, c.Expected.MessageContains, nil)
				return
			}
			if err != nil {
				t.Fatal(err)
			}
			if set.Version != c.Expected.Version || len(set.Queries) != c.Expected.N {
				t.Errorf("version %q with %d queries, want %q with %d", set.Version, len(set.Queries), c.Expected.Version, c.Expected.N)
			}
			got := map[string]int{}
			for _, s := range set.Counts().Strata {
				got[s.Name] = s.Queries
			}
			if diff := cmp.Diff(c.Expected.Strata, got); diff != "" {
				t.Errorf("strata (-want +got):\n%s", diff)
			}
			wantFirst(t, set, c.Expected.First)
		})
	}
}

// wantFirst compares the first query with its JSON form, read by encoding/json.
func wantFirst(t *testing.T, set *testsets.TestSet, text json.RawMessage) {
	t.Helper()
	var want struct {
		QueryID      string `json:"query_id"`
		QueryText    string `json:"query_text"`
		QueryType    string `json:"query_type"`
		RelevantDocs []struct {
			DocID string `json:"doc_id"`
			Grade int
		} `json:"relevant_docs"`
	}
	if err := json.Unmarshal(text, &want); err != nil {
		t.Fatal(err)
	}
	q := testsets.Query{ID: want.QueryID, Text: want.QueryText, Type: want.QueryType, Line: 3}
	for _, d := range want.RelevantDocs {
		q.Relevant = append(q.Relevant, testsets.Judgment{Doc: d.DocID, Grade: d.Grade})
	}
	if diff := cmp.Diff(q, set.Queries[0]); diff != "" {
		t.Errorf("first query (-want +got):\n%s", diff)
	}
}

// TestVectorsGolden runs KL-O-01 to KL-O-05.
func TestVectorsGolden(t *testing.T) {
	type given struct {
		YAML  string
		Store *struct{ Documents, Chunks []string }
	}
	type expected struct {
		OK              bool
		N               int
		Entries         []map[string]any
		MessageContains []string `json:"message_contains"`
		MessageLacks    []string `json:"message_lacks"`
	}
	for _, c := range readVectors[given, expected](t, "kebab_loader.json").Cases {
		t.Run(c.ID, func(t *testing.T) {
			set, err := testsets.Parse("golden.yaml", []byte(c.Given.YAML))
			if err == nil && c.Given.Store != nil {
				err = testsets.CheckReferences(set,
					func(id string) bool { return slices.Contains(c.Given.Store.Documents, id) },
					func(id string) bool { return slices.Contains(c.Given.Store.Chunks, id) })
			}
			if !c.Expected.OK {
				wantMessage(t, err, c.Expected.MessageContains, c.Expected.MessageLacks)
				return
			}
			if err != nil {
				t.Fatal(err)
			}
			if len(set.Queries) != c.Expected.N || set.Format != testsets.Golden {
				t.Errorf("%d queries, format %q, want %d golden ones", len(set.Queries), set.Format, c.Expected.N)
			}
			for i, want := range c.Expected.Entries {
				if diff := cmp.Diff(want, asEntry(set.Queries[i])); diff != "" {
					t.Errorf("entry %d (-want +got):\n%s", i, diff)
				}
			}
		})
	}
}

// asEntry puts a query into the shape of the vectors: lists are never null, and
// labels that were not given are.
func asEntry(q testsets.Query) map[string]any {
	list := func(ids []string) []any {
		out := []any{}
		for _, id := range ids {
			out = append(out, id)
		}
		return out
	}
	label := func(s string) any {
		if s == "" {
			return nil
		}
		return s
	}
	return map[string]any{
		"id": q.ID, "query": q.Text, "lang": q.Lang,
		"must_contain": list(q.MustContain), "forbidden": list(q.Forbidden),
		"difficulty": label(q.Difficulty), "group": label(q.Group),
		"expected_doc_ids": list(q.ExpectedDocs), "expected_chunk_ids": list(q.ExpectedChunks),
	}
}

func wantMessage(t *testing.T, err error, contains, lacks []string) {
	t.Helper()
	if err == nil {
		t.Fatal("no error")
	}
	for _, s := range contains {
		if !strings.Contains(err.Error(), s) {
			t.Errorf("message lacks %q:\n%v", s, err)
		}
	}
	for _, s := range lacks {
		if strings.Contains(err.Error(), s) {
			t.Errorf("message has %q:\n%v", s, err)
		}
	}
}

// TestStoreGolden loads the golden list that belongs to the conformance store:
// 12 entries, of which four (q00, q02, q08, q10) expect no document.
func TestStoreGolden(t *testing.T) {
	set, err := testsets.Load("testdata/kebab_store_golden.yaml")
	if err != nil {
		t.Fatal(err)
	}
	c := set.Counts()
	if c.Queries != 12 || c.Refusals != 4 || len(set.Warnings()) != 0 {
		t.Errorf("%d queries, %d refusals, warnings %v", c.Queries, c.Refusals, set.Warnings())
	}
	want := []testsets.Judgment{{Doc: "d3_0", Grade: 1}, {Doc: "d3_1", Grade: 1}}
	if diff := cmp.Diff(want, set.Queries[3].Relevant); diff != "" {
		t.Errorf("q03 (-want +got):\n%s", diff)
	}
}
