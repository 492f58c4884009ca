package html_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"os"
	"regexp"
	"strings"
	"testing"

	"github.com/rankduel/rankduel/experiment/result"
	"github.com/rankduel/rankduel/reports"
	"github.com/rankduel/rankduel/reports/html"
)

// many returns the example with other queries: so many, with this number of hits each under
// both systems, whose ids have nothing that could be compressed. Every other
// query has the same scores under both.
func many(t testing.TB, queries, hits int) *reports.Data {
	t.Helper()
	d := example(t)
	r := rand.New(rand.NewPCG(1, 2))
	for s := range d.Systems {
		d.Systems[s].Queries = make([]result.Row, queries)
		measures := d.Systems[s].Measures
		for q := range queries {
			one := &d.Systems[s].Queries[q]
			*one = result.Row{QueryID: fmt.Sprintf("q%06d", q), Text: "heart failure", Scores: map[string]*float64{measures[0]: new(0.5), measures[1]: new(0.5), measures[2]: new(float64(s * (q % 2)))}}
			for i := range hits {
				one.Hits = append(one.Hits, result.JudgedHit{DocID: fmt.Sprintf("%016x%016x", r.Uint64(), r.Uint64()), Grade: max(i%10-8, -1)})
			}
		}
	}
	return d
}

// headOf returns what the data of a page say of themselves.
func headOf(t testing.TB, page string) (head struct {
	Depth, Chunk, Scores int
	Snippets, Unchanged  bool
	Folder, Mark         string
},
) {
	t.Helper()
	data := inflated(t, page, "rd-sum")
	if err := json.NewDecoder(bytes.NewReader(data[4:])).Decode(&head); err != nil {
		t.Fatal(err)
	}
	return head
}

// What goes first where a file would be large is the scores of hits far down;
// texts and lists stay.
func TestScoresDropped(t *testing.T) {
	if testing.Short() {
		t.Skip("a large page: half a minute under the race detector")
	}
	d := many(t, 2000, 100)
	r := rand.New(rand.NewPCG(3, 4))
	for s := range d.Systems {
		for q := range d.Systems[s].Queries {
			for i := range d.Systems[s].Queries[q].Hits {
				d.Systems[s].Queries[q].Hits[i].Score = r.Float64()
			}
		}
	}
	page := written(t, d, html.Options{})
	if head := headOf(t, page); head.Scores != 20 || head.Depth != 100 || !strings.Contains(page, "scores of hits below rank 20") {
		t.Errorf("scores of %d hits of %d are kept, want 20 of 100, and the page says so", head.Scores, head.Depth)
	}
}

// A small report keeps everything. A large one loses texts of documents first,
// then unjudged hits far down, then lists of queries that did not change, and
// says so.
func TestDropped(t *testing.T) {
	text := func(id string) (string, bool) { return "Title of " + id + "\nheart " + strings.Repeat(id+" ", 8), true }
	for _, c := range []struct {
		queries, hits, depth int
		snippets, unchanged  bool
		said                 string
	}{
		{100, 100, 100, true, true, ""},
		{6000, 30, 30, false, true, "Left out to keep the file small: texts of documents."},
		{3000, 100, 20, false, true, "Left out to keep the file small: texts of documents; unjudged hits below rank 20."},
		{30000, 24, 20, false, false, "Left out to keep the file small: texts of documents; unjudged hits below rank 20; lists of queries whose scores did not change."},
	} {
		if c.queries > 1000 && testing.Short() || c.queries > 3000 && os.Getenv("RANKDUEL_SOAK") == "" {
			continue // a minute under the race detector, and half of one without
		}
		d := many(t, c.queries, c.hits)
		d.Text = text
		page := written(t, d, html.Options{})
		head := headOf(t, page)
		if head.Depth != c.depth || head.Snippets != c.snippets || head.Unchanged != c.unchanged {
			t.Errorf("%d queries of %d hits: %+v, want depth %d, texts %v, unchanged lists %v", c.queries, c.hits, head, c.depth, c.snippets, c.unchanged)
		}
		said := regexp.MustCompile(`Left out to keep the file small: [^<]*`).FindString(page)
		if said != c.said {
			t.Errorf("%d queries of %d hits: the page says %q, want %q", c.queries, c.hits, said, c.said)
		}
	}
}

// More than 20,000 queries have their lists in a folder next to the page, in
// scripts of a bounded size, and the page allows scripts from there.
func TestBeside(t *testing.T) {
	d := many(t, 20_001, 3)
	files := map[string][]byte{}
	o := html.Options{Folder: "x.data", Beside: func(name string, data []byte) error { files[name] = bytes.Clone(data); return nil }}
	page := written(t, d, o)
	head := headOf(t, page)
	if want := (20_001 + head.Chunk - 1) / head.Chunk; len(files) != want || head.Folder != "x.data" {
		t.Errorf("%d files of %d queries in %q, want %d", len(files), head.Chunk, head.Folder, want)
	}
	if strings.Contains(page, `id="rd-c0"`) || !strings.Contains(page, " &#39;self&#39;; style-src") && !strings.Contains(page, " 'self'; style-src") {
		t.Error("the page has lists of its own, or does not allow those next to it")
	}
	call := regexp.MustCompile(`^rankduelChunk\("` + head.Mark + `",\d+,"[A-Za-z0-9+/=]+"\)$`)
	for name, text := range files {
		if len(text) > 203_000 || !call.Match(text) {
			t.Errorf("%s: %d bytes, beginning %.40s", name, len(text), text)
		}
	}
	one := written(t, d, html.Options{})
	if head := headOf(t, one); head.Folder != "" || !strings.Contains(one, `id="rd-c78"`) || strings.Contains(one, "'self'") || strings.Contains(one, "&#39;self&#39;") {
		t.Error("a single file has not all of it")
	}
	small := written(t, many(t, 20_000, 3), o)
	if headOf(t, small).Folder != "" {
		t.Error("20,000 queries are next to the page, want them in it")
	}
}

// Scripts next to a page have fewer queries each where these are large.
func TestBesideSize(t *testing.T) {
	if os.Getenv("RANKDUEL_SOAK") == "" {
		t.Skip("compresses 60 MB; RANKDUEL_SOAK=1 does it")
	}
	d := many(t, 20_001, 40)
	files, largest := 0, 0
	page := written(t, d, html.Options{Folder: "x.data", Beside: func(_ string, data []byte) error {
		files, largest = files+1, max(largest, len(data))
		return nil
	}})
	if head := headOf(t, page); largest > 203_000 || head.Chunk >= 256 || head.Depth != 40 {
		t.Errorf("%d files of up to %d bytes, chunks of %d, depth %d", files, largest, head.Chunk, head.Depth)
	}
}
