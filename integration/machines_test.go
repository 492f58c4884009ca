package integration_test

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
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
	if testing.Short() {
		t.Skip("builds for another architecture, skipped by -short")
	}
	tools := map[string]string{"aarch64-linux-gnu-gcc": "gcc-aarch64-linux-gnu", "qemu-aarch64-static": "qemu-user-static"}
	for tool, contained := range tools {
		if _, err := exec.LookPath(tool); err != nil {
			t.Skipf("%s is not installed (Debian: apt-get install %s)", tool, contained)
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

// run is what a command writes to standard output, in the machine's home.
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

// timed are the fields that hold times, what is chosen by them, or hashes of
// what holds them.
func timed(key string) bool {
	return strings.HasSuffix(key, "_ms") || strings.HasSuffix(key, "_at") || strings.HasSuffix(key, "latency") ||
		slices.Contains([]string{"queries_per_second", "recorded", "recordings", "front"}, key)
}

// untimed is a JSON document without times. Numbers stay as they are written.
func untimed(t *testing.T, document []byte) []byte {
	t.Helper()
	decoder := json.NewDecoder(bytes.NewReader(document))
	decoder.UseNumber()
	var content any
	if err := decoder.Decode(&content); err != nil {
		t.Fatal(err)
	}
	removeTimes(content)
	out, err := json.MarshalIndent(content, "", " ")
	if err != nil {
		t.Fatal(err)
	}
	return out
}

func removeTimes(x any) {
	switch x := x.(type) {
	case map[string]any:
		for key, value := range x {
			if timed(key) {
				delete(x, key)
			} else {
				removeTimes(value)
			}
		}
	case []any:
		for _, value := range x {
			removeTimes(value)
		}
	}
}

// sameLines reports the first lines that differ.
func sameLines(t *testing.T, what string, a, b []byte) {
	t.Helper()
	if len(a) < 1000 {
		t.Errorf("%s: only %d bytes to compare", what, len(a))
	}
	if bytes.Equal(a, b) {
		return
	}
	one, other := strings.Split(string(a), "\n"), strings.Split(string(b), "\n")
	var differ []string
	for i := range min(len(one), len(other)) {
		if one[i] != other[i] && len(differ) < 10 {
			differ = append(differ, fmt.Sprintf("line %d: %s here, %s on arm64", i+1, strings.TrimSpace(one[i]), strings.TrimSpace(other[i])))
		}
	}
	t.Errorf("%s: %d lines here, %d on arm64, and not the same:\n%s", what, len(one), len(other), strings.Join(differ, "\n"))
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

// TestSameBytesOnEveryMachine runs the demo, its other files, and comparisons
// of official runs here and on an emulated arm64, and compares every byte but
// the times.
func TestSameBytesOnEveryMachine(t *testing.T) {
	here, there := machines(t)
	t.Run("demo", func(t *testing.T) {
		for _, m := range []machine{here, there} {
			m.run(t, "demo", "d")
			if err := os.WriteFile(filepath.Join(m.home, "d", "methods.yaml"), []byte(methods), 0o600); err != nil {
				t.Fatal(err)
			}
			m.run(t, "sweep", "d/sweep.yaml", "--store", ":memory:", "--quiet", "-o", "sweep.json")
		}
		sameLines(t, "demo", untimed(t, here.read(t, "d/report.json")), untimed(t, there.read(t, "d/report.json")))
		sameLines(t, "sweep", untimed(t, here.read(t, "sweep.json")), untimed(t, there.read(t, "sweep.json")))
		for _, file := range []string{"d/rerank.yaml", "d/methods.yaml"} {
			arguments := []string{"run", file, "--store", ":memory:", "--format", "json", "--per-query"}
			sameLines(t, file, untimed(t, here.run(t, arguments...)), untimed(t, there.run(t, arguments...)))
		}
	})
	t.Run("dl21", func(t *testing.T) {
		arguments := []string{"compare", "--store", ":memory:", "--format", "json", "--per-query", "--qrels", absolute(t, "qrels-topics/qrels.dl21-passage.txt.gz")}
		for _, run := range []string{"p_bm25", "ielab-uniCOIL", "TUW_TAS-B_768"} {
			arguments = append(arguments, absolute(t, "runs/dl21-passage/input."+run+".txt.gz"))
		}
		sameLines(t, "compare", untimed(t, here.run(t, arguments...)), untimed(t, there.run(t, arguments...)))
		arguments = append(arguments, "-m", "nDCG(gain=exp)@10,nDCG,AP,RR,P@10,R@100,RBP(p=0.95),ERR@20,Bpref,infAP,GMAP", "--test", "randomization", "--correction", "holm-sidak", "--interval", "bca")
		sameLines(t, "compare of many measures", untimed(t, here.run(t, arguments...)), untimed(t, there.run(t, arguments...)))
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
