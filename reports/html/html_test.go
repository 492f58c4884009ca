package html_test

import (
	"flag"
	"io"
	"os"
	"regexp"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/rankduel/rankduel/experiment/compare"
	"github.com/rankduel/rankduel/experiment/judgments"
	"github.com/rankduel/rankduel/experiment/result"
	"github.com/rankduel/rankduel/experiment/scoring"
	"github.com/rankduel/rankduel/metrics"
	"github.com/rankduel/rankduel/reports"
	"github.com/rankduel/rankduel/reports/document"
	"github.com/rankduel/rankduel/reports/html"
	"github.com/rankduel/rankduel/retrieval/trec"
)

var update = flag.Bool("update", false, "rewrite the golden files")

// compared scores and compares the texts of run files, as the command does.
func compared(t testing.TB, qrels string, runs ...string) *reports.Data {
	t.Helper()
	profile, err := metrics.ProfileByName("qrels")
	if err != nil {
		t.Fatal(err)
	}
	measures, err := profile.ParseList("nDCG@10,R@5,RR")
	if err != nil {
		t.Fatal(err)
	}
	j, err := judgments.Read(t.Context(), trec.Bytes("qrels", []byte(qrels)), trec.QrelsOptions{})
	if err != nil {
		t.Fatal(err)
	}
	var tables []*scoring.Table
	for i, run := range runs {
		name := []string{"baseline", "candidate", "third"}[i]
		s, err := scoring.RunFile(t.Context(), trec.Bytes(name, []byte(run)), j, measures, profile, scoring.Options{Name: name, KeepRanks: true, KeepHits: 100})
		if err != nil {
			t.Fatal(err)
		}
		tables = append(tables, s)
	}
	c, err := compare.Against(tables[0], tables[1:], compare.Settings{})
	if err != nil {
		t.Fatal(err)
	}
	d := &reports.Data{Comparison: c, Command: "rankduel compare a b", Version: "1"}
	for _, s := range tables {
		d.Systems = append(d.Systems, s.Detail(100))
	}
	return d
}

func example(t testing.TB) *reports.Data {
	t.Helper()
	read := func(name string) string {
		data, err := os.ReadFile("../../examples/runs/" + name)
		if err != nil {
			t.Fatal(err)
		}
		return string(data)
	}
	return compared(t, read("qrels.txt"), read("baseline.trec"), read("candidate.trec"))
}

