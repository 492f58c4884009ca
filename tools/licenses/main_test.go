package main

import (
	"bytes"
	"os"
	"strings"
	"testing"
)

// TestCurrent holds the file that ships to what is linked now.
func TestCurrent(t *testing.T) {
	var now bytes.Buffer
	if err := write(&now, "../.."); err != nil {
		t.Fatal(err)
	}
	file, err := os.ReadFile("../../cmd/rankduel/program/THIRD_PARTY.txt")
	if err != nil || !bytes.Equal(file, now.Bytes()) {
		t.Errorf("THIRD_PARTY.txt is not what is linked now (%v): `make licenses`", err)
	}
}

// TestLicensesOf reads texts of the project and of a dependency; one that is not a licence
// has no name, and a part without any is refused.
func TestLicensesOf(t *testing.T) {
	for path, want := range map[string]string{"../../LICENSE": "Apache-2.0", "preact.txt": "MIT", "main.go": ""} {
		content, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		if got := strings.Join(licensesOf(content), ", "); got != want {
			t.Errorf("%s: %q, want %q", path, got, want)
		}
	}
	if _, _, err := collect([]part{{name: "none", files: []string{"main.go"}}}); err == nil || !strings.Contains(err.Error(), "none: no licence") {
		t.Errorf("a part without a licence: %v", err)
	}
}
