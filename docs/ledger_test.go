package docs_test

import (
	"os"
	"regexp"
	"strings"
	"testing"
)

var namedTest = regexp.MustCompile("`([a-z][\\w/]*_test\\.go):((?:Test|Example)\\w*)(?:/([\\w.]+))?`")

// TestLedger checks that every test that the ledger names exists, and every
// script of the command line.
func TestLedger(t *testing.T) {
	page, err := os.ReadFile("ledger.md")
	if err != nil {
		t.Fatal(err)
	}
	named := namedTest.FindAllStringSubmatch(string(page), -1)
	if len(named) == 0 {
		t.Fatal("the ledger names no test")
	}
	for _, m := range named {
		code, err := os.ReadFile("../" + m[1])
		if err != nil {
			t.Errorf("%s: %v", m[0], err)
			continue
		}
		if !strings.Contains(string(code), "func "+m[2]+"(") {
			t.Errorf("%s: no such test", m[0])
		}
		if script := m[3]; m[2] == "TestScript" {
			if _, err := os.Stat("../cmd/rankduel/testdata/script/" + script + ".txtar"); err != nil {
				t.Errorf("%s: %v", m[0], err)
			}
		}
	}
}
