package fusion_test

import (
	"encoding/json"
	"math"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
	"gopkg.in/yaml.v3"

	"github.com/rankduel/rankduel/retrieval/fusion"
)

var three = []string{"bm25", "splade", "dense"}

// norms are the normalizations as an error lists them.
const norms = "min-max, min-max-inverted, max, sum, zmuv, sigmoid, rank, borda, none"

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
		{"unknown method", fusion.Settings{Method: "RRF"}, three, []string{`fusion_method "RRF": want one of anz, bordafuse, condorcet, `}},
		{"aliases", fusion.Settings{Method: "combmnz", Norm: "min_max_inverted"}, three, nil},
		{"norm of a rank method", fusion.Settings{Method: "rbc", RBCP: new(.9), Norm: "min-max"}, three, []string{"norm is set, but fusion_method rbc has no use for it"}},
		{"norm of weighted", fusion.Settings{Method: "weighted", Weights: map[string]float64{"bm25": 1}, Norm: "max"}, []string{"bm25"}, []string{"norm is set, but fusion_method weighted"}},
		{"unknown norm", fusion.Settings{Method: "sum", Norm: "minmax"}, three, []string{`norm "minmax": want one of ` + norms}},
		{"what has no default", fusion.Settings{Method: "rbc"}, three, []string{"rbc_p is missing"}},
		{"rbc_p 0", fusion.Settings{Method: "rbc", RBCP: new(0.)}, three, []string{"rbc_p 0: want a number between 0 and 1"}},
		{"rbc_p 1", fusion.Settings{Method: "rbc", RBCP: new(1.)}, three, []string{"rbc_p 1: want a number between 0 and 1"}},
		{"no gamma", fusion.Settings{Method: "gmnz"}, three, []string{"gmnz_gamma is missing"}},
		{"gamma not a number", fusion.Settings{Method: "gmnz", GMNZGamma: new(math.NaN())}, three, []string{"gmnz_gamma NaN"}},
		{"sigma", fusion.Settings{Method: "logn_isr", ISRSigma: new(-.1)}, three, []string{"isr_sigma -0.1"}},
		{"floor", fusion.Settings{Method: "wprod", WProdFloor: new(0.), Weights: map[string]float64{"bm25": 1}}, []string{"bm25"}, []string{"wprod_floor 0"}},
		{"w_rrf", fusion.Settings{Method: "w_rrf", RRFK: new(0)}, three, []string{"weights are missing: fusion_method w_rrf needs one per component", "rrf_k 0"}},
		{"all keys of others", fusion.Settings{
			Method: "isr", RRFK: new(1), Weights: map[string]float64{}, Norm: "x", GMNZGamma: new(1.), ISRSigma: new(1.), RBCP: new(1.),
			WProdFloor: new(1.), ProbFuseSegments: new(1), SlideFuseWindow: new(1),
		}, three, []string{
			"rrf_k is set", "weights are set", "norm is set", "gmnz_gamma is set", "isr_sigma is set", "rbc_p is set", "wprod_floor is set",
			"probfuse_segments is set", "slidefuse_window is set",
		}},
		{"trained", fusion.Settings{Method: "posfuse"}, three, []string{"fusion_method posfuse learns from judged queries and cannot be used before it is trained"}},
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

func TestValidateTraining(t *testing.T) {
	for want, s := range map[string]fusion.Settings{
		"":                                   {Method: "slidefuse", SlideFuseWindow: new(0)},
		"slidefuse_window -1: want from 0":   {Method: "slidefuse", SlideFuseWindow: new(-1)},
		"slidefuse_window 1000001: want fro": {Method: "slidefuse", SlideFuseWindow: new(1_000_001)},
		"probfuse_segments 1000001: want fr": {Method: "probfuse", ProbFuseSegments: new(1_000_001)},
		"probfuse_segments is missing":       {Method: "probfuse"},
		"probfuse_segments 0: want from 1":   {Method: "probfuse", ProbFuseSegments: new(0)},
		"fusion_method rrf has nothing to t": {Method: "rrf"},
		`fusion_method "x": want one of bayesfuse, mapfuse, posfuse, probfuse, segfuse, slidefuse`: {Method: "x"},
		"rrf_k is set, but fusion_method mapfuse has no use for it":                                {Method: "mapfuse", RRFK: new(1)},
	} {
		err := s.ValidateTraining(three)
		if (err == nil) != (want == "") || err != nil && !strings.HasPrefix(err.Error(), want) {
			t.Errorf("%+v: error %v, want %q", s, err, want)
		}
		if _, again := fusion.NewTrainer(s); (again == nil) != (err == nil) {
			t.Errorf("%+v: NewTrainer's error %v, ValidateTraining's %v", s, again, err)
		}
	}
	for _, largest := range []fusion.Settings{{Method: "slidefuse", SlideFuseWindow: new(1_000_000)}, {Method: "probfuse", ProbFuseSegments: new(1_000_000)}} {
		if err := largest.ValidateTraining(three); err != nil {
			t.Error(err)
		}
	}
	if (fusion.Settings{Method: "rrf"}).Trained() || !(fusion.Settings{Method: "posfuse"}).Trained() {
		t.Error("Trained does not tell rrf from posfuse")
	}
}

