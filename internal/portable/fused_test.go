package portable

import (
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// rooms are where numbers are made that are printed or decide. Drawing is
// among them, so that a plot is the same file everywhere.
var rooms = []string{
	"internal/portable", "stats", "metrics", "testsets", "reports",
	"retrieval/embedded", "retrieval/fusion", "retrieval/rerank",
	"experiment/compare", "experiment/judgments", "experiment/pipeline", "experiment/plan",
	"experiment/recording", "experiment/result", "experiment/run", "experiment/scoring",
	"experiment/sweep", "experiment/sweep/selection",
}

// A product that is added to something is rounded first, float64(x*y) + z:
// otherwise the compiler may make one instruction of both, which rounds once,
// and arm64 (like ppc64le and s390x) prints other digits than amd64. The
// compiler says what it did: this builds the rooms for arm64 and reads the
// assembly; stats and metrics with their tests, which instantiate what is
// generic.
func TestNoFusedMultiplyAdd(t *testing.T) {
	if testing.Short() {
		t.Skip("compiles for another architecture, skipped by -short")
	}
	for _, room := range rooms {
		t.Run(room, func(t *testing.T) {
			command := []string{"build", "-o", os.DevNull, "-gcflags=-S", "."}
			if room == "stats" || room == "metrics" {
				command = []string{"test", "-c", "-o", os.DevNull, "-gcflags=-S", "."}
			}
			build := exec.Command("go", command...)
			build.Dir = filepath.Join("../..", room)
			build.Env = append(os.Environ(), "GOOS=linux", "GOARCH=arm64", "CGO_ENABLED=0", "GOFLAGS=")
			assembly, err := build.CombinedOutput()
			if err != nil {
				lines := strings.Split(strings.TrimSpace(string(assembly)), "\n")
				t.Skipf("no cross compilation here: %v: %s", err, lines[len(lines)-1])
			}
			if !strings.Contains(string(assembly), "STEXT") {
				t.Fatalf("no assembly in %d bytes of output", len(assembly))
			}
			for _, place := range fused(string(assembly)) {
				t.Errorf("%s: a product is added without rounding; write float64(x*y) where it is made", place)
			}
		})
	}
}

var fusedInstruction = regexp.MustCompile(`\(([^()]*\.go:\d+)\)\s+FN?M(?:ADD|SUB)[SD]?\s`)

// fused lists the lines of source, other than tests, that became one
// instruction of a product and a sum.
func fused(assembly string) []string {
	var places []string
	for _, m := range fusedInstruction.FindAllStringSubmatch(assembly, -1) {
		place := filepath.Base(m[1])
		if !strings.Contains(place, "_test.go:") && !slices.Contains(places, place) {
			places = append(places, place)
		}
	}
	return places
}

// exact are the functions of package math that IEEE 754 defines to the last
// bit, and its constants.
var exact = strings.Fields(`Abs Ceil Copysign Float32bits Float32frombits Float64bits Float64frombits Floor Frexp Inf
	IsInf IsNaN Ldexp Max Min Mod Modf NaN Nextafter Pow10 Round RoundToEven Signbit Sqrt Trunc
	E Ln2 Ln10 Pi Sqrt2 MaxFloat32 MaxFloat64 MaxInt MaxInt32 MaxInt64 MaxUint16 MaxUint32 MaxUint64 MinInt MinInt64
	SmallestNonzeroFloat64`)

// elsewhere says what to take for what is not the same on every processor.
var elsewhere = map[string]string{
	"NormFloat64": "portable.Normal(r)",
	"ExpFloat64":  "-portable.Log(r.Float64())",
}

// TestNoFunctionsOfTheProcessor refuses, in the rooms, every function of
// package math that is assembly on some processors or fused on others, draws
// that call them, and gonum.
func TestNoFunctionsOfTheProcessor(t *testing.T) {
	for _, room := range rooms {
		files, err := filepath.Glob(filepath.Join("../..", room, "*.go"))
		if err != nil || len(files) == 0 {
			t.Fatalf("%s: no files: %v", room, err)
		}
		for _, name := range files {
			if strings.HasSuffix(name, "_test.go") {
				continue
			}
			source, err := os.ReadFile(name)
			if err != nil {
				t.Fatal(err)
			}
			for _, fault := range unportable(t, name, source) {
				t.Error(fault)
			}
		}
	}
}

func unportable(t *testing.T, name string, source []byte) (faults []string) {
	t.Helper()
	set := token.NewFileSet()
	file, err := parser.ParseFile(set, name, source, parser.SkipObjectResolution)
	if err != nil {
		t.Fatal(err)
	}
	for _, i := range file.Imports {
		path, _ := strconv.Unquote(i.Path.Value)
		if strings.HasPrefix(path, "gonum.org/") || path == "math/cmplx" || path == "math" && i.Name != nil {
			faults = append(faults, set.Position(i.Pos()).String()+": imports "+path+", which is not the same on every processor; use internal/portable")
		}
	}
	ast.Inspect(file, func(n ast.Node) bool {
		selector, ok := n.(*ast.SelectorExpr)
		if !ok {
			return true
		}
		at := set.Position(selector.Pos()).String() + ": "
		if instead := elsewhere[selector.Sel.Name]; instead != "" {
			faults = append(faults, at+selector.Sel.Name+" takes functions of the processor; use "+instead)
		}
		if of, ok := selector.X.(*ast.Ident); ok && of.Name == "math" && !slices.Contains(exact, selector.Sel.Name) {
			faults = append(faults, at+"math."+selector.Sel.Name+" is not the same on every processor; use internal/portable")
		}
		return true
	})
	return faults
}

// The two scans find what they are for.
func TestScansFind(t *testing.T) {
	source := `package p
import ("math"; "math/rand/v2"; "gonum.org/v1/gonum/mathext")
func f(x float64, r *rand.Rand) float64 { return math.Exp(x) + math.Sqrt(x) + r.NormFloat64() + mathext.Beta(x, x) }`
	if got := unportable(t, "p.go", []byte(source)); len(got) != 3 {
		t.Errorf("faults = %q, want 3: the import of gonum, Exp and NormFloat64", got)
	}
	listing := "\t0x0010 00016 (/src/p.go:7)\tFMADDD\tF1, F0, F2, F0\n\t0x0014 00020 (/src/p.go:8)\tFMULD\tF1, F0\n" +
		"\t0x0018 00024 (/src/p.go:9)\tFNMSUBD\tF1, F0, F2, F0\n\t0x001c (/src/p_test.go:3)\tFMADDD\tF1\n"
	if got := fused(listing); !slices.Equal(got, []string{"p.go:7", "p.go:9"}) {
		t.Errorf("fused = %q, want p.go:7 and p.go:9", got)
	}
}
