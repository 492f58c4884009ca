package prom_test

import (
	"encoding/json"
	"fmt"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"gopkg.in/yaml.v3"

	"github.com/rankduel/rankduel/experiment/result"
	"github.com/rankduel/rankduel/reports/prom"
)

const shipped = "../../examples/monitoring"

func read(t *testing.T, path string) string {
	t.Helper()
	data, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return string(data)
}

// everything shows every metric there is but measures that the medical seed does
// not have, with both labels.
func everything(t *testing.T) string {
	t.Helper()
	c := collector(t, prom.Options{Labels: prom.Labels{Dataset: true, Config: true}})
	e := evaluated("rrf", mean("R@5", 0.7), mean("R@10", 0.8), mean("R@20", 0.9), mean("nDCG(gain=exp)@10", 0.6), mean("RR", 0.5))
	e.LatencyMS = []float64{12}
	e.System.Latency = &result.Latency{N: 1, P50MS: 12, P95MS: 12, P99MS: 12}
	e.System.Recorded = &result.Recorded{From: noon, To: noon}
	e.Verdicts = map[string]result.Verdict{"weighted": result.Better}
	publish(t, c, e)
	c.PublishGate(&result.Gate{State: result.GatePassed, TestSet: e.TestSet, Current: result.System{Name: "rrf"}}, noon)
	text := scrape(t, c)
	promtool(t, text)
	return text
}

var selector = regexp.MustCompile(`(rankduel_\w+)(?:\{([^}]*)\})?`)

// shown returns the names of the metrics that are shown, with the labels of each.
func shown(t *testing.T) map[string]map[string]bool {
	t.Helper()
	names := map[string]map[string]bool{}
	for _, line := range samples(everything(t)) {
		found := selector.FindStringSubmatch(line)
		if names[found[1]] == nil {
			names[found[1]] = map[string]bool{}
		}
		maps.Copy(names[found[1]], labelsIn(found[2]))
	}
	return names
}

func labelsIn(braces string) map[string]bool {
	labels := map[string]bool{}
	for _, found := range regexp.MustCompile(`(\w+)(?:=~|!~|!=|=)"`).FindAllStringSubmatch(braces, -1) {
		labels[found[1]] = true
	}
	return labels
}

// exist holds the metrics of an expression, and their labels, to what is shown.
func exist(t *testing.T, where, expr string, names map[string]map[string]bool) {
	t.Helper()
	for _, found := range selector.FindAllStringSubmatch(expr, -1) {
		labels, known := names[found[1]]
		if !known {
			t.Errorf("%s: nobody shows %s", where, found[1])
			continue
		}
		for label := range labelsIn(found[2]) {
			if !labels[label] {
				t.Errorf("%s: %s has no label %s", where, found[1], label)
			}
		}
	}
}

type alert struct {
	Alert, Expr, For string
	Labels           map[string]string
	Annotations      map[string]string
}

func alerts(t *testing.T, name string) []alert {
	t.Helper()
	var file struct{ Groups []struct{ Rules []alert } }
	if err := yaml.Unmarshal([]byte(read(t, filepath.Join(shipped, name))), &file); err != nil {
		t.Fatal(err)
	}
	return file.Groups[0].Rules
}

// PR-O-02 of seeds/prometheus.json: the rule of the medical seed ships.
func TestSeedAlert(t *testing.T) {
	var file struct {
		Cases []struct {
			ID       string
			Expected struct{ Expr, For string }
		}
	}
	if err := json.Unmarshal([]byte(read(t, "testdata/seeds/prometheus.json")), &file); err != nil {
		t.Fatal(err)
	}
	want := file.Cases[1]
	if want.ID != "PR-O-02" || !slices.ContainsFunc(alerts(t, "alerts_medkg.yaml"), func(a alert) bool {
		return a.Expr == want.Expected.Expr && a.For == want.Expected.For
	}) {
		t.Errorf("no rule is %+v", want)
	}
}

