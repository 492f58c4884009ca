package main

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

const module = "github.com/rankduel/rankduel/"

// forbidden are imports that no arrow of docs/architecture.md points along, by
// folder. Each was accepted at some time, or is the likeliest slip of its room.
var forbidden = map[string][]string{
	"stats":                   {"internal/prose", "stats/agreement"},
	"stats/agreement":         {"internal/prose", "metrics"},
	"metrics":                 {"internal/outfile", "stats"},
	"testsets/lint":           {"experiment/result", "retrieval"},
	"testsets/history":        {"stats", "experiment/result"},
	"testsets/parts":          {"stats", "experiment/result"},
	"testsets/near":           {"testsets", "stats"},
	"testsets":                {"metrics", "retrieval", "internal/httpclient", "testsets/label"},
	"testsets/label":          {"testsets/label/console", "stats", "reports"},
	"testsets/label/wire":     {"testsets/label/page", "testsets/label/adjudicate"},
	"testsets/label/kappa":    {"testsets/label/labelfile", "experiment/result"},
	"testsets/querylog":       {"testsets", "stats"},
	"testsets/refresh":        {"retrieval", "metrics"},
	"testsets/convert/sheet":  {"metrics", "retrieval/trec"},
	"testsets/convert":        {"metrics", "retrieval/embedded", "experiment/judgments"},
	"retrieval":               {"metrics", "stats", "internal/prose"},
	"retrieval/trec":          {"metrics", "testsets", "internal/httpclient"},
	"retrieval/runfile":       {"metrics", "retrieval/embedded"},
	"retrieval/corpus":        {"internal/httpclient"},
	"retrieval/fusion":        {"metrics", "retrieval/trec", "traces/score"},
	"retrieval/rerank":        {"retrieval/embedded", "retrieval/httpsearch"},
	"retrieval/embedded":      {"retrieval/elastic", "retrieval/postgres", "internal/httpclient"},
	"retrieval/httpsearch":    {"retrieval/command", "retrieval/trec"},
	"retrieval/elastic":       {"retrieval/embedded"},
	"retrieval/postgres":      {"retrieval/httpsearch"},
	"retrieval/command":       {"retrieval/httpsearch"},
	"retrieval/kinds":         {"retrieval/fusion", "metrics"},
	"retrieval/retrievaltest": {"retrieval/trec"},
	"retrieval/anewengine":    {"retrieval/command", "metrics"},
	"traces":                  {"metrics", "internal/outfile"},
	"traces/read":             {"metrics", "traces/groundtruth"},
	"traces/groundtruth":      {"traces/read"},
	"traces/runs":             {"traces/read", "stats"},
	"traces/normalize":        {"traces/score", "metrics"},
	"traces/score":            {"traces/normalize", "testsets"},
	"experiment/result":       {"stats", "retrieval/trec", "internal/prose"},
	"experiment/judgments":    {"retrieval/postgres", "stats"},
	"experiment/scoring":      {"retrieval/postgres", "experiment/recording"},
	"experiment/compare":      {"retrieval", "testsets", "experiment/judgments"},
	"experiment/kebab":        {"experiment/compare", "store/kebab", "reports"},
	"experiment/gate":         {"experiment/compare", "experiment/scoring", "retrieval"},
	"experiment/holdout":      {"experiment/compare", "metrics", "testsets"},
	"experiment/review":       {"experiment/scoring", "metrics", "stats"},
	"experiment/bridge":       {"retrieval", "experiment/run"},
	"experiment/power":        {"experiment/compare", "metrics", "retrieval"},
	"experiment/doctor":       {"experiment/compare", "experiment/judgments", "store"},
	"experiment/inputs":       {"experiment/plan", "store", "experiment/shards"},
	"site/try":                {"store", "experiment/plan", "retrieval/runfile"},
	"experiment/agreement":    {"experiment/compare", "metrics", "testsets/label/console"},
	"experiment/verify":       {"experiment/compare", "experiment/run", "metrics"},
	"experiment/impact":       {"traces/read", "traces/score", "reports"},
	"experiment/recording":    {"metrics", "retrieval/trec"},
	"experiment/plan":         {"retrieval/kinds", "traces/score"},
	"experiment/request":      {"experiment/plan", "retrieval"},
	"experiment/pipeline":     {"metrics", "experiment/scoring"},
	"experiment/run":          {"retrieval/kinds", "store/sqlite", "reports"},
	"experiment/sweep":        {"retrieval/kinds", "store/sqlite", "reports"},

	"experiment/scoring/scorefile": {"experiment/judgments", "retrieval", "experiment/compare"},

	"experiment/sweep/selection": {"metrics", "experiment/result"},
	"experiment/anewroom":        {"retrieval/kinds", "store/sqlite", "stats"},
	"anewroom":                   {"stats"},
	"store":                      {"metrics", "experiment/run"},
	"store/sqlite":               {"metrics", "retrieval/trec"},
	"store/postgres":             {"metrics", "retrieval/postgres"},
	"store/internal/tables":      {"metrics", "retrieval/trec"},
	"store/kebab":                {"metrics", "experiment/kebab"},
	"server/page":                {"server/api", "store", "experiment/result"},
	"server/jobs":                {"experiment/run", "store", "server/api"},
	"reports":                    {"experiment/compare", "stats", "store/sqlite"},
	"reports/anewform":           {"stats"},
	"reports/document":           {"reports", "experiment/compare"},
	"reports/sets":               {"testsets/label", "reports/agents", "store/sqlite"},
	"reports/agents":             {"traces/score", "reports/sets"},
	"reports/kebab":              {"experiment/kebab", "store/kebab"},
	"server":                     {"store", "experiment/run", "reports"},
	"server/access":              {"server/api", "store", "testsets"},
	"server/system":              {"store/sqlite", "retrieval/kinds", "reports"},
	"server/jobapi":              {"experiment/run", "store", "server/system"},
	"server/labels":              {"testsets/refresh", "server/access", "store"},
	"server/labelapi":            {"server/system", "store", "testsets/label/adjudicate"},
	"server/experiments":         {"store", "server/api", "reports/html"},
	"server/jobs/river":          {"store", "experiment/result"},
	"server/watch":               {"server/api", "experiment/run", "store"},
	"server/api":                 {"experiment/run", "store", "server"},
	"server/anewroom":            {"experiment/result", "server/api"},
	"reports/prom":               {"reports", "experiment/compare", "store/sqlite"},
	"cmd/rankduel/topics":        {"reports", "store/sqlite"},
	"cmd/rankduel/output":        {"cmd/rankduel/flags", "server", "store/sqlite"},
	"cmd/rankduel/flags":         {"cmd/rankduel/execution", "cmd/rankduel/score", "experiment/run"},
	"cmd/rankduel/execution":     {"cmd/rankduel/gates", "reports"},
	"cmd/rankduel/gates":         {"cmd/rankduel/execution", "cmd/rankduel/gate", "store"},
	"cmd/rankduel/replay":        {"cmd/rankduel/score", "reports"},
	"cmd/rankduel/score":         {"cmd/rankduel/gate", "cmd/rankduel/program", "server"},
	"cmd/rankduel/trial":         {"cmd/rankduel/score"},
	"cmd/rankduel/gate":          {"cmd/rankduel/trial"},
	"cmd/rankduel/sets":          {"cmd/rankduel/keep"},
	"stats/priority":             {"experiment/result", "internal/ordered"},
	"cmd/rankduel/labels":        {"cmd/rankduel/sets"},
	"cmd/rankduel/keep":          {"cmd/rankduel/score", "cmd/rankduel/trial"},
	"cmd/rankduel/agents":        {"cmd/rankduel/score"},
	"cmd/rankduel/service":       {"cmd/rankduel/sets", "cmd/rankduel/gate"},
	"cmd/rankduel/anewroom":      {"reports"},
	"internal/jq":                {"retrieval"},
	"internal/prose":             {"metrics"},
	"internal/anewone":           {"retrieval"},
}

