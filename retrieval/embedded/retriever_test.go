package embedded_test

import (
	"context"
	"encoding/json"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"

	"gopkg.in/yaml.v3"

	"github.com/rankduel/rankduel/retrieval"
	"github.com/rankduel/rankduel/retrieval/embedded"
	"github.com/rankduel/rankduel/retrieval/retrievaltest"
)

const wings = `{"_id": "lift", "title": "Lift of a wing", "text": "A wing in a flow has lift."}
{"_id": "drag", "title": "Drag", "text": "Flow around a body has drag; a wing has little."}
{"_id": "heat", "title": "Heat", "text": "Heat flows through a wall."}
{"_id": "none", "title": "", "text": ""}
`

func corpusFile(t testing.TB, content string) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "corpus.jsonl")
	if err := os.WriteFile(path, []byte(content), 0o644); err != nil {
		t.Fatal(err)
	}
	return path
}

func openCached(t testing.TB, s embedded.Settings, dir string) *embedded.Retriever {
	t.Helper()
	r, err := embedded.Open(t.Context(), s, dir)
	if err != nil {
		t.Fatal(err)
	}
	if r.CacheErr() != nil {
		t.Fatal(r.CacheErr())
	}
	return r
}

func ask(t testing.TB, r retrieval.Retriever, text string) []retrieval.Hit {
	t.Helper()
	hits, err := r.Retrieve(t.Context(), retrieval.Query{ID: "q", Text: text}, 10)
	if err != nil {
		t.Fatal(err)
	}
	return hits
}

func TestConformance(t *testing.T) {
	for _, model := range []string{embedded.BM25, embedded.LSA} {
		t.Run(model, func(t *testing.T) {
			retrievaltest.Run(t, func(t testing.TB) retrieval.Retriever {
				return openCached(t, embedded.Settings{Corpus: corpusFile(t, wings), Model: model}, "")
			}, retrieval.Query{ID: "1", Text: "the flow around a wing"}, retrieval.Query{ID: "2", Text: "heat"})
		})
	}
}

func TestHitText(t *testing.T) {
	r := openCached(t, embedded.Settings{Corpus: corpusFile(t, wings)}, "")
	if got, want := ask(t, r, "drag")[0].Text, "Drag\nFlow around a body has drag; a wing has little."; got != want {
		t.Errorf("text = %q, want %q", got, want)
	}
}

// A loaded index answers as the built one, bit for bit, and is loaded indeed: the file does not change.
func TestCache(t *testing.T) {
	corpus := corpusFile(t, wings)
	for _, model := range []string{embedded.BM25, embedded.LSA} {
		t.Run(model, func(t *testing.T) {
			dir := filepath.Join(t.TempDir(), "made", "by open")
			s := embedded.Settings{Corpus: corpus, Model: model}
			built := openCached(t, s, dir)
			files := cacheFiles(t, dir)
			if len(files) != 1 {
				t.Fatalf("files in the cache = %v, want one", files)
			}
			before, err := os.Stat(files[0])
			if err != nil {
				t.Fatal(err)
			}
			loaded := openCached(t, s, dir)
			after, err := os.Stat(files[0])
			if err != nil {
				t.Fatal(err)
			}
			if !os.SameFile(before, after) || !before.ModTime().Equal(after.ModTime()) {
				t.Error("the second Open wrote the index again")
			}
			for _, query := range []string{"flow wing", "heat", "unknown"} {
				if a, b := ask(t, built, query), ask(t, loaded, query); !reflect.DeepEqual(a, b) {
					t.Errorf("%s: built %v, loaded %v", query, a, b)
				}
			}
			if built.Fingerprint() != loaded.Fingerprint() || built.Len() != loaded.Len() {
				t.Error("built and loaded differ in fingerprint or length")
			}
		})
	}
}

func cacheFiles(t testing.TB, dir string) []string {
	t.Helper()
	files, err := filepath.Glob(filepath.Join(dir, "*"))
	if err != nil {
		t.Fatal(err)
	}
	return files
}

