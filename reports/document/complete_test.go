package document

import (
	"strings"
	"testing"
	"time"
)

// TestNoNullForLists lists by hand what encoding/json would write null for.
func TestNoNullForLists(t *testing.T) {
	type inner struct {
		Names  []string            `json:"names"`
		Scores map[string]*float64 `json:"scores"`
		Left   []string            `json:"left,omitempty"`
	}
	type outer struct {
		Told    *inner           `json:"told"`
		None    *inner           `json:"none"`
		Some    *inner           `json:"some,omitempty"`
		List    []inner          `json:"list"`
		By      map[string]inner `json:"by"`
		Bytes   []byte           `json:"bytes"`
		At      time.Time        `json:"at"`
		Unknown []string         `json:"-"`
	}
	given := outer{Told: &inner{}, Some: &inner{Names: []string{"a"}}, List: []inner{{}}, By: map[string]inner{"x": {}}}
	const empty, at = `{"names": [],"scores": {}}`, `"0001-01-01T00:00:00Z"`
	want := `{"told": ` + empty + `,"none": null,"some": {"names": ["a"],"scores": {}},"list": [` + empty + `],"by": {"x": ` + empty + `},"bytes": null,"at": ` + at + `}`
	text, err := Indented(&given)
	if err != nil {
		t.Fatal(err)
	}
	if got := unindented(text); got != want {
		t.Errorf("got  %s\nwant %s", got, want)
	}
	if given.Told.Names != nil || given.List[0].Names != nil {
		t.Error("the value itself is changed")
	}
}

// unindented joins the lines of a document.
func unindented(text string) string {
	joined := ""
	for line := range strings.Lines(text) {
		joined += strings.TrimSpace(line)
	}
	return joined
}
