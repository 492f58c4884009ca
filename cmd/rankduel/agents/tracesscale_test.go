//go:build unix

package agents_test

import (
	"bufio"
	"encoding/json"
	"fmt"
	"math"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/rankduel/rankduel/cmd/rankduel/internal/scripttest"
	"github.com/rankduel/rankduel/traces"
)

// Sizes of traces are lognormal, with the median of the six published transcripts
// (0.36 MB) and a tail of which one in a hundred is longer than 20 MB. The plain
// test has them a hundredth of that.
const (
	scaleMedian = 360e3
	scaleP99    = 20e6
	scaleShrunk = 100
)

// traceSizes returns n sizes in bytes at even quantiles, in random order.
func traceSizes(n int, divisor float64) []int {
	sigma := math.Log(scaleP99/scaleMedian) / (math.Sqrt2 * math.Erfinv(2*.99-1))
	sizes := make([]int, n)
	for i := range sizes {
		z := math.Sqrt2 * math.Erfinv(2*(float64(i)+.5)/float64(n)-1)
		sizes[i] = int(scaleMedian / divisor * math.Exp(sigma*z))
	}
	dice := rand.New(rand.NewPCG(14, 0))
	dice.Shuffle(n, func(i, j int) { sizes[i], sizes[j] = sizes[j], sizes[i] })
	return sizes
}

// TestTraceScale normalizes and measures trials that it generates, by processes of
// their own: nothing is lost, what is up to date is not read again, and the
// figures are those that the generator put there. The table of docs/performance.md is
//
//	RANKDUEL_TRIALS=3000 RANKDUEL_TREE=/some/disk go test -run TestTraceScale -v -timeout 2h ./cmd/rankduel
//
// which needs 1.6 MB of disk for each trial.
func TestTraceScale(t *testing.T) {
	trials, divisor, root := 100, float64(scaleShrunk), t.TempDir()
	if text := os.Getenv("RANKDUEL_TRIALS"); text != "" {
		var err error
		if trials, err = strconv.Atoi(text); err != nil || trials < 2 {
			t.Fatalf("RANKDUEL_TRIALS=%s: want a number of trials, at least 2", text)
		}
		divisor = 1
	}
	if disk := os.Getenv("RANKDUEL_TREE"); disk != "" {
		root = filepath.Join(disk, "trials")
		if err := os.Mkdir(root, 0o777); err != nil { // one that is there is someone's
			t.Fatal(err)
		}
		t.Cleanup(func() { _ = os.RemoveAll(root) })
	}
	run, registry := filepath.Join(root, "fix_1"), filepath.Join(root, "registry.json")
	events, bytes := generateTrials(t, run, registry, traceSizes(trials, divisor))
	t.Logf("%d trials, %.0f MB, %d events", trials, float64(bytes)/1e6, events)

	stdout := timed(t, "normalize", run, "--tasks", registry, "--format", "json")
	var n traces.Normalized
	scripttest.Decode(t, stdout, &n)
	got := 0
	for _, trial := range n.Trials {
		got += *trial.Events
	}
	if len(n.Trials) != trials || got != events {
		t.Errorf("%d trials with %d events, want %d with %d", len(n.Trials), got, trials, events)
	}
	stdout = timed(t, "normalize", run, "--tasks", registry)
	if want := fmt.Sprintf("0 written, %d up to date", trials); !strings.Contains(strings.Join(strings.Fields(string(stdout)), " "), want) {
		t.Errorf("again: %s, want %s", stdout, want)
	}
	var sum traces.RunSummary
	scripttest.Decode(t, timed(t, "eval", run, "--format", "json"), &sum)
	if s, ok := sum.FileLevel.Of("file_recall"); !ok || s.N != trials || s.Mean != .5 {
		t.Errorf("file recall %+v, want .5 in %d trials: one of two files is read", s, trials)
	}
	timed(t, "impact", run, "--format", "json")
}

// timed runs a verb of traces as a process, and logs what it took.
func timed(t *testing.T, args ...string) []byte {
	t.Helper()
	cmd := exec.Command("rankduel", slices.Concat([]string{"traces"}, args)...)
	var stderr strings.Builder
	cmd.Stderr = &stderr
	began := time.Now()
	stdout, err := cmd.Output()
	if err != nil {
		t.Fatalf("rankduel traces %s: %v: %s", args[0], err, &stderr)
	}
	peak := int64(0)
	if usage, ok := cmd.ProcessState.SysUsage().(*syscall.Rusage); ok {
		peak = usage.Maxrss // KiB
		if runtime.GOOS == "darwin" {
			peak /= 1024
		}
	}
	t.Logf("%-9s CPU %6.1f s, wall %6.1f s, peak %d MiB", args[0], (cmd.ProcessState.UserTime() + cmd.ProcessState.SystemTime()).Seconds(), time.Since(began).Seconds(), peak/1024)
	return stdout
}

