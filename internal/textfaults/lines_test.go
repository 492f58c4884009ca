package textfaults_test

import (
	"testing"

	"github.com/rankduel/rankduel/internal/textfaults"
)

func TestLone(t *testing.T) {
	for text, want := range map[string]bool{
		"":         false,
		"a":        false,
		"a\r":      false, // a line that was cut before its LF
		"a\n":      false,
		"a\r\n":    false,
		"a\rb\r\n": false, // not the whole file
		"a\rb":     true,
		"\ra\r":    true,
		"\r\r":     true,
	} {
		if got := textfaults.Lone([]byte(text)); got != want {
			t.Errorf("Lone(%q) = %v, want %v", text, got, want)
		}
	}
}
