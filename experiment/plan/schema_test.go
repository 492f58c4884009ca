package plan_test

import (
	"bytes"
	"encoding/json"
	"flag"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/santhosh-tekuri/jsonschema/v6"
	"gopkg.in/yaml.v3"

	"github.com/rankduel/rankduel/experiment/compare"
	"github.com/rankduel/rankduel/experiment/judgments"
	"github.com/rankduel/rankduel/experiment/plan"
	"github.com/rankduel/rankduel/experiment/request"
	"github.com/rankduel/rankduel/metrics"
	"github.com/rankduel/rankduel/retrieval/command"
	"github.com/rankduel/rankduel/retrieval/elastic"
	"github.com/rankduel/rankduel/retrieval/embedded"
	"github.com/rankduel/rankduel/retrieval/fusion"
	"github.com/rankduel/rankduel/retrieval/httpsearch"
	"github.com/rankduel/rankduel/retrieval/kinds"
	"github.com/rankduel/rankduel/retrieval/postgres"
	"github.com/rankduel/rankduel/retrieval/rerank"
	"github.com/rankduel/rankduel/schemas"
)

func readSchema(t *testing.T) []byte {
	t.Helper()
	data, err := fs.ReadFile(schemas.Files(), "experiment.schema.json")
	if err != nil {
		t.Fatal(err)
	}
	return data
}

// A schemaPart is what the tests look at in the schema file.
type schemaPart struct {
	Required   []string              `json:"required"`
	Properties map[string]schemaPart `json:"properties"`
	Defs       map[string]schemaPart `json:"$defs"`
	Ref        string                `json:"$ref"`
	About      string                `json:"description"`
	Enum       []string              `json:"enum"`
}

// UnmarshalJSON also takes true and false, which are schemas too.
func (s *schemaPart) UnmarshalJSON(data []byte) error {
	if data[0] != '{' {
		return nil
	}
	type plain schemaPart
	return json.Unmarshal(data, (*plain)(s))
}

func parseSchema(t *testing.T) schemaPart {
	t.Helper()
	var s schemaPart
	if err := json.Unmarshal(readSchema(t), &s); err != nil {
		t.Fatal(err)
	}
	return s
}

// TestSchemaKeys holds the keys of the schema and those that the decoder takes
// to each other, in both directions.
func TestSchemaKeys(t *testing.T) {
	s := parseSchema(t)
	file, component := plan.FileTypes(kinds.All(nil))
	for name, c := range map[string]struct {
		part  schemaPart
		takes reflect.Type
	}{
		"experiment": {s, file},
		"component":  {s.Defs["component"], component},
		"embedded":   {s.Defs["embedded"], reflect.TypeFor[embedded.Settings]()},
		"http":       {s.Defs["http"], reflect.TypeFor[httpsearch.Settings]()},
		"elastic":    {s.Defs["elastic"], reflect.TypeFor[elastic.Settings]()},
		"command":    {s.Defs["command"], reflect.TypeFor[command.Settings]()},
		"rerank":     {s.Defs["rerank"], reflect.TypeFor[rerank.Settings]()},
		"postgres":   {s.Defs["postgres"], reflect.TypeFor[postgres.Settings]()},
		"config":     {s.Defs["config"], plan.ConfigFile},
		"sweep":      {s.Defs["sweep"], plan.SweepFile},
		"grid":       {s.Defs["grid"], plan.SweepEntry},
	} {
		t.Run(name, func(t *testing.T) {
			if diff := cmp.Diff(yamlKeys(c.takes), slices.Sorted(maps.Keys(c.part.Properties))); diff != "" {
				t.Errorf("keys of the decoder (-) and the schema (+):\n%s", diff)
			}
			for key, p := range c.part.Properties {
				if p.About == "" {
					t.Errorf("%s has no description for editors to show", key)
				}
			}
		})
	}
}

// yamlKeys lists the keys that a struct is decoded from, inlined ones too.
func yamlKeys(of reflect.Type) []string {
	var keys []string
	for f := range of.Fields() {
		name, options, _ := strings.Cut(f.Tag.Get("yaml"), ",")
		switch {
		case strings.Contains(options, "inline"):
			keys = append(keys, yamlKeys(f.Type)...)
		case f.IsExported() && name != "-":
			keys = append(keys, name)
		}
	}
	slices.Sort(keys)
	return keys
}

// TestSchemaChoices holds each closed list of words to the one in the code.
func TestSchemaChoices(t *testing.T) {
	s := parseSchema(t)
	var profiles, methods []string
	for _, p := range metrics.Profiles() {
		profiles = append(profiles, p.Name)
	}
	for _, e := range fusion.Builtin().Entries() {
		methods = append(append(methods, e.Name), e.Aliases...)
	}
	slices.Sort(methods)
	for name, c := range map[string]struct{ schema, code []string }{
		"preset":        {s.Defs["http"].Properties["preset"].Enum, httpsearch.Presets()},
		"part":          {s.Properties["part"].Enum, judgments.Parts()},
		"profile":       {s.Properties["profile"].Enum, profiles},
		"correction":    {s.Properties["correction"].Enum, compare.AllPairsCorrections()},
		"fusion_method": {s.Defs["config"].Properties["fusion_method"].Enum, methods},
	} {
		if diff := cmp.Diff(c.code, c.schema); diff != "" {
			t.Errorf("%s in the code (-) and the schema (+):\n%s", name, diff)
		}
	}
}

