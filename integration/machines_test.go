package integration_test

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// A machine runs the program as one processor does.
type machine struct {
	name    string
	program []string
	home    string // its own, so that no index of the other one is read
}

// machines builds the program for this machine and, statically linked, for
// arm64, which an emulator runs. Both need Debian's packages
// gcc-aarch64-linux-gnu, libc6-dev-arm64-cross and qemu-user-static.
func machines(t *testing.T) (here, there machine) {
	t.Helper()
	if os.Getenv("RANKDUEL_SOAK") == "" {
		t.Skip("builds for another architecture and runs it in an emulator; RANKDUEL_SOAK=1 does it")
	}
	tools := map[string]string{"aarch64-linux-gnu-gcc": "gcc-aarch64-linux-gnu", "qemu-aarch64-static": "qemu-user-static"}
	for tool, contained := range tools {
		if _, err := exec.LookPath(tool); err != nil {
			t.Fatalf("%s is not installed (Debian: apt-get install %s)", tool, contained)
		}
	}
	folder := t.TempDir()
	here = machine{name: "here", program: []string{filepath.Join(folder, "here", "rankduel")}, home: t.TempDir()}
	there = machine{name: "arm64", program: []string{"qemu-aarch64-static", filepath.Join(folder, "arm64", "rankduel")}, home: t.TempDir()}
	build(t, here.program[0], nil)
	build(t, there.program[1], []string{"GOOS=linux", "GOARCH=arm64", "CGO_ENABLED=1", "CC=aarch64-linux-gnu-gcc"},
		"-ldflags", "-s -w -linkmode external -extldflags -static")
	return here, there
}

func build(t *testing.T, program string, environment []string, flags ...string) {
	t.Helper()
	command := exec.Command("go", append(append([]string{"build", "-o", program}, flags...), "../cmd/rankduel")...)
	command.Env = append(os.Environ(), environment...)
	if out, err := command.CombinedOutput(); err != nil {
		t.Fatalf("%s: %v\n%s", command, err, out)
	}
}

// run returns what a command writes to standard output, in the machine's home.
func (m machine) run(t *testing.T, arguments ...string) []byte {
	t.Helper()
	arguments = append(m.program[1:len(m.program):len(m.program)], arguments...)
	command := exec.Command(m.program[0], arguments...)
	command.Dir = m.home
	command.Env = append(os.Environ(), "HOME="+m.home, "XDG_CACHE_HOME="+filepath.Join(m.home, "cache"))
	out, err := command.Output()
	if exit := new(exec.ExitError); errors.As(err, &exit) {
		t.Fatalf("%s: %v\n%s", command, err, exit.Stderr)
	} else if err != nil {
		t.Fatal(err)
	}
	return out
}

func (m machine) read(t *testing.T, name string) []byte {
	t.Helper()
	content, err := os.ReadFile(filepath.Join(m.home, name))
	if err != nil {
		t.Fatal(err)
	}
	return content
}

// timed are the fields that hold times, what is chosen by them, hashes of what
// holds them, or the processor.
func timed(key string) bool {
	return strings.HasSuffix(key, "_ms") || strings.HasSuffix(key, "_at") || strings.HasSuffix(key, "latency") ||
		slices.Contains([]string{"queries_per_second", "recorded", "recordings", "front", "frontier", "architecture"}, key)
}

// scored are the fields that hold scores of queries and their means.
func scored(key string) bool {
	return slices.Contains([]string{"score", "scores", "mean_a", "mean_b", "baseline_mean", "in_sample_mean"}, key)
}

// A promise compares two documents as docs/semantics.md promises it: figures
// within 1e-9, p values also absolutely, scores and texts exactly.
type promise struct {
	*testing.T
	figures, scores, close int
}

func sameFigures(t *testing.T, what string, here, there []byte) {
	t.Helper()
	p := promise{T: t}
	p.compare(what, "", parsed(t, here), parsed(t, there))
	if p.figures < 100 || p.scores == 0 {
		t.Errorf("%s: %d figures and %d scores are too few to compare", what, p.figures, p.scores)
	}
	t.Logf("%s: %d figures, of which %d differ within the tolerance; %d scores are the same", what, p.figures, p.close, p.scores)
}

func parsed(t *testing.T, document []byte) (content any) {
	t.Helper()
	decoder := json.NewDecoder(bytes.NewReader(document))
	decoder.UseNumber()
	if err := decoder.Decode(&content); err != nil {
		t.Fatal(err)
	}
	return content
}

