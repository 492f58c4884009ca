package fingerprint_test

import (
	"fmt"
	"math"
	"testing"

	"github.com/rankduel/rankduel/internal/fingerprint"
)

func TestOf(t *testing.T) {
	for want, v := range map[string]any{
		// printf '{"a":1,"b":"\\u003c"}' | sha256sum, of GNU coreutils
		"4a63d0b7c4822ff37ec3dcc4ee5bcb5edc14c4e5c8a3b0f8a2d215727c677567": map[string]any{"b": "<", "a": 1},
		"74234e98afe7498fb5daf1f36ac2d78acc339464f950703b8c019892f982b90b": nil, // printf null | sha256sum
	} {
		if got, err := fingerprint.Of(v); got != want || err != nil {
			t.Errorf("Of(%v) = %s, %v, want %s", v, got, err, want)
		}
	}
	if got, err := fingerprint.Of(math.NaN()); got != "" || err == nil {
		t.Errorf("Of(NaN) = %q, %v, want an error: JSON has no such number", got, err)
	}
}

func ExampleOf() {
	one, _ := fingerprint.Of(map[string]any{"k1": 0.9, "b": 0.4})
	same, _ := fingerprint.Of(map[string]any{"b": 0.4, "k1": 0.9})
	other, _ := fingerprint.Of(map[string]any{"b": 0.5, "k1": 0.9})
	fmt.Println(len(one), one == same, one == other)
	// Output: 64 true false
}