// Run ids of stored experiments are hashes of these bytes. The first four are older than the other settings,
// which must not show in them.
func TestSettingsJSON(t *testing.T) {
	for want, s := range map[string]fusion.Settings{
		`{"fusion_method":"single"}`:                                                  {},
		`{"fusion_method":"rrf","rrf_k":60}`:                                          {Method: "rrf"},
		`{"fusion_method":"rrf","rrf_k":10}`:                                          {Method: "rrf", RRFK: new(10)},
		`{"fusion_method":"weighted","weights":{"bm25":0.3,"dense":0.7}}`:             {Method: "weighted", Weights: map[string]float64{"dense": .7, "bm25": .3}},
		`{"fusion_method":"mnz","norm":"min-max"}`:                                    {Method: "combmnz"},
		`{"fusion_method":"logn_isr","isr_sigma":0.01}`:                               {Method: "logn_isr"},
		`{"fusion_method":"slidefuse","slidefuse_window":5}`:                          {Method: "slidefuse"},
		`{"fusion_method":"wprod","weights":{"a":1},"norm":"max","wprod_floor":0.01}`: {Method: "weighted_product", Weights: map[string]float64{"a": 1}, Norm: "max"},
	} {
		got, err := json.Marshal(s.Resolved())
		if err != nil {
			t.Fatal(err)
		}
		if string(got) != want {
			t.Errorf("JSON = %s, want %s", got, want)
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

// Settings belong to the caller, who may go on to the next ones while the method is in use.
func TestNewKeepsItsWeights(t *testing.T) {
	weights := map[string]float64{"a": 1, "b": 2}
	m := build(t, fusion.Settings{Method: "wsum", Weights: weights})
	delete(weights, "b")
	weights["a"] = 5
	near(t, m, lists(t, []string{"a: x 7", "b: x 7"}), map[string]float64{"x": 1 + 2}, 0)
}

func TestRegistry(t *testing.T) {
	r := fusion.Builtin()
	var names []string
	for _, e := range r.Entries() {
		names = append(names, e.Name)
		for _, key := range e.Uses {
			if !slices.Contains(fusion.SettingKeys(), key) {
				t.Errorf("%s uses %q, which is not a setting", e.Name, key)
			}
		}
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
	if err := r.Register(fusion.Entry{Name: "new", Aliases: []string{"combsum"}}); err == nil {
		t.Error("an alias was taken twice")
	}
	own := fusion.Entry{
		Name:  "own",
		Check: func(fusion.Settings, []string) []error { return nil },
		Build: func(fusion.Settings) fusion.Scorer { return saw{names: "own scorer"} },
	}
	if err := r.Register(own); err != nil {
		t.Fatal(err)
	}
	if m, err := r.New(fusion.Settings{Method: "own"}); err != nil || m.Name() != "own scorer" {
		t.Errorf("New = %v, %v, want the registered method", m, err)
	}
	if _, err := fusion.New(fusion.Settings{Method: "own"}); err == nil {
		t.Error("a registration leaked into Builtin")
	}
}

// Whatever a configuration holds: no panic, and settings without faults build a method, resolve to themselves
// once resolved, and come back from JSON as they were.
func FuzzSettings(f *testing.F) {
	for _, e := range fusion.Builtin().Entries() {
		f.Add("fusion_method: " + e.Name + "\nweights: {a: 1, b: 0.5}\n")
	}
	f.Add("{fusion_method: rrf, rrf_k: 0}")
	f.Add("{fusion_method: combgmnz, norm: z_score, gmnz_gamma: .nan}")
	f.Add("{fusion_method: wprod, weights: {a: .inf, b: -1, c: 0}, wprod_floor: 1e-9}")
	f.Add("{fusion_method: probfuse, probfuse_segments: 9223372036854775807}")
	f.Fuzz(func(t *testing.T, text string) {
		var s fusion.Settings
		d := yaml.NewDecoder(strings.NewReader(text))
		d.KnownFields(true)
		if d.Decode(&s) != nil {
			return
		}
		resolved := s.Resolved()
		if diff := cmp.Diff(resolved, resolved.Resolved(), cmpopts.EquateNaNs()); diff != "" {
			t.Fatalf("%q resolves further:\n%s", text, diff)
		}
		components := []string{"a", "b"}
		validate, build := s.Validate, func() error { _, err := fusion.New(s); return err }
		if s.Trained() {
			validate, build = s.ValidateTraining, func() error { _, err := fusion.NewTrainer(s); return err }
		}
		if validate(components) != nil {
			return
		}
		if err := build(); err != nil {
			t.Fatalf("%q is valid, but: %v", text, err)
		}
		b, err := json.Marshal(s)
		if err != nil {
			t.Fatal(err)
		}
		var back fusion.Settings
		if err := json.Unmarshal(b, &back); err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(s, back, cmpopts.EquateEmpty()); diff != "" {
			t.Fatalf("%q through JSON:\n%s", text, diff)
		}
		if s.Trained() {
			return
		}
		m, err := fusion.New(s)
		if err != nil {
			t.Fatal(err)
		}
		in := []fusion.List{list(t, "a: x 3 y 2"), list(t, "b: y 1 z .5")}
		if s.Resolved().Method == "single" {
			in = in[:1]
		}
		if _, err := m.Fuse(in, 3); err != nil {
			t.Fatalf("%q is valid, but: %v", text, err)
		}
	})
}