func (p *promise) compare(path, key string, here, there any) {
	p.Helper()
	switch x := here.(type) {
	case map[string]any:
		y, _ := there.(map[string]any)
		for k := range y {
			if _, both := x[k]; !both && !timed(k) {
				p.Errorf("%s.%s is on arm64 alone", path, k)
			}
		}
		for k, v := range x {
			name := k
			if key == "scores" || key == "a" || key == "b" { // of a query, by measure
				name = "score"
			} else if x["measure"] == "GMAP" { // the mean of logarithms is not a score
				name = ""
			}
			if !timed(k) {
				p.compare(path+"."+k, name, v, y[k])
			}
		}
	case []any:
		y, _ := there.([]any)
		if len(x) != len(y) {
			p.Errorf("%s: %d items here, %d on arm64", path, len(x), len(y))
			return
		}
		for i, v := range x {
			p.compare(fmt.Sprintf("%s[%d]", path, i), key, v, y[i])
		}
	case json.Number:
		y, _ := there.(json.Number)
		p.number(path, key, x, y)
	default:
		if here != there {
			p.Errorf("%s: %v here, %v on arm64", path, here, there)
		}
	}
}

func (p *promise) number(path, key string, here, there json.Number) {
	p.Helper()
	p.figures++
	if scored(key) {
		p.scores++
	}
	if here == there {
		return
	}
	p.close++
	x, errX := here.Float64()
	y, errY := there.Float64()
	least := 1e-12
	if key == "p" || strings.HasPrefix(key, "p_") {
		least = 1e-9
	}
	if scored(key) || errX != nil || errY != nil || math.Abs(x-y) > max(least, 1e-9*math.Abs(x)) {
		p.Errorf("%s: %s here, %s on arm64", path, here, there)
	}
}

// Fusion methods with powers, logarithms and square roots, with and without
// training.
const methods = `test_set: testset.yaml
measures: [nDCG@10, AP, RBP(p=0.8)@20, ERR@10]
components:
  bm25:  {embedded: {corpus: corpus.jsonl, model: bm25, k1: 1.2, b: 0.75}}
  dense: {embedded: {corpus: corpus.jsonl, model: lsa, dimensions: 40, seed: 7}}
configs:
  rrf:      {fusion_method: rrf}
  logn:     {fusion_method: logn_isr}
  rbc:      {fusion_method: rbc, rbc_p: 0.9}
  wprod:    {fusion_method: wprod, weights: {bm25: 0.4, dense: 0.6}}
  gmnz:     {fusion_method: gmnz, gmnz_gamma: 1.5}
  median:   {fusion_method: med, norm: zmuv}
  sum:      {fusion_method: sum, norm: sigmoid}
  bayes:    {fusion_method: bayesfuse}
baseline: rrf
`

// TestSameVerdictOnEveryMachine runs the demo, its other files, and comparisons
// of official runs here and on an emulated arm64, and compares all but times.
func TestSameVerdictOnEveryMachine(t *testing.T) {
	here, there := machines(t)
	t.Run("demo", func(t *testing.T) {
		for _, m := range []machine{here, there} {
			m.run(t, "demo", "d")
			if err := os.WriteFile(filepath.Join(m.home, "d", "methods.yaml"), []byte(methods), 0o600); err != nil {
				t.Fatal(err)
			}
			m.run(t, "sweep", "d/sweep.yaml", "--store", ":memory:", "--quiet", "-o", "sweep.json")
		}
		sameFigures(t, "demo", here.read(t, "d/report.json"), there.read(t, "d/report.json"))
		sameFigures(t, "sweep", here.read(t, "sweep.json"), there.read(t, "sweep.json"))
		for _, file := range []string{"d/rerank.yaml", "d/methods.yaml"} {
			arguments := []string{"run", file, "--store", ":memory:", "--format", "json", "--per-query"}
			sameFigures(t, file, here.run(t, arguments...), there.run(t, arguments...))
		}
	})
	t.Run("dl21", func(t *testing.T) {
		arguments := []string{"compare", "--format", "json", "--per-query", "--qrels", absolute(t, "qrels-topics/qrels.dl21-passage.txt.gz")}
		for _, run := range []string{"p_bm25", "ielab-uniCOIL", "TUW_TAS-B_768"} {
			arguments = append(arguments, absolute(t, "runs/dl21-passage/input."+run+".txt.gz"))
		}
		sameFigures(t, "compare", here.run(t, arguments...), there.run(t, arguments...))
		arguments = append(arguments, "-m", "nDCG(gain=exp)@10,nDCG,AP,RR,P@10,R@100,RBP(p=0.95),ERR@20,Bpref,infAP,GMAP", "--test", "randomization", "--correction", "holm-sidak", "--interval", "bca")
		sameFigures(t, "compare of many measures", here.run(t, arguments...), there.run(t, arguments...))
	})
}

func absolute(t *testing.T, path string) string {
	t.Helper()
	full, err := filepath.Abs(data(t, path))
	if err != nil {
		t.Fatal(err)
	}
	return full
}
