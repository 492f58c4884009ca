package stats_test

import (
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// A product that is added to something is rounded first, float64(x*y) + z:
// otherwise the compiler may make one instruction of both, which rounds once,
// and arm64 (like ppc64le and s390x) prints other digits than amd64. The
// compiler says what it did: this builds the packages and their tests, which
// instantiate what is generic, for arm64, and reads the assembly.
func TestNoFusedMultiplyAdd(t *testing.T) {
	if testing.Short() {
		t.Skip("compiles for another architecture")
	}
	fused := regexp.MustCompile(`\(([^()]*\.go:\d+)\)\s+FN?M(?:ADD|SUB)[SD]?\s`)
	for _, dir := range []string{"../stats", "../metrics"} {
		build := exec.Command("go", "test", "-c", "-o", os.DevNull, "-gcflags=-S", ".")
		build.Dir = dir
		build.Env = append(os.Environ(), "GOOS=linux", "GOARCH=arm64", "CGO_ENABLED=0", "GOFLAGS=")
		assembly, err := build.CombinedOutput()
		if err != nil {
			lines := strings.Split(strings.TrimSpace(string(assembly)), "\n")
			t.Skipf("no cross compilation here: %v: %s", err, lines[len(lines)-1])
		}
		if !strings.Contains(string(assembly), "FADDD") {
			t.Fatalf("%s: no arm64 assembly in %d bytes of output", dir, len(assembly))
		}
		seen := make(map[string]bool)
		for _, m := range fused.FindAllStringSubmatch(string(assembly), -1) {
			place := filepath.Base(m[1])
			if !strings.Contains(place, "_test.go:") && !seen[place] {
				seen[place] = true
				t.Errorf("%s/%s: a product is added without rounding; write float64(x*y) where it is made", filepath.Base(dir), place)
			}
		}
	}
}
