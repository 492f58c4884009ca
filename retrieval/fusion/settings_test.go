package fusion_test

import (
	"encoding/json"
	"math"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"gopkg.in/yaml.v3"

	"github.com/rankduel/rankduel/retrieval/fusion"
)

var three = []string{"bm25", "splade", "dense"}

func TestSettingsValidate(t *testing.T) {
	tests := []struct {
		name       string
		settings   fusion.Settings
		components []string
		faults     []string // each must be part of the error; none means valid
	}{
		{"zero value, one component", fusion.Settings{}, []string{"bm25"}, nil},
		{"zero value, two components", fusion.Settings{}, []string{"bm25", "dense"}, []string{"fusion_method is missing: 2 components (bm25, dense)"}},
		{"no component", fusion.Settings{}, nil, []string{"no component to fuse"}},
		{"rrf, default constant", fusion.Settings{Method: "rrf"}, three, nil},
		{"rrf of one component", fusion.Settings{Method: "rrf"}, []string{"bm25"}, nil},
		{"rrf_k 0", fusion.Settings{Method: "rrf", RRFK: new(0)}, three, []string{"rrf_k 0: want at least 1"}},
		{"rrf with weights", fusion.Settings{Method: "rrf", Weights: map[string]float64{"bm25": 1}}, three, []string{"weights are set"}},
		{"weighted with rrf_k", fusion.Settings{Method: "weighted", RRFK: new(60), Weights: map[string]float64{"bm25": 1}}, []string{"bm25"}, []string{"rrf_k is set"}},
		{"weighted without weights", fusion.Settings{Method: "weighted"}, three, []string{"weights are missing"}},
		{"all weights 0", fusion.Settings{Method: "weighted", Weights: map[string]float64{"bm25": 0}}, []string{"bm25"}, []string{"weights are all 0"}},
		{"unknown method", fusion.Settings{Method: "RRF"}, three, []string{`fusion_method "RRF": want one of anz, bayesfuse, `}},
		{"component twice", fusion.Settings{Method: "rrf"}, []string{"a", "b", "a"}, []string{`component "a" is named twice`}},
		{
			"every fault at once",
			fusion.Settings{Method: "weighted", RRFK: new(-1), Weights: map[string]float64{
				"bm25": -0.1, "sparse": 0.5, "x": math.NaN(), "y": math.Inf(1),
			}},
			three,
			[]string{
				"rrf_k is set", `weight of "bm25" is -0.1`, `weight of "x" is NaN`, `weight of "y" is +Inf`,
				`component "dense" has no weight`, `component "splade" has no weight`,
				`unknown component "sparse"`, `unknown component "x"`, `unknown component "y"`,
			},
		},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			err := tt.settings.Validate(tt.components)
			if (err == nil) != (len(tt.faults) == 0) {
				t.Fatalf("Validate = %v, want faults %q", err, tt.faults)
			}
			for _, fault := range tt.faults {
				if !strings.Contains(err.Error(), fault) {
					t.Errorf("Validate = %v, want it to mention %q", err, fault)
				}
			}
			if err != nil && strings.Count(err.Error(), "\n")+1 != len(tt.faults) {
				t.Errorf("Validate = %v, want exactly %d faults", err, len(tt.faults))
			}
		})
	}
}

// The two configuration shapes of the medical retrieval service, in YAML and in JSON.
func TestSettingsShapes(t *testing.T) {
	tests := []struct {
		text string
		want fusion.Settings
	}{
		{`{"fusion_method": "rrf", "rrf_k": 60}`, fusion.Settings{Method: "rrf", RRFK: new(60)}},
		{
			`{"fusion_method": "weighted", "weights": {"bm25": 0.3, "splade": 0.4, "dense": 0.3}}`,
			fusion.Settings{Method: "weighted", Weights: map[string]float64{"bm25": 0.3, "splade": 0.4, "dense": 0.3}},
		},
	}
	for _, tt := range tests {
		var fromYAML, fromJSON fusion.Settings
		d := yaml.NewDecoder(strings.NewReader(tt.text))
		d.KnownFields(true)
		if err := d.Decode(&fromYAML); err != nil {
			t.Fatal(err)
		}
		if err := json.Unmarshal([]byte(tt.text), &fromJSON); err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(tt.want, fromYAML); diff != "" {
			t.Errorf("YAML %s (-want +got):\n%s", tt.text, diff)
		}
		if diff := cmp.Diff(tt.want, fromJSON); diff != "" {
			t.Errorf("JSON %s (-want +got):\n%s", tt.text, diff)
		}
		if err := fromYAML.Validate(three); err != nil {
			t.Error(err)
		}
	}
}

func TestResolved(t *testing.T) {
	if got := (fusion.Settings{}).Resolved().Method; got != "single" {
		t.Errorf("method of the zero value = %q, want single", got)
	}
	written, omitted := fusion.Settings{Method: "rrf", RRFK: new(60)}, fusion.Settings{Method: "rrf"}
	if diff := cmp.Diff(written.Resolved(), omitted.Resolved()); diff != "" {
		t.Errorf("rrf_k 60 and its default resolve differently:\n%s", diff)
	}
	if omitted.RRFK != nil {
		t.Error("Resolved changed its receiver")
	}
}

func TestRegistry(t *testing.T) {
	r := fusion.Builtin()
	var names []string
	for _, e := range r.Entries() {
		names = append(names, e.Name)
	}
	want := []string{
		"anz", "bayesfuse", "bordafuse", "condorcet", "gmnz", "isr", "log_isr", "logn_isr", "mapfuse", "max", "med", "min",
		"mixed", "mnz", "posfuse", "probfuse", "rbc", "rrf", "segfuse", "single", "slidefuse", "sum", "w_bordafuse",
		"w_condorcet", "w_rrf", "weighted", "wmnz", "wprod", "wsum",
	}
	if diff := cmp.Diff(want, names); diff != "" {
		t.Errorf("names (-want +got):\n%s", diff)
	}
	if err := r.Register(fusion.Entry{Name: "rrf"}); err == nil {
		t.Error("a second rrf was registered")
	}
	own := fusion.Entry{
		Name:  "own",
		Check: func(fusion.Settings, []string) []error { return nil },
		Build: func(fusion.Settings) fusion.Scorer { return fusion.RRF{K: 1} },
	}
	if err := r.Register(own); err != nil {
		t.Fatal(err)
	}
	if m, err := r.New(fusion.Settings{Method: "own"}); err != nil || m != rrf(1) {
		t.Errorf("New = %v, %v, want the registered method", m, err)
	}
	if _, err := fusion.New(fusion.Settings{Method: "own"}); err == nil {
		t.Error("a registration leaked into Builtin")
	}
}
