package prom_test

import (
	"bytes"
	"net/http/httptest"
	"os/exec"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/rankduel/rankduel/experiment/result"
	"github.com/rankduel/rankduel/reports/prom"
)

var noon = time.Date(2026, 3, 1, 12, 0, 0, 0, time.UTC)

func collector(t testing.TB, o prom.Options) *prom.Collector {
	t.Helper()
	c, err := prom.New(o)
	if err != nil {
		t.Fatal(err)
	}
	return c
}

// mean returns the summary of a measure with this mean.
func mean(measure string, v float64) result.MeasureSummary {
	return result.MeasureSummary{Measure: measure, N: 50, Mean: &v, Overall: &v}
}

func evaluated(config string, measures ...result.MeasureSummary) prom.Evaluation {
	return prom.Evaluation{
		Config: config, Profile: "medkg", Ended: noon,
		TestSet: result.TestSetInfo{Name: "clinical", Version: "v1", Part: "evaluation", Queries: 50},
		System:  result.RunEvaluation{Name: config, Measures: measures},
	}
}

func publish(t testing.TB, c *prom.Collector, list ...prom.Evaluation) {
	t.Helper()
	for _, e := range list {
		if err := c.Publish(e); err != nil {
			t.Fatal(err)
		}
	}
}

// scrape returns what a collector answers.
func scrape(t testing.TB, c *prom.Collector) string {
	t.Helper()
	w := httptest.NewRecorder()
	c.ServeHTTP(w, httptest.NewRequest("GET", "/metrics", nil))
	if w.Code != 200 || w.Header().Get("Content-Type") != "text/plain; version=0.0.4; charset=utf-8" {
		t.Fatalf("status %d, content type %q", w.Code, w.Header().Get("Content-Type"))
	}
	return w.Body.String()
}

// samples returns the lines that are not comments.
func samples(text string) []string {
	var list []string
	for line := range strings.Lines(text) {
		if !strings.HasPrefix(line, "#") {
			list = append(list, strings.TrimSuffix(line, "\n"))
		}
	}
	return list
}

func has(t *testing.T, text string, lines ...string) {
	t.Helper()
	for _, line := range lines {
		if !slices.Contains(strings.Split(text, "\n"), line) {
			t.Errorf("no line %s in\n%s", line, text)
		}
	}
}

// lacks looks for names in samples.
func lacks(t *testing.T, text string, names ...string) {
	t.Helper()
	for _, name := range names {
		if i := slices.IndexFunc(samples(text), func(line string) bool { return strings.HasPrefix(line, name) }); i >= 0 {
			t.Errorf("there is %s", samples(text)[i])
		}
	}
}

// promtool holds an exposition to Prometheus' own rules.
func promtool(t *testing.T, text string) {
	t.Helper()
	if _, err := exec.LookPath("promtool"); err != nil {
		t.Log("not checked by promtool: there is none (apt install prometheus)")
		return
	}
	cmd := exec.Command("promtool", "check", "metrics")
	cmd.Stdin = strings.NewReader(text)
	var out bytes.Buffer
	cmd.Stdout, cmd.Stderr = &out, &out
	if err := cmd.Run(); err != nil || out.Len() > 0 {
		t.Errorf("promtool check metrics: %v\n%s\nof\n%s", err, &out, text)
	}
}