// Whatever happened to the file, Open answers rightly and puts a good file in its place.
func TestDamagedCache(t *testing.T) {
	s := embedded.Settings{Corpus: corpusFile(t, wings)}
	dir := t.TempDir()
	want := ask(t, openCached(t, s, dir), "flow wing")
	file := cacheFiles(t, dir)[0]
	good, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	// What a killed process left of another index goes as soon as one is written.
	if err := os.WriteFile(filepath.Join(dir, "other.index.part-0123456789abcdef"), nil, 0o600); err != nil {
		t.Fatal(err)
	}
	flipped := []byte(string(good))
	flipped[len(flipped)/2] ^= 1
	for name, content := range map[string][]byte{
		"empty": {}, "cut off": good[:len(good)-1], "one bit flipped": flipped, "longer": append([]byte(string(good)), 0),
		"another kind": []byte("hello"), "the magic only": good[:17],
	} {
		if err := os.WriteFile(file, content, 0o644); err != nil {
			t.Fatal(err)
		}
		if got := ask(t, openCached(t, s, dir), "flow wing"); !reflect.DeepEqual(got, want) {
			t.Errorf("%s: hits = %v, want %v", name, got, want)
		}
		if now, err := os.ReadFile(file); err != nil || !reflect.DeepEqual(now, good) {
			t.Errorf("%s: the file was not replaced by a good one (%v)", name, err)
		}
	}
	if files := cacheFiles(t, dir); len(files) != 1 {
		t.Errorf("files in the cache = %v, want one", files)
	}
}

// A cache folder that cannot be written is told, and costs no answer.
func TestUnusableCache(t *testing.T) {
	corpus := corpusFile(t, wings)
	r, err := embedded.Open(t.Context(), embedded.Settings{Corpus: corpus}, filepath.Join(corpus, "below a file"))
	if err != nil {
		t.Fatal(err)
	}
	if r.CacheErr() == nil || len(ask(t, r, "wing")) == 0 {
		t.Errorf("CacheErr = %v, hits %v; want an error and hits", r.CacheErr(), ask(t, r, "wing"))
	}
}

