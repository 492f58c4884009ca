package label_test

import (
	"strings"
	"testing"

	"github.com/rankduel/rankduel/testsets/label"
)

// The limits are those of the error's own text: 64 characters, not bytes.
func TestCheckName(t *testing.T) {
	for name, ok := range map[string]bool{
		"ada": true, "Éva-2_b.c": true, strings.Repeat("é", 64): true,
		"": false, "../x": false, ".hidden": false, "a b": false, strings.Repeat("é", 65): false,
	} {
		if err := label.CheckName(name); (err == nil) != ok {
			t.Errorf("CheckName(%q) = %v, want accepted %v", name, err, ok)
		}
	}
}
