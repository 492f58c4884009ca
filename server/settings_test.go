package server_test

import (
	"encoding/csv"
	"encoding/json"
	"fmt"
	"net/http"
	"net/http/httptest"
	"net/url"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/rankduel/rankduel/server/jobs"
)

// experimentWith returns the clinical example with some of its head exchanged, in a folder
// of its own.
func experimentWith(t *testing.T, head string) string {
	t.Helper()
	path := clinical(t, "experiment.yaml")
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	const usual = "measures: [R@5, R@10, nDCG@10, RR]\nprimary: nDCG@10\n"
	if !strings.Contains(string(text), usual) {
		t.Fatalf("%s does not have %q", filepath.Base(path), usual)
	}
	if err := os.WriteFile(path, []byte(strings.Replace(string(text), usual, head, 1)), 0o600); err != nil {
		t.Fatal(err)
	}
	return path
}

// comparisonOf does a job and returns where its comparison is.
func comparisonOf(t *testing.T, server, request string) string {
	t.Helper()
	body := ended(t, server, request)
	address, _ := decode(t, body)["comparison_url"].(string)
	if address == "" {
		t.Fatalf("%s: no comparison: %s", request, body)
	}
	return address
}

// ended has a job accepted, and returns it as it ended.
func ended(t *testing.T, server, request string) string {
	t.Helper()
	resp, body := ask(t, "POST", server+"/v1/experiments", asJSON, request)
	if resp.StatusCode != http.StatusAccepted {
		t.Fatalf("%s: %s %s", request, resp.Status, body)
	}
	at := resp.Header.Get("Location")
	ask(t, "GET", server+at+"/events", "", "") // until it has ended
	_, body = ask(t, "GET", server+at, "", "")
	return body
}

const everySetting = `measures: [R@10, nDCG@10, 'nDCG(gain={0:0,1:0,2:1,3:2})@5', RR]
primary: RR
guardrails: ['nDCG(gain={0:0,1:0,2:1,3:2})@5', R@10]
alpha: 0.01
margin: 0.07
seed: 7
resamples: 150000
test: randomization
interval: percentile
correction: bonferroni
family: comparison
equivalence: observed
ungrouped: true
min_coverage: 0.5
`

// The comparison that a job leads to is by the experiment's settings, and not by the
// defaults: another measure would decide.
func TestJobIsComparedAsItsExperimentSays(t *testing.T) {
	if os.Getenv("RANKDUEL_RACE") != "" {
		t.Skip("of numbers, which one goroutine makes: the race detector is for make soak")
	}
	s := serve(t, experimentWith(t, everySetting), withJobs(t, jobs.Config{}, true))
	_, body := ask(t, "GET", s.URL+comparisonOf(t, s.URL, `{}`), "", "")
	c := decode(t, body)
	want := map[string]any{
		"alpha": 0.01, "margin": 0.07, "seed": 7.0, "resamples": 150000.0, "test": "randomization", "interval": "percentile", "correction": "bonferroni",
		"family":  map[string]any{"name": "measures of the comparison", "size": 4.0},
		"primary": "RR", "guardrails": []any{"nDCG(gain={0:0,1:0,2:1,3:2})@5", "R@10"}, "equivalence": "observed",
	}
	if diff := cmp.Diff(want, c["settings"]); diff != "" {
		t.Errorf("settings of the comparison (-want +got):\n%s", diff)
	}
	address, err := url.Parse(comparisonOf(t, s.URL, `{"primary": "R@10", "guardrails": ["RR"], "baseline": "weighted"}`))
	if err != nil {
		t.Fatal(err)
	}
	q := address.Query()
	if q.Get("primary") != "R@10" || q.Get("guardrails") != "RR" || q.Get("min_coverage") != "0.5" || q.Get("ungrouped") != "true" {
		t.Errorf("asked for R@10 and RR, and the comparison is %s", address)
	}
}

