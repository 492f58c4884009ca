package embedded

import (
	"context"
	"errors"
	"math/rand/v2"

	"gonum.org/v1/gonum/blas"
	"gonum.org/v1/gonum/blas/blas64"
	"gonum.org/v1/gonum/lapack"
	"gonum.org/v1/gonum/lapack/lapack64"
)

const (
	// oversampling is how many more directions are sketched than asked for; 5 to 10 is the advice of Halko et al.
	oversampling = 10
	// powerIterations is how often the sketch is multiplied by aᵀa, which sharpens a slowly falling spectrum
	// such as that of text. Halko et al. find 1 or 2 enough.
	powerIterations = 2
	// sketchStream separates the random numbers of the sketch from other uses of the same seed.
	sketchStream = 0x6c7361 // "lsa"
)

// singularVectors returns the k leading right singular vectors of a, as columns, and its singular values in
// descending order, by the randomized method of Halko, Martinsson and Tropp (2011), algorithms 4.4 and 5.1,
// doi:10.1137/090771806: sketch the range with a Gaussian matrix, sharpen it, and decompose the small
// projection exactly. The result has fewer than k columns when a has fewer rows or columns; then, and
// whenever the rank of a is at most k + 10, it is exact up to rounding.
//
// The sketch lives on the shorter side of a, so that all but one of the QR decompositions are small. The
// cost is O(nnz·l + (rows + columns)·l²) with l = k + 10.
func singularVectors(ctx context.Context, a *sparse, k int, seed uint64) (v blas64.General, values []float64, err error) {
	t := a.transpose()
	wide := a.rows() <= a.Cols // then the sketch is one of the column space
	into, back := t, a         // range = span(into·…·back·Ω)
	if !wide {
		into, back = a, t
	}
	shorter, longer := min(a.rows(), a.Cols), max(a.rows(), a.Cols)
	l := min(k+oversampling, shorter)
	k = min(k, shorter)
	if l == 0 {
		return newDense(a.Cols, 0), nil, nil
	}
	q := back.times(gaussian(longer, l, seed))
	for i := 0; ; i++ {
		if err := ctx.Err(); err != nil {
			return blas64.General{}, nil, err
		}
		orthonormalize(q)
		if i == powerIterations {
			break
		}
		q = back.times(into.times(q))
	}

	b := into.times(q)     // longer × l, = p·r
	r := orthonormalize(b) // b is p now
	u, values, vt, err := smallSVD(r)
	if err != nil {
		return blas64.General{}, nil, err
	}
	v = newDense(a.Cols, k)
	if wide { // aᵀq = p·u·Σ·vt: the columns of p·u are the right singular vectors
		u.Cols = k
		blas64.Gemm(blas.NoTrans, blas.NoTrans, 1, b, u, 0, v)
	} else { // a·q = p·u·Σ·vt: the columns of q·vtᵀ are
		vt.Rows = k
		blas64.Gemm(blas.NoTrans, blas.Trans, 1, q, vt, 0, v)
	}
	return v, values[:k], nil
}

func gaussian(rows, cols int, seed uint64) blas64.General {
	rng := rand.New(rand.NewPCG(seed, sketchStream))
	g := newDense(rows, cols)
	for i := range g.Data {
		g.Data[i] = rng.NormFloat64()
	}
	return g
}

// orthonormalize replaces a, which has at least as many rows as columns, by the orthonormal q of its QR
// decomposition and returns the upper triangular r. It uses LAPACK directly because mat.QR forms the square q.
func orthonormalize(a blas64.General) (r blas64.General) {
	tau := make([]float64, a.Cols)
	size := make([]float64, 1)
	lapack64.Geqrf(a, tau, size, -1)
	work := make([]float64, int(size[0]))
	lapack64.Geqrf(a, tau, work, len(work))
	r = newDense(a.Cols, a.Cols)
	for i := range a.Cols {
		copy(denseRow(r, i)[i:], denseRow(a, i)[i:])
	}
	lapack64.Orgqr(a, tau, size, -1)
	if n := int(size[0]); n > len(work) {
		work = make([]float64, n)
	}
	lapack64.Orgqr(a, tau, work, len(work))
	return r
}

// smallSVD decomposes a square matrix, which it overwrites, as u·diag(values)·vt.
func smallSVD(a blas64.General) (u blas64.General, values []float64, vt blas64.General, err error) {
	n := a.Rows
	u, vt, values = newDense(n, n), newDense(n, n), make([]float64, n)
	size := make([]float64, 1)
	lapack64.Gesvd(lapack.SVDAll, lapack.SVDAll, a, u, vt, values, size, -1)
	work := make([]float64, int(size[0]))
	if !lapack64.Gesvd(lapack.SVDAll, lapack.SVDAll, a, u, vt, values, work, len(work)) {
		return u, nil, vt, errors.New("singular value decomposition did not converge")
	}
	return u, values, vt, nil
}
