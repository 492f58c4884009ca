package portable

import (
	"fmt"
	"math"
)

// A Fourier transforms real sequences of one length. It is not safe for
// concurrent use.
type Fourier struct {
	roots      []complex128 // e^(−2πik/n)
	data, work []complex128 // two values in one: half the length
}

// NewFourier prepares for length n, which is even and has no prime factor
// above 3.
func NewFourier(n int) *Fourier {
	rest := n
	for _, factor := range []int{2, 3} {
		for rest > 0 && rest%factor == 0 {
			rest /= factor
		}
	}
	if n < 2 || n%2 != 0 || rest != 1 {
		panic(fmt.Sprintf("portable: a Fourier transform of length %d", n))
	}
	f := &Fourier{roots: make([]complex128, n), data: make([]complex128, n/2), work: make([]complex128, n/2)}
	for k := range f.roots {
		f.roots[k] = root(k, n)
	}
	return f
}

// Coefficients are Σ x[j]·e^(−2πijk/n) for k = 0 … n/2; the others are their
// conjugates.
func (f *Fourier) Coefficients(x []float64) []complex128 {
	half := len(f.data)
	for j := range f.data {
		f.data[j] = complex(x[2*j], x[2*j+1])
	}
	f.transform()
	out := make([]complex128, half+1)
	for k := range out {
		z, mirrored := f.data[k%half], conj(f.data[(half-k)%half])
		odd := Times(f.roots[k], z-mirrored)
		out[k] = complex((real(z+mirrored)+imag(odd))/2, (imag(z+mirrored)-real(odd))/2)
	}
	return out
}

// Sequence is the inverse of Coefficients, times n.
func (f *Fourier) Sequence(coefficients []complex128) []float64 {
	half := len(f.data)
	for k := range f.data {
		x, mirrored := coefficients[k], conj(coefficients[half-k])
		odd := Times(conj(f.roots[k]), x-mirrored)
		f.data[k] = conj(x + mirrored + complex(-imag(odd), real(odd)))
	}
	f.transform() // of conjugates: the inverse
	out := make([]float64, 2*half)
	for j, z := range f.data {
		out[2*j], out[2*j+1] = real(z), -imag(z)
	}
	return out
}

// transform replaces data by its transform: Stockham's method, which sorts as
// it goes; see Van Loan (1992), Computational Frameworks for the FFT, 1.7.
func (f *Fourier) transform() {
	for stride, left := 1, len(f.data); left > 1; {
		radix := 3
		switch {
		case left%4 == 0:
			radix = 4
		case left%2 == 0:
			radix = 2
		}
		left /= radix
		for p := range left {
			f.butterflies(radix, p, left, stride)
		}
		f.data, f.work = f.work, f.data
		stride *= radix
	}
}

// butterflies does position p of one pass.
func (f *Fourier) butterflies(radix, p, left, stride int) {
	x, step := f.data[stride*p:], stride*left
	y := f.work[stride*radix*p:]
	w := 2 * p * stride // of roots, which are those of twice the length
	switch radix {
	case 2:
		w1 := f.roots[w]
		for q := range stride {
			a, b := x[q], x[q+step]
			y[q], y[q+stride] = a+b, Times(w1, a-b)
		}
	case 3:
		w1, w2 := f.roots[w], f.roots[2*w]
		for q := range stride {
			a, b, c := x[q], x[q+step], x[q+2*step]
			sum, turned := b+c, turn(b-c)
			middle := a - complex(float64(real(sum)/2), float64(imag(sum)/2))
			turned = complex(float64(sin60*real(turned)), float64(sin60*imag(turned)))
			y[q], y[q+stride], y[q+2*stride] = a+sum, Times(w1, middle-turned), Times(w2, middle+turned)
		}
	case 4:
		w1, w2, w3 := f.roots[w], f.roots[2*w], f.roots[3*w]
		for q := range stride {
			a, b, c, d := x[q], x[q+step], x[q+2*step], x[q+3*step]
			even, odd, turned := a+c, b+d, turn(b-d)
			y[q], y[q+2*stride] = even+odd, Times(w2, even-odd)
			y[q+stride], y[q+3*stride] = Times(w1, a-c-turned), Times(w3, a-c+turned)
		}
	}
}

const sin60 = 0.866025403784438646763723170752936183

func turn(z complex128) complex128 { return complex(-imag(z), real(z)) }

func conj(z complex128) complex128 { return complex(real(z), -imag(z)) }

// Times is x·y.
func Times(x, y complex128) complex128 {
	return complex(
		float64(real(x)*real(y))-float64(imag(x)*imag(y)),
		float64(real(x)*imag(y))+float64(imag(x)*real(y)))
}

// root is e^(−2πik/n) for 0 ≤ k < n, from the first eighth of the circle.
func root(k, n int) complex128 {
	eighth, rest := 8*k/n, 8*k%n
	if eighth%2 == 1 {
		rest = n - rest
	}
	sin, cos := sinCos(float64(math.Pi/4*float64(rest)) / float64(n))
	if eighth%4 == 1 || eighth%4 == 2 {
		sin, cos = cos, sin
	}
	if eighth >= 4 {
		sin = -sin
	}
	if 2 <= eighth && eighth < 6 {
		cos = -cos
	}
	return complex(cos, -sin)
}
