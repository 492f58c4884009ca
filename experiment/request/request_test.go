package request_test

import (
	"encoding/json"
	"net/url"
	"os"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/rankduel/rankduel/experiment/compare"
	"github.com/rankduel/rankduel/experiment/request"
	"github.com/rankduel/rankduel/internal/setting"
)

// kinds are all kinds of requests.
var kinds = []uint{
	compare.OfEvaluation, compare.OfRunFiles, compare.OfScoreFiles, compare.OfStored,
	compare.OfExperiment, compare.OfJob, compare.OfScoring, compare.OfKebab,
}

func decode(t *testing.T, text string) map[string]json.RawMessage {
	t.Helper()
	var values map[string]json.RawMessage
	if err := json.Unmarshal([]byte(text), &values); err != nil {
		t.Fatal(err)
	}
	return values
}

// No line of the help is about a setting that there is not.
func TestHelp(t *testing.T) {
	for _, path := range []string{"settings.txt", "../compare/settings.txt"} {
		text, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		for line := range strings.Lines(string(text)) {
			key, _, _ := strings.Cut(line, ": ")
			if !slices.ContainsFunc(request.Fields(), func(f setting.Field[request.Request]) bool { return f.Key == key }) {
				t.Errorf("%s: no setting %q", path, key)
			}
		}
	}
}

// Every row has a key of its own, a flag of its own, help, and a kind of requests; what it
// takes when nothing is given it takes when it is given, too.
func TestRows(t *testing.T) {
	keys, flags := map[string]bool{}, map[string]bool{}
	for _, f := range request.Fields() {
		if keys[f.Key] || f.Name() != "-" && flags[f.Name()] || f.Help == "" || f.For == 0 {
			t.Errorf("row %s: flag %s, help %q, of %b", f.Key, f.Name(), f.Help, f.For)
		}
		keys[f.Key], flags[f.Name()] = true, true
		if f.Default != nil {
			if err := f.Check(f.Key, f.Get(&request.Request{})); err != nil {
				t.Errorf("the default: %v", err)
			}
		}
	}
}

// A record says every setting that the kind has, and is read as what it was written from.
func TestRecord(t *testing.T) {
	for _, kind := range kinds {
		rows := request.Of(kind)
		r := &request.Request{}
		for _, f := range rows { // a value of its type that its row allows, and not the default
			var value any
			switch f.Type().Kind() {
			case reflect.Bool:
				value = true
			case reflect.String:
				value = "text"
				if f.OneOf != nil {
					value = f.OneOf()[len(f.OneOf())-1]
				}
			case reflect.Slice:
				value = []string{"one", "two,three"}
			case reflect.Float64:
				value = 0.25
			default:
				value = 321
			}
			r.Set(f.Key, value)
		}
		values, err := r.Record(rows)
		if err != nil {
			t.Fatal(err)
		}
		if len(values) != len(rows)+1 {
			t.Errorf("kind %b: %d values of %d rows and what was given", kind, len(values), len(rows))
		}
		back, err := request.ReadRecord(rows, values)
		if err != nil {
			t.Fatalf("kind %b: what was recorded is refused: %v", kind, err)
		}
		for _, f := range rows {
			if !reflect.DeepEqual(f.Get(back), f.Get(r)) {
				t.Errorf("kind %b: %s became %v, it was %v", kind, f.Key, f.Get(back), f.Get(r))
			}
		}
		if diff := cmp.Diff(r.Given, back.Given); diff != "" {
			t.Errorf("kind %b: given (-want +got):\n%s", kind, diff)
		}
	}
}

// What is as usual is recorded and was not given; the interval is the one that looks need.
func TestRecordOfDefaults(t *testing.T) {
	r := &request.Request{}
	r.Set("looks", 2)
	values, err := r.Record(request.Of(compare.OfStored))
	if err != nil {
		t.Fatal(err)
	}
	for key, want := range map[string]string{"alpha": "0.05", "seed": "42", "per_query": "false", "interval": `"sequence"`, "looks": "2", "given": `["looks"]`} {
		if got := string(values[key]); got != want {
			t.Errorf("%s is recorded as %s, want %s", key, got, want)
		}
	}
	if _, ok := values["primary"]; ok {
		t.Errorf("a primary that was not given is recorded: %s", values["primary"])
	}
}