// What is as usual does not stand in the address, and what does is checked.
func TestComparisonSettings(t *testing.T) {
	s := serve(t, clinical(t, "experiment.yaml"), withJobs(t, jobs.Config{}, true))
	address := comparisonOf(t, s.URL, `{}`)
	if !regexp.MustCompile(`^/v1/comparisons\?a=run_\w+&b=run_\w+&names=rrf%2Cweighted$`).MatchString(address) {
		t.Errorf("the comparison is %s, want the runs and their names alone", address)
	}
	_, body := ask(t, "GET", s.URL+address, "", "")
	plain := decode(t, body)["settings"].(map[string]any)
	if plain["primary"] != "nDCG(gain=exp)@10" || plain["alpha"] != 0.05 || plain["margin"] != 0.02 || plain["seed"] != 42.0 || plain["resamples"] != 10000.0 ||
		plain["test"] != "t" || plain["interval"] != "auto" || plain["correction"] != "holm" || plain["equivalence"] != "range" {
		t.Errorf("compared by %v, want the defaults", plain)
	}
	for query, detail := range map[string]string{
		"&primary=Foo":                 "no measure is named",
		"&primary=P@3":                 "not among the measures",
		"&guardrails=R@10,Foo":         "guardrails: ",
		"&alpha=0":                     "query.alpha",
		"&alpha=NaN":                   "alpha NaN",
		"&margin=Inf":                  "margin +Inf",
		"&correction=lucky":            "correction",
		"&test=wilcoxon":               "query.test",
		"&all_pairs=true":              "all_pairs is about three systems and more, and two are compared",
		"&looks=x":                     "looks: want an integer",
		"&bounds=true":                 "unknown query parameter",
		"&resamples=100001":            "this server draws 100000 at most",
		"&primary=RR&primary=R@10":     "primary is given several times",
		"&b=run_x":                     "b is given several times",
		"&names=x":                     "names is given several times",
		"&settings=of-somebody-else's": "query.settings",
	} {
		for _, path := range []string{address, strings.Replace(address, "comparisons?", "comparisons/page?", 1), strings.Replace(address, "comparisons?", "comparisons/data?", 1)} {
			if resp, body := ask(t, "GET", s.URL+path+query, "", ""); resp.StatusCode != http.StatusUnprocessableEntity || !strings.Contains(body, detail) {
				t.Errorf("%s: %s %s, want 422 about %q", query, resp.Status, body, detail)
			}
		}
	}
	if resp, body := ask(t, "POST", s.URL+"/v1/experiments", asJSON, `{"all_pairs": true}`); resp.StatusCode != http.StatusUnprocessableEntity || !strings.Contains(body, "all_pairs is about three systems and more") {
		t.Errorf("a job of two with all pairs: %s %s, want 422", resp.Status, body)
	}
	if _, body := ask(t, "GET", s.URL+address+"&per_query=true", "", ""); decode(t, body)["comparisons"].([]any)[0].(map[string]any)["per_query"] == nil {
		t.Errorf("per_query has no effect: %.300s", body)
	}
	if resp, body := ask(t, "POST", s.URL+"/v1/evaluate?test_set=clinical&components=bm25&components=dense", "", ""); resp.StatusCode != http.StatusUnprocessableEntity {
		t.Errorf("two lists of components: %s %.200s, want 422, not one of them", resp.Status, body)
	}
}

