package traces_test

import (
	"bytes"
	"encoding/json"
	"testing"
	"unicode/utf8"

	"github.com/rankduel/rankduel/traces"
)

// Two names that differ in what is not Unicode text stay two; whole pairs and what shows a
// backslash stay as they are (RFC 8259, section 8.2 has "\uDEAD").
func TestEscaped(t *testing.T) {
	for in, want := range map[string]string{
		`"\uDEAD"`: `\uDEAD`, `"\ud800\ud801.go"`: `\ud800\ud801.go`, `"\ud83d\ude00"`: "😀", `"caf` + "\xe9" + `.go"`: `caf\xE9.go`,
		`"\\ud800"`: `\ud800`, `"é\n\u00e9"`: "é\né", `"a\ud83d\ude00\udc00"`: `a😀\udc00`,
	} {
		text, changed := traces.Escaped([]byte(in))
		var got string
		if err := json.Unmarshal(text, &got); err != nil || got != want || changed == bytes.Equal(text, []byte(in)) {
			t.Errorf("%s: %q, %v, changed %v, want %q", in, got, err, changed, want)
		}
	}
	for _, cut := range []string{`\`, `"\ud8`, "\xe9", `\ud800`, "\xf0\x9f"} {
		if text, _ := traces.Escaped([]byte(cut)); !utf8.Valid(text) {
			t.Errorf("%q: %q is not UTF-8", cut, text)
		}
	}
}
