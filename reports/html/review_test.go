package html_test

import (
	"bytes"
	"strings"
	"testing"

	"github.com/rankduel/rankduel/experiment/result"
	"github.com/rankduel/rankduel/reports"
	"github.com/rankduel/rankduel/reports/html"
)

// What comes from a set is text on its page, and the texts of queries can be
// left out.
func TestReviewIsEscaped(t *testing.T) {
	r := &result.Review{
		Set:     &result.TestSetDescription{Name: "<script>alert(1)</script>", Version: "v1", SHA256: strings.Repeat("0", 64), Queries: 1},
		Measure: "RR", Systems: []string{"<img src=x>", "B"},
		Strata:  []result.ReviewedStratum{{Stratum: "<b>bold</b>", Queries: 1}},
		Queries: []result.ReviewedQuery{{QueryID: "q\u202e1", Text: "</td><script>x</script>", Stratum: "\"'"}},
		Unknown: []string{"<i>"},
	}
	for _, hidden := range []bool{false, true} {
		var page bytes.Buffer
		if err := html.WriteReview(&page, r, &reports.Data{}, html.Options{NoText: hidden}); err != nil {
			t.Fatal(err)
		}
		text := page.String()
		for _, bad := range []string{"<script>alert", "<script>x", "<img", "<b>bold", "<i>", "\u202e"} {
			if strings.Contains(text, bad) {
				t.Errorf("the page has %q", bad)
			}
		}
		if strings.Contains(text, "&lt;/td&gt;") == hidden {
			t.Errorf("texts left out: %v", !hidden)
		}
		if !strings.HasSuffix(strings.TrimSpace(text), "</body></html>") {
			t.Error("the page has no end")
		}
	}
}
