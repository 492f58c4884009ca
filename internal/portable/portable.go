// Package portable has the functions of package math and of gonum's mathext
// that numbers here depend on, with the same bits on every processor.
//
// Package math is assembly on some processors (its Exp gives other digits on
// an amd64 without fused multiply-add than on one with it), and where it is Go,
// the compiler makes one instruction of a product and a sum on arm64, ppc64le,
// riscv64 and s390x. Here every product is rounded before it is added:
// float64(x*y) + z. Square roots, rounding and scaling by powers of two are
// exact or correctly rounded everywhere and stay with package math.
package portable

// poly is c[0] + c[1]x + c[2]x² + …, by Horner's rule.
func poly(x float64, c []float64) float64 {
	s := c[len(c)-1]
	for i := len(c) - 2; i >= 0; i-- {
		s = c[i] + float64(x*s)
	}
	return s
}

const (
	// ln2Hi has 32 trailing zeros, so that its product with an exponent is exact.
	ln2Hi = 6.93147180369123816490e-01
	ln2Lo = 1.90821492927058770002e-10
	log2e = 1.44269504088896338700e+00
)