// Every forbidden import is refused. Rules are about the end of a folder's path
// and about import paths, so that rooms of one empty file each will do.
func TestForbiddenArrows(t *testing.T) {
	tool := filepath.Join(t.TempDir(), "golangci-lint")
	if out, err := exec.Command("go", "run", "../linter", "-C", "../..", "-o", tool).CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	rules, err := os.ReadFile("../../.golangci.yml")
	if err != nil {
		t.Fatal(err)
	}
	files := map[string]string{".golangci.yml": string(rules), "go.mod": "module " + strings.TrimSuffix(module, "/") + "\n\ngo 1.26\n"}
	planted := map[string]string{}
	for folder, imports := range forbidden {
		for i, path := range imports {
			name := fmt.Sprintf("planted/%s/import%d.go", folder, i)
			planted[name] = path
			files[name] = "package planted\n\nimport _ \"" + module + path + "\"\n"
			files[path+"/room.go"] = "package room\n"
		}
	}
	lint := exec.Command(tool, "run", "--allow-parallel-runners", "--enable-only", "depguard", "--max-issues-per-linter", "0", "--max-same-issues", "0", "./...")
	lint.Dir = write(t, files)
	var stderr bytes.Buffer
	lint.Stderr = &stderr
	found, err := lint.Output()
	if exit, ok := errors.AsType[*exec.ExitError](err); !ok || exit.ExitCode() != 1 {
		t.Fatalf("golangci-lint = %v, want that it finds something\n%s%s", err, found, &stderr)
	}
	for name, path := range planted {
		if !slices.ContainsFunc(strings.Split(string(found), "\n"), func(line string) bool {
			return strings.HasPrefix(line, name+":") && strings.Contains(line, "'"+module+path+"' is not allowed")
		}) {
			t.Errorf("%s may import %s", filepath.Dir(name), path)
		}
	}
}