// A job calls its systems as its experiment does, also where the store has the same
// configurations under the names that others gave them. Here another experiment of the
// team has the same two the other way round: by its names the wrong one would be better.
func TestJobCallsItsSystemsByTheirNames(t *testing.T) {
	path := clinical(t, "experiment.yaml")
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	swapped := strings.NewReplacer("  rrf:      {", "  weighted: {", "  weighted: {", "  rrf:      {").Replace(string(text)) + "test: t\n"
	other := filepath.Join(filepath.Dir(path), "other.yaml")
	if err := os.WriteFile(other, []byte(swapped), 0o600); err != nil {
		t.Fatal(err)
	}
	db := filepath.Join(t.TempDir(), "shared.db")
	type document struct {
		A           struct{ Name string }
		Comparisons []struct {
			B        struct{ Name string }
			Measures []struct {
				Measure string
				A       float64 `json:"mean_a"`
				B       float64 `json:"mean_b"`
			}
		}
	}
	means := map[string]string{}
	for _, file := range []string{other, path} {
		s := httptest.NewServer(newServerOn(t, db, file, withJobs(t, jobs.Config{}, true)).Handler())
		defer s.Close()
		address := comparisonOf(t, s.URL, `{"baseline": "rrf"}`)
		_, body := ask(t, "GET", s.URL+address, "", "")
		var c document
		if err := json.Unmarshal([]byte(body), &c); err != nil || c.A.Name != "rrf" || c.Comparisons[0].B.Name != "weighted" {
			t.Fatalf("%v: %s against %+v, want rrf against weighted", err, c.A.Name, c.Comparisons)
		}
		m := c.Comparisons[0].Measures[0]
		means[file] = fmt.Sprint(m.A, m.B)
		if file == path && means[other] != fmt.Sprint(m.B, m.A) {
			t.Errorf("means %s and, with the names exchanged, %s: want them exchanged", means[path], means[other])
		}
		page := strings.Replace(address, "comparisons?", "comparisons/page?", 1)
		if _, body := ask(t, "GET", s.URL+page, "", ""); !strings.Contains(body, "<h1>rrf → weighted</h1>") || !strings.Contains(body, "rankduel compare rrf=run_") {
			t.Errorf("the page of %s calls them otherwise", address)
		}
	}
}

// Names are one for each run, the baseline's first, whichever of the configurations of
// the file that is.
func TestNamesOfRuns(t *testing.T) {
	if os.Getenv("RANKDUEL_RACE") != "" {
		t.Skip("of numbers, which one goroutine makes: the race detector is for make soak")
	}
	path := clinical(t, "experiment.yaml")
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	more := strings.Replace(string(text), "configs:\n", "configs:\n  first: {components: [bm25]}\n", 1) + "\n"
	if err := os.WriteFile(path, []byte(more), 0o600); err != nil {
		t.Fatal(err)
	}
	s := serve(t, path, withJobs(t, jobs.Config{}, true))
	address, err := url.Parse(comparisonOf(t, s.URL, `{}`)) // the baseline is the second
	if err != nil {
		t.Fatal(err)
	}
	q := address.Query()
	ids := append([]string{q.Get("a")}, strings.Split(q.Get("b"), ",")...)
	for i, name := range strings.Split(q.Get("names"), ",") {
		if _, body := ask(t, "GET", s.URL+"/v1/runs/"+ids[i], "", ""); decode(t, body)["name"] != name {
			t.Errorf("%s is called %s, and was stored as %v", ids[i], name, decode(t, body)["name"])
		}
	}
	for _, names := range []string{"x,y,z", "z,y,x"} { // a page that is kept for one is not shown for the other
		q.Set("names", names)
		first, second, _ := strings.Cut(names, ",")
		second, _, _ = strings.Cut(second, ",")
		if _, body := ask(t, "GET", s.URL+"/v1/comparisons/page?"+q.Encode(), "", ""); !strings.Contains(body, "rankduel compare "+first+"=run_") || !strings.Contains(body, second+"=run_") {
			t.Errorf("the page by the names %s has others", names)
		}
	}
	for _, names := range []string{"a", "a,b", "a,b,c,d", "a,,c"} {
		q.Set("names", names)
		if resp, body := ask(t, "GET", s.URL+"/v1/comparisons?"+q.Encode(), "", ""); resp.StatusCode != http.StatusUnprocessableEntity || !strings.Contains(body, "names: want 3") {
			t.Errorf("names=%s: %s %.300s, want 422", names, resp.Status, body)
		}
	}
}

// Parts of a page are kept by what they were asked for: other settings are another
// page.
func TestPageOfOtherSettings(t *testing.T) {
	s := serve(t, clinical(t, "experiment.yaml"), withJobs(t, jobs.Config{}, true))
	page := strings.Replace(comparisonOf(t, s.URL, `{}`), "comparisons?", "comparisons/page?", 1)
	for query, want := range map[string]string{"": "alpha 0.05,", "&alpha=0.01": "alpha 0.01,", "&alpha=0.1": "alpha 0.1,"} {
		if _, body := ask(t, "GET", s.URL+page+query, "", ""); !strings.Contains(body, "Settings: "+want) {
			t.Errorf("page of %q is not by %s", query, want)
		}
	}
}

