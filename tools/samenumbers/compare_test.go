package main

import "testing"

func TestCompareFiles(t *testing.T) {
	for _, test := range []struct {
		name, file, a, b string
		differ           bool
	}{
		{"a figure within 1e-9", "r.json", `{"mean":0.5}`, `{"mean":0.5000000004}`, false},
		{"a figure beyond it", "r.json", `{"mean":0.5}`, `{"mean":0.500000002}`, true},
		{"a large figure, relative", "r.json", `{"n":1000000000}`, `{"n":1000000000.5}`, false},
		{"a verdict", "r.json", `{"verdict":"better"}`, `{"verdict":"worse"}`, true},
		{"null is no zero", "r.json", `{"p":null}`, `{"p":0}`, true},
		{"a field that is gone", "r.json", `{"p":0.5,"n":3}`, `{"p":0.5}`, true},
		{"a time", "r.json", `{"mean_ms":3}`, `{"mean_ms":4}`, false},
		{"an entry less", "r.json", `[1,2]`, `[1]`, true},
		{"nested", "r.json", `{"a":[{"b":1}]}`, `{"a":[{"b":2}]}`, true},
		{"the last digit of a text", "o.out", "p = 0.0500", "p = 0.0501", false},
		{"more than the last digit", "o.out", "p = 0.0500", "p = 0.0503", true},
		{"whole numbers exactly", "o.out", "50 queries", "51 queries", true},
		{"a time of three decimals", "o.out", "0.5405 0.032", "0.5405 0.024", false},
		{"words", "o.out", "50 queries", "50 topics", true},
		{"a line less", "o.out", "a\nb", "a", true},
		{"lines of JSON", "l.jsonl", "{\"a\":1}\n{\"a\":2}", "{\"a\":1}\n{\"a\":3}", true},
	} {
		t.Run(test.name, func(t *testing.T) {
			if got := compareFiles(test.file, test.a, test.b); (len(got) > 0) != test.differ {
				t.Errorf("compareFiles(%q, %q) = %v, want a difference: %v", test.a, test.b, got, test.differ)
			}
		})
	}
}