func written(t testing.TB, d *reports.Data, o html.Options) string {
	t.Helper()
	var b strings.Builder
	if err := html.Write(&b, d, o); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

// static returns what a reader sees without scripts: the page without its style, its
// data and its policy, whose hashes change with every style.
func static(page string) string {
	page, _, _ = strings.Cut(page, `<script type="application/octet-stream"`)
	page = regexp.MustCompile(`(?s)<style>.*</style>`).ReplaceAllString(page, "<style></style>")
	return regexp.MustCompile(`<meta http-equiv.*`).ReplaceAllString(page, "")
}

// TestGolden compares the static page with a file that was read and looked at.
// Its numbers are those of the examples, which the tests of the command hold.
func TestGolden(t *testing.T) {
	got := static(written(t, example(t), html.Options{Glossary: func(word string) string { return "what " + word + " is" }}))
	if *update {
		if err := os.WriteFile("testdata/page.html.golden", []byte(got), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile("testdata/page.html.golden")
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(string(want), got); diff != "" {
		t.Errorf("-want +got:\n%s", diff)
	}
}

// Differences of single queries are those by people's labels, and so is the mean over them.
func TestMeanOfLabelledQueries(t *testing.T) {
	d := example(t)
	m := &d.Comparison.Comparisons[0].Measures[0]
	estimate := 0.7777
	m.Silver = &result.SilverInference{HumanOnly: result.Estimated{Mean: m.MeanDifference}}
	m.MeanDifference = &estimate
	page := strings.ReplaceAll(static(written(t, d, html.Options{})), "&#43;", "+")
	if want := "sorted; the mean is " + document.Signed(m.Silver.HumanOnly.Mean); !strings.Contains(page, want) {
		t.Errorf("the page lacks %q", want)
	}
}

// The same data give the same bytes.
func TestSameBytes(t *testing.T) {
	d := example(t)
	first := written(t, d, html.Options{})
	if again := written(t, d, html.Options{}); again != first {
		t.Error("two pages of the same data differ")
	}
}

// Sections come in the order in which they are needed: verdict, trust, measures,
// where the difference comes from, relevant documents, latency, limits, queries,
// method.
func TestOrder(t *testing.T) {
	page := static(written(t, example(t), html.Options{}))
	at := -1
	for _, part := range []string{
		">inconclusive<", "Can I trust it?", ">Measures<", "Where the difference comes from", "What happened to the relevant documents",
		">Latency<", "What this result cannot tell", ">Queries<", ">Method<", "rankduel compare a b",
	} {
		next := strings.Index(page, part)
		if next <= at {
			t.Errorf("%q stands at %d, want it after %d", part, next, at)
		}
		at = next
	}
}

// Every figure is there for wide and for narrow screens, and has a title that a
// screen reader finds.
func TestFigures(t *testing.T) {
	page := static(written(t, example(t), html.Options{}))
	wide, narrow := strings.Count(page, `class="wide"`), strings.Count(page, `class="narrow"`)
	if wide < 4 || wide != narrow {
		t.Errorf("%d wide and %d narrow figures, want as many of each, at least 4", wide, narrow)
	}
	ids := map[string]bool{}
	for _, id := range regexp.MustCompile(` id="([^"]*)"`).FindAllStringSubmatch(page, -1) {
		if ids[id[1]] {
			t.Errorf("the id %s is there twice", id[1])
		}
		ids[id[1]] = true
	}
	for _, label := range regexp.MustCompile(`aria-labelledby="([^"]*)"`).FindAllStringSubmatch(page, -1) {
		for id := range strings.FieldsSeq(label[1]) {
			if !ids[id] {
				t.Errorf("a label points to %s, which is not there", id)
			}
		}
	}
	if strings.Contains(page, "NaN") || strings.Contains(page, "Inf") {
		t.Error("a figure has a number that is none")
	}
}

// A document that was not retrieved has no rank, and 0 is not printed for it.
func TestNoRankZero(t *testing.T) {
	page := static(written(t, example(t), html.Options{}))
	if strings.Contains(page, "rank 0") || strings.Contains(page, "from 0") {
		t.Error("rank 0 is printed")
	}
	if !strings.Contains(page, ", new") {
		t.Error("no document is new, although gout-02 is")
	}
}

// An empty figure says why, and a page of scores alone is a page.
func TestScoresAlone(t *testing.T) {
	d := example(t)
	for s := range d.Systems {
		d.Systems[s].NoHits = "scores alone"
		for q := range d.Systems[s].Queries {
			d.Systems[s].Queries[q].Hits, d.Systems[s].Queries[q].Relevant = nil, nil
		}
	}
	page := written(t, d, html.Options{})
	for _, want := range []string{"Where the relevant documents stood is not known", "No latency: the times"} {
		if !strings.Contains(page, want) {
			t.Errorf("the page does not say %q", want)
		}
	}
	if strings.Contains(page, `id="rd-c0"`) {
		t.Error("there are chunks without a list in them")
	}
	d.Systems = nil
	if page = written(t, d, html.Options{}); !strings.Contains(page, "Single queries are not part of this report") || strings.Contains(page, `id="rd-sum"`) {
		t.Error("a page without single queries does not say so")
	}
}

// Queries that do not belong together are refused: a page that compares a query
// with another one would be believed.
func TestRefuses(t *testing.T) {
	d := example(t)
	d.Systems[1].Queries[2].QueryID = "another"
	if err := html.Write(&strings.Builder{}, d, html.Options{}); err == nil || !strings.Contains(err.Error(), "another") {
		t.Errorf("error = %v, want the query that does not match", err)
	}
	d = example(t)
	d.Systems = d.Systems[:1]
	if err := html.Write(&strings.Builder{}, d, html.Options{}); err == nil {
		t.Error("one system of two was accepted")
	}
	if err := html.Write(&strings.Builder{}, &reports.Data{Comparison: &result.Comparison{}}, html.Options{}); err == nil {
		t.Error("nothing was compared, and there is a page")
	}
}

// Without texts no text of a query is in the file, compressed or not, and the
// page says so.
func TestNoText(t *testing.T) {
	d := example(t)
	for s := range d.Systems {
		for q := range d.Systems[s].Queries {
			d.Systems[s].Queries[q].Text, d.Systems[s].Queries[q].Error = "a secret question", "secret: refused"
			d.Systems[s].Queries[q].Status = result.Failed
		}
	}
	for m := range d.Comparison.Comparisons[0].Moved {
		d.Comparison.Comparisons[0].Moved[m].Text = "a secret question"
	}
	opened := func(page string) string { return page + string(inflated(t, page, "rd-sum")) }
	if page := opened(written(t, d, html.Options{})); strings.Count(page, "secret question") < 2 {
		t.Error("the texts are not in the page, so this test sees nothing")
	}
	page := opened(written(t, d, html.Options{NoText: true}))
	if strings.Contains(page, "secret") || !strings.Contains(page, "Texts of queries were left out") {
		t.Error("the page without texts has one, or does not say that they are left out")
	}
}

// Several candidates are each set against the baseline, and a matrix is
// before them.
func TestSeveral(t *testing.T) {
	read := func(name string) string {
		data, err := os.ReadFile("../../examples/runs/" + name)
		if err != nil {
			t.Fatal(err)
		}
		return string(data)
	}
	page := static(written(t, compared(t, read("qrels.txt"), read("baseline.trec"), read("candidate.trec"), read("candidate.trec")), html.Options{}))
	if !strings.Contains(page, `<article id="p0"`) || !strings.Contains(page, `<article id="p1"`) || !strings.Contains(page, `id="matrix"`) {
		t.Error("want an article for each candidate, and the matrix")
	}
}

// Scores that no one can draw leave no broken figure behind.
func TestUndefinedScores(t *testing.T) {
	d := example(t)
	for s := range d.Systems {
		for q := range d.Systems[s].Queries {
			for m := range d.Systems[s].Queries[q].Scores {
				d.Systems[s].Queries[q].Scores[m] = nil
			}
		}
	}
	page := static(written(t, d, html.Options{}))
	if strings.Contains(page, "NaN") || !strings.Contains(page, "No query has a score under both systems") {
		t.Error("undefined scores are drawn")
	}
}

// Where bounds were asked for, they are drawn and said.
func TestBounds(t *testing.T) {
	d := example(t)
	measures := d.Comparison.Comparisons[0].Measures
	for m := range measures {
		measures[m].Bounds = &result.DifferenceBounds{Low: -0.125, High: 0.375, Documents: 7, Queries: 3}
	}
	page := static(written(t, d, html.Options{}))
	for _, want := range []string{"7 unjudged documents would change", "from -0.1250 to &#43;0.3750", "Dashed below a row"} {
		if !strings.Contains(page, want) {
			t.Errorf("the page does not say %q", want)
		}
	}
}

// A page of the example, static part and data.
func BenchmarkWrite(b *testing.B) {
	d := example(b)
	b.ReportAllocs()
	for b.Loop() {
		if err := html.Write(io.Discard, d, html.Options{}); err != nil {
			b.Fatal(err)
		}
	}
}
