package wingtest

import (
	"math"
	"slices"
	"testing"

	"github.com/rankduel/rankduel/experiment/result"
)

// Finding returns the first finding with a code.
func Finding(list []result.Finding, code string) (result.Finding, bool) {
	i := slices.IndexFunc(list, func(f result.Finding) bool { return f.Code == code })
	if i < 0 {
		return result.Finding{}, false
	}
	return list[i], true
}

// Codes returns those of findings.
func Codes(list []result.Finding) []string {
	out := []string{}
	for _, f := range list {
		out = append(out, f.Code)
	}
	return out
}

// WantNumber fails when got is nil or further than tolerance from want.
func WantNumber(t testing.TB, what string, got *float64, want, tolerance float64, source string) {
	t.Helper()
	if got == nil {
		t.Errorf("%s = null, want %v (%s)", what, want, source)
	} else if !(math.Abs(*got-want) <= tolerance) {
		t.Errorf("%s = %v, want %v (%s)", what, *got, want, source)
	}
}
