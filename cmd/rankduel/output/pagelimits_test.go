package output

import (
	"strings"
	"testing"
)

// A page of more than 25 MB is warned about, as docs/report-page.md says.
func TestWarnLarge(t *testing.T) {
	var stderr strings.Builder
	p := pageFlags{path: "r.html", Stderr: &stderr}
	if p.warnLarge(25_000_000); stderr.Len() > 0 {
		t.Errorf("25 MB: %s", &stderr)
	}
	if p.warnLarge(25_000_001); !strings.Contains(stderr.String(), "warning: r.html has 25 MB") {
		t.Errorf("more than 25 MB: %q", &stderr)
	}
}

// The command on a page shows no password, and lists go to rank 100, as
// docs/report-page.md says.
func TestPageCommand(t *testing.T) {
	for value, want := range map[string]string{
		"host=db password=secret dbname=x": "host=db password=xxxxx dbname=x",
		"https://u:secret@search.example/": "https://u:xxxxx@search.example/",
		"runs/a.trec":                      "runs/a.trec",
	} {
		if got := withoutPassword(value); got != want {
			t.Errorf("%s: %s, want %s", value, got, want)
		}
	}
	if HitsOnPage != 100 {
		t.Errorf("lists go to rank %d", HitsOnPage)
	}
}
