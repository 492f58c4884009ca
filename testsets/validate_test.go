package testsets_test

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/rankduel/rankduel/testsets"
)

// TestValidate checks sets that a program put together: what a file cannot say
// is refused as well.
func TestValidate(t *testing.T) {
	tests := []struct {
		name string
		edit func(*testsets.TestSet)
		want []testsets.Code
	}{
		{"valid", func(*testsets.TestSet) {}, nil},
		{"without a header", func(s *testsets.TestSet) { s.Version = "" }, nil},
		{"description without a version", func(s *testsets.TestSet) { s.Version, s.Description = "", "d" }, []testsets.Code{testsets.CodeMissingKey}},
		{"date without a version", func(s *testsets.TestSet) { s.Version, s.Created = "", "2026-03-01" }, []testsets.Code{testsets.CodeMissingKey}},
		{"parent without a version of its own", func(s *testsets.TestSet) {
			s.Version, s.Parent = "", &testsets.Parent{Version: "v0", SHA256: strings.Repeat("0", 64)}
		}, []testsets.Code{testsets.CodeMissingKey}},
		{"scale without a version", func(s *testsets.TestSet) { s.Version, s.Scale = "", testsets.Scale{{0, "a"}, {3, "b"}} }, []testsets.Code{testsets.CodeMissingKey}},
		{"no queries", func(s *testsets.TestSet) { s.Queries = nil }, []testsets.Code{testsets.CodeEmpty}},
		{"name", func(s *testsets.TestSet) { s.Name = "a/b" }, []testsets.Code{testsets.CodeValue}},
		{"name in Latin-1", func(s *testsets.TestSet) { s.Name = "caf\xe9" }, []testsets.Code{testsets.CodeEncoding}},
		{"created", func(s *testsets.TestSet) { s.Created = "2026-03-01T12:00:00+01:00" }, nil},
		{"parent", func(s *testsets.TestSet) { s.Parent = &testsets.Parent{} }, []testsets.Code{testsets.CodeMissingKey, testsets.CodeValue}},
		{"format", func(s *testsets.TestSet) { s.Format = "xml" }, []testsets.Code{testsets.CodeValue}},
		{"scale out of order", func(s *testsets.TestSet) { s.Scale = testsets.Scale{{1, "a"}, {0, "b"}, {3, "c"}} }, []testsets.Code{testsets.CodeScale}},
		{"pooled but not judged", func(s *testsets.TestSet) {
			s.Scale = testsets.Scale{{-1, "not judged"}, {0, ""}, {3, ""}}
			s.Queries[0].Relevant = append(s.Queries[0].Relevant, testsets.Judgment{Doc: "b", Grade: -1})
		}, nil},
		{"no id", func(s *testsets.TestSet) { s.Queries[0].ID = "" }, []testsets.Code{testsets.CodeValue}},
		{"no text", func(s *testsets.TestSet) { s.Queries[0].Text = "\n" }, []testsets.Code{testsets.CodeValue}},
		{"no type", func(s *testsets.TestSet) { s.Strata = testsets.DefaultStrata() }, []testsets.Code{testsets.CodeMissingKey}},
		{"split all", func(s *testsets.TestSet) { s.Queries[0].Split = testsets.All }, []testsets.Code{testsets.CodeSplit}},
		{"only chunks", func(s *testsets.TestSet) {
			s.Queries[0].Relevant = nil
			s.Queries[0].RelevantChunks = []testsets.ChunkJudgment{{Chunk: "c", Grade: 2}}
		}, nil},
		{"document in Latin-1", func(s *testsets.TestSet) { s.Queries[0].Relevant[0].Doc = "caf\xe9" }, []testsets.Code{testsets.CodeEncoding}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			set := &testsets.TestSet{Name: "s", Version: "v1", Queries: []testsets.Query{{ID: "q", Text: "t", Relevant: []testsets.Judgment{{Doc: "a", Grade: 3}}}}}
			tt.edit(set)
			err := set.Validate()
			var got []testsets.Code
			if err != nil {
				for _, f := range asErrors(t, err) {
					got = append(got, f.Code)
				}
			}
			if diff := cmp.Diff(tt.want, got); diff != "" {
				t.Errorf("(-want +got):\n%s\n%v", diff, err)
			}
		})
	}
}
