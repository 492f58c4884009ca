package html_test

import (
	"encoding/base64"
	"strings"
	"testing"

	"github.com/rankduel/rankduel/reports"
	"github.com/rankduel/rankduel/reports/html"
)

// The parts that a server hands out are those of the file: the same text, the same
// summary, the same lists; and nothing in the static part runs.
func TestServe(t *testing.T) {
	d := example(t)
	page := written(t, d, html.Options{})
	s, err := html.Serve(d, html.Options{})
	if err != nil {
		t.Fatal(err)
	}
	body := func(page string) string { // what is between head and data
		_, page, _ = strings.Cut(page, "<body>")
		page, _, _ = strings.Cut(page, "<script")
		return strings.TrimSpace(page)
	}
	if file := body(page); body(s.Static) != file || len(file) < 5000 {
		t.Errorf("the static part has %d characters, that of the file %d", len(body(s.Static)), len(file))
	}
	if strings.Contains(s.Static, "<script") || strings.Contains(s.Static, "<style") {
		t.Error("the static part brings a script or a style of its own")
	}
	for id, data := range map[string][]byte{"rd-sum": s.Summary, "rd-c0": s.Chunks[0]} {
		if !strings.Contains(page, `id="`+id+`">`+base64.StdEncoding.EncodeToString(data)+"<") {
			t.Errorf("the data of %s are not those of the file", id)
		}
	}
	if _, err := html.Serve(&reports.Data{}, html.Options{}); err == nil {
		t.Error("a page of nothing is served")
	}
}
