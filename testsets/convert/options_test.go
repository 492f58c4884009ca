package convert_test

import (
	"maps"
	"testing"

	"github.com/rankduel/rankduel/testsets/convert"
)

func TestParseMap(t *testing.T) {
	for text, want := range map[string]convert.Map{
		"a=1,b=0":        {"a": 1, "b": 0},
		"1,5=2,0=0":      {"1,5": 2, "0": 0},
		"a=b=2":          {"a=b": 2},
		"so so=1,-1=0":   {"so so": 1, "-1": 0},
		"100.000=3,10=2": {"100.000": 3, "10": 2},
	} {
		got, err := convert.ParseMap(text)
		if err != nil || !maps.Equal(got, want) {
			t.Errorf("ParseMap(%q) = %v, %v, want %v", text, got, err, want)
		}
	}
	for _, text := range []string{"", "a", "a=1,b", "a=x", "a=1,a=2", "a=1.5"} {
		if got, err := convert.ParseMap(text); err == nil {
			t.Errorf("ParseMap(%q) = %v", text, got)
		}
	}
}

func TestParseScale(t *testing.T) {
	for text, want := range map[string]string{
		"0-3":            "0 irrelevant, 1 somewhat relevant, 2 relevant, 3 highly relevant",
		"0-1":            "0 irrelevant, 1 relevant",
		"1=yes,0=no":     "0 no, 1 yes",
		"-1=?,0=no,1=ok": "-1 ?, 0 no, 1 ok",
	} {
		got, err := convert.ParseScale(text)
		if err != nil || got.String() != want {
			t.Errorf("ParseScale(%q) = %v, %v, want %v", text, got, err, want)
		}
	}
	for _, text := range []string{"", "3", "x-3", "1-3", "0-999", "a=b"} {
		if got, err := convert.ParseScale(text); err == nil && got.Max() != 3 {
			t.Errorf("ParseScale(%q) = %v", text, got)
		}
	}
}

func TestOptionsAreChecked(t *testing.T) {
	o := convert.Options{Duplicates: "mean", AllZero: "x", WithoutText: "x", Unjudged: "x", Answers: "x", QueryIDs: "x", DocIDs: "position"}
	if err := o.Validate(); err == nil {
		t.Error("they are taken")
	}
	if err := (convert.Options{Invert: true, Map: convert.Map{"1": 2}}).Validate(); err == nil {
		t.Error("two directions are taken")
	}
}

func TestNameOf(t *testing.T) {
	for path, want := range map[string][2]string{
		"testsets/clinical_v2.yaml":  {"clinical", "v2"},
		"clinical@v2.1.jsonl.gz":     {"clinical", "v2.1"},
		"clinical-v1":                {"clinical", "v1"},
		"my_values.json":             {"my_values", ""},
		"qrels.dl21-passage.v1.yaml": {"qrels.dl21-passage.v1", ""},
	} {
		if name, version := convert.NameOf(path); name != want[0] || version != want[1] {
			t.Errorf("NameOf(%q) = %q, %q, want %q", path, name, version, want)
		}
	}
}
