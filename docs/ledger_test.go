package docs_test

import (
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"
)

var namedTest = regexp.MustCompile("`([a-z][\\w/]*_test\\.go):((?:Test|Example)\\w*)(?:/([\\w.]+))?`")

// TestLedger checks that every test that the ledger names, and the page that says
// what is tried against a server, exists, and every script of the command line.
func TestLedger(t *testing.T) {
	var named [][]string
	for _, name := range []string{"ledger.md", "server-security.md"} {
		page, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		found := namedTest.FindAllStringSubmatch(string(page), -1)
		if len(found) == 0 {
			t.Fatalf("%s names no test", name)
		}
		named = append(named, found...)
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
			if _, err := os.Stat(filepath.Join("..", filepath.Dir(m[1]), "testdata/script", script+".txtar")); err != nil {
				t.Errorf("%s: %v", m[0], err)
			}
		}
	}
}

var (
	ledgerRows  = regexp.MustCompile(`\b([RX])(\d+)(?:–[RX](\d+))?`)
	ledgerCount = regexp.MustCompile(`(\d+)\s+(?:requirements|contradictions),\s+([RX])0*1\s+to\s+[RX](\d+)`)
)

// TestLedgerIsWhole checks that every row up to the last that the page counts is
// listed, and once: as working, as in the library, or as not there yet.
func TestLedgerIsWhole(t *testing.T) {
	page, err := os.ReadFile("ledger.md")
	if err != nil {
		t.Fatal(err)
	}
	listed := map[string]int{}
	for line := range strings.Lines(string(page)) {
		if !strings.HasPrefix(line, "|") {
			continue
		}
		for _, m := range ledgerRows.FindAllStringSubmatch(strings.Split(line, "|")[1], -1) {
			for i := number(m[2]); i <= max(number(m[2]), number(m[3])); i++ {
				listed[fmt.Sprint(m[1], i)]++
			}
		}
	}
	counts := ledgerCount.FindAllStringSubmatch(string(page), -1)
	if len(counts) != 2 {
		t.Fatalf("the page counts %d kinds of rows, want requirements and contradictions", len(counts))
	}
	total := 0
	for _, m := range counts {
		if m[1] != m[3] {
			t.Errorf("%s: the number is not that of the last row", m[0])
		}
		for i := 1; i <= number(m[3]); i++ {
			total++
			if row := fmt.Sprint(m[2], i); listed[row] != 1 {
				t.Errorf("row %s is listed %d times, want once", row, listed[row])
			}
		}
	}
	if len(listed) != total {
		t.Errorf("%d rows are listed, %d are counted", len(listed), total)
	}
}

// number returns 0 of no digits.
func number(digits string) int {
	n, _ := strconv.Atoi(digits)
	return n
}
