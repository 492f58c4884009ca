package agreement_test

import (
	"encoding/json"
	"math"
	"os"
	"path/filepath"
	"testing"
)

// vectors reads the cases of a reference file of testdata. The expected
// numbers come from mpmath, R, scipy and statsmodels, as each file's software
// and description fields say.
func vectors[T any](t *testing.T, file string) []T {
	t.Helper()
	text, err := os.ReadFile(filepath.Join("testdata", file))
	if err != nil {
		t.Fatal(err)
	}
	var content struct{ Cases []T }
	if err := json.Unmarshal(text, &content); err != nil {
		t.Fatalf("%s: %v", file, err)
	}
	if len(content.Cases) == 0 {
		t.Fatalf("%s: no cases", file)
	}
	return content.Cases
}

// floor is where comparisons become absolute.
const floor = 1e-12

// near compares at a relative tolerance, and absolutely where the expected
// value is below floor.
func near(t *testing.T, what string, got, want, rel float64) {
	t.Helper()
	limit := rel * math.Abs(want)
	if math.Abs(want) < floor {
		limit = max(limit, floor)
	}
	if !(math.Abs(got-want) <= limit) {
		t.Errorf("%s = %.17g, want %.17g (difference %.2g, allowed %.2g)", what, got, want, got-want, limit)
	}
}

// within compares absolutely.
func within(t *testing.T, what string, got, want, abs float64) {
	t.Helper()
	if !(math.Abs(got-want) <= abs) {
		t.Errorf("%s = %.17g, want %.17g ± %g", what, got, want, abs)
	}
}

// nearPtr is near for a value that must be defined.
func nearPtr(t *testing.T, what string, got *float64, want, rel float64) {
	t.Helper()
	if got == nil {
		t.Errorf("%s is undefined, want %.17g", what, want)
		return
	}
	near(t, what, *got, want, rel)
}