var update = flag.Bool("update", false, "rewrite the settings in the schema")

// TestSchemaSettings holds the settings in the schema, which stand in it together, to
// their table.
func TestSchemaSettings(t *testing.T) {
	const file = "../../schemas/experiment.schema.json"
	rows := request.Of(compare.OfExperiment)
	var want strings.Builder
	for _, f := range rows {
		property, err := json.MarshalIndent(f.Schema(), "    ", "  ")
		if err != nil {
			t.Fatal(err)
		}
		fmt.Fprintf(&want, "    %q: %s,\n", f.Key, property)
	}
	text := string(readSchema(t))
	start, end := strings.Index(text, "    \""+rows[0].Key+"\": {"), strings.Index(text, "    \"concurrency\": {")
	if start < 0 || end < start {
		t.Fatalf("%s: no settings before concurrency", file)
	}
	if *update {
		if err := os.WriteFile(file, []byte(text[:start]+want.String()+text[end:]), 0o666); err != nil {
			t.Fatal(err)
		}
		return
	}
	if diff := cmp.Diff(want.String(), text[start:end]); diff != "" {
		t.Errorf("%s is not what the table of settings gives (-); go test ./experiment/plan -run TestSchemaSettings -update:\n%s", file, diff)
	}
}

func compileSchema(t *testing.T) *jsonschema.Schema {
	t.Helper()
	doc, err := jsonschema.UnmarshalJSON(bytes.NewReader(readSchema(t)))
	if err != nil {
		t.Fatal(err)
	}
	c := jsonschema.NewCompiler()
	if err := c.AddResource("experiment.schema.json", doc); err != nil {
		t.Fatal(err)
	}
	s, err := c.Compile("experiment.schema.json")
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// schemaInstance reads YAML as an editor does.
func schemaInstance(t *testing.T, text []byte) any {
	t.Helper()
	var value any
	if err := yaml.Unmarshal(text, &value); err != nil {
		t.Fatal(err)
	}
	asJSON, err := json.Marshal(value)
	if err != nil {
		t.Fatal(err)
	}
	instance, err := jsonschema.UnmarshalJSON(bytes.NewReader(asJSON))
	if err != nil {
		t.Fatal(err)
	}
	return instance
}

// inExperimentFolder makes the files that the experiments below name.
func inExperimentFolder(t *testing.T) string {
	t.Helper()
	dir := t.TempDir()
	for _, name := range []string{"a.trec", "b.trec", "corpus.jsonl", "t.yaml"} {
		if err := os.WriteFile(filepath.Join(dir, name), nil, 0o666); err != nil {
			t.Fatal(err)
		}
	}
	return filepath.Join(dir, "experiment.yaml")
}

const (
	runComponents  = "components: {a: {run: a.trec}, b: {run: b.trec}}\n"
	fusedConfigs   = "configs: {x: {fusion_method: rrf}, y: {fusion_method: weighted, weights: {a: 1, b: 0}}}\n"
	validPlan      = "test_set: t.yaml\n" + runComponents + fusedConfigs
	embeddedHead   = "test_set: t.yaml\ncomponents: {a: {run: a.trec}, b: {embedded: "
	embeddedConfig = "}}\n" + fusedConfigs
)

func TestSchemaAccepts(t *testing.T) {
	schema := compileSchema(t)
	clinical, err := os.ReadFile("../../examples/clinical/experiment.yaml")
	if err != nil {
		t.Fatal(err)
	}
	if err := schema.Validate(schemaInstance(t, clinical)); err != nil {
		t.Errorf("the clinical example: %v", err)
	}
	path := inExperimentFolder(t)
	for name, text := range map[string]string{
		"smallest": validPlan,
		"every setting": validPlan + `part: all
profile: trec
measures: [nDCG@10, R@10]
primary: nDCG@10
guardrails: [R@10]
baseline: y
alpha: 0.01
margin: 0.05
seed: 18446744073709551615
resamples: 100
test: randomization
interval: t
correction: none
min_coverage: 0
concurrency: 1
timeout: 1m30.5s
`,
		"bm25":              embeddedHead + "{corpus: corpus.jsonl, model: bm25, k1: 0, b: 1, stop_words: [a, the], stemming: none, fields: {title: 2}}" + embeddedConfig,
		"lsa":               embeddedHead + "{corpus: corpus.jsonl, model: lsa, dimensions: 2000, seed: 7, stop_words: none, stemming: french}" + embeddedConfig,
		"one component":     "test_set: t.yaml\n" + runComponents + "configs: {x: {components: [a]}, y: {components: [b], fusion_method: single, top_k: 20}}\n",
		"three of a kind":   "test_set: t.yaml\n" + runComponents + "configs: {x: {fusion_method: rrf, rrf_k: 1}, y: {fusion_method: rrf, rrf_k: 60}, z: {fusion_method: rrf}}\n",
		"default of a plan": validPlan + "profile: default\ntest: t\ninterval: auto\ncorrection: holm\npart: evaluation\n",
	} {
		t.Run(name, func(t *testing.T) {
			if _, err := plan.Parse(path, []byte(text), kinds.All(nil)...); err != nil {
				t.Errorf("the loader refuses what should pass: %v", err)
			}
			if err := schema.Validate(schemaInstance(t, []byte(text))); err != nil {
				t.Errorf("the schema refuses what the loader takes: %v", err)
			}
		})
	}
}

func TestSchemaRefuses(t *testing.T) {
	schema := compileSchema(t)
	path := inExperimentFolder(t)
	embed := func(settings string) string { return embeddedHead + settings + embeddedConfig }
	configs := func(x string) string {
		return "test_set: t.yaml\n" + runComponents + "configs: {y: {fusion_method: rrf}, x: " + x + "}\n"
	}
	for name, text := range map[string]string{
		"a list":                 "[]",
		"no test set":            runComponents + fusedConfigs,
		"no components":          "test_set: t.yaml\n" + fusedConfigs,
		"no configs":             "test_set: t.yaml\n" + runComponents,
		"one config":             "test_set: t.yaml\n" + runComponents + "configs: {x: {fusion_method: rrf}}\n",
		"unknown key":            validPlan + "alhpa: 0.05\n",
		"unknown component key":  "test_set: t.yaml\ncomponents: {a: {run: a.trec, depth: 5}, b: {run: b.trec}}\n" + fusedConfigs,
		"unknown config key":     configs("{fusion_method: rrf, depth: 5}"),
		"unknown embedded key":   embed("{corpus: corpus.jsonl, k2: 1}"),
		"component, no source":   "test_set: t.yaml\ncomponents: {a: {}, b: {run: b.trec}}\n" + fusedConfigs,
		"component, two sources": "test_set: t.yaml\ncomponents: {a: {run: a.trec, embedded: {corpus: corpus.jsonl}}, b: {run: b.trec}}\n" + fusedConfigs,
		"text for alpha":         validPlan + "alpha: small\n",
		"alpha 0":                validPlan + "alpha: 0\n",
		"alpha 0.5":              validPlan + "alpha: 0.5\n",
		"margin 0":               validPlan + "margin: 0\n",
		"negative seed":          validPlan + "seed: -1\n",
		"few resamples":          validPlan + "resamples: 99\n",
		"unknown test":           validPlan + "test: wilcoxon\n",
		"unknown interval":       validPlan + "interval: wald\n",
		"unknown correction":     validPlan + "correction: maxx\n",
		"unknown part":           validPlan + "part: some\n",
		"unknown profile":        validPlan + "profile: mine\n",
		"coverage above 1":       validPlan + "min_coverage: 1.5\n",
		"concurrency 0":          validPlan + "concurrency: 0\n",
		"timeout without unit":   validPlan + "timeout: 30\n",
		"timeout in words":       validPlan + "timeout: soon\n",
		"text for measures":      validPlan + "measures: nDCG@10\n",
		"unknown fusion":         configs("{fusion_method: rff}"),
		"rrf_k 0":                configs("{fusion_method: rrf, rrf_k: 0}"),
		"rrf with weights":       configs("{fusion_method: rrf, weights: {a: 1, b: 1}}"),
		"weighted without":       configs("{fusion_method: weighted}"),
		"weighted with rrf_k":    configs("{fusion_method: weighted, weights: {a: 1, b: 1}, rrf_k: 60}"),
		"negative weight":        configs("{fusion_method: weighted, weights: {a: -1, b: 1}}"),
		"component twice":        configs("{fusion_method: rrf, components: [a, a]}"),
		"top_k 0":                configs("{fusion_method: rrf, top_k: 0}"),
		"no corpus":              embed("{model: bm25}"),
		"unknown model":          embed("{corpus: corpus.jsonl, model: bert}"),
		"unknown stemming":       embed("{corpus: corpus.jsonl, stemming: latin}"),
		"lsa with k1":            embed("{corpus: corpus.jsonl, model: lsa, k1: 1}"),
		"bm25 with dimensions":   embed("{corpus: corpus.jsonl, dimensions: 10}"),
		"b above 1":              embed("{corpus: corpus.jsonl, b: 1.5}"),
		"field of weight 0":      embed("{corpus: corpus.jsonl, fields: {title: 0}}"),
		"too many dimensions":    embed("{corpus: corpus.jsonl, model: lsa, dimensions: 3000}"),
	} {
		t.Run(name, func(t *testing.T) {
			if err := schema.Validate(schemaInstance(t, []byte(text))); err == nil {
				t.Error("the schema takes it")
			}
			if _, err := plan.Parse(path, []byte(text), kinds.All(nil)...); err == nil {
				t.Error("the loader takes it")
			}
		})
	}
}
