package server_test

import (
	"bufio"
	"bytes"
	"cmp"
	"flag"
	"fmt"
	"io"
	"math/rand/v2"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"
)

var load = flag.Duration("load", 0, "how long 200 clients ask a server; 0 leaves the test out")

// TestLoad starts the program and has 200 clients ask it, each as soon as it has
// its answer, and prints what docs/performance.md shows:
//
//	go test ./server -run TestLoad -load 60s -v
func TestLoad(t *testing.T) {
	if *load == 0 {
		t.Skip("a load of minutes: -load 60s")
	}
	const clients = 200
	dir := filepath.Dir(clinical(t, "hybrid.yaml"))
	url, process := program(t, dir)
	set, err := os.ReadFile(filepath.Join(dir, "testset.yaml"))
	if err != nil {
		t.Fatal(err)
	}
	client := &http.Client{Transport: &http.Transport{MaxIdleConnsPerHost: clients, MaxConnsPerHost: clients}}
	kinds := []struct {
		name, method, path string
		body               []byte
		share              int
	}{
		{"evaluate a named set", "POST", "/v1/evaluate?test_set=clinical", nil, 60},
		{"evaluate a set of 50 queries that is sent", "POST", "/v1/evaluate", set, 20},
		{"list runs", "GET", "/v1/runs", nil, 15},
		{"healthz", "GET", "/healthz", nil, 5},
	}
	type taken struct {
		kind, status int
		ms           float64
	}
	all := make([][]taken, clients)
	end := time.Now().Add(*load)
	var asking sync.WaitGroup
	for c := range clients {
		asking.Go(func() {
			random := rand.New(rand.NewPCG(1, uint64(c)))
			for time.Now().Before(end) {
				k, at := 0, random.IntN(100)
				for at >= kinds[k].share {
					at -= kinds[k].share
					k++
				}
				began, status := time.Now(), 0
				req, err := http.NewRequest(kinds[k].method, url+kinds[k].path, bytes.NewReader(kinds[k].body))
				if err != nil {
					t.Error(err)
					return
				}
				req.Header.Set("Content-Type", "application/yaml")
				if resp, err := client.Do(req); err == nil {
					status = resp.StatusCode
					if _, err := io.Copy(io.Discard, resp.Body); err != nil {
						status = 0
					}
					_ = resp.Body.Close()
				}
				all[c] = append(all[c], taken{k, status, float64(time.Since(began).Microseconds()) / 1000})
				if status == http.StatusTooManyRequests {
					time.Sleep(2 * time.Second) // as Retry-After says
				}
			}
		})
	}
	for at := range 6 {
		time.Sleep(*load / 6)
		t.Logf("memory after %v: %s", *load/6*time.Duration(at+1), memory(process.Pid))
	}
	asking.Wait()
	for k, kind := range kinds {
		var ms []float64
		statuses := map[int]int{}
		for _, list := range all {
			for _, one := range list {
				if one.kind != k {
					continue
				}
				statuses[one.status]++
				if one.status == http.StatusOK {
					ms = append(ms, one.ms)
				}
			}
		}
		slices.Sort(ms)
		if len(ms) == 0 {
			t.Errorf("%s: no answer; statuses %v", kind.name, statuses)
			continue
		}
		t.Logf("%s: %d answers, %.0f/s, p50 %.1f ms, p99 %.1f ms, max %.1f ms; statuses %v",
			kind.name, len(ms), float64(len(ms))/load.Seconds(), ms[len(ms)/2], ms[len(ms)*99/100], ms[len(ms)-1], statuses)
		for status, n := range statuses {
			if status != http.StatusOK && status != http.StatusTooManyRequests {
				t.Errorf("%s: %d answers of status %d", kind.name, n, status)
			}
		}
	}
}

// program starts a server, which ends with the test.
func program(t *testing.T, dir string) (url string, process *os.Process) {
	t.Helper()
	bin := os.Getenv("RANKDUEL_BIN") // built by make
	if bin == "" {
		bin = filepath.Join(t.TempDir(), "rankduel")
		if out, err := exec.Command("go", "build", "-o", bin, "../cmd/rankduel").CombinedOutput(); err != nil {
			t.Fatalf("%v\n%s", err, out)
		}
	}
	cmd := exec.Command(bin, "serve", "hybrid.yaml", "--addr", "127.0.0.1:0")
	cmd.Dir = dir
	stderr, err := cmd.StderrPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		_ = cmd.Process.Signal(syscall.SIGTERM)
		if err := cmd.Wait(); err != nil {
			t.Errorf("the server ended with %v", err)
		}
	})
	lines := bufio.NewScanner(stderr)
	for lines.Scan() {
		if _, at, ok := strings.Cut(lines.Text(), " at http"); ok {
			go func() { _, _ = io.Copy(io.Discard, stderr) }()
			return "http" + at, cmd.Process
		}
	}
	t.Fatal("the server did not start")
	return "", nil
}

// memory returns what the system says of a process.
func memory(pid int) string {
	data, err := os.ReadFile(fmt.Sprintf("/proc/%d/status", pid))
	if err != nil {
		return "not known: " + err.Error()
	}
	for line := range strings.Lines(string(data)) {
		if rest, ok := strings.CutPrefix(line, "VmRSS:"); ok {
			return cmp.Or(strings.TrimSpace(rest), "not known")
		}
	}
	return "not known"
}
