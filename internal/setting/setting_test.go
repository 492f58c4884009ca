package setting_test

import (
	"encoding/json"
	"math"
	"reflect"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/rankduel/rankduel/internal/setting"
)

type part struct{ Word string }

type settings struct {
	Share  *float64
	Rounds int
	Seed   *uint64
	Deep   bool
	Names  []string
	Part   part
}

type row = setting.Field[settings]

// rows has one setting of every type: one with bounds that exclude and one with bounds
// that include them, one that may be 0, and one of a part.
func rows() []row {
	return append([]row{
		{Key: "share", At: func(s *settings) any { return &s.Share }, Default: 0.95, Min: new(0.0), Below: new(1.0), Want: "a share", Help: "least share"},
		{Key: "rounds", Flag: "times", At: func(s *settings) any { return &s.Rounds }, Default: 100, Above: new(9.0), Max: new(1000.0), Want: "from 10 to 1000"},
		{Key: "the_seed", At: func(s *settings) any { return &s.Seed }, Default: 42},
		{Key: "deep", At: func(s *settings) any { return &s.Deep }},
		{Key: "names", Commas: true, At: func(s *settings) any { return &s.Names }, OneOf: func() []string { return []string{"a", "b"} }},
	}, setting.Lift([]setting.Field[part]{
		{Key: "word", At: func(p *part) any { return &p.Word }, Default: "one", OneOf: func() []string { return []string{"one", "two"} }},
	}, func(s *settings) *part { return &s.Part })...)
}

func find(t *testing.T, key string) row {
	t.Helper()
	f, ok := setting.Find(rows(), key)
	if !ok {
		t.Fatalf("there is no row %s", key)
	}
	return f
}

func TestParse(t *testing.T) {
	for _, tt := range []struct {
		key, text string
		want      any // nil: refused
	}{
		{"share", "0.5", 0.5},
		{"share", "1e-3", 0.001},
		{"share", "half", nil},
		{"share", "", nil},
		{"rounds", "12", 12},
		{"rounds", "1.5", nil},
		{"rounds", "99999999999999999999", nil},
		{"the_seed", "18446744073709551615", uint64(math.MaxUint64)},
		{"the_seed", "0x10", uint64(16)},
		{"the_seed", "-1", nil},
		{"deep", "true", true},
		{"deep", "yes", nil},
		{"names", "a,b", []string{"a", "b"}},
		{"word", "a,b", "a,b"},
	} {
		f := find(t, tt.key)
		got, err := f.Parse(tt.text)
		if tt.want == nil {
			if err == nil {
				t.Errorf("%s: Parse(%q) = %v, want an error", tt.key, tt.text, got)
			}
			continue
		}
		if err != nil || !reflect.DeepEqual(got, tt.want) {
			t.Errorf("%s: Parse(%q) = %v, %v, want %v", tt.key, tt.text, got, err, tt.want)
		}
		if back, err := f.Parse(f.Text(got)); err != nil || !reflect.DeepEqual(back, got) {
			t.Errorf("%s: the text %q of %v is read as %v, %v", tt.key, f.Text(got), got, back, err)
		}
	}
	whole := row{Key: "names", At: func(s *settings) any { return &s.Names }}
	if got, err := whole.Parse("a,b"); err != nil || !cmp.Equal(got, any([]string{"a,b"})) {
		t.Errorf("a list without Commas: %v, %v", got, err)
	}
}

func TestCheck(t *testing.T) {
	for _, tt := range []struct {
		key   string
		value any
		want  string // "": allowed
	}{
		{"share", 0.0, ""}, // Min is included
		{"share", -0.1, "--x -0.1, want a share"},
		{"share", math.Nextafter(1, 0), ""},
		{"share", 1.0, "--x 1, want a share"}, // Below is not
		{"share", math.NaN(), "--x NaN, want a share"},
		{"share", math.Inf(1), "--x +Inf, want a share"},
		{"rounds", 9, "--x 9, want from 10 to 1000"}, // nor is Above
		{"rounds", 10, ""},
		{"rounds", 1000, ""}, // Max is
		{"rounds", 1001, "--x 1001, want from 10 to 1000"},
		{"rounds", 0, "--x 0, want from 10 to 1000"}, // given, and not the default
		{"the_seed", uint64(0), ""},
		{"deep", true, ""},
		{"word", "two", ""},
		{"word", "TWO", `--x "TWO": want one of "one", "two"`},
		{"word", "", `--x "": want one of "one", "two"`},
		{"names", []string{}, ""},
		{"names", []string{"b", "a"}, ""},
		{"names", []string{"a", "c"}, `--x "c": want one of "a", "b"`},
	} {
		got := ""
		if err := find(t, tt.key).Check("--x", tt.value); err != nil {
			got = err.Error()
		}
		if got != tt.want {
			t.Errorf("%s: Check(%v) = %q, want %q", tt.key, tt.value, got, tt.want)
		}
	}
	named := find(t, "word")
	named.Named = true
	if err := named.Check("--x", "three"); err != nil {
		t.Errorf("a word that is looked up elsewhere is refused: %v", err)
	}
}

