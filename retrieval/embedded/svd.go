package embedded

import (
	"context"
	"errors"
	"math/rand/v2"

	"gonum.org/v1/gonum/mat"
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

// singularVectors returns the k leading right singular vectors of a, as columns, and its singular
// values in descending order, by the randomized method of Halko, Martinsson and Tropp (2011),
// algorithms 4.4 and 5.1, doi:10.1137/090771806. The result has fewer than k columns when a has fewer
// rows or columns; then, and whenever the rank of a is at most k + 10, it is exact up to rounding. The
// sketch is on the shorter side of a; the cost is O(nnz·l + (rows + columns)·l²) with l = k + 10.
func singularVectors(ctx context.Context, a *sparse, k int, seed uint64) (v matrix, values []float64, err error) {
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
			return matrix{}, nil, err
		}
		if err := orthonormalize(q); err != nil {
			return matrix{}, nil, err
		}
		if i == powerIterations {
			break
		}
		q = back.times(into.times(q))
	}

	svd, err := thinSVD(into.times(q)) // = p·Σ·wᵀ
	if err != nil {
		return matrix{}, nil, err
	}
	values = svd.Values(nil)
	for k > 0 && values[k-1] <= dependent*values[0] {
		k--
	}
	v = newDense(a.Cols, k)
	if k == 0 {
		return v, nil, nil
	}
	var side mat.Dense
	if wide { // aᵀ·q = p·Σ·wᵀ: the columns of p are the right singular vectors
		svd.UTo(&side)
		v.dense().Copy(&side)
	} else { // a·q = p·Σ·wᵀ: the columns of q·w are
		svd.VTo(&side)
		v.dense().Mul(q.dense(), side.Slice(0, l, 0, k))
	}
	return v, values[:k], nil
}

func gaussian(rows, cols int, seed uint64) matrix {
	rng := rand.New(rand.NewPCG(seed, sketchStream))
	g := newDense(rows, cols)
	for i := range g.Data {
		g.Data[i] = rng.NormFloat64()
	}
	return g
}

// dependent is the share of the largest singular value below which one is rounding, and its direction left out.
const dependent = 1e-13

// orthonormalize replaces a, which has at least as many rows as columns, by an orthonormal basis of its columns.
// It takes the singular vectors because gonum's mat.QR forms the square of the longer side.
func orthonormalize(a matrix) error {
	svd, err := thinSVD(a)
	if err != nil {
		return err
	}
	var u mat.Dense
	svd.UTo(&u)
	a.dense().Copy(&u)
	return nil
}

func thinSVD(a matrix) (*mat.SVD, error) {
	var svd mat.SVD
	if !svd.Factorize(a.dense(), mat.SVDThin) {
		return nil, errors.New("singular value decomposition did not converge")
	}
	return &svd, nil
}

// A matrix is dense, row by row.
type matrix struct {
	Rows, Cols int
	Data       []float64
}

func newDense(rows, cols int) matrix {
	return matrix{Rows: rows, Cols: cols, Data: make([]float64, rows*cols)}
}

func (m matrix) row(i int) []float64 { return m.Data[i*m.Cols : (i+1)*m.Cols] }

// dense returns m for gonum, with the same numbers underneath; m is not empty.
func (m matrix) dense() *mat.Dense { return mat.NewDense(m.Rows, m.Cols, m.Data) }