// generateTrials writes trials of this number of bytes, two configurations of each task.
// Each reads one of the two files that its task needs. Of four traces one is a
// trajectory.
func generateTrials(t *testing.T, run, registry string, sizes []int) (events, bytes int) {
	t.Helper()
	tasks := map[string]any{}
	for i, size := range sizes {
		task, config := fmt.Sprintf("task-%05d", i/2), []string{"baseline-local-direct", "mcp-remote-direct"}[i%2]
		tasks[task] = map[string]any{"files": []string{"pkg/wanted.go", "pkg/never.go"}, "source": "ground_truth_json", "confidence": "high"}
		place := trial(t, run, config, task, map[string]any{"verifier_result": map[string]any{"rewards": map[string]any{"reward": float64(i%7) / 7}}})
		g := traceWriter{dice: rand.New(rand.NewPCG(14, uint64(i))), trajectory: i%4 == 3}
		g.write(t, place, size)
		events += g.events
		bytes += g.bytes
	}
	data, err := json.Marshal(tasks)
	if err != nil {
		t.Fatal(err)
	}
	scripttest.Write(t, registry, data)
	return events, bytes
}

// A traceWriter writes one trace.
type traceWriter struct {
	dice       *rand.Rand
	trajectory bool
	out        *bufio.Writer

	calls, events, bytes int
}

func (g *traceWriter) write(t *testing.T, place string, size int) {
	t.Helper()
	name, head, tail := "claude-code.txt", "", ""
	if g.trajectory {
		name, head, tail = "trajectory.json", `{"steps": [`, `{}]}`
	}
	if err := os.MkdirAll(filepath.Join(place, "agent"), 0o777); err != nil {
		t.Fatal(err)
	}
	file, err := os.Create(filepath.Join(place, "agent", name))
	if err != nil {
		t.Fatal(err)
	}
	g.out = bufio.NewWriter(file)
	g.put(head)
	g.call("Read", `{"file_path": "/workspace/pkg/Wanted.go"}`, "")
	for g.bytes < size {
		g.next()
	}
	g.put(tail)
	if err := g.out.Flush(); err != nil {
		t.Fatal(err)
	}
	if err := file.Close(); err != nil {
		t.Fatal(err)
	}
}

func (g *traceWriter) put(text string) {
	n, _ := g.out.WriteString(text) // Flush says what failed
	g.bytes += n
}

// next writes a call of what agents mostly do: reading, searching, the shell and
// editing, with results of about four kilobytes.
func (g *traceWriter) next() {
	file := fmt.Sprintf("src/part%d/file%d.go", g.dice.IntN(40), g.dice.IntN(400))
	code := strings.Repeat(`    12\tif err != nil {\n    13\t\treturn fmt.Errorf(\"%s: %w\", name, err)\n`, 10+g.dice.IntN(80))
	switch g.dice.IntN(8) {
	case 0, 1, 2:
		g.call("Read", `{"file_path": "/workspace/`+file+`"}`, code)
	case 3:
		g.call("Grep", `{"pattern": "func New"}`, strings.Repeat(file+`\n`, 1+g.dice.IntN(40)))
	case 4:
		g.call("mcp__sourcegraph__sg_keyword_search", `{"query": "retry backoff"}`, `[{\"path\": \"`+file+`\", \"content\": \"`+strings.NewReplacer(`\`, `\\`, `"`, `\"`).Replace(code)+`\"}]`)
	case 5:
		g.call("Edit", `{"file_path": "/workspace/`+file+`", "old_string": "`+code+`", "new_string": "x"}`, "done")
	default:
		g.call("Bash", `{"command": "go test ./..."}`, code)
	}
}

func (g *traceWriter) call(tool, arguments, result string) {
	id := "c" + strconv.Itoa(g.calls)
	at := time.Date(2026, 2, 23, 14, 0, g.calls, 0, time.UTC).Format(time.RFC3339)
	if g.calls++; tool != "Bash" {
		g.events++
	}
	if g.trajectory {
		g.put(`{"timestamp": "` + at + `", "metrics": {"prompt_tokens": 900, "completion_tokens": 40}, "tool_calls": [{"tool_call_id": "` + id + `", "function_name": "` + tool + `", "arguments": ` + arguments +
			`}], "observation": {"results": [{"source_call_id": "` + id + `", "content": "` + result + `"}]}},`)
		return
	}
	g.put(`{"type": "assistant", "timestamp": "` + at + `", "message": {"id": "m` + id + `", "usage": {"input_tokens": 900, "output_tokens": 40}, "content": [{"type": "tool_use", "id": "` + id + `", "name": "` + tool + `", "input": ` + arguments + "}]}}\n")
	g.put(`{"type": "user", "timestamp": "` + at + `", "message": {"content": [{"type": "tool_result", "tool_use_id": "` + id + `", "content": "` + result + "\"}]}}\n")
}