// A value that may be 0 is behind a pointer; what is not is the default at 0.
func TestDefaults(t *testing.T) {
	var s settings
	for key, want := range map[string]any{"share": 0.95, "rounds": 100, "the_seed": uint64(42), "deep": false, "word": "one"} {
		if f := find(t, key); !reflect.DeepEqual(f.Get(&s), want) || !f.Zero(&s) || !f.Usual(&s) {
			t.Errorf("%s, left open: %v, zero %v, usual %v, want %v", key, f.Get(&s), f.Zero(&s), f.Usual(&s), want)
		}
	}
	for _, tt := range []struct {
		key         string
		value, want any
		usual       bool
	}{
		{"share", 0.0, 0.0, false},
		{"share", 0.95, 0.95, true},
		{"the_seed", uint64(0), uint64(0), false},
		{"rounds", 0, 100, true},
		{"rounds", 10, 10, false},
		{"deep", true, true, false},
		{"names", []string{}, []string{}, true},
		{"names", []string{"a"}, []string{"a"}, false},
		{"word", "two", "two", false},
	} {
		var s, other settings
		f := find(t, tt.key)
		f.Put(&s, tt.value)
		f.Copy(&other, &s)
		if !reflect.DeepEqual(f.Get(&other), tt.want) || f.Usual(&other) != tt.usual {
			t.Errorf("%s = %v: %v, usual %v, want %v, %v", tt.key, tt.value, f.Get(&other), f.Usual(&other), tt.want, tt.usual)
		}
	}
}

func TestName(t *testing.T) {
	for key, want := range map[string]string{"the_seed": "the-seed", "rounds": "times", "word": "word"} {
		if got := find(t, key).Name(); got != want {
			t.Errorf("the flag of %s is %s, want %s", key, got, want)
		}
	}
}

func TestReadAndWrite(t *testing.T) {
	for _, tt := range []struct{ name, given, written, faults string }{
		{
			"nothing", `{}`,
			`{"deep": false, "rounds": 100, "share": 0.95, "the_seed": 42, "word": "one"}`, "",
		},
		{
			"all", `{"deep": true, "names": ["b"], "rounds": 10, "share": 0, "the_seed": 18446744073709551615, "word": "two"}`,
			`{"deep": true, "names": ["b"], "rounds": 10, "share": 0, "the_seed": 18446744073709551615, "word": "two"}`, "",
		},
		{"types", `{"deep": 1, "names": "a", "rounds": 1.5, "share": "0.5", "the_seed": -1, "word": null}`, "", `share: want a number, not "0.5"
rounds: want an integer, not 1.5
the_seed: want an integer from 0 up, not -1
deep: want true or false, not 1
names: want a list of texts, not "a"
word: want a text, not null`},
		{"values", `{"rounds": 0, "word": "three"}`, "", `rounds 0, want from 10 to 1000
word "three": want one of "one", "two"`},
		{"unknown", `{"Word": "one", "extra": 1}`, "", `unknown field "Word": want some of share, rounds, the_seed, deep, names, word
unknown field "extra": want some of share, rounds, the_seed, deep, names, word`},
	} {
		t.Run(tt.name, func(t *testing.T) {
			var given map[string]json.RawMessage
			if err := json.Unmarshal([]byte(tt.given), &given); err != nil {
				t.Fatal(err)
			}
			var s settings
			keys, faults := setting.Read(rows(), given, &s)
			var texts []string
			for _, f := range faults {
				texts = append(texts, f.Text)
			}
			if diff := cmp.Diff(tt.faults, strings.Join(texts, "\n")); diff != "" {
				t.Fatalf("faults (-want +got):\n%s", diff)
			}
			if tt.faults != "" {
				return
			}
			if len(keys) != len(given) {
				t.Errorf("read %v", keys)
			}
			values, err := setting.Write(rows(), &s)
			if err != nil {
				t.Fatal(err)
			}
			var got, want any
			if err := json.Unmarshal([]byte(tt.written), &want); err != nil {
				t.Fatal(err)
			}
			text, err := json.Marshal(values)
			if err != nil {
				t.Fatal(err)
			}
			if err := json.Unmarshal(text, &got); err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(want, got); diff != "" {
				t.Errorf("written (-want +got):\n%s", diff)
			}
			var again settings
			if _, faults := setting.Read(rows(), values, &again); len(faults) > 0 {
				t.Fatalf("what was written is refused: %v", faults)
			}
			for _, f := range rows() {
				if !reflect.DeepEqual(f.Get(&again), f.Get(&s)) {
					t.Errorf("%s became %v, it was %v", f.Key, f.Get(&again), f.Get(&s))
				}
			}
		})
	}
}

func TestSchema(t *testing.T) {
	for key, want := range map[string]string{
		"share":    `{"description":"least share","type":"number","minimum":0,"exclusiveMaximum":1,"default":0.95}`,
		"rounds":   `{"type":"integer","maximum":1000,"exclusiveMinimum":9,"default":100}`,
		"the_seed": `{"type":"integer","minimum":0,"default":42}`,
		"deep":     `{"type":"boolean"}`,
		"names":    `{"type":"array","items":{"type":"string","enum":["a","b"]}}`,
		"word":     `{"type":"string","enum":["one","two"],"default":"one"}`,
	} {
		got, err := json.Marshal(find(t, key).Schema())
		if err != nil || string(got) != want {
			t.Errorf("%s: %s, %v, want %s", key, got, err, want)
		}
	}
}
