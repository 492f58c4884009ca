package portable

import (
	"fmt"
	"math"
	"math/cmplx"
	"math/rand/v2"
	"testing"

	"gonum.org/v1/gonum/dsp/fourier"
)

func TestFourierAgainstGonum(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	for _, n := range []int{2, 4, 6, 8, 12, 16, 18, 24, 36, 48, 54, 64, 96, 144, 162, 1024, 1296, 3 << 12} {
		x := make([]float64, n)
		for i := range x {
			x[i] = rng.Float64() - 0.5
		}
		f := NewFourier(n)
		coefficients := f.Coefficients(x)
		tolerance := 1e-15 * math.Sqrt(float64(n)) * math.Log2(float64(n)+1)
		for k, want := range fourier.NewFFT(n).Coefficients(nil, x) {
			if cmplx.Abs(coefficients[k]-want) > tolerance {
				t.Errorf("length %d: coefficient %d = %v, want %v (gonum)", n, k, coefficients[k], want)
			}
		}
		for i, got := range f.Sequence(coefficients) {
			if math.Abs(got/float64(n)-x[i]) > 2e-15 {
				t.Errorf("length %d: value %d comes back as %v, was %v", n, i, got/float64(n), x[i])
			}
		}
	}
}

func TestFourierRefusesOtherLengths(t *testing.T) {
	for _, n := range []int{-2, 0, 1, 3, 9, 10, 14} {
		t.Run(fmt.Sprint(n), func(t *testing.T) {
			defer func() {
				if recover() == nil {
					t.Errorf("length %d is taken", n)
				}
			}()
			NewFourier(n)
		})
	}
}
