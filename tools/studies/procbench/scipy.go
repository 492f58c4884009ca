package main

import (
	"bufio"
	"bytes"
	_ "embed"
	"fmt"
	"os"
	"os/exec"
	"strconv"
	"strings"
	"time"
)

//go:embed scipy_bench.py
var scipyBench string

// resampling pairs SciPy's timings with the benchmark of package stats that
// does the same work on one core.
var resampling = []struct{ name, benchmark string }{
	{"bootstrap", "BenchmarkBootstrapFourMeasures/n=1000"},
	{"permutation", "BenchmarkSignFlip/sampled/nDCG/n=1000"},
}

// benchSciPy prints both sides of the resampling and their ratio, or that
// SciPy is not installed.
func benchSciPy() error {
	if err := exec.Command("python3", "-c", "import scipy").Run(); err != nil {
		fmt.Println("\nresampling next to SciPy: skipped, python3 with scipy is not installed")
		return nil
	}
	theirs, err := timings("python3", "-c", scipyBench)
	if err != nil {
		return err
	}
	ours, err := timings("go", "test", "-run", "^$", "-cpu", "1", "-timeout", "120s",
		"-bench", "BootstrapFourMeasures/n=1000$|SignFlip/sampled/nDCG/n=1000$", "./stats")
	if err != nil {
		return err
	}
	fmt.Print("\n| resampling | rankduel ms | SciPy ms | ratio |\n|---|---|---|---|\n")
	for _, r := range resampling {
		we, they := ours[r.benchmark], theirs[r.name]
		if we == 0 || they == 0 {
			return fmt.Errorf("no timing of %s", r.name)
		}
		fmt.Printf("| %s | %.1f | %.1f | %.1f |\n", r.name, ms(we), ms(they), float64(they)/float64(we))
	}
	return nil
}

// timings runs a program and reads its figures.
func timings(name string, args ...string) (map[string]time.Duration, error) {
	cmd := exec.Command(name, args...)
	cmd.Stderr = os.Stderr
	out, err := cmd.Output()
	if err != nil {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	return parseTimings(out), nil
}

// parseTimings reads "name seconds" and Go's "name rounds nanoseconds ns/op".
func parseTimings(out []byte) map[string]time.Duration {
	found := map[string]time.Duration{}
	for lines := bufio.NewScanner(bytes.NewReader(out)); lines.Scan(); {
		fields := strings.Fields(lines.Text())
		value, unit := "", time.Second
		switch {
		case len(fields) == 2:
			value = fields[1]
		case len(fields) >= 4 && fields[3] == "ns/op":
			value, unit = fields[2], time.Nanosecond
		default:
			continue
		}
		if x, err := strconv.ParseFloat(value, 64); err == nil {
			found[fields[0]] = time.Duration(x * float64(unit))
		}
	}
	return found
}
