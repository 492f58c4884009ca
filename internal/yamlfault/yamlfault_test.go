package yamlfault_test

import (
	"fmt"
	"strings"
	"testing"

	"gopkg.in/yaml.v3"

	"github.com/rankduel/rankduel/internal/yamlfault"
)

func TestOf(t *testing.T) {
	for text, want := range map[string]string{
		"name: x\nother: 1\n": `2 unknown key "other"`,
		"name: [1]\n":         "1 the value is a list, want text",
		"n: x\n":              "1 `x` is text, want a whole number",
		"n: 1\nn: 2\n":        `2 the key "n" is already on line 1`,
		"name: \"x\n":         "2 found unexpected end of stream",
	} {
		decoder := yaml.NewDecoder(strings.NewReader(text))
		decoder.KnownFields(true)
		var into struct {
			Name string
			N    int
		}
		err := decoder.Decode(&into)
		if err == nil {
			t.Errorf("%q is read", text)
			continue
		}
		var got []string
		for _, f := range yamlfault.Of(err) {
			got = append(got, fmt.Sprint(f.Line, " ", f.Text))
		}
		if strings.Join(got, "; ") != want {
			t.Errorf("%q: %q, want %q", text, got, want)
		}
	}
}