func TestFingerprint(t *testing.T) {
	stop := filepath.Join(t.TempDir(), "stop.txt")
	if err := os.WriteFile(stop, []byte("a # the article\nthe\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	base := embedded.Settings{Corpus: corpusFile(t, wings)}
	fingerprint := func(change func(*embedded.Settings)) string {
		s := base
		change(&s)
		f := openCached(t, s, "").Fingerprint()
		if again, err := s.Fingerprint(t.Context()); err != nil || again != f {
			t.Errorf("Settings.Fingerprint = %s, %v, the retriever's is %s", again, err, f)
		}
		return f
	}
	want := fingerprint(func(*embedded.Settings) {})
	if len(want) != 64 {
		t.Errorf("fingerprint %q has not 64 digits", want)
	}
	for name, change := range map[string]func(*embedded.Settings){
		"the defaults written out": func(s *embedded.Settings) { *s = s.Resolved() },
		"the corpus in another place": func(s *embedded.Settings) {
			s.Corpus = corpusFile(t, wings)
		},
		"k1 at its default": func(s *embedded.Settings) { s.K1 = new(0.9) },
	} {
		if fingerprint(change) != want {
			t.Errorf("%s: the fingerprint changed", name)
		}
	}
	seen := map[string]string{want: "the base"}
	for name, change := range map[string]func(*embedded.Settings){
		"corpus":          func(s *embedded.Settings) { s.Corpus = corpusFile(t, wings+"\n") },
		"k1":              func(s *embedded.Settings) { s.K1 = new(0.0) },
		"b":               func(s *embedded.Settings) { s.B = new(0.0) },
		"stop words":      func(s *embedded.Settings) { s.StopWords.Name = "none" },
		"stop words file": func(s *embedded.Settings) { s.StopWords.Name = stop },
		"stemming":        func(s *embedded.Settings) { s.Stemming = "english" },
		"fields":          func(s *embedded.Settings) { s.Fields = map[string]float64{"title": 2, "text": 1} },
		"model":           func(s *embedded.Settings) { s.Model = embedded.LSA },
		"dimensions":      func(s *embedded.Settings) { s.Model, s.Dimensions = embedded.LSA, 2 },
		"seed":            func(s *embedded.Settings) { s.Model, s.Seed = embedded.LSA, 1 },
	} {
		f := fingerprint(change)
		if other, taken := seen[f]; taken {
			t.Errorf("%s: the fingerprint is that of %s", name, other)
		}
		seen[f] = name
	}
}

func TestOpenErrors(t *testing.T) {
	tests := []struct {
		name string
		s    embedded.Settings
		want string
	}{
		{"missing corpus", embedded.Settings{Corpus: "no/such/file"}, "no such file"},
		{"missing stop words", embedded.Settings{Corpus: corpusFile(t, wings), StopWords: embedded.WordList{Name: "German"}}, "stop_words: open German"},
		{"field that no document has", embedded.Settings{Corpus: corpusFile(t, wings), Fields: map[string]float64{"body": 1}}, `no document has a field "body"; there are text, title`},
		{"nothing but stop words", embedded.Settings{Corpus: corpusFile(t, `{"_id":"a","text":"the"}`)}, "no document has a term to index"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			if _, err := embedded.Open(t.Context(), tt.s, t.TempDir()); err == nil || !strings.Contains(err.Error(), tt.want) {
				t.Errorf("Open: %v, want %q", err, tt.want)
			}
		})
	}
}

func TestSettingsValidate(t *testing.T) {
	all := embedded.Settings{
		Model: "bm52", K1: new(-1.), B: new(math.NaN()), Stemming: "porter2", Dimensions: -1,
		Fields: map[string]float64{"text": 0, "title": math.Inf(1)},
	}
	tests := []struct {
		name   string
		s      embedded.Settings
		faults []string
	}{
		{"zero value", embedded.Settings{}, []string{"corpus is missing"}},
		{"defaults", embedded.Settings{Corpus: "c"}, nil},
		{"k1 and b at their ends", embedded.Settings{Corpus: "c", K1: new(0.), B: new(1.)}, nil},
		{"lsa", embedded.Settings{Corpus: "c", Model: "lsa", Dimensions: 2000, Seed: 1}, nil},
		{"lsa with bm25's", embedded.Settings{Corpus: "c", Model: "lsa", K1: new(1.), B: new(1.)}, []string{"k1 is set", "b is set"}},
		{"bm25 with lsa's", embedded.Settings{Corpus: "c", Dimensions: 5, Seed: 1}, []string{"dimensions are set", "seed is set"}},
		{"no fields", embedded.Settings{Corpus: "c", Fields: map[string]float64{}}, []string{"fields are empty"}},
		{"too many dimensions", embedded.Settings{Corpus: "c", Model: "lsa", Dimensions: 2001}, []string{"dimensions are 2001"}},
		{"everything at once", all, []string{
			"corpus is missing", `model "bm52"`, "k1 is -1", "b is NaN", `stemming "porter2": want one of english, french`,
			"dimensions are -1", `field "text" is 0`, `field "title" is +Inf`,
		}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			err := tt.s.Validate()
			if err == nil {
				if len(tt.faults) > 0 {
					t.Fatalf("Validate = nil, want %q", tt.faults)
				}
				return
			}
			for _, fault := range tt.faults {
				if !strings.Contains(err.Error(), fault) {
					t.Errorf("Validate = %v, want it to mention %q", err, fault)
				}
			}
			if n := strings.Count(err.Error(), "\n") + 1; n != len(tt.faults) {
				t.Errorf("Validate = %v: %d faults, want %d", err, n, len(tt.faults))
			}
		})
	}
}