// Rules are about metrics that exist, say what to do, and each is tested.
func TestAlerts(t *testing.T) {
	names := shown(t)
	tests := read(t, filepath.Join(shipped, "alerts_test.yaml"))
	exist(t, "alerts_test.yaml", tests, names)
	for _, a := range alerts(t, "alerts.yaml") {
		exist(t, a.Alert, a.Expr, names)
		if a.Labels["severity"] == "" || a.Annotations["summary"] == "" || a.Annotations["description"] == "" {
			t.Errorf("%s: labels %v, annotations %v", a.Alert, a.Labels, a.Annotations)
		}
		if !strings.Contains(tests, a.Alert) {
			t.Errorf("%s is not tested in alerts_test.yaml", a.Alert)
		}
	}
}

// The rules and their tests are right by Prometheus' own tool, and the tests see
// it when a rule is changed.
func TestRulesByPromtool(t *testing.T) {
	if _, err := exec.LookPath("promtool"); err != nil {
		t.Skip("there is no promtool (apt install prometheus)")
	}
	run := func(dir string, args ...string) error {
		cmd := exec.Command("promtool", args...)
		cmd.Dir = dir
		if out, err := cmd.CombinedOutput(); err != nil {
			return fmt.Errorf("promtool %s: %w\n%s", strings.Join(args, " "), err, out)
		}
		return nil
	}
	for _, args := range [][]string{
		{"check", "rules", "alerts.yaml"}, {"check", "rules", "alerts_medkg.yaml"}, {"check", "config", "prometheus.yaml"}, {"test", "rules", "alerts_test.yaml"},
	} {
		if err := run(shipped, args...); err != nil {
			t.Error(err)
		}
	}
	if testing.Short() {
		return
	}
	rules, tests := read(t, filepath.Join(shipped, "alerts.yaml")), read(t, filepath.Join(shipped, "alerts_test.yaml"))
	dir, args := t.TempDir(), []string{"test", "rules"}
	changes := [][2]string{
		{"< 0.75", "< 0.73"},
		{"< 0.75", "<= 0.75"},
		{`{k="10"}`, ""},
		{"for: 15m", "for: 14m"},
		{"for: 15m", "for: 16m"},
		{"success == 0", "success == 1"},
		{"for: 5m", "for: 20m"},
		{"> 3600", "> 7200"},
		{"> 86400", "> 90000"},
		{"absent(rankduel_retrieval_evaluation_success)", "absent(up)"},
		{"> 0.02", "> 0.05"},
		{"> 0.02", ">= 0.02"},
		{"> 0.5", "> 1"},
		{"> 0.5", ">= 0.5"},
		{"failed|fault", "fault"},
	}
	for i, change := range changes { // all in one process
		changed := strings.Replace(rules, change[0], change[1], 1)
		if changed == rules {
			t.Errorf("no rule has %s", change[0])
		}
		folder := filepath.Join(dir, strconv.Itoa(i))
		if err := os.Mkdir(folder, 0o700); err != nil {
			t.Fatal(err)
		}
		for name, text := range map[string]string{"alerts.yaml": changed, "alerts_test.yaml": tests} {
			if err := os.WriteFile(filepath.Join(folder, name), []byte(text), 0o600); err != nil {
				t.Fatal(err)
			}
		}
		args = append(args, filepath.Join(folder, "alerts_test.yaml"))
	}
	said := fmt.Sprint(run(dir, args...))
	for i, change := range changes {
		if !strings.Contains(said, filepath.Join(dir, strconv.Itoa(i), "alerts_test.yaml")+"\n  FAILED:") {
			t.Errorf("%s in place of %s: no test fails:\n%s", change[1], change[0], said)
		}
	}
}