func TestRead(t *testing.T) {
	for _, tt := range []struct {
		name, given string
		kind        uint
		want        string // the keys that were given, or the start of the error
	}{
		{"nothing", `{}`, compare.OfJob, ""},
		{"a client's", `{"alpha": 0.01, "configs": ["a", "b"]}`, compare.OfJob, "configs alpha"},
		{"a record's", `{"alpha": 0.01, "given": ["alpha"]}`, compare.OfStored, `unknown field "given": want some of `},
		{"zero that is a value", `{"seed": 0, "min_coverage": 0}`, compare.OfStored, "seed min_coverage"},
		{"zero that is none", `{"alpha": 0}`, compare.OfStored, "alpha 0, want a number between 0 and 0.5"},
		{"several faults", `{"test": "z", "alpha": "a"}`, compare.OfStored, "alpha: want a number, not \"a\"\ntest \"z\": want one of "},
		{"of run files alone", `{"bounds": true}`, compare.OfStored, `unknown field "bounds": want some of primary, guardrails, `},
		{"of jobs alone", `{"retry_failed": true}`, compare.OfStored, `unknown field "retry_failed": want some of `},
		{"of scores alone", `{"missing": "zero"}`, compare.OfJob, `unknown field "missing": want some of measures, `},
	} {
		t.Run(tt.name, func(t *testing.T) {
			values := decode(t, tt.given)
			r, err := request.Read(request.Of(tt.kind), values)
			if err != nil {
				if tt.want == "" || !strings.HasPrefix(err.Error(), tt.want) {
					t.Errorf("Read = %v, want %s", err, tt.want)
				}
			} else if got := strings.Join(r.Given, " "); got != tt.want {
				t.Errorf("given: %s, want %s", got, tt.want)
			}
			if diff := cmp.Diff(decode(t, tt.given), values); diff != "" {
				t.Errorf("the values were changed:\n%s", diff)
			}
		})
	}
}

// Only a record says what was given.
func TestReadRecord(t *testing.T) {
	rows := request.Of(compare.OfStored)
	r, err := request.ReadRecord(rows, decode(t, `{"alpha": 0.01, "margin": 0.02, "given": ["alpha"]}`))
	if err != nil || !slices.Equal(r.Given, []string{"alpha"}) || r.Settings.Margin != 0.02 {
		t.Errorf("ReadRecord = %+v, %v", r, err)
	}
	if _, err := request.ReadRecord(rows, decode(t, `{"given": 1}`)); err == nil || !strings.HasPrefix(err.Error(), "given: ") {
		t.Errorf("a record without a list of keys: %v", err)
	}
}

func TestQuery(t *testing.T) {
	rows := request.Of(compare.OfStored)
	for _, tt := range []struct{ given, want, faults string }{
		{"", "", ""},
		{"a=run_1&names=x", "", ""}, // which are of others
		{"alpha=0.05&seed=42&test=t", "", ""},
		{"seed=0&alpha=0.01&guardrails=R%4010&ungrouped=true", "alpha=0.01&guardrails=R%4010&seed=0&ungrouped=true", ""},
		{"alpha=0", "", "alpha 0, want a number between 0 and 0.5"},
		{"alpha=NaN&looks=x", "", "alpha NaN, want a number between 0 and 0.5|looks: want an integer"},
		{"correction=best", "", `correction "best": want one of `},
	} {
		q, err := url.ParseQuery(tt.given)
		if err != nil {
			t.Fatal(err)
		}
		r, faults := request.ReadQuery(rows, q)
		var texts []string
		for _, f := range faults {
			texts = append(texts, f.Text)
		}
		if got := strings.Join(texts, "|"); !strings.HasPrefix(got, tt.faults) || tt.faults == "" && got != "" {
			t.Errorf("%s: %s, want %s", tt.given, got, tt.faults)
		}
		if got := r.Query(rows).Encode(); tt.faults == "" && got != tt.want {
			t.Errorf("%s is asked for by %s, want %s", tt.given, got, tt.want)
		}
	}
}

// A zero that stands for the default is refused where it was given.
func TestFaults(t *testing.T) {
	for _, tt := range []struct {
		key   string
		value any
		want  string
	}{
		{"alpha", 0.0, "alpha 0, want a number between 0 and 0.5"},
		{"alpha", 0.5, "alpha 0.5, want a number between 0 and 0.5"},
		{"seed", 0, ""},
		{"min_coverage", 0.0, ""},
		{"test", "", `test "": want one of "t", "randomization"`},
		{"looks", 0, "looks 0, want the number of comparisons so far, this one included"},
		{"level", 0, "level 0, want a lowest relevant grade of 1 or more"},
		{"max_retrieved", 0, ""},
		{"max_retrieved", -1, "max_retrieved -1, want 1 or more hits, or 0 for all"},
		{"part", "some", `part "some": want one of "evaluation", "heldout", "all"`},
		{"correction", "tukey", "correction tukey is of all pairs of systems: add --all-pairs (in a file, all_pairs: true)"},
	} {
		r := &request.Request{}
		r.Set(tt.key, tt.value)
		got := ""
		if err := setting.Join(r.Faults()); err != nil {
			got = err.Error()
		}
		if got != tt.want {
			t.Errorf("%s = %v: %q, want %q", tt.key, tt.value, got, tt.want)
		}
	}
	if faults := (&request.Request{}).Faults(); len(faults) > 0 {
		t.Errorf("what asks for nothing has faults: %v", faults)
	}
}

func TestOverride(t *testing.T) {
	file, given := &request.Request{}, &request.Request{}
	file.Set("alpha", 0.01)
	file.Set("seed", 7)
	given.Set("seed", 0)
	given.Set("measures", []string{"RR"})
	given.Settings.Alpha = 0.2 // which was not asked for
	file.Override(given)
	if file.Settings.Alpha != 0.01 || *file.Settings.Seed != 0 || !slices.Equal(file.Measures.Names, []string{"RR"}) {
		t.Errorf("%+v", file)
	}
	if diff := cmp.Diff([]string{"alpha", "seed", "measures"}, file.Given); diff != "" {
		t.Errorf("given (-want +got):\n%s", diff)
	}
}
