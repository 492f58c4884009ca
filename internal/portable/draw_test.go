package portable

import (
	"math"
	"math/rand/v2"
	"runtime"
	"testing"
)

// Draws are those of math/rand/v2 on the processor where that does not fuse.
func TestNormalDrawsAsMathRand(t *testing.T) {
	if runtime.GOARCH != "amd64" {
		t.Skip("math/rand draws other numbers on " + runtime.GOARCH)
	}
	own, theirs := rand.New(rand.NewPCG(7, 11)), rand.New(rand.NewPCG(7, 11))
	for i := range 2_000_000 {
		if got, want := Normal(own), theirs.NormFloat64(); math.Abs(got-want) > 1e-15*math.Abs(want) {
			t.Fatalf("draw %d = %v, want %v (math/rand/v2)", i, got, want)
		}
	}
}