// Every metric that the dashboard draws exists, panels do not lie over each other,
// and none is without a description.
func TestDashboard(t *testing.T) {
	var d struct {
		Title  string
		Panels []struct {
			ID                 int
			Title, Description string
			GridPos            struct{ X, Y, W, H int }
			Targets            []struct{ Expr string }
		}
	}
	if err := json.Unmarshal([]byte(read(t, filepath.Join(shipped, "grafana-dashboard.json"))), &d); err != nil {
		t.Fatal(err)
	}
	names := shown(t)
	drawn := map[string]bool{}
	taken := map[[2]int]string{}
	ids := map[int]bool{}
	var exprs []string
	for _, p := range d.Panels {
		if len(p.Targets) == 0 || p.Title == "" || p.Description == "" || ids[p.ID] {
			t.Errorf("panel %d %q: %d expressions, description %q", p.ID, p.Title, len(p.Targets), p.Description)
		}
		ids[p.ID] = true
		for _, target := range p.Targets {
			exist(t, p.Title, target.Expr, names)
			for _, found := range selector.FindAllStringSubmatch(target.Expr, -1) {
				drawn[found[1]] = true
			}
			exprs = append(exprs, target.Expr)
		}
		for x := p.GridPos.X; x < p.GridPos.X+p.GridPos.W; x++ {
			for y := p.GridPos.Y; y < p.GridPos.Y+p.GridPos.H; y++ {
				if other := taken[[2]int{x, y}]; other != "" || x > 23 {
					t.Fatalf("%q lies over %q, or beyond the edge", p.Title, other)
				}
				taken[[2]int{x, y}] = p.Title
			}
		}
	}
	checkExpressions(t, exprs)
	for name := range names {
		base := regexp.MustCompile(`_(bucket|sum|count)$`).ReplaceAllString(name, "")
		if !drawn[name] && !drawn[base+"_bucket"] && !slices.Contains([]string{"rankduel_retrieval_last_attempt_timestamp_seconds", "rankduel_retrieval_last_gate_timestamp_seconds"}, name) {
			t.Errorf("%s is drawn nowhere", name)
		}
	}
}

// checkExpressions has Prometheus read expressions as rules.
func checkExpressions(t *testing.T, exprs []string) {
	t.Helper()
	if _, err := exec.LookPath("promtool"); err != nil {
		t.Log("expressions are not checked: there is no promtool (apt install prometheus)")
		return
	}
	var rules strings.Builder
	rules.WriteString("groups:\n- name: g\n  rules:\n")
	for i, expr := range exprs {
		fmt.Fprintf(&rules, "  - {record: a%d, expr: %q}\n", i, expr)
	}
	path := filepath.Join(t.TempDir(), "rules.yaml")
	if err := os.WriteFile(path, []byte(rules.String()), 0o600); err != nil {
		t.Fatal(err)
	}
	if out, err := exec.Command("promtool", "check", "rules", path).CombinedOutput(); err != nil {
		t.Errorf("%s", out)
	}
}

// The page names every metric, and no other.
func TestPageNamesAllMetrics(t *testing.T) {
	page := read(t, "../../docs/monitoring.md")
	names := shown(t)
	for name := range names {
		short := strings.TrimPrefix(regexp.MustCompile(`_(bucket|sum|count)$`).ReplaceAllString(name, ""), "rankduel_retrieval_")
		if !strings.Contains(page, short) && !strings.Contains(page, "`_"+strings.TrimPrefix(short, "query_latency_p")) && !regexp.MustCompile(`_p\d\d_`).MatchString(short) {
			t.Errorf("docs/monitoring.md does not name %s", short)
		}
	}
	for _, found := range selector.FindAllStringSubmatch(page, -1) {
		if _, known := names[found[1]]; !known && !slices.Contains([]string{"rankduel_retrieval_map", "rankduel_retrieval_precision_at_k", "rankduel_retrieval_interpolated_precision_at_r"}, found[1]) {
			t.Errorf("docs/monitoring.md names %s, which nobody shows", found[1])
		}
	}
}