// A report that is kept as a page has the queries and the lists, as the page of
// `compare` has.
func TestReportAsAPage(t *testing.T) {
	s := serve(t, clinical(t, "experiment.yaml"), withJobs(t, jobs.Config{}, true))
	address, err := url.Parse(comparisonOf(t, s.URL, `{}`))
	if err != nil {
		t.Fatal(err)
	}
	at := s.URL + "/v1/reports/" + address.Query().Get("a") + ".." + address.Query().Get("b") + "?format="
	_, page := ask(t, "GET", at+"html&alpha=0.01", "", "")
	for _, part := range []string{`id="rd-sum"`, `id="rd-c0"`, "Settings: alpha 0.01,", "--alpha=0.01 --store=STORE"} {
		if !strings.Contains(page, part) {
			t.Errorf("the page of the report has no %s", part)
		}
	}
	if _, text := ask(t, "GET", at+"txt&primary=RR", "", ""); !strings.Contains(text, " on RR: ") {
		t.Errorf("the report by RR says %.200s", text)
	}
}

// A comparison is kept as CSV with a row for each query and measure: 50 queries of the
// set, four measures of the experiment.
func TestReportAsCSV(t *testing.T) {
	s := serve(t, clinical(t, "experiment.yaml"), withJobs(t, jobs.Config{}, true))
	address, err := url.Parse(comparisonOf(t, s.URL, `{}`))
	if err != nil {
		t.Fatal(err)
	}
	pair := address.Query().Get("a") + ".." + address.Query().Get("b")
	resp, body := ask(t, "GET", s.URL+"/v1/reports/"+pair+"?format=csv", "", "")
	if resp.StatusCode != http.StatusOK || resp.Header.Get("Content-Type") != "text/csv; charset=utf-8" {
		t.Fatalf("%s %s", resp.Status, body)
	}
	rows, err := csv.NewReader(strings.NewReader(body)).ReadAll()
	if err != nil || len(rows) != 1+50*4 || strings.Join(rows[0], " ") != "query_id stratum measure a b difference" {
		t.Errorf("%d rows under %v, %v; want 200", len(rows)-1, rows[0], err)
	}
}

// An experiment of many configurations has one comparison, and a page of all.
func TestJobOfManyConfigurations(t *testing.T) {
	if os.Getenv("RANKDUEL_RACE") != "" {
		t.Skip("of numbers, which one goroutine makes: the race detector is for make soak")
	}
	path := clinical(t, "experiment.yaml")
	var text strings.Builder
	text.WriteString("test_set: testset.yaml\nmeasures: [RR@5]\nprimary: RR@5\nresamples: 100\ncomponents:\n  bm25: {embedded: {corpus: corpus.jsonl, model: bm25}}\nconfigs:\n")
	for i := range 28 {
		fmt.Fprintf(&text, "  of-%d: {components: [bm25], top_k: %d}\n", i, 10+i)
	}
	if err := os.WriteFile(path, []byte(text.String()), 0o600); err != nil {
		t.Fatal(err)
	}
	s := serve(t, path, withJobs(t, jobs.Config{}, true))
	address := comparisonOf(t, s.URL, `{}`)
	if resp, body := ask(t, "GET", s.URL+address, "", ""); resp.StatusCode != http.StatusOK || len(decode(t, body)["comparisons"].([]any)) != 27 {
		t.Errorf("the comparison: %s %.300s; want 27 candidates", resp.Status, body)
	}
	if resp, body := ask(t, "GET", s.URL+strings.Replace(address, "comparisons?", "comparisons/page?", 1), "", ""); resp.StatusCode != http.StatusOK || !strings.Contains(body, "of-27") {
		t.Errorf("its page: %s %.300s", resp.Status, body)
	}
}