// YAML and JSON read back what they write; stop words are a word or a list.
func TestSettingsText(t *testing.T) {
	for text, want := range map[string]embedded.Settings{
		"{corpus: c, model: bm25, k1: 1.2, b: 0, stop_words: none, stemming: porter, fields: {title: 2, text: 1}}": {
			Corpus: "c", Model: "bm25", K1: new(1.2), B: new(0.), StopWords: embedded.WordList{Name: "none"}, Stemming: "porter",
			Fields: map[string]float64{"title": 2, "text": 1},
		},
		"{corpus: c, model: lsa, dimensions: 50, seed: 7, stop_words: [the, a]}": {
			Corpus: "c", Model: "lsa", Dimensions: 50, Seed: 7, StopWords: embedded.WordList{Words: []string{"the", "a"}},
		},
		"{corpus: c, stop_words: []}": {Corpus: "c", StopWords: embedded.WordList{Words: []string{}}},
		"{corpus: c}":                 {Corpus: "c"},
	} {
		var s embedded.Settings
		d := yaml.NewDecoder(strings.NewReader(text))
		d.KnownFields(true)
		if err := d.Decode(&s); err != nil {
			t.Fatalf("%s: %v", text, err)
		}
		if !reflect.DeepEqual(s, want) {
			t.Errorf("%s: %+v, want %+v", text, s, want)
		}
		asYAML, err := yaml.Marshal(s)
		if err != nil {
			t.Fatal(err)
		}
		asJSON, err := json.Marshal(s)
		if err != nil {
			t.Fatal(err)
		}
		var fromYAML, fromJSON embedded.Settings
		if err := yaml.Unmarshal(asYAML, &fromYAML); err != nil || !reflect.DeepEqual(fromYAML, s) {
			t.Errorf("YAML %s: %+v, %v, want %+v", asYAML, fromYAML, err, s)
		}
		if err := json.Unmarshal(asJSON, &fromJSON); err != nil || !reflect.DeepEqual(fromJSON, s) {
			t.Errorf("JSON %s: %+v, %v, want %+v", asJSON, fromJSON, err, s)
		}
	}
	var s embedded.Settings
	if err := yaml.Unmarshal([]byte("stop_words: {a: b}"), &s); err == nil {
		t.Error("stop_words read a map")
	}
}

func Example() {
	dir, err := os.MkdirTemp("", "corpus")
	if err != nil {
		fmt.Println(err)
		return
	}
	defer func() { _ = os.RemoveAll(dir) }()
	for name, text := range map[string]string{
		"wing.md": "# Lift of a wing\nA wing in a flow has lift.",
		"heat.md": "# Heat\nHeat flows through a wall.",
	} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o644); err != nil {
			fmt.Println(err)
			return
		}
	}
	settings := embedded.Settings{Corpus: dir, K1: new(1.2), B: new(0.75), Fields: map[string]float64{"title": 2, "text": 1}}
	r, err := embedded.Open(context.Background(), settings, "")
	if err != nil {
		fmt.Println(err)
		return
	}
	hits, err := r.Retrieve(context.Background(), retrieval.Query{ID: "1", Text: "flows around wings"}, 10)
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, h := range hits {
		fmt.Printf("%s %.3f\n", h.ID, h.Score)
	}
	// By hand, wing.md: ln 2 · 3/(3 + 1.3286) + ln 1.2 · 1/(1 + 1.3286), where 1.3286 = 1.2·(0.25 + 0.75·8/7).
	// Output:
	// wing.md 0.559
	// heat.md 0.088
}

// The text of a document can be had without a query: title and text, as the
// corpus file has them.
func TestText(t *testing.T) {
	r := openCached(t, embedded.Settings{Corpus: corpusFile(t, wings)}, "")
	hits := ask(t, r, "wing")
	if len(hits) != 2 {
		t.Fatalf("%d hits for wing, want lift and drag", len(hits))
	}
	for _, h := range hits {
		if text, ok := r.Text(h.ID); !ok || text != h.Text || !strings.Contains(text, "wing") {
			t.Errorf("Text(%q) = %q, %v, want the hit's %q", h.ID, text, ok, h.Text)
		}
	}
	if text, ok := r.Text("nosuch"); ok {
		t.Errorf("Text of an unknown document = %q", text)
	}
}
