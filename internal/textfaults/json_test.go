package textfaults_test

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/rankduel/rankduel/internal/textfaults"
)

func TestCheckJSON(t *testing.T) {
	for text, line := range map[string]int{
		`"a"`:                      0,
		`"\ud83d\ude00 \\ud800 é"`: 0,
		"{\n\"\\ud800\": 1}":       2,
		"\n\n\"\\ude00\"":          3,
		`"\ud83dx\ude00"`:          1,
		`"\ud83d\ud83d\ude00"`:     1,
		"\"\n\xe9\"":               2,
		`"\`:                       0,
		`"\ud8`:                    0,
		`"\\\ud800"`:               1,
	} {
		got, err := textfaults.CheckJSON([]byte(text), 1)
		if got != line || (err != nil) != (line > 0) {
			t.Errorf("%q: line %d, %v, want line %d", text, got, err, line)
		}
	}
	if line, _ := textfaults.CheckJSON([]byte("\"\\ud800\""), 7); line != 7 {
		t.Errorf("line %d, want 7", line)
	}
}

// FuzzCheckJSON compares with encoding/json: a text that is taken has no U+FFFD that was not
// written.
func FuzzCheckJSON(f *testing.F) {
	for _, seed := range []string{`"\ud83d\ude00"`, `"\\\ud800"`, "\"\xe9\""} {
		f.Add([]byte(seed))
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		var text string
		if json.Unmarshal(data, &text) != nil {
			return
		}
		_, err := textfaults.CheckJSON(data, 1)
		written := strings.Count(string(data), "\ufffd") + strings.Count(strings.ToLower(string(data)), `\ufffd`)
		if changed := strings.Count(text, "\ufffd") > written; changed != (err != nil) && !strings.Contains(strings.ToLower(string(data)), `\\ufffd`) {
			t.Errorf("%q: text %q, error %v", data, text, err)
		}
	})
}
