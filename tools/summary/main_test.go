package main

import (
	"strings"
	"testing"
)

// Events as `go test -json` of Go 1.26 prints them.
const passed = `{"Action":"start","Package":"x/a"}
{"Action":"run","Package":"x/a","Test":"TestA"}
{"Action":"output","Package":"x/a","Test":"TestA","Output":"    a_test.go:9: unseen\n"}
{"Action":"pass","Package":"x/a","Test":"TestA","Elapsed":0.1}
{"Action":"output","Package":"x/a","Test":"TestS","Output":"=== RUN   TestS\n"}
{"Action":"output","Package":"x/a","Test":"TestS","Output":"    a_test.go:3: no chromium\n"}
{"Action":"output","Package":"x/a","Test":"TestS","Output":"--- SKIP: TestS (0.00s)\n"}
{"Action":"skip","Package":"x/a","Test":"TestS","Elapsed":0}
{"Action":"pass","Package":"x/a","Elapsed":0.2}
{"Action":"skip","Package":"x/none","Elapsed":0}
`

func TestSummarize(t *testing.T) {
	for name, c := range map[string]struct {
		in   string
		ok   bool
		want []string
	}{
		"passed": {"cd tools\n" + passed, true, []string{"cd tools\n", "skipped x/a TestS: a_test.go:3: no chromium\n", "ok x/a 200ms\n", "1 tests passed, 1 were skipped, 0 faults, in 2 packages\n"}},
		"failed": {passed + `{"Action":"output","Package":"x/b","Test":"TestB","Output":"    b_test.go:4: got 1, want 2\n"}
{"Action":"fail","Package":"x/b","Test":"TestB","Elapsed":0.1}
`, false, []string{"FAIL x/b TestB\n    b_test.go:4: got 1, want 2\n", "1 faults"}},
		"not built": {passed + `{"ImportPath":"x/c","Action":"build-output","Output":"c.go:1: undefined: y\n"}
{"ImportPath":"x/c","Action":"build-fail"}
`, false, []string{"FAIL x/c \nc.go:1: undefined: y\n"}},
		"nothing ran": {"", false, []string{"0 tests passed"}},
	} {
		var out strings.Builder
		ok, err := summarize(strings.NewReader(c.in), &out)
		if ok != c.ok || err != nil {
			t.Errorf("%s: %v, %v, want %v", name, ok, err, c.ok)
		}
		for _, want := range c.want {
			if !strings.Contains(out.String(), want) {
				t.Errorf("%s: lacks %q:\n%s", name, want, out.String())
			}
		}
		if strings.Contains(out.String(), "unseen") {
			t.Errorf("%s: shows what a passed test logged", name)
		}
	}
}
