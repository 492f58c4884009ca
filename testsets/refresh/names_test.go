package refresh

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/rankduel/rankduel/testsets"
)

// Where a new version, its provenance and the changes of all versions go.
func TestNamesOfFiles(t *testing.T) {
	for _, tt := range []struct{ set, version, file, provenance, changelog string }{
		{"s/clinical_v1.yaml", "v1", "s/clinical_v2.yaml", "s/clinical_v2.provenance.jsonl", "s/clinical.CHANGELOG.md"},
		{"s/clinical-v1.jsonl.gz", "v1", "s/clinical-v2.yaml", "s/clinical-v2.provenance.jsonl", "s/clinical.CHANGELOG.md"},
		{"s/clinical@v1.json", "v1", "s/clinical@v2.yaml", "s/clinical@v2.provenance.jsonl", "s/clinical.CHANGELOG.md"},
		{"s/testset.yml.zst", "v1", "s/testset_v2.yaml", "s/testset_v2.provenance.jsonl", "s/testset.CHANGELOG.md"},
		{"s/clinical_v10.ndjson", "v1", "s/clinical_v10_v2.yaml", "s/clinical_v10_v2.provenance.jsonl", "s/clinical_v10.CHANGELOG.md"},
	} {
		w := &Workflow{Dir: "s/refresh", Plan: &Plan{From: SetRef{Version: tt.version, File: "../" + filepath.Base(tt.set)}, To: "v2"}}
		file := w.target("")
		if got := []string{file, provenancePath(file), changelogPath(w.setPath(), w.Plan.From)}; !cmp.Equal(got, []string{filepath.FromSlash(tt.file), filepath.FromSlash(tt.provenance), filepath.FromSlash(tt.changelog)}) {
			t.Errorf("%s: %v, want %s, %s, %s", tt.set, got, tt.file, tt.provenance, tt.changelog)
		}
		if got := w.target("x.json"); got != "x.json" {
			t.Errorf("a name that was given becomes %s", got)
		}
	}
}

func TestNextVersion(t *testing.T) {
	for version, want := range map[string]string{"v1": "v2", "v9": "v10", "2026.4": "2026.5", "7": "8", "v": "", "": "", "v1-rc": "", "v1234567890": "v1234567891"} {
		if version == "v1234567890" {
			want = "v1" + "234567891" // the last nine digits are counted
		}
		if got := next(version); got != want {
			t.Errorf("after %q comes %q, want %q", version, got, want)
		}
	}
}

func TestTypeRules(t *testing.T) {
	var rules []TypeRule
	for _, text := range []string{"complex= in a patient ", "question=^(why|how) ", "a=b=c"} {
		r, err := ParseTypeRule(text)
		if err != nil || r.String() != text {
			t.Fatalf("%s is read as %s, %v", text, r, err)
		}
		rules = append(rules, r)
	}
	for text, want := range map[string]string{"Why in a patient X": "complex", "WHY me": "question", "so why": "", "b=c": "a"} {
		if got, ok := typeOf(rules, text); got != want || ok != (want != "") {
			t.Errorf("%q is of stratum %q (%v), want %q", text, got, ok, want)
		}
	}
	if got, ok := typeOf(nil, "x"); got != "" || !ok {
		t.Errorf("without rules: %q, %v", got, ok)
	}
	for _, text := range []string{"", "x", "=x", "x=("} {
		if r, err := ParseTypeRule(text); err == nil {
			t.Errorf("%q is read as %s", text, r)
		}
	}
}

// The age of a query is counted in whole days from when it entered, else from when the set was made.
func TestAges(t *testing.T) {
	now := time.Date(2026, 11, 22, 10, 0, 0, 0, time.UTC)
	set := setOf("a", "b", "c", "d", "e")
	set.Created = "2026-11-12"
	got := ages(set, map[string]string{"a": "2026-11-21", "b": "2026-11-22T09:00:00Z", "c": "2027-01-01", "d": "long ago"}, now)
	// 22 November 10:00 less 21 November 0:00 is 1.4 days; what enters in future is 0 days old
	if diff := cmp.Diff(map[string]int{"a": 1, "b": 0, "c": 0, "e": 10}, got); diff != "" {
		t.Errorf("ages (-want +got):\n%s", diff)
	}
	set.Created = ""
	if got := ages(set, nil, now); len(got) != 0 {
		t.Errorf("where nothing is known: %v", got)
	}
}

// What is known of a set is handed on as it was; a faulty line is named.
func TestReadProvenance(t *testing.T) {
	set := filepath.Join(t.TempDir(), "s_v1.yaml")
	write := func(text string) {
		t.Helper()
		if err := os.WriteFile(provenancePath(set), []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	if p, err := readProvenance(set); err != nil || p.Pool != nil || len(p.Queries) != 0 {
		t.Errorf("without a file: %+v, %v", p, err)
	}
	label := `{"query_id":"q1","doc_id":"d1","grade":2,"labels":{"ada":"2"}, "more":1}`
	write(`{"pool_of":"v1","depth":7}` + "\n" + `{"query_id":"q1","entered_in":"v1","since":"2026-01-02"}` + "\n" + label + "\n" + `{"query_id":"q2","entered_in":"v0"}` + "\n")
	p, err := readProvenance(set)
	if err != nil || p.Pool.Depth != 7 || len(p.Queries) != 2 || p.Queries["q1"].Since != "2026-01-02" || len(p.labels["q1"]) != 1 || string(p.labels["q1"][0]) != label {
		t.Errorf("%+v, %v", p, err)
	}
	since, err := Since(&testsets.TestSet{Queries: []testsets.Query{{ID: "q1"}, {ID: "q2"}, {ID: "q3"}}}, set)
	if diff := cmp.Diff(map[string]string{"q1": "2026-01-02", "q2": "", "q3": ""}, since); err != nil || diff != "" {
		t.Errorf("%v (-want +got):\n%s", err, diff)
	}
	w := &Workflow{Dir: filepath.Dir(set), Plan: &Plan{From: SetRef{File: filepath.Base(set)}}}
	for asked, want := range map[int]int{0: 7, 3: 3} {
		if got, err := w.depth(asked); got != want || err != nil {
			t.Errorf("depth %d where the old pool had 7: %d, %v; want %d", asked, got, err, want)
		}
	}
	for text, want := range map[string]string{
		"{}\n":                         ":1: a line without query_id",
		`{"query_id":"q"}` + "\n[]\n":  ":2: no line of a provenance",
		`{"pool_of":"v1","depth":"x"}`: ":1: ",
	} {
		write(text)
		if _, err := readProvenance(set); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: %v, want %q", text, err, want)
		}
		if _, err := w.depth(0); err == nil {
			t.Errorf("%q: a depth is known", text)
		}
	}
}
