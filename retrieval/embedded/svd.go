package embedded

import (
	"cmp"
	"context"
	"math"
	"math/rand/v2"
	"slices"

	"github.com/rankduel/rankduel/internal/portable"
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
	q := back.times(gaussian(longer, l, seed)).transpose() // directions are rows from here on
	for i := 0; ; i++ {
		if err := ctx.Err(); err != nil {
			return matrix{}, nil, err
		}
		orthonormalize(q)
		if i == powerIterations {
			break
		}
		q = back.times(into.times(q.transpose())).transpose()
	}

	b := into.times(q.transpose()).transpose() // = (p·r)ᵀ, l × longer
	r := orthonormalize(b)                     // b is pᵀ now
	ut, values, vt := smallSVD(r)
	k = min(k, len(values))
	if wide { // aᵀq = p·u·Σ·vt: the columns of p·u are the right singular vectors
		v = combine(ut, b, k)
	} else { // a·q = p·u·Σ·vt: the columns of q·vtᵀ are
		v = combine(vt, q, k)
	}
	return v.transpose(), values[:k], nil
}

// combine returns the first k rows of c·m.
func combine(c, m matrix, k int) matrix {
	out := newDense(k, m.Cols)
	parallel(k, func(i int) {
		for j, s := range c.row(i) {
			addScaled(out.row(i), s, m.row(j))
		}
	})
	return out
}

func gaussian(rows, cols int, seed uint64) matrix {
	rng := rand.New(rand.NewPCG(seed, sketchStream))
	g := newDense(rows, cols)
	for i := range g.Data {
		g.Data[i] = portable.Normal(rng)
	}
	return g
}

// dependent is the share of a vector's length below which what is left of it, after all before it were taken out, is
// rounding.
const dependent = 1e-13

// orthonormalize replaces the rows of a by orthonormal ones and returns the upper triangular r of their coefficients:
// row j was Σ r[i][j]·a[i]. A row that depends on those before it becomes 0. It is the modified Gram-Schmidt method,
// done twice, which makes up for what rounding took the first time: Giraud, Langou and Rozložník (2005),
// doi:10.1016/j.camwa.2005.08.009.
func orthonormalize(a matrix) (r matrix) {
	first := gramSchmidt(a)
	return combine(gramSchmidt(a), first, a.Rows)
}

func gramSchmidt(a matrix) (r matrix) {
	whole := make([]float64, a.Rows)
	for i := range whole {
		whole[i] = norm(a.row(i))
	}
	r = newDense(a.Rows, a.Rows)
	for i := range a.Rows {
		from, length := a.row(i), norm(a.row(i))
		if !(length > dependent*whole[i]) {
			clear(from)
			continue
		}
		scale(from, 1/length)
		r.row(i)[i] = length
		parallel(a.Rows-i-1, func(after int) {
			j := i + 1 + after
			c := dot(from, a.row(j))
			addScaled(a.row(j), -c, from)
			r.row(i)[j] = c
		})
	}
	return r
}

// smallSVD decomposes a square matrix as u·diag(values)·vt, values in descending order, by rotating its columns until
// all are orthogonal: Hestenes (1958), doi:10.1137/0106005. Directions whose value is rounding are left out.
func smallSVD(a matrix) (ut matrix, values []float64, vt matrix) {
	const sweeps = 60 // it takes about ten
	columns, turned := a.transpose(), newDense(a.Rows, a.Rows)
	for i := range a.Rows {
		turned.row(i)[i] = 1
	}
	for range sweeps {
		if !rotate(columns, turned) {
			break
		}
	}
	order, lengths := make([]int, a.Rows), make([]float64, a.Rows)
	for i := range order {
		order[i], lengths[i] = i, norm(columns.row(i))
	}
	slices.SortStableFunc(order, func(i, j int) int { return cmp.Compare(lengths[j], lengths[i]) })
	for _, i := range order {
		if length := lengths[i]; length > dependent*lengths[order[0]] {
			scale(columns.row(i), 1/length)
			ut.append(columns.row(i))
			vt.append(turned.row(i))
			values = append(values, length)
		}
	}
	return ut, values, vt
}

// rotate makes each pair of rows orthogonal once, turned with them; false when they were already.
func rotate(rows, turned matrix) bool {
	const orthogonal = 1e-15
	changed := false
	for i := range rows.Rows {
		for j := i + 1; j < rows.Rows; j++ {
			x, y := rows.row(i), rows.row(j)
			xx, yy, xy := dot(x, x), dot(y, y), dot(x, y)
			if !(math.Abs(xy) > orthogonal*math.Sqrt(xx)*math.Sqrt(yy)) {
				continue
			}
			changed = true
			zeta := (yy - xx) / (2 * xy)
			tan := math.Copysign(1, zeta) / (math.Abs(zeta) + math.Sqrt(1+float64(zeta*zeta)))
			cos := 1 / math.Sqrt(1+float64(tan*tan))
			turn(x, y, cos, float64(cos*tan))
			turn(turned.row(i), turned.row(j), cos, float64(cos*tan))
		}
	}
	return changed
}

func turn(x, y []float64, cos, sin float64) {
	for i, v := range x {
		w := y[i]
		x[i] = float64(cos*v) - float64(sin*w)
		y[i] = float64(sin*v) + float64(cos*w)
	}
}
